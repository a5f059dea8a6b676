"""Match after match: the library's function and the ``referee series`` command."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.messages import TimeControl
from referee.bots.link import InfrastructureError
from referee.bots.spec import BotSpec, parse_spec
from referee.match.outcome import Outcome
from referee.match.series import VOIDS_IN_A_ROW, Played, play_series
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.verify import verify
from tests.match.commands import referee, start
from tests.match.scripted_table import names_in
from tests.match.tables import RULES, bot

SETTINGS = MatchSettings(rules=RULES, time_control=TimeControl(20_000, 5_000, 0, 0))
SHORT = ("--set", "roll_cap=8", "--sandbox", "none")
FOUR_RANDOM = tuple(word for _ in range(4) for word in ("--bot", "random"))


async def played(tmp_path: Path, specs: list[BotSpec], **options: object) -> list[Played]:
    told: list[Played] = []
    await play_series(SETTINGS, specs, tmp_path, tell=told.append, **options)  # type: ignore[arg-type]
    return told


async def test_each_match_has_a_seed_a_name_and_a_record_of_its_own(tmp_path: Path) -> None:
    told = await played(tmp_path, [bot("polite")] * 4, matches=3, seed="a")
    assert [one.number for one in told] == [1, 2, 3]
    assert [one.outcome.seed for one in told] == ["a/1", "a/2", "a/3"]
    assert len({one.match_id for one in told}) == 3
    for one in told:
        assert verify(one.replay).game_digest == one.outcome.game_digest


async def test_without_a_seed_each_match_has_a_secret_one(tmp_path: Path) -> None:
    told = await played(tmp_path, [bot("polite")] * 4, matches=2, seed=None)
    assert len({one.outcome.seed for one in told}) == 2
    assert all(len(str(one.outcome.seed)) == 32 for one in told)


async def test_something_may_be_waited_for_before_each_match(tmp_path: Path) -> None:
    waits: list[int] = []

    async def before_each() -> None:
        waits.append(len(names_in(tmp_path)))

    await played(tmp_path, [bot("polite")] * 4, matches=3, seed="a", before_each=before_each)
    assert waits == [0, 1, 2]


def failing(monkeypatch: pytest.MonkeyPatch, fails: Callable[[int], bool]) -> None:
    """Let the machine fail the matches of which ``fails`` says so, by their number from 1."""
    calls = 0

    async def play_or_fail(*arguments: object, **options: object) -> Outcome:
        nonlocal calls
        calls += 1
        if fails(calls):
            raise InfrastructureError("the machine is on fire")
        return await play_match(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("referee.match.series.play_match", play_or_fail)


async def test_a_void_match_does_not_stop_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, lambda number: number % 3 != 0)
    told: list[Played] = []
    specs = [bot("polite")] * 4
    voids = await play_series(SETTINGS, specs, tmp_path, matches=6, seed="a", tell=told.append)
    assert (voids, [one.number for one in told]) == (4, [3, 6])


async def test_a_machine_that_fails_match_after_match_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, lambda number: number > 1)
    told: list[Played] = []
    with pytest.raises(InfrastructureError, match="on fire"):
        await play_series(SETTINGS, [bot("polite")] * 4, tmp_path, matches=None, seed="a", tell=told.append)
    assert len(told) == 1
    assert VOIDS_IN_A_ROW == 3


async def test_nothing_is_left_running_when_telling_fails(tmp_path: Path) -> None:
    spec = parse_spec("random")
    assert isinstance(spec, BotSpec)
    before = children()

    def tell(played: Played) -> None:
        assert len(children()) >= len(before) + 4, "bots that play many stay between matches"
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        await play_series(SETTINGS, [spec] * 4, tmp_path, matches=2, seed="a", tell=tell)
    assert [child for child in children() if child not in before and is_bot(child)] == []


def children() -> list[int]:
    """The processes that this one has started and that are there."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        found += [int(pid) for pid in (task / "children").read_text().split()]
    return sorted(found)


def is_bot(pid: int) -> bool:
    return b"random_bot" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    done = referee("series", *FOUR_RANDOM, "--matches", "3", "--seed", "t", *SHORT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 matches: roll_cap 3" in done.stdout
    assert [line.split("│")[1:3] for line in done.stdout.splitlines() if "random" in line] == [
        [f"    {seat} ", " random "] for seat in range(4)
    ]
    assert done.stderr.count("\nmatch ") + done.stderr.startswith("match ") == 3
    assert len(list(tmp_path.glob("m-*.jsonl"))) == 3


def test_the_command_prints_an_object_a_line(tmp_path: Path) -> None:
    (tmp_path / "replays").mkdir()
    done = referee(
        "series", *FOUR_RANDOM, "--matches", "2", "--seed", "t", "--json", "--replays", "replays", *SHORT, cwd=tmp_path
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["seed"] for one in told] == ["t/1", "t/2"]
    assert all((tmp_path / one["replay"]).exists() for one in told)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--matches", "0"), "--matches 0: must be at least 1"),
        (("--replays", "nowhere"), "--replays nowhere: is no folder"),
        (("--bot", "human"), "referee match"),
        (("--seed", "x" * 256), "characters: must have 1 to 256"),
        (("--rules", "nonsense"), "nonsense"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = referee("series", *FOUR_RANDOM, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""


async def test_a_series_that_is_cancelled_as_a_match_ends_plays_no_other(tmp_path: Path) -> None:
    """The match returns its result; nobody else hears of the cancellation."""
    told: list[Played] = []

    def tell(played: Played) -> None:
        told.append(played)
        playing.cancel()

    playing = asyncio.ensure_future(
        play_series(SETTINGS, [bot("polite")] * 4, tmp_path, matches=None, seed="a", tell=tell)
    )
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert len(told) == 1


async def test_a_match_keeps_its_result_from_a_cancellation_but_the_series_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play_and_be_cancelled(*arguments: object, **options: object) -> Outcome:
        outcome = await play_match(*arguments, **options)  # type: ignore[arg-type]
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):  # as a match does that has its result
            await asyncio.sleep(0)
        return outcome

    monkeypatch.setattr("referee.match.series.play_match", play_and_be_cancelled)
    told: list[Played] = []
    playing = asyncio.ensure_future(
        play_series(SETTINGS, [bot("polite")] * 4, tmp_path, matches=None, seed="a", tell=told.append)
    )
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert len(told) == 1


async def test_nor_does_a_void_match_keep_the_series_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = 0

    async def fail_and_be_cancelled(*arguments: object, **options: object) -> Outcome:
        nonlocal begun
        begun += 1
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
        raise InfrastructureError("the machine is on fire")

    monkeypatch.setattr("referee.match.series.play_match", fail_and_be_cancelled)
    playing = asyncio.ensure_future(
        play_series(SETTINGS, [bot("polite")] * 4, tmp_path, matches=None, seed="a", tell=lambda played: None)
    )
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert begun == 1


def test_interrupted_it_tells_of_the_matches_so_far(tmp_path: Path) -> None:
    process = start(["series", *FOUR_RANDOM, "--matches", "100000", *SHORT], tmp_path)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("match 2"):
            break
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "matches: roll_cap" in out
