"""The longest list of actions there is still fits into a line to a bot."""

from __future__ import annotations

from engine import KATAN, Game
from protocol.json_lines import MAX_LINE_BYTES
from protocol.messages import Clock, encode_request
from tests.kit.positions import study_position


def _discarding(hand: dict[str, int]) -> Game:
    owed = sum(hand.values()) // 2
    return Game.from_position(
        study_position(
            rules=KATAN, phase="discard", hands={0: hand}, pending_discards=[owed, 0, 0, 0], to_act=0, dice=[3, 4]
        )
    )


def test_as_many_discards_as_are_listed_fit_into_a_line() -> None:
    """Of all hands whose thousand discards or fewer are listed, this one has the longest list."""
    game = _discarding({"wood": 19, "brick": 7, "sheep": 4, "wheat": 4, "ore": 4})
    listed = game.legal_actions()
    assert (len(listed), game.free_form_verbs()) == (1000, [])
    clock = Clock(move_ms=1000, reserve_ms=[30_000] * 4, attempts_left=1)
    line = encode_request(99_999, 1, clock, listed, [], game.public_state(0))
    assert len(line) < MAX_LINE_BYTES * 3 // 4  # leaves room for a full board and for the longest names


def test_from_a_larger_hand_the_automatic_discard_is_listed_and_any_other_may_be_said() -> None:
    game = _discarding({"wood": 8, "brick": 8, "sheep": 8, "wheat": 8, "ore": 8})
    assert game.legal_actions() == ["discard:4wood+4brick+4sheep+4wheat+4ore"]
    assert game.free_form_verbs() == ["discard"]
    assert game.is_legal("discard:8wood+8brick+4ore")
    assert not game.is_legal("discard:8wood+8brick+3ore")
    assert not game.is_legal("discard:9wood+8brick+3ore")
    (event,) = game.apply("discard:4ore+8brick+8wood")
    assert event.action == "discard:8wood+8brick+4ore"
