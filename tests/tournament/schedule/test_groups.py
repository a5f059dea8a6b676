"""Groups of a round-robin or a gauntlet: every one once, and nobody far behind whenever it stops."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations, islice

import pytest

from referee.tournament.schedule.formats import gauntlet, round_robin
from referee.tournament.schedule.groups import balanced_groups

MASTER = bytes(range(32))
LARGEST_LEAD = 2
"""Blocks that one entrant may have played more than another, whenever the tournament stops."""


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("members", [4, 5, 6, 7, 8, 9, 11])
def test_every_group_once(members: int, size: int) -> None:
    groups = list(balanced_groups(MASTER, "x", range(members), size))
    assert sorted(groups) == list(combinations(range(members), size))


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("members", [5, 6, 8, 10, 12])
def test_whenever_it_stops_nobody_is_far_behind(members: int, size: int) -> None:
    plays = Counter(dict.fromkeys(range(members), 0))
    for group in islice(balanced_groups(MASTER, f"{members}", range(members), size), 200):
        plays.update(group)
        assert max(plays.values()) - min(plays.values()) <= LARGEST_LEAD


def test_who_goes_on_draws_what_would_have_been_drawn() -> None:
    for schedule in (partial(round_robin, MASTER, 4, range(8)), partial(gauntlet, MASTER, 3, 2, range(9))):
        whole = list(islice(schedule(), 100))
        for drawn in (1, 27, 28, 70, 71):
            assert list(islice(schedule(whole[:drawn]), 100 - drawn)) == whole[drawn:]


def test_nobody_is_far_behind_when_one_has_left_in_the_middle() -> None:
    earlier = list(islice(round_robin(MASTER, 4, range(9)), 40))
    plays = Counter(dict.fromkeys(range(8), 0))
    for drawn in earlier:
        plays.update(drawn.lineup)
    del plays[8]
    for drawn in islice(round_robin(MASTER, 4, range(8), earlier), 40):
        plays.update(drawn.lineup)
        assert max(plays.values()) - min(plays.values()) <= LARGEST_LEAD + 1  # the one who left sat with some of them


def test_the_draw_decides_and_nothing_else() -> None:
    def drawn(master: bytes, what: str) -> list[tuple[int, ...]]:
        return list(balanced_groups(master, what, [3, 0, 2, 1, 4, 5], 4))

    assert drawn(MASTER, "a") == drawn(MASTER, "a") == list(balanced_groups(MASTER, "a", range(6), 4))
    assert drawn(MASTER, "a") != drawn(MASTER, "b")
    assert drawn(MASTER, "a") != drawn(bytes(32), "a")


@pytest.mark.parametrize("seats", [3, 4])
def test_a_round_robin_has_every_group_once_a_round_in_another_order(seats: int) -> None:
    groups = len(list(combinations(range(6), seats)))
    blocks = list(islice(round_robin(MASTER, seats, range(6)), 3 * groups))
    rounds = [blocks[start : start + groups] for start in range(0, 3 * groups, groups)]
    for number, of_round in enumerate(rounds, 1):
        assert {block.round for block in of_round} == {number}
        assert sorted(tuple(sorted(block.lineup)) for block in of_round) == list(combinations(range(6), seats))
    assert rounds[0] != [block._replace(round=1) for block in rounds[1]]


def test_who_sits_next_to_whom_is_drawn_too() -> None:
    """Rotations keep the neighbours that a line-up has: over many rounds each is on everybody's left as often."""
    after = Counter[tuple[int, int]]()
    rounds = 600
    for block in islice(round_robin(MASTER, 4, range(4)), rounds):
        after.update(zip(block.lineup, (*block.lineup[1:], block.lineup[0]), strict=True))
    assert sorted(after) == [(a, b) for a in range(4) for b in range(4) if a != b]
    for count in after.values():  # expected rounds / 3, with a deviation of sqrt(rounds * 2 / 9)
        assert abs(count - rounds / 3) < 4 * (rounds * 2 / 9) ** 0.5


@pytest.mark.parametrize("seats", [3, 4])
def test_a_gauntlet_has_the_candidate_with_every_group_of_the_others(seats: int) -> None:
    field = [0, 1, 3, 4, 5]
    expected = sorted(combinations(field, seats - 1))
    blocks = list(islice(gauntlet(MASTER, seats, 2, [*field, 2]), 2 * len(expected)))
    assert all(2 in block.lineup and len(set(block.lineup)) == seats for block in blocks)
    for number in (1, 2):
        others = [tuple(sorted(set(block.lineup) - {2})) for block in blocks if block.round == number]
        assert sorted(others) == expected
