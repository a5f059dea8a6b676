"""A tournament file with a seed and deterministic bots: the same matches and the same table, however it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup


@pytest.mark.parametrize(
    ("keys", "matches"),
    [({"blocks": 3}, 12), ({"format": "gauntlet", "candidate": "c", "blocks": 2}, 8),
     ({"format": "rounds", "rounds": 2}, 16)],
    ids=["round_robin", "gauntlet", "rounds"],
)  # fmt: skip
def test_one_and_two_at_a_time(
    tmp_path: Path, instant: dict[str, str], ask: Ask, keys: dict[str, Any], matches: int
) -> None:
    cups = [new_cup(tmp_path / str(number), instant, **keys) for number in (1, 2)]
    for at_a_time, cup in enumerate(cups, 1):
        told = ask("tournament", "run", cup.file, "--at-a-time", at_a_time)
        assert told.status == 0, told.err
        check_complete(cup, matches)
    one, two = cups
    assert one.games() == two.games()
    assert len(set(one.games().values())) == matches
    assert table(ask, one) == table(ask, two)


def test_a_round_is_drawn_by_the_same_ratings_when_it_is_gone_on_with(
    tmp_path: Path, instant: dict[str, str], ask: Ask
) -> None:
    whole = new_cup(tmp_path / "whole", instant, format="rounds")
    parts = new_cup(tmp_path / "parts", instant, format="rounds")
    assert ask("tournament", "run", whole.file, "--rounds", 2).status == 0
    for rounds in (1, 2):
        assert ask("tournament", "run", parts.file, "--rounds", rounds).status == 0
    assert [block.lineup for block in parts.blocks()] == [block.lineup for block in whole.blocks()]
    assert parts.games() == whole.games()
    assert len(whole.games()) == 16


def test_another_seed_and_a_secret_one_make_other_matches(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    digests: set[str | None] = set()
    for name, seed in (("a", "one"), ("b", None), ("c", None)):
        cup = new_cup(tmp_path / name, instant, seed=seed, blocks=1)
        assert ask("tournament", "run", cup.file).status == 0
        digests.update(cup.games().values())
    assert len(digests) == 12


def table(ask: Ask, cup: Cup) -> str:
    told = ask("tournament", "standings", cup.file)
    assert (told.status, told.err) == (0, "")
    return told.out
