"""Counts of reachable sequences and states under scripted chance, some of them reckoned by hand."""

from __future__ import annotations

import json

import pytest

from engine import PRESETS
from engine.topology import VERTEX_NEIGHBOURS
from tests.kit.perft import golden_file, perft, starts

ALL_GOLDEN = {rules.name: json.loads(golden_file(rules).read_text("utf-8")) for rules in PRESETS.values()}
GOLDEN = ALL_GOLDEN["competition"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", starts())
def test_counts_are_those_of_the_golden_files(name: str, preset: str) -> None:
    game, depth = starts(PRESETS[preset])[name]
    assert perft(game, depth) == ALL_GOLDEN[preset][name]


def test_the_golden_files_and_the_starts_name_the_same_positions() -> None:
    for golden in ALL_GOLDEN.values():
        assert list(golden) == list(starts())


def _sequences(name: str) -> list[int]:
    return [ply["sequences"] for ply in GOLDEN[name]]


def test_setup_by_hand() -> None:
    """54 vertices; a road on any edge, from either end: 2 x 72; then all but a vertex and its neighbours.

    18 vertices have two neighbours and 36 have three: 18 x 2 x (54 - 3) + 36 x 3 x (54 - 4) = 7,236.
    """
    assert sorted(map(len, VERTEX_NEIGHBOURS)) == [2] * 18 + [3] * 36
    assert _sequences("setup")[:3] == [54, 144, 7236]
    # The fourth ply adds the two or three edges of the new settlement; a road just laid is never among them.
    by_hand = sum(
        len(VERTEX_NEIGHBOURS[first]) * len(VERTEX_NEIGHBOURS[second])
        for first in range(54)
        for second in range(54)
        if second != first and second not in VERTEX_NEIGHBOURS[first]
    )
    assert _sequences("setup")[3] == by_hand


def test_seven_by_hand() -> None:
    """One roll, with eleven cards of seat 0 cut to six; eighteen hexes, one of which has a victim with cards.

    Seat 2's hex -2,0 and seat 1's 0,2 each have one owner with cards; seat 3 on the desert has none.
    """
    assert _sequences("seven")[:2] == [1, 18]


def test_free_roads_by_hand() -> None:
    """From 0,0:NE two edges are free, one at 0,0:SE, two at 0,0:S: five. Then each adds the edges beyond it."""
    assert _sequences("free roads")[0] == 5


def test_main_with_every_card_by_hand() -> None:
    """end_turn, knight, road building, fifteen pairs, five resources: 23."""
    assert _sequences("main, every card")[0] == 1 + 1 + 1 + 15 + 5


def test_offers_by_hand() -> None:
    """end_turn and three seats times two cards times four others: 25. An offer is declined; one can be accepted.

    After end_turn seat 1 rolls: one. After each of the 24 offers: declined, or accepted by the one seat that holds
    the wanted sheep, which is asked for it against wood and against ore.
    """
    assert _sequences("main, offers")[:2] == [25, 1 + 24 + 2]
