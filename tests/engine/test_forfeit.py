"""What a forfeit, a cap from outside and an abandoned match mean to the engine."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from tests.kit.positions import study_position
from tests.kit.random_games import builder, game_after


def _four_seats(**changes: Any) -> Game:
    """Points 3, 2 and one hidden, 2, 2; resource cards 0, 0, 1, 4."""
    return Game.from_position(
        study_position(
            settlements={0: ["0,0:N"], 1: ["0,2:S", "-2,0:SW"], 2: ["2,-2:N", "2,0:NE"]},
            cities={0: ["0,0:SE"], 3: ["0,-2:N"]},
            hands={2: {"ore": 1}, 3: {"wood": 4}},
            dev_hands={1: {"victory_point": 1}},
            **changes,
        )
    )


def test_the_offender_is_last_without_points_and_the_first_of_the_others_wins() -> None:
    game = _four_seats()
    game.forfeit([0], "build_road:3 is not legal")
    assert game.result is not None
    assert game.result.as_dict() == {
        "verdict": "forfeit_illegal",
        "offender": 0,
        "reason": "build_road:3 is not legal",
        "winner": 1,
        "ranking": [1, 3, 2, 0],
        "points": [0, 3, 2, 2],
        "resource_cards": [0, 0, 1, 4],
        "rolls": 1,
        "plies": 17,
    }
    assert (game.phase, game.to_act, game.legal_actions()) == ("over", None, [])


def test_hidden_cards_count_among_the_others() -> None:
    game = _four_seats()
    game.forfeit([2], "silence", verdict="forfeit_timeout")
    assert game.result is not None
    assert (game.result.verdict, game.result.offender) == ("forfeit_timeout", 2)
    # Seats 0 and 1 have three points each and no card in hand: the lower seat leads.
    assert (game.result.winner, game.result.ranking, game.result.points) == (0, (0, 1, 3, 2), (3, 3, 0, 2))


def test_several_offenders_are_last_in_seat_order_and_the_lowest_is_named() -> None:
    game = _four_seats()
    game.forfeit([3, 0], "no start", verdict="forfeit_no_start")
    assert game.result is not None
    assert (game.result.offender, game.result.winner, game.result.ranking[:2]) == (0, 1, (1, 2))
    assert set(game.result.ranking[2:]) == {0, 3}
    assert game.result.points == (0, 3, 2, 0)


def test_when_all_forfeit_nobody_wins() -> None:
    game = _four_seats()
    game.forfeit([0, 1, 2, 3], "no start", verdict="forfeit_no_start")
    assert game.result is not None
    assert game.result.points == (0, 0, 0, 0)
    assert sorted(game.result.ranking) == [0, 1, 2, 3]
    assert game.result.winner is None


@pytest.mark.parametrize("verdict", ["ply_cap", "time_cap"])
def test_a_cap_from_outside_is_scored_as_the_roll_cap_is(verdict: str) -> None:
    game = _four_seats()
    game.score_now("the cap was reached", verdict=verdict)
    assert game.result is not None
    assert (game.result.verdict, game.result.offender) == (verdict, None)
    assert (game.result.winner, game.result.ranking) == (0, (0, 1, 3, 2))
    assert game.result.points == (3, 3, 2, 2)


@pytest.mark.parametrize("phase_change", [{"phase": "roll"}, {"phase": "move_robber"}, {"current_seat": 2}])
def test_a_match_can_be_forfeited_in_any_phase(phase_change: dict[str, Any]) -> None:
    game = _four_seats(**phase_change)
    game.forfeit([1], "crash", verdict="forfeit_crash")
    assert game.result is not None
    assert game.result.ranking[-1] == 1


def test_a_forfeit_during_setup_leaves_a_result() -> None:
    game = game_after(5, 3)
    game.forfeit([1], "crash", verdict="forfeit_crash")
    assert game.result is not None
    assert game.result.ranking == (0, 2, 3, 1)
    assert game.result.plies == 3


def test_a_match_that_is_over_cannot_end_again() -> None:
    game = _four_seats()
    game.forfeit([0], "first")
    before = game.position()
    with pytest.raises(ValueError, match="over"):
        game.forfeit([1], "second")
    with pytest.raises(ValueError, match="over"):
        game.score_now("second", verdict="ply_cap")
    assert game.position() == before


@pytest.mark.parametrize("seats", [[], [4], [-1], [0, 7]])
def test_a_forfeit_names_seats_of_this_match(seats: list[int]) -> None:
    game = _four_seats()
    with pytest.raises(ValueError, match="seat"):
        game.forfeit(seats, "nobody")
    assert game.result is None


def test_a_seat_named_twice_is_one_offender() -> None:
    game = _four_seats()
    game.forfeit([1, 1, 1, 1], "crash")
    assert game.result is not None
    assert (game.result.winner, game.result.ranking[-1]) == (0, 1)


_OFFER = {"from": 0, "to": 1, "give": {"wood": 1}, "get": {"ore": 1}, "asked": [1], "counters": []}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"phase": "roll"},
        {"phase": "move_robber"},
        {"phase": "trade_response", "offer": _OFFER, "offers_this_turn": 1, "hands": {0: {"wood": 1}}, "to_act": 1},
        {"phase": "road_building_first", "free_roads_left": 2},
        {"phase": "road_building_second", "free_roads_left": 1},
    ],
    ids=lambda changes: changes.get("phase", "main"),
)
def test_a_position_that_was_ended_survives_saving_and_loading(changes: dict[str, Any]) -> None:
    game = Game.from_position(study_position(settlements={0: ["0,0:N"]}, **changes))
    game.forfeit([2], "stray")
    position = game.position()
    assert (position["offer"], position["free_roads_left"], game.public_state(None)["offer"]) == (None, 0, None)
    loaded = Game.from_position(position)
    assert (loaded.result, loaded.position(), loaded.state_hash()) == (game.result, position, game.state_hash())


@pytest.mark.parametrize("plies_played", [0, 1, 2, 9, 15])
def test_play_may_have_ended_in_setup(plies_played: int) -> None:
    game = game_after(9, plies_played)
    game.forfeit([2], "stray")
    assert Game.from_position(game.position(), strict=True).result == game.result


def test_a_forfeited_match_survives_saving_and_loading() -> None:
    game = game_after(9, 200, builder)
    game.forfeit([2], "stray")
    loaded = Game.from_position(game.position())
    assert (loaded.result, loaded.position(), loaded.state_hash()) == (game.result, game.position(), game.state_hash())
