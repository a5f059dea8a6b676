"""The reasons for differences, and the positions that are compared. No peer is needed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.kit.positions import study_position
from tests.peers.differences import BLOCKED_END, LONE_CLAIMANT, REASONS, longest_trail, reason_for
from tests.peers.ours import our_lengths, production
from tests.peers.questions import KEPT, MEASURED, PRODUCTION, ROBBER, Position, Question
from tests.peers.scenes import Build, games
from tests.peers.tangles import DRAWN, random_tangles

_PAGE = Path(__file__).parents[2] / "docs" / "peers.md"
_AT_ONE_END = DRAWN["line of five, an opponent at one end"]
_AT_EACH_END = DRAWN["line of five, an opponent at each end"]
_WHEAT = "2,-1"
_NOTHING = (0,) * 5
_TANGLES = [*DRAWN.items(), *islice(random_tangles(0), 60)]


@pytest.mark.parametrize("position", [pytest.param(position, id=name) for name, position in _TANGLES])
def test_a_tangle_is_as_long_as_trying_all_trails_says(position: Position) -> None:
    buildings = [{*s, *c} for s, c in zip(position["settlements"], position["cities"], strict=True)]
    for seat, length in enumerate(our_lengths(position)):
        others = {vertex for other, vertices in enumerate(buildings) if other != seat for vertex in vertices}
        assert longest_trail(position["roads"][seat], others, into_blocked=True) == length


@pytest.mark.parametrize(
    ("subject", "position", "theirs"),
    [
        (MEASURED, _AT_EACH_END, 4),
        (KEPT, _AT_ONE_END, 4),
        (KEPT, _AT_EACH_END, 3),
        (KEPT, _AT_EACH_END, 4),
    ],
)
def test_the_road_up_to_an_opponents_building_is_known(subject: str, position: Position, theirs: int) -> None:
    assert reason_for(Question(subject, 0), position, 5, theirs) == BLOCKED_END


@pytest.mark.parametrize(
    ("subject", "position", "ours", "theirs"),
    [
        (MEASURED, _AT_EACH_END, 5, 3),
        (MEASURED, _AT_EACH_END, 5, 6),
        (MEASURED, _AT_ONE_END, 5, 4),
        (MEASURED, _AT_EACH_END, 6, 4),
        (KEPT, _AT_ONE_END, 5, 3),
        (KEPT, DRAWN["line of five"], 5, 4),
    ],
)
def test_a_length_that_no_reason_predicts_is_unexplained(
    subject: str, position: Position, ours: int, theirs: int
) -> None:
    assert reason_for(Question(subject, 0), position, ours, theirs) is None


def _short_of_wheat(*others: str) -> tuple[Position, Question, list[tuple[int, ...]]]:
    """One wheat is left and 6 falls on the wheat of hex 6, where seat 0 has a city and the others a settlement."""
    settlements = {seat: [corner] for seat, corner in enumerate(others, start=1)}
    position = study_position(cities={0: [f"{_WHEAT}:N"]}, settlements=settlements)
    bank = (19, 19, 19, 1, 19)
    return position, Question(PRODUCTION, total=6, bank=bank), production(position, bank)[6][0]


def test_the_lone_claimant_of_a_short_resource_is_known() -> None:
    position, question, ours = _short_of_wheat()
    assert ours == [(0, 0, 0, 1, 0), _NOTHING, _NOTHING, _NOTHING]
    assert reason_for(question, position, ours, [_NOTHING] * 4) == LONE_CLAIMANT
    assert reason_for(question, position, ours, [(0, 0, 0, 2, 0), _NOTHING, _NOTHING, _NOTHING]) is None


def test_several_claimants_are_no_reason() -> None:
    position, question, ours = _short_of_wheat(f"{_WHEAT}:S")
    assert ours == [_NOTHING] * 4
    assert reason_for(question, position, ours, [(0, 0, 0, 1, 0), _NOTHING, _NOTHING, _NOTHING]) is None


def test_another_answer_to_another_question_is_unexplained() -> None:
    assert reason_for(Question(ROBBER, 0), _AT_ONE_END, [(1, -1)], []) is None


def test_every_reason_stands_on_the_page() -> None:
    headings = [line.lstrip("# ").lower() for line in _PAGE.read_text("utf-8").splitlines() if line.startswith("#")]
    assert [reason for reason in REASONS if reason.lower() not in headings] == []


def test_the_builds_of_a_game_are_the_pieces_of_its_scenes() -> None:
    for game in islice(games(0), 3):
        built: list[Build] = []
        for scene in islice(game, 8):
            built += scene.builds
            assert _pieces(built) == _standing(scene.position)
            assert len(scene.lean_bank) == 5


def _pieces(builds: list[Build]) -> dict[str, Any]:
    cities = [{b.place for b in builds if b.kind == "city" and b.seat == seat} for seat in range(4)]
    settlements = [{b.place for b in builds if b.kind == "settlement" and b.seat == seat} for seat in range(4)]
    roads = [{b.place for b in builds if b.kind == "road" and b.seat == seat} for seat in range(4)]
    return {"settlements": [s - c for s, c in zip(settlements, cities, strict=True)], "cities": cities, "roads": roads}


def _standing(position: Position) -> dict[str, Any]:
    return {kind: [set(ids) for ids in position[kind]] for kind in ("settlements", "cities", "roads")}
