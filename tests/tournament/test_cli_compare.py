"""``referee compare`` and ``referee tournament aa`` from their arguments to their answers."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.tournament.store.store import Store
from tests.match.commands import BOT
from tests.tournament.conftest import Ask, Told
from tests.tournament.cups import python_bot

PASSES = """
import json, sys
print("ready passes 1", flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_start":
        seat = message["seat"]
    elif message["type"] == "request":
        actions = [action for action in message["legal_actions"] if not action.startswith("offer_trade")]
        choice = 0 if seat in SEATS else message["id"] % len(actions)
        print(f"@{message['id']} {actions[choice]}", flush=True)
"""
"""On these SEATS it takes what is listed first, which is to end its turn: it never wins."""


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """Options for short matches, the same each time; in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    seed = tmp_path / "seed"
    seed.touch(0o600)
    seed.write_text("compare\n")
    return (
        "--seed-file", seed, "--sandbox-level", "none", "--set", "points_to_win=3", "--time-control", "start=60s",
    )  # fmt: skip


@pytest.fixture
def fast(tmp_path: Path, instant: dict[str, str]) -> str:
    """An instant bot; its SPEC ends in the name that it is given by it."""
    program = tmp_path / "bots" / "fast"
    program.parent.mkdir()
    shutil.copy(instant["a"].split()[1], program)
    return f"env {program}"


def passes(folder: Path, *seats: int) -> str:
    """A SPEC, named so by its file."""
    return python_bot(folder, "passes", PASSES.replace("SEATS", str(seats)))


def answer(told: Told) -> dict[str, Any]:
    """The one object on standard output."""
    (line,) = told.out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_better(ask: Ask, quick: tuple[object, ...], fast: str, tmp_path: Path) -> None:
    arguments = ("compare", fast, passes(tmp_path, 0, 1, 2, 3), *quick, "--error", "0.2", "--json", "--folder", "c")
    told = ask(*arguments)
    assert told.status == 0, told.err
    found = answer(told)
    assert (found["outcome"], found["new"], found["old"]) == ("better", "fast", "passes")
    assert found["matches"] == 6 * found["blocks"]
    assert found["score"]["value"] > 0.9
    assert found["evidence"]["better"] >= found["evidence"]["needed"]
    again = ask(*arguments)
    assert (again.status, answer(again)) == (0, found), "known already: nothing more is played"


def test_worse_in_words(ask: Ask, quick: tuple[object, ...], fast: str, tmp_path: Path) -> None:
    told = ask("compare", passes(tmp_path, 0, 1, 2, 3), fast, *quick, "--error", "0.2")
    assert told.status == 1, told.err
    assert told.out.startswith("passes is worse than fast.\n")


def test_the_same_bot_is_not_told_apart_and_may_be_asked_about_further(
    ask: Ask, quick: tuple[object, ...], fast: str
) -> None:
    arguments = ("compare", fast, fast, *quick, "--json", "--folder", "c")
    first = ask(*arguments, "--blocks", 1)
    assert (first.status, answer(first)["outcome"], answer(first)["blocks"]) == (4, "undecided", 1)
    second = ask(*arguments, "--blocks", 3)
    assert (second.status, answer(second)["outcome"], answer(second)["matches"]) == (4, "undecided", 18)
    with Store.open_to_read(Path("c")) as store:
        names = [row.name for row in store.entrants()]
        assert names == ["fast", "fast.2"]
        sat = Counter((number, seat) for row in store.matches() for seat, number in enumerate(row.entrants))
        assert len(set(sat.values())) == 1, "each on each seat as often"
    whole = ask("compare", fast, fast, *quick, "--json", "--folder", "d", "--blocks", 3)
    assert answer(whole) == answer(second)


def test_among_others(ask: Ask, quick: tuple[object, ...], instant: dict[str, str]) -> None:
    told = ask(
        "compare", instant["a"], instant["b"], *quick, "--field", instant["c"], instant["d"], "--blocks", 1, "--json",
        "--folder", "c",
    )  # fmt: skip
    assert told.status == 4, told.err
    assert answer(told)["matches"] == 8
    with Store.open_to_read(Path("c")) as store:
        assert all(sorted(row.entrants) == [0, 1, 2, 3] for row in store.matches())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--error", "2"), "--error 2: must be between 0 and 1"),
        (("--margin", "0"), "--margin 0: must be between 0 and 1"),
        (("--blocks", "0"), "--blocks 0: must be at least 1"),
        (("--by", "luck"), "luck"),
    ],
)
def test_what_can_not_be_asked(
    ask: Ask, quick: tuple[object, ...], tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    told = ask("compare", "raw", "greedy", *quick, *arguments)
    assert (told.status, words in told.err) == (2, True), told.err
    assert [path.name for path in tmp_path.iterdir()] == ["seed"]


def test_a_comparison_with_what_can_not_be_started(
    ask: Ask, quick: tuple[object, ...], instant: dict[str, str]
) -> None:
    told = ask("compare", instant["a"], "./nowhere", *quick, "--blocks", 2)
    assert told.status not in (0, 1, 4, 5), "that is no answer"
    assert "nowhere" in told.err


def test_one_bot_on_all_seats(ask: Ask, quick: tuple[object, ...], instant: dict[str, str]) -> None:
    arguments = ("tournament", "aa", instant["a"], *quick, "--folder", "same")
    for matches in (6, 12):  # the same seed, and so the same answers, each time
        told = ask(*arguments, "--matches", matches)
        assert told.status == 0, told.out
        assert "to play: 6 matches" in told.err
    with Store.open_to_read(Path("same")) as store:
        rows = store.matches()
        assert len(rows) == len({row.game_digest for row in rows}) == 12, "a seed of its own each"
        assert {row.entrants for row in rows} == {(0, 0, 0, 0)}


def test_a_bot_that_always_passes_on_one_seat_is_told(ask: Ask, quick: tuple[object, ...], tmp_path: Path) -> None:
    """Seat 0 never wins: the referee would seem to favour the others."""
    told = ask("tournament", "aa", passes(tmp_path, 0), *quick, "--matches", 24)
    assert told.status == 1, told.out


def test_a_bot_that_leaves_before_the_first_roll_says_nothing_of_seats(ask: Ask, quick: tuple[object, ...]) -> None:
    told = ask("tournament", "aa", f"{BOT}exits_at 0 1", *quick, "--matches", 3, "--folder", "c")
    assert told.status == 1, told.err
    assert "no match has been played to its end" in told.out
    with Store.open_to_read(Path("c")) as store:
        assert [block.state for block in store.blocks()] == ["whole"] * 3
        assert store.seat_scores() == []
