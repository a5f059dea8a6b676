"""The command line of ``referee tournament run``: bounds that change, plans that may not, and all of it by options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory, instant: dict[str, str]) -> Iterator[Cup]:
    """A tournament whose only block is played; tests don't play more of it."""
    cup = new_cup(tmp_path_factory.mktemp("options"), instant, blocks=1, at_a_time=1)
    cup.play()
    yield cup
    assert len(cup.matches()) == 4


def test_bounds_may_be_other_ones_each_time(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant, at_a_time=1)
    for arguments, matches in (
        (("--blocks", 1), 4),
        (("--matches", 9), 8),
        (("--blocks", 1), 8),
        (("--blocks", 3, "--matches", 100), 12),
    ):
        told = ask("tournament", "run", cup.file, *arguments)
        assert told.status == 0, told.err
        check_complete(cup, matches)
    told = ask("tournament", "run", cup.folder, "--blocks", 4)  # its folder will do
    assert told.status == 0
    assert "to play: 4 matches, in 1 blocks of 4, " in told.err
    assert len(cup.games()) == 16


def test_a_finished_tournament_has_nothing_to_play(begun: Cup, ask: Ask) -> None:
    for target in (begun.file, begun.folder):
        told = ask("tournament", "run", target)
        assert told.status == 0
        assert "to play: 0 matches" in told.err


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seed": "another"}, "seed"),
        ({"set": ["points_to_win=4"]}, "rules points_to_win is 3 there, 4 here"),
        ({"time_control": "move=3s"}, "time_control"),
        ({"orders": "all", "matches": 48}, 'orders is "rotations" there, "all" here'),
        ({"format": "gauntlet", "candidate": "a"}, "format"),
        ({"sandbox_level": "limits"}, "containment"),
    ],
)
def test_another_plan_is_refused_with_what_differs(begun: Cup, ask: Ask, change: dict[str, Any], key: str) -> None:
    text = begun.file.read_text()
    other = new_cup(begun.file.parent / "other", {}, **{"blocks": 1, **change})
    begun.file.write_text(other.file.read_text() + text[text.index("[[bots]]") :])
    try:
        told = ask("tournament", "run", begun.file)
    finally:
        begun.file.write_text(text)
    assert told.status == 2
    assert f"holds a tournament that differs: {key}" in told.err
    assert '"another"' not in told.err, "its seed is nobody's business"
    assert "begin another one with --folder" in told.err


def test_another_field_is_refused(begun: Cup, ask: Ask) -> None:
    text = begun.file.read_text()
    begun.file.write_text(text + '[[bots]]\nname = "late"\nspec = "greedy"\n')
    try:
        told = ask("tournament", "run", begun.file)
    finally:
        begun.file.write_text(text)
    assert (told.status, "bots there, " in told.err) == (2, True)


def test_all_of_it_by_options(
    tmp_path: Path, instant: dict[str, str], ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = [word for name in "abcd" for word in ("--bot", instant[name])]
    seed = tmp_path / "seed"
    seed.touch(0o600)
    seed.write_text("mine\n")
    told = ask(
        "tournament", "run", *bots, "--name", "spring", "--set", "points_to_win=3", "--seed-file", seed,
        "--sandbox-level", "none", "--blocks", 1,
    )  # fmt: skip
    assert told.status == 0, told.err
    check_complete(Cup(tmp_path / "spring.toml"), 4)
    assert ask("tournament", "status", "spring").out.startswith("spring: round-robin")


def test_options_take_the_place_of_keys(
    tmp_path: Path, instant: dict[str, str], ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cup = new_cup(tmp_path, dict(list(instant.items())[:4]), set=None, at_a_time=1)
    told = ask(
        "tournament", "run", cup.file, "--name", "spring", "--folder", "elsewhere", "--set", "points_to_win=3",
        "--blocks", 1, "--orders", "rotations", "--format", "gauntlet", "--candidate", "b",
    )  # fmt: skip
    assert told.status == 0, told.err
    check_complete(Cup(tmp_path / "elsewhere.toml"), 4)
    assert not cup.folder.exists()
    told = ask("tournament", "status", "elsewhere")
    assert told.out.startswith("spring: gauntlet")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--matches", "3"), "matches 3: a block has 4, and only whole blocks count"),
        (("--blocks", "0"), "blocks 0: must be at least 1"),
        (("--at-a-time", "0"), "--at-a-time 0: must be at least 1"),
        (("--until", "yesterday"), "until 'yesterday': must be a time such as"),
        (("--until", "2020-01-01T08:00"), "until '2020-01-01T08:00': has passed"),
        (("--format", "knockout"), "knockout"),
        (("--set", "points_to_win=many"), "points_to_win"),
        (("--limits", "memory=much"), "limit memory='much': must be a whole number"),
    ],
)
def test_options_that_are_wrong_begin_nothing(
    tmp_path: Path, instant: dict[str, str], ask: Ask, arguments: tuple[str, ...], words: str
) -> None:
    cup = new_cup(tmp_path, instant)
    told = ask("tournament", "run", cup.file, *arguments)
    assert told.status == 2
    assert words in told.err
    assert not cup.folder.exists()


def test_a_folder_is_gone_on_with_as_it_was(begun: Cup, ask: Ask) -> None:
    told = ask("tournament", "run", begun.folder, "--set", "seats=3")
    assert told.status == 2
    assert "goes on as it was: only --matches, --blocks, --rounds, --until and --at-a-time may be given" in told.err


def test_until_a_time(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    """No block is begun that would not be over by then; what was begun is whole."""
    cup = new_cup(tmp_path, instant, at_a_time=1)
    told = ask("tournament", "run", cup.file, "--until", "2s")
    assert told.status == 0
    assert "to play: blocks of 4 matches until " in told.err
    blocks = cup.blocks()
    assert blocks
    check_complete(cup, 4 * len(blocks))


def test_three_at_a_table(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant, set=["seats=3", "points_to_win=3"], blocks=2, at_a_time=1)
    assert ask("tournament", "run", cup.file).status == 0
    check_complete(cup, 6, orders=3)
    assert ask("tournament", "standings", cup.file).status == 0
