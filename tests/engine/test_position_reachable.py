"""Positions with discards and counter-offers, and what strict loading knows of how play gets anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from engine import KATAN, STANDARD, Game, PositionError, position_reachable
from tests.kit.positions import Position, study_position


def _in_discard(**changes: Any) -> Position:
    return study_position(
        rules=KATAN,
        phase="discard",
        hands={1: {"ore": 8}},
        pending_discards=[0, 4, 0, 0],
        to_act=1,
        dice=[3, 4],
        **changes,
    )


def _countered(**counter: Any) -> Position:
    offer = {"from": 0, "to": None, "give": {"wood": 1}, "get": {"ore": 1}, "asked": [2],
             "counters": [{"seat": 1, "give": {"ore": 1}, "get": {"wood": 2}} | counter]}  # fmt: skip
    return study_position(
        rules=KATAN, phase="trade_response", to_act=2, offers_this_turn=1, offer=offer,
        hands={0: {"wood": 2}, 1: {"ore": 1}, 2: {"sheep": 1}},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (_in_discard() | {"rules": "competition"}, "pending_discards"),
        (_in_discard() | {"pending_discards": [0, 9, 0, 0]}, "pending_discards[1]"),
        (_in_discard() | {"to_act": 0}, "to_act"),
        (_countered(seat=0), "offer.counters"),
        (_countered(seat=2), "offer.counters"),
        (_countered(give={}), "offer.counters[0].give"),
        (_countered(give={"wood": 2}), "offer.counters[0]"),
        (_countered() | {"rules": "competition"}, "offer.to"),
    ],
)
def test_discards_and_counters_that_make_no_position_are_refused(position: Position, field: str) -> None:
    with pytest.raises(PositionError) as refusal:
        Game.from_position(position)
    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (_in_discard() | {"dice": [1, 2]}, "must be a seven"),
        (_in_discard() | {"pending_discards": [0, 3, 0, 0]}, r"must be \[0, 4, 0, 0\]"),
        (_countered(get={"wood": 1}), "must differ from the offer"),
        (_countered(give={"ore": 2}), "seat 1 does not hold 2ore"),
        (_countered(get={"wood": 3}), "seat 0 does not hold 3wood"),
    ],
)
def test_what_only_play_forbids_is_refused_when_strict(position: Position, reason: str) -> None:
    loaded = Game.from_position(position)
    with pytest.raises(PositionError, match=reason):
        position_reachable.check_owed(loaded)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"phase": "road_building_first", "free_roads_left": 2, "settlements": {0: ["0,0:N"]}},
            "only a card leads to road_building_first",
        ),
        ({"phase": "move_robber"}, "only a card leads to move_robber"),
        (
            {"phase": "move_robber", "rules": STANDARD, "dice": None, "rolled_this_turn": False, "rolls": 0},
            "only a card",
        ),
    ],
)
def test_strict_knows_what_leads_to_a_phase(changes: dict[str, Any], reason: str) -> None:
    without = Game.from_position(study_position(**changes))
    with pytest.raises(PositionError, match=reason):
        position_reachable.check_owed(without)
    position_reachable.check_owed(Game.from_position(study_position(dev_played=True, **changes)))


def test_a_seven_leads_to_the_robber_without_a_card() -> None:
    position_reachable.check_owed(Game.from_position(study_position(phase="move_robber", dice=[3, 4])))


def test_a_seat_behind_the_one_that_discards_owes_too() -> None:
    hands = {0: {"ore": 10}, 1: {"ore": 9}}
    position = study_position(rules=KATAN, phase="discard", hands=hands, pending_discards=[5, 0, 0, 0], dice=[3, 4])
    with pytest.raises(PositionError, match=r"must be \[5, 4, 0, 0\]"):
        position_reachable.check_owed(Game.from_position(position))


def test_what_is_owed_is_discarded_whatever_half_of_the_hand_is() -> None:
    """In study positions a seat may owe any number of its cards."""
    small = Game.from_position(
        study_position(rules=KATAN, phase="discard", hands={0: {"wood": 5, "ore": 5}}, pending_discards=[2, 0, 0, 0])
    )
    assert small.default_action() == "discard:wood+ore"
    assert small.is_legal(small.default_action())
    many = {"wood": 9, "brick": 9, "sheep": 9, "wheat": 9, "ore": 9}
    large = Game.from_position(
        study_position(rules=KATAN, phase="discard", hands={0: many}, pending_discards=[12, 0, 0, 0])
    )
    assert large.legal_actions() == ["discard:3wood+3brick+2sheep+2wheat+2ore"]


def test_counts_end_where_the_hash_ends() -> None:
    position = study_position(phase="roll", chance={"seed": "s", "steals": 0})
    most = Game.from_position(position | {"rolls": 2**32 - 2})
    most.apply("roll")
    assert len(most.state_hash()) == 32
    with pytest.raises(PositionError, match="rolls"):
        Game.from_position(position | {"rolls": 2**32 - 1})
