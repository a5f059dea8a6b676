"""``referee replay feed``: a recorded match played to a bot once more."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.match.commands import BOT, POLITE, referee
from tests.match.scripted_table import at, first_legal, seat_them

SEAT = 2
SHORT = (
    "--set", "roll_cap=8", "--time-control", "move=100ms,reserve=400ms,start=20s", "--seed", "feed", "--quiet",
    "--sandbox", "none",
)  # fmt: skip
NO_SANDBOX = SHORT[-2:]


def program(*words: str) -> str:
    """The SPEC of a program of the zoo."""
    return BOT + shlex.join(words)


def record(folder: Path, bot: str, *options: str) -> None:
    """Play ``m.jsonl`` with this bot on ``SEAT``."""
    bots = list(POLITE)
    bots[2 * SEAT + 1] = bot
    done = referee("match", *bots, *SHORT, *options, "--replay", "m.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr


def feed(folder: Path, bot: str, *options: str, status: int, seat: int = SEAT) -> str:
    """What the command prints, on either stream, when it ends with this status."""
    done = referee("replay", "feed", "m.jsonl", "--seat", str(seat), "--bot", bot, *options, *NO_SANDBOX, cwd=folder)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def found(folder: Path, bot: str, *, status: int, seat: int = SEAT) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(feed(folder, bot, "--json", status=status, seat=seat).splitlines()[0])
    assert report["same"] + report["different"] == report["requests"]
    return report


def sent(transcript: Path, seat: int) -> list[str]:
    """The lines that were sent to a seat."""
    lines = [line.split("\t", 3) for line in transcript.read_text().splitlines()]
    return [text for _, where, direction, text in lines if (where, direction) == (str(seat), ">")]


def test_a_good_bot_says_the_same_again_and_is_sent_the_same_bytes(tmp_path: Path) -> None:
    record(tmp_path, program("polite"), "--transcript", "match.log")
    told = feed(tmp_path, program("polite"), "--transcript", "feed.log", status=0)
    requests = sum('"type":"request"' in line for line in sent(tmp_path / "match.log", SEAT))
    assert requests >= 10
    assert told.startswith(f"{requests} requests, {requests} the same, 0 different, slowest ")
    assert sent(tmp_path / "feed.log", SEAT) == sent(tmp_path / "match.log", SEAT)


def test_another_bot_differs_and_is_fed_on(tmp_path: Path) -> None:
    record(tmp_path, program("polite"))
    report = found(tmp_path, "greedy", status=1)
    assert report["requests"] == found(tmp_path, program("polite"), status=0)["requests"]
    assert report["different"] == len(report["differences"]) > 2
    first = report["differences"][0]
    assert (first["recorded"]["fault"], first["now"]["fault"]) == (None, None)
    assert first["recorded"]["answer"].startswith("place_settlement:")
    assert report["fault"] is None
    told = feed(tmp_path, "greedy", status=1)
    assert f"request {first['request']} ply {first['ply']}: recorded {first['recorded']['answer']}, now place_" in told


FAULTS = [
    ("illegal", ("answers_with", "3", "@{id} place_road:0"), "place_road:0"),
    ("malformed", ("answers_with", "3", "ROLL"), "ROLL"),
    ("malformed", ("mixes_ids",), "must use it always"),
    ("timeout", ("sleeps_at", "3"), "did not answer in time"),
    ("crash", ("raises_at", "3"), "exited with status 1 during the match"),
    ("flood", ("floods_after_answer",), "65536 bytes a match"),
    ("no_start", ("exits_before_ready", "3"), "exited with status 3 before it was ready"),
]


@pytest.mark.parametrize(("kind", "bot", "words"), FAULTS, ids=[" ".join(bot[:1]) for _, bot, _ in FAULTS])
def test_a_forfeit_happens_again(tmp_path: Path, kind: str, bot: tuple[str, ...], words: str) -> None:
    record(tmp_path, program(*bot))
    report = found(tmp_path, program(*bot), status=0)
    assert report["differences"] == []
    fault = report["fault"]
    assert (fault["recorded"]["fault"], fault["now"]["fault"]) == (kind, kind)
    assert (fault["is_reproduced"], fault["is_legal_now"]) == (True, False)
    assert words in fault["now"]["reason"]
    mended = found(tmp_path, program("polite"), status=1)
    assert (mended["fault"]["is_reproduced"], mended["fault"]["is_legal_now"]) == (False, True)


def test_a_forfeit_that_does_not_happen_again_is_said(tmp_path: Path) -> None:
    record(tmp_path, program("answers_with", "3", "@{id} place_road:0"))
    told = feed(tmp_path, program("polite"), status=1)
    assert "(illegal (place_road:0)) does not happen: " in told
    assert ", which is legal" in told
    assert "the forfeit" not in feed(tmp_path, program("polite"), status=0, seat=0)


def test_the_command_on_record_is_the_one_that_reproduces(tmp_path: Path) -> None:
    bot = program("raises_at", "3")
    record(tmp_path, bot)
    (line,) = [line for line in (tmp_path / "m.jsonl").read_text().splitlines() if '"t":"evidence"' in line]
    words = shlex.split(json.loads(line)["command"])
    assert words.pop(0) == "referee"
    done = referee(*[bot if word == "SPEC" else word for word in words], *NO_SANDBOX, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "the forfeit happens again at request " in done.stdout
    assert "seat 2 exited with status 1 during the match" in done.stdout
    assert "RuntimeError: no idea" in done.stderr


@pytest.mark.parametrize("line", ["@{id} place_road:0", "ROLL", r"@{id}"], ids=["illegal", "malformed", "nothing"])
def test_what_was_refused_is_refused_again_in_the_same_words(tmp_path: Path, line: str) -> None:
    bot = program("slips_at", line, "2", "4", "5", "6", "7")  # once, and until the default is played
    record(tmp_path, bot, "--on-illegal", "refuse", "--transcript", "match.log")
    assert (tmp_path / "m.jsonl").read_text().count('"outcome":"refused"') == 4
    assert (tmp_path / "m.jsonl").read_text().count('"outcome":"default"') == 1
    feed(tmp_path, bot, "--transcript", "feed.log", status=0)
    assert sent(tmp_path / "feed.log", SEAT) == sent(tmp_path / "match.log", SEAT)
    assert sum('"type":"error"' in line for line in sent(tmp_path / "feed.log", SEAT)) == 5
    report = found(tmp_path, program("polite"), status=1)
    assert (report["different"], {one["now"]["fault"] for one in report["differences"]}) == (5, {None})


def test_a_bot_that_does_better_is_refused_all_the_same(tmp_path: Path) -> None:
    record(tmp_path, program("slips_at", "@{id} place_road:0", "2"), "--on-illegal", "refuse", "--transcript", "a.log")
    feed(tmp_path, program("polite"), "--transcript", "b.log", status=1)
    assert sent(tmp_path / "b.log", SEAT) == sent(tmp_path / "a.log", SEAT)


def test_a_bot_that_breaks_down_early_is_told_so(tmp_path: Path) -> None:
    record(tmp_path, program("polite"))
    report = found(tmp_path, program("raises_at", "2"), status=1)
    (difference,) = report["differences"]
    assert (report["requests"], difference["now"]["fault"]) == (3, "crash")
    assert "exited with status 1" in difference["now"]["reason"]
    assert report["last_words"].startswith("RuntimeError: no idea")
    never = found(tmp_path, program("says_first", "hello"), status=1)
    assert (never["requests"], never["differences"][0]["now"]["fault"]) == (0, "no_start")


def test_a_slow_bot_is_late_as_in_the_match_and_in_time_where_it_is_given_more(tmp_path: Path) -> None:
    record(tmp_path, program("polite"))
    late = found(tmp_path, program("sleeps_at", "3"), status=1)
    assert {one["now"]["fault"] for one in late["differences"]} == {"timeout"}
    assert "over the 100 ms for a move" in late["differences"][0]["now"]["reason"]
    slow = program("sleeps_at", "3")
    told = feed(tmp_path, slow, "--time-control", "move=30ms,reserve=0s", status=1)
    assert "over the 30 ms for a move" in told


async def test_an_interrupted_record_is_fed_with_the_seed_beside_it(tmp_path: Path) -> None:
    def leaves_copy(message: dict[str, Any]) -> str:
        if message["public_state"]["ply"] == 8:
            for name in ("m.jsonl", "m.jsonl.seed"):
                (tmp_path / f"left-{name}").write_bytes((tmp_path / name).read_bytes())
        return first_legal(message)

    match, _ = seat_them(tmp_path / "m.jsonl", answering=at(3, leaves_copy))
    await match.play()
    arguments = ("replay", "feed", "left-m.jsonl", "--seat", "1", "--bot", program("polite"), "--json", *NO_SANDBOX)
    (tmp_path / "left-m.jsonl.seed").rename(tmp_path / "kept")
    done = referee(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "its seed is neither revealed nor in a file beside it" in done.stderr
    (tmp_path / "kept").rename(tmp_path / "left-m.jsonl.seed")
    done = referee(*arguments, cwd=tmp_path)
    assert json.loads(done.stdout)["requests"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("m.jsonl", "--seat", "4", "--bot", "greedy"), "there is no seat 4: it has seats 0 to 3"),
        (("m.jsonl", "--seat", "-1", "--bot", "greedy"), "there is no seat -1"),
        (("m.jsonl", "--seat", "0", "--bot", "./nowhere"), "./nowhere: is not a folder"),
        (("m.jsonl", "--seat", "0", "--bot", "human"), "a person's answers can't be compared"),
        (("m.jsonl", "--seat", "0", "--bot", "greedy", "--time-control", "x"), "time control"),
        (("m.jsonl", "--seat", "0", "--bot", "greedy", "--transcript", "m.jsonl"), "is there already"),
        (("missing.jsonl", "--seat", "0", "--bot", "greedy"), "missing.jsonl: No such file"),
        (("odd.jsonl", "--seat", "0", "--bot", "greedy"), "odd.jsonl: line 1"),
        (("changed.jsonl", "--seat", "0", "--bot", "greedy"), "changed.jsonl: differs at line 2"),
    ],
)
async def test_wrong_arguments_are_named(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    match, _ = seat_them(tmp_path / "m.jsonl")
    await match.play()
    text = (tmp_path / "m.jsonl").read_text()
    (tmp_path / "odd.jsonl").write_text("no replay\n")
    (tmp_path / "changed.jsonl").write_text(text.replace("place_settlement:0", "place_settlement:1", 1))
    done = referee("replay", "feed", *arguments, *NO_SANDBOX, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_bot_that_leaves_after_its_answer_is_judged_at_its_next_request(tmp_path: Path) -> None:
    record(tmp_path, program("leaves_an_heir", "1"))
    fault = found(tmp_path, program("leaves_an_heir", "1"), status=0)["fault"]
    assert (fault["is_reproduced"], fault["now"]["fault"]) == (True, "crash")
