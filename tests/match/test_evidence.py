"""What a forfeit leaves behind: a public line, a file for the bot's author, a sealed one for who judges the case."""

from __future__ import annotations

import asyncio
import io
import json
import random
import stat
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from engine import COMPETITION, Game
from protocol.json_lines import encode_line
from protocol.messages import Clock, TimeControl, encode_request
from protocol.replay_records import encode_record
from protocol.session import Fault
from referee.match.clock import Charge
from referee.match.evidence import Asked, Case, evidence_folder, public_part
from referee.match.transcript import Transcript
from referee.match.verdicts import bad_line
from referee.replays.verify import verify
from tests.match.commands import BOT, POLITE, referee
from tests.match.scripted_link import Answering
from tests.match.scripted_table import SETTINGS, at, first_legal, names_in, play, seat_them
from tests.match.tables import bot
from tests.match.tables import play as play_programs
from tests.match.test_breaking_off import FullDisk

SEAT = 2


@dataclass
class Left:
    """What a match left: the lines of its record, and the files that its evidence lines name."""

    lines: list[dict[str, Any]]
    raw: list[bytes]
    files: dict[str, dict[str, Any]]

    @property
    def evidence(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["t"] == "evidence"]

    def author(self, index: int = 0) -> dict[str, Any]:
        return self.files[self.evidence[index]["author"]]

    def sealed(self, index: int = 0) -> dict[str, Any]:
        return self.files[self.evidence[index]["sealed"]]


def look(replay: Path) -> Left:
    """Everything is for the owner alone, and each file is named by its digest."""
    verified = verify(replay)
    assert (verified.status, verified.reason) == ("ok", "")
    raw = replay.read_bytes().splitlines(keepends=True)
    folder, files = evidence_folder(replay), {}
    if folder.exists():
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        for path in folder.iterdir():
            content = path.read_bytes()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert path.name == blake2b(content, digest_size=32).hexdigest() + ".json"
            files[f"b2:{path.stem}"] = json.loads(content)
    return Left([json.loads(line) for line in raw], raw, files)


KINDS = [
    ("illegal", ("answers_with", "2", "@{id} place_road:0"), "@{id} place_road:0"),
    ("malformed", ("answers_with", "2", r"@{id} caf\xe9"), "@{id} caf\ufffd"),
    ("timeout", ("no_line_end",), "@{id} {choice}"),
    ("crash", ("raises_at", "2"), None),
    ("flood", ("floods_after_answer",), None),
]


@pytest.mark.parametrize(("kind", "program", "answer"), KINDS, ids=[kind for kind, _, _ in KINDS])
def test_every_fault_of_a_program_leaves_evidence(
    tmp_path: Path, kind: str, program: tuple[str, ...], answer: str | None
) -> None:
    replay = tmp_path / "m.jsonl"
    seats = [bot("polite")] * 4
    seats[SEAT] = bot(*program)
    outcome = play_programs(seats, replay)
    left = look(replay)
    assert outcome.evidence == tmp_path / "m.evidence"
    assert [line["t"] for line in left.lines[-3:]] == ["fault", "evidence", "end"]
    (line,) = left.evidence
    fault, end = left.lines[-3], left.lines[-1]
    assert (line["n"], line["seat"], line["kind"]) == (outcome.result.plies, SEAT, kind)
    assert (line["verdict"], line["reason"]) == (f"forfeit_{kind}", end["result"]["reason"])
    assert line["command"] == f"referee replay feed m.jsonl --seat {SEAT} --bot SPEC"
    assert line["clock"]["used_ms"] == fault["ms"]
    assert line["clock"]["move_ms"] == 100
    if answer is not None:
        assert line["answer"].startswith(answer.partition("{choice}")[0].format(id=line["request"]["id"]))
    else:
        assert line["answer"] is None
    author = left.author()
    assert (author["kind"], author["request"]) == (kind, line["request"])
    assert author["stdout"][0][1].startswith("ready ")
    assert [ms for ms, _ in author["stdout"]] == sorted(ms for ms, _ in author["stdout"])
    assert author["had_left"] is (kind == "crash")
    assert len(left.files) == 2


def test_the_author_is_told_how_the_program_ended_and_its_last_words(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    play_programs([bot("raises_at", "1"), *[bot("polite")] * 3], replay)
    author = look(replay).author()
    assert (author["exit_status"], author["exit"]) == (1, "exited with status 1")
    assert "RuntimeError: no idea what to do with" in author["stderr"]
    assert len(author["stdout"]) == 2


def test_bytes_that_are_no_text_are_kept_as_they_came_for_the_author(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    play_programs([bot("answers_with", "0", r"@{id} caf\xe9"), *[bot("polite")] * 3], replay)
    assert look(replay).author()["stdout"][-1][1] == r"@0 caf\xe9"


def test_the_full_position_is_sealed(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    play_programs([bot("polite"), bot("killed_at", "4", "SIGSEGV"), *[bot("polite")] * 2], replay)
    left = look(replay)
    game = Game.from_position(left.sealed()["position"])
    last_ply = [line for line in left.lines if line["t"] == "ply"][-1]
    assert game.state_hash() == last_ply["hash"]
    author = left.author()
    assert (author["exit_status"], author["exit"].partition(" (")[0]) == (-11, "was ended by SIGSEGV")
    assert author["read_on"] == "docs/cli.md#how-to-find-out-why-you-lost"


def test_programs_that_do_not_start_leave_evidence_one_by_one(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    missing = replace(bot("polite"), command=(str(tmp_path / "missing"),))
    play_programs([bot("polite"), bot("says_first", "hello"), missing, bot("exits_before_ready", "3")], replay)
    left = look(replay)
    assert [line["t"] for line in left.lines] == ["header", *["fault"] * 3, *["evidence"] * 3, "end"]
    assert [line["seat"] for line in left.evidence] == [1, 2, 3]
    for line in left.evidence:
        assert (line["kind"], line["request"], line["answer"], line["clock"]) == ("no_start", None, None, None)
        assert line["reason"] in left.lines[-1]["result"]["reason"]
    assert [text for _, text in left.author(0)["stdout"]] == ["hello"]
    assert "No such file" in left.author(1)["exit"]
    assert (left.author(2)["exit_status"], left.author(2)["had_left"]) == (3, True)
    assert len({line["sealed"] for line in left.evidence}) == 1
    assert left.sealed()["position"]["ply"] == 0


async def test_a_connection_that_is_lost_leaves_evidence(tmp_path: Path) -> None:
    def leaves(message: dict[str, Any]) -> None:
        link.leave(None)

    match, links = seat_them(tmp_path / "m.jsonl", answering=at(SEAT, leaves))
    link = links[SEAT]
    await match.play()
    assert [line["kind"] for line in look(tmp_path / "m.jsonl").evidence] == ["crash"]


def answers(line: str, after: int = 3) -> Answering:
    """Well so many times, then this."""
    asked: list[int] = []

    def choose(message: dict[str, Any]) -> str:
        asked.append(message["id"])
        return first_legal(message) if len(asked) <= after else line.format(id=message["id"])

    return choose


async def test_the_request_is_shown_as_it_was_sent(tmp_path: Path) -> None:
    _, links = await play(tmp_path, answering=at(1, answers("@{id} place_settlement:0", 5)))
    left = look(tmp_path / "m.jsonl")
    sent = [line for line in b"".join(links[1].writes).splitlines() if line.startswith(b'{"type":"request"')][-1]
    (shown,) = [line for line in left.raw if line.startswith(b'{"t":"evidence"')]
    assert b',"request":' + sent + b',"answer":"@' in shown


async def test_the_public_line_holds_nothing_that_is_hidden_from_the_seat(tmp_path: Path) -> None:
    await play(tmp_path, answering=at(1, answers("ROLL", 4)))
    left = look(tmp_path / "m.jsonl")
    (shown,) = [line for line in left.raw if line.startswith(b'{"t":"evidence"')]
    assert b'"table"' not in shown  # the seed
    position = left.sealed()["position"]
    for key in ("deck", "hands", "dev_hands", "chance"):
        assert f'"{key}"'.encode() not in shown
        assert encode_line(position[key]).strip() not in shown
    state = left.evidence[0]["request"]["public_state"]
    assert list(state["your_resources"].values()) == position["hands"][1]


def public_line(position: dict[str, Any]) -> bytes:
    """The evidence against the seat to act, as if it had answered nonsense in this position."""
    game = Game.from_position(position)
    assert game.to_act is not None
    clock = Clock(1000, [30000] * 4, 1)
    request = encode_request(7, 1, clock, game.legal_actions(), [], game.public_state(game.to_act))
    fault = Fault("malformed", "nonsense", "ROLL")
    offence = bad_line(game.to_act, fault, 5)
    case = Case(
        "m-X",
        game.ply,
        [offence],
        Asked(request, fault, Charge(1_005_000_000, 5_999_999, 7_000_000)),
        position,
        frozenset(),
    )
    return encode_record(public_part(case, offence, Path("m.jsonl"), author=None, sealed=None))


def test_what_is_hidden_from_the_seat_changes_no_byte_of_its_public_line() -> None:
    game, choose = Game(COMPETITION, seed="hidden"), random.Random(3).choice
    for _ in range(200):
        game.apply(choose([action for action in game.legal_actions() if not action.startswith("offer")]))
    position = game.position()
    assert (game.to_act, position["hands"][:2]) == (3, [[0, 1, 1, 2, 0], [2, 0, 0, 0, 0]])
    assert position["dev_hands"][:2] == [{"knight": 1}, {"victory_point": 1}]
    other = {
        **position,
        "hands": [[1, 1, 0, 2, 0], [1, 0, 1, 0, 0], *position["hands"][2:]],
        "dev_hands": [{"victory_point": 1}, {"knight": 1}, *position["dev_hands"][2:]],
        "deck": position["deck"][::-1],
        "chance": {**position["chance"], "seed": "another"},
    }
    assert Game.from_position(other).state_hash() != game.state_hash()
    assert public_line(other) == public_line(position)
    assert json.loads(public_line(position))["clock"] == {
        "move_ms": 1000, "reserve_ms": 30000, "used_ms": 1005, "overrun_ms": 5, "given_back_ms": 7,
    }  # fmt: skip


async def test_a_match_without_a_fault_leaves_none(tmp_path: Path) -> None:
    outcome, _ = await play(tmp_path)
    assert outcome.evidence is None
    assert names_in(tmp_path) == ["m.jsonl"]


async def test_evidence_that_can_not_be_written_changes_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "m.evidence").mkdir()
    with capture_logs() as logs:
        outcome, _ = await play(tmp_path, answering=at(1, answers("ROLL")))
    assert (outcome.result.verdict, outcome.evidence) == ("forfeit_malformed", None)
    (line,) = look_at_lines(tmp_path / "m.jsonl")
    assert (line["author"], line["sealed"]) == (None, None)
    assert line["request"]["public_state"]["viewer"] == 1
    assert [entry["log_level"] for entry in logs if entry["event"] == "evidence lost"] == ["error"] * 2
    assert names_in(tmp_path / "m.evidence") == []


def look_at_lines(replay: Path) -> list[dict[str, Any]]:
    """The evidence lines of a record."""
    lines = [json.loads(line) for line in replay.read_text().splitlines()]
    return [line for line in lines if line["t"] == "evidence"]


async def test_a_match_cancelled_while_the_offender_leaves_ends_with_its_forfeit(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", answering=at(1, answers("ROLL")))
    is_ending = asyncio.Event()

    async def never_leaves() -> None:
        is_ending.set()
        await asyncio.Event().wait()

    links[1].end = never_leaves  # type: ignore[method-assign]
    playing = asyncio.ensure_future(match.play())
    await is_ending.wait()
    playing.cancel()
    assert (await playing).result.verdict == "forfeit_malformed"
    assert [line["seat"] for line in look(tmp_path / "m.jsonl").evidence] == [1]


async def test_offenders_are_told_and_ended_before_the_record_is_closed(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", answering=at(1, answers("ROLL")))
    seen: list[str] = []

    async def looks() -> None:
        seen.extend(line["t"] for line in map(json.loads, (tmp_path / "m.jsonl").read_text().splitlines()))
        assert [link.ended for link in links] == [[]] * 4

    links[1].end = looks  # type: ignore[method-assign]
    await match.play()
    assert seen[-1] == "fault"
    assert [message["type"] for message in links[1].messages()[-2:]] == ["error", "match_end"]
    assert [link.ended for link in links] == [["end"], [], ["end"], ["end"]]


async def test_a_match_that_fails_after_a_forfeit_keeps_its_evidence(tmp_path: Path) -> None:
    transcript = Transcript(FullDisk('"type":"error"'), lambda: 0)
    match, _ = seat_them(tmp_path / "m.jsonl", answering=at(1, answers("ROLL")), transcript=transcript)
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    left = look(tmp_path / "m.jsonl")
    assert [line["seat"] for line in left.evidence] == [1]
    assert left.sealed()["position"]["ply"] == left.evidence[0]["n"]


async def test_the_clock_tells_what_was_left_and_what_was_used(tmp_path: Path) -> None:
    settings = replace(SETTINGS, time_control=TimeControl(200, 20, 60, 0))
    await play(tmp_path, answering=at(1, None), settings=settings)
    clock = look(tmp_path / "m.jsonl").evidence[0]["clock"]
    assert (clock["move_ms"], clock["reserve_ms"]) == (20, 60)
    assert clock["used_ms"] >= 80
    assert clock["overrun_ms"] == clock["used_ms"] - 20


def test_the_command_says_where_the_evidence_is(tmp_path: Path) -> None:
    bots = ("--bot", f"{BOT}raises_at 1", *POLITE[2:], "--sandbox", "none")
    done = referee("match", *bots, "--replay", "m.jsonl.gz", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "evidence: m.evidence")
    done = referee("match", *bots, "--replay", "m.jsonl", "--quiet", cwd=tmp_path)
    assert done.returncode == 2
    assert "m.evidence: is there already" in done.stderr
    done = referee("match", *bots, "--replay", "n.jsonl", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["evidence"] == "n.evidence"
    assert look(tmp_path / "n.jsonl").author()["exit_status"] == 1


def test_a_compressed_replay_shares_the_folder_s_name() -> None:
    names = {"m.jsonl": "m.evidence", "m.jsonl.gz": "m.evidence", "m": "m.evidence", "m.gz": "m.evidence"}
    assert {name: evidence_folder(Path("x") / name).name for name in names} == names
    assert evidence_folder(Path("x/m.jsonl")).parent == Path("x")


def test_a_name_that_a_shell_would_split_is_quoted(tmp_path: Path) -> None:
    replay = tmp_path / "my final.jsonl"
    play_programs([bot("exits_before_ready", "3"), *[bot("polite")] * 3], replay, transcript=io.StringIO())
    assert look(replay).evidence[0]["command"] == "referee replay feed 'my final.jsonl' --seat 0 --bot SPEC"
