"""A match against scripted links: what is sent to whom, in which order things are judged, how it can break off."""

from __future__ import annotations

import asyncio
import io
import json
import stat
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION, Game
from protocol.messages import TimeControl
from protocol.replay_records import Header, decode_record
from referee.match.match import Match, Outcome
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.match.transcript import Transcript
from referee.replays.verify import verify
from tests.match.scripted_link import Answering, ScriptedLink

RULES = replace(COMPETITION, roll_cap=4)
SETTINGS = MatchSettings(rules=RULES, time_control=TimeControl(200, 50, 0, 0))
NONCE = "ab" * 32


def first_legal(message: dict[str, Any]) -> str:
    return f"@{message['id']} {message['legal_actions'][0]}"


def seat_them(
    replay: Path,
    answering: Sequence[Answering | None] = (first_legal,) * 4,
    settings: MatchSettings = SETTINGS,
    hello: Sequence[bytes] = (b"ready scripted 1\n",) * 4,
    transcript: Transcript | None = None,
    **options: Any,
) -> tuple[Match, list[ScriptedLink]]:
    links = [ScriptedLink(one) for one in answering]
    players = [Player(seat, link, name="spec", transcript=transcript, **options) for seat, link in enumerate(links)]
    match = Match("m-TEST", settings, "table", NONCE, players, Recorder(replay, "table", NONCE), [None] * 4)
    for link, player, said in zip(links, players, hello, strict=True):
        link.listen(player, said)
    return match, links


async def play(tmp_path: Path, **options: Any) -> tuple[Outcome, list[ScriptedLink]]:
    replay = tmp_path / "m.jsonl"
    match, links = seat_them(replay, **options)
    outcome = await match.play()
    assert [link.ended for link in links] == [["end"]] * 4
    verified = verify(replay)
    assert (verified.status, verified.reason) == ("ok", "")
    return outcome, links


def at(seat: int, answering: Answering | None) -> list[Answering | None]:
    table: list[Answering | None] = [first_legal] * 4
    table[seat] = answering
    return table


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- what is sent -------------------------------------------------------------------------------------------


async def test_each_bot_gets_a_start_all_events_in_order_and_the_end(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path)
    assert outcome.result.verdict == "roll_cap"
    for seat, link in enumerate(links):
        kinds = [message["type"] for message in link.messages()]
        assert kinds[0] == "match_start"
        assert kinds[-1] == "match_end"
        assert set(kinds[1:-1]) == {"event", "request"}
        assert [event["ply"] for event in link.messages("event")] == list(range(outcome.result.plies))
        start, end = link.messages("match_start")[0], link.messages("match_end")[0]
        assert (start["seat"], start["seats"], start["names"]) == (seat, 4, ["scripted"] * 4)
        assert start["seed_commitment"] == f"sha256:{sha256(bytes.fromhex(NONCE) + b'table').hexdigest()}"
        assert (end["seed"], end["nonce"], end["result"]["winner"]) == ("table", NONCE, outcome.result.winner)


async def test_a_ply_costs_the_seat_to_act_one_write_and_the_others_none(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path)
    requests = sum(len(link.messages("request")) for link in links)
    assert requests == outcome.result.plies
    for link in links:
        assert len(link.writes) == 2 + len(link.messages("request"))  # and one each for match_start and match_end
        assert link.messages()[-1]["type"] != "request"


async def test_a_bot_that_wants_events_at_once_has_them_before_others_are_asked(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, events="at_once")
    for link in links:
        assert link.messages("match_start")[0]["match"]["events"] == "at_once"
        assert len(link.writes) >= 1 + outcome.result.plies


async def test_requests_are_numbered_through_the_match_and_carry_the_seats_view(tmp_path: Path) -> None:
    _, links = await play(tmp_path)
    numbers = []
    for seat, link in enumerate(links):
        for request in link.messages("request"):
            numbers.append(request["id"])
            assert request["public_state"]["viewer"] == request["public_state"]["to_act"] == seat
            assert request["clock"] == {"move_ms": 50, "reserve_ms": [0, 0, 0, 0], "attempts_left": 1}
    assert sorted(numbers) == list(range(len(numbers)))


async def test_anonymous_bots_learn_names_at_the_end(tmp_path: Path) -> None:
    _, links = await play(tmp_path, settings=replace(SETTINGS, anonymous=True))
    assert links[0].messages("match_start")[0]["names"] is None
    assert links[0].messages("match_end")[0]["names"] == ["scripted"] * 4


async def test_nothing_that_a_bot_is_sent_before_the_end_has_the_seed(tmp_path: Path) -> None:
    settings = replace(SETTINGS, rules=replace(COMPETITION, roll_cap=20))
    replay = tmp_path / "m.jsonl"
    match, links = seat_them(replay, settings=settings)
    await match.play()
    for link in links:
        *before, end = b"".join(link.writes).splitlines()
        assert b"table" not in b"".join(before)
        assert NONCE.encode() not in b"".join(before)
        assert json.loads(end)["type"] == "match_end"


# -- judging ------------------------------------------------------------------------------------------------


async def test_silence_is_judged_when_move_time_and_reserve_are_used_up(tmp_path: Path) -> None:
    settings = replace(SETTINGS, time_control=TimeControl(200, 20, 60, 0))
    outcome, _ = await play(tmp_path, answering=at(1, None), settings=settings)
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_timeout", 1)
    assert outcome.used_ns[1] / 1e6 + 2 >= 80
    assert outcome.offences[0].ms == outcome.used_ns[1] // 1_000_000
    assert "over the 20 ms for a move" in outcome.result.reason


async def test_the_offender_is_told_what_was_wrong_and_the_others_are_not(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, answering=at(2, lambda message: f"@{message['id']} end_turn"))
    (error,) = links[2].messages("error")
    assert (error["code"], error["request"]) == ("illegal", links[2].messages("request")[-1]["id"])
    assert error["message"] == outcome.result.reason
    assert [link.messages("error") for link in links[:2] + links[3:]] == [[], [], []]
    assert [message["type"] for message in links[2].messages()][-2:] == ["error", "match_end"]


async def test_a_malformed_answer_comes_before_a_later_crash(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, answering=at(0, lambda message: "ROLL"))
    links[0].leave(1)
    assert outcome.result.verdict == "forfeit_malformed"


async def test_a_flood_is_judged_when_the_seat_is_to_act_not_before(tmp_path: Path) -> None:
    link: list[ScriptedLink] = []

    def floods_the_pipe_of_seat_3(message: dict[str, Any]) -> str:
        if len(link) == 4:
            link[3].waiting = [b"roll\n" * 20_000]
        return first_legal(message)

    match, links = seat_them(tmp_path / "m.jsonl", answering=at(0, floods_the_pipe_of_seat_3))
    link += links
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_flood", 3)
    assert outcome.result.plies == 6  # seats 0, 1 and 2 have set up


async def test_a_bot_that_dies_while_others_move_is_judged_at_its_own_request(tmp_path: Path) -> None:
    links: list[ScriptedLink] = []

    def ends_seat_2(message: dict[str, Any]) -> str:
        if not links[2].is_read:
            return first_legal(message)
        links[2].is_read = False
        links[2].leave(-11)
        return first_legal(message)

    match, all_links = seat_them(tmp_path / "m.jsonl", answering=at(0, ends_seat_2))
    links += all_links
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_crash", 2)
    assert "SIGSEGV" in outcome.result.reason
    assert outcome.result.plies == 4


async def test_starts_are_judged_together_when_the_allowance_has_run(tmp_path: Path) -> None:
    hello = (b"ready a\n", b"", b"hello\n", b"ready d 2\n")
    outcome, links = await play(tmp_path, hello=hello)
    assert [(offence.seat, offence.kind) for offence in outcome.offences] == [(1, "no_start"), (2, "no_start")]
    assert (outcome.result.offender, outcome.result.winner, outcome.result.plies) == (1, 0, 0)
    assert outcome.names == ("a", "spec", "spec", "d")
    assert [link.messages("match_start") for link in links] == [[]] * 4
    assert all(link.messages("match_end") for link in links)


async def test_at_the_cap_of_plies_a_match_is_scored(tmp_path: Path) -> None:
    outcome, _ = await play(tmp_path, settings=replace(SETTINGS, ply_cap=10))
    assert (outcome.result.verdict, outcome.result.plies, outcome.result.offender) == ("ply_cap", 10, None)
    assert outcome.result.winner == outcome.result.ranking[0]


# -- breaking off -------------------------------------------------------------------------------------------


async def cancel_at_seat_1(tmp_path: Path, name: str = "m.jsonl") -> tuple[Path, list[ScriptedLink]]:
    """A match that is cancelled while seat 1 thinks."""
    asked = asyncio.Event()
    replay = tmp_path / name
    match, links = seat_them(
        replay, answering=at(1, lambda message: asked.set()), settings=replace(SETTINGS, time_control=None)
    )
    playing = asyncio.ensure_future(match.play())
    await asked.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    return replay, links


async def test_a_cancelled_match_kills_its_bots_and_is_recorded_as_such(tmp_path: Path) -> None:
    replay, links = await cancel_at_seat_1(tmp_path)
    assert [link.ended for link in links] == [["kill"]] * 4
    end = json.loads(replay.read_text().splitlines()[-1])
    assert (end["result"]["verdict"], end["result"]["winner"], end["result"]["plies"]) == ("cancelled", None, 2)
    assert verify(replay).status == "ok"
    assert names_in(tmp_path) == [replay.name]


async def test_a_match_cancelled_before_it_began_leaves_no_file(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", hello=[b""] * 4)
    playing = asyncio.ensure_future(match.play())
    await asyncio.sleep(0)  # let it begin
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert [link.ended for link in links] == [["kill"]] * 4
    assert names_in(tmp_path) == []


async def test_a_fault_of_ours_costs_no_seat_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game) -> str:
        raise RuntimeError("the referee's own")

    monkeypatch.setattr(Game, "state_hash", fails)
    match, links = seat_them(tmp_path / "m.jsonl")
    with pytest.raises(RuntimeError, match="own"):
        await match.play()
    end = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])
    assert (end["result"]["verdict"], end["result"]["winner"]) == ("referee_fault", None)
    assert [link.ended for link in links] == [["kill"]] * 4


async def test_a_transcript_that_cannot_be_written_costs_no_seat_anything(tmp_path: Path) -> None:
    class FullDisk(io.StringIO):
        def write(self, text: str) -> int:
            if "\t<\t@" in text:
                raise OSError(28, "No space left on device")
            return super().write(text)

    match, links = seat_them(tmp_path / "m.jsonl", transcript=Transcript(FullDisk(), lambda: 0))
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # what is lost here is seen below
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    assert [link.ended for link in links] == [["kill"]] * 4


# -- the record ---------------------------------------------------------------------------------------------


async def during_a_match(tmp_path: Path, look: Callable[[], None], name: str = "m.jsonl") -> None:
    """Play a match in which ``look`` is called while seat 1 is asked for the first time."""
    seen: list[bool] = []

    def looks(message: dict[str, Any]) -> str:
        if not seen:
            look()
            seen.append(True)
        return first_legal(message)

    match, _ = seat_them(tmp_path / name, answering=at(1, looks))
    outcome = await match.play()
    assert seen
    assert outcome.result.verdict == "roll_cap", outcome.result.reason


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
async def test_the_seed_is_for_its_owners_eyes_while_the_match_runs_and_gone_afterwards(
    tmp_path: Path, name: str
) -> None:
    modes, secrets, records = [], [], []

    def look() -> None:
        (secret,) = tmp_path.glob("*.seed")
        modes.append(stat.S_IMODE(secret.stat().st_mode))
        secrets.append(json.loads(secret.read_text()))
        records.append((tmp_path / "m.jsonl").read_text())

    await during_a_match(tmp_path, look, name)
    assert modes == [0o600]
    assert secrets == [{"seed": "table", "nonce": NONCE}]
    assert "table" not in records[0]
    assert NONCE not in records[0]
    assert names_in(tmp_path) == [name]
    assert verify(tmp_path / name).status == "ok"


async def test_each_ply_is_on_the_disk_before_the_next_is_asked(tmp_path: Path) -> None:
    lines: list[str] = []
    await during_a_match(tmp_path, lambda: lines.extend((tmp_path / "m.jsonl").read_text().splitlines()))
    assert [json.loads(line)["t"] for line in lines] == ["header", "ply", "ply"]


async def test_an_interrupted_record_can_be_verified_with_the_seed_beside_it(tmp_path: Path) -> None:
    for name in ("m.jsonl", "m.jsonl.gz"):
        folder = tmp_path / name
        folder.mkdir()
        left = tmp_path / f"left-{name}"
        left.mkdir()

        def look(folder: Path = folder, left: Path = left) -> None:
            for path in folder.iterdir():  # as kill -9 would leave them
                (left / path.name).write_bytes(path.read_bytes())

        await during_a_match(folder, look, name)
        verified = verify(left / "m.jsonl")
        assert (verified.status, verified.plies) == ("interrupted", 2)
        assert verified.reason == "interrupted after ply 1"


def test_a_record_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    replay.write_text("precious")
    for name in ("m.jsonl", "m.jsonl.gz"):
        with pytest.raises(FileExistsError):
            Recorder(tmp_path / name, "seed", NONCE)
    assert replay.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [replay]


def test_a_seed_file_of_somebody_else_is_not_written_to(tmp_path: Path) -> None:
    target = tmp_path / "readable by all"
    target.write_text("")
    (tmp_path / "m.jsonl.seed").symlink_to(target)
    recorder = Recorder(tmp_path / "m.jsonl", "seed", NONCE)
    assert target.read_text() == ""
    assert stat.S_IMODE((tmp_path / "m.jsonl.seed").stat().st_mode) == 0o600
    recorder.discard()


async def test_the_header_says_all_that_was_fixed_beforehand(tmp_path: Path) -> None:
    await during_a_match(tmp_path, lambda: None)
    header = decode_record((tmp_path / "m.jsonl").read_bytes().splitlines()[0])
    assert isinstance(header, Header)
    assert header.rules == RULES.as_dict()
    assert header.time_control == {"start_ms": 200, "move_ms": 50, "reserve_ms": 0, "increment_ms": 0}
    assert (header.match["on_illegal"], header.match["ply_cap"]) == ("forfeit", 5_000)
    assert [(seat.name, seat.version, seat.digest) for seat in header.seats] == [("scripted", "1", None)] * 4
    assert header.started.endswith("Z")
