"""A new game and its first sixteen plies."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import COMPETITION, Game, IllegalAction
from engine.topology import VERTEX_EDGES, VERTEX_HEXES
from tests.kit.random_games import any_action, new_game


def test_a_new_game_waits_for_seat_0_to_place_a_settlement_anywhere() -> None:
    game = Game(COMPETITION, seed="new")
    assert (game.phase, game.to_act, game.current_seat) == ("setup_settlement", 0, 0)
    assert (game.turn, game.rolls, game.ply, game.dice, game.result) == (0, 0, 0, None, None)
    assert game.legal_actions() == [f"place_settlement:{v}" for v in range(54)]
    assert game.free_form_verbs() == []
    assert game.robber == game.board.terrain.index("desert")


def test_a_game_needs_a_seed_that_is_a_string() -> None:
    with pytest.raises(TypeError, match="seed"):
        Game(COMPETITION)
    with pytest.raises(TypeError, match="seed"):
        Game(COMPETITION, seed=17)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(20))
def test_st01_settlements_are_placed_there_and_back_again_and_then_seat_0_rolls(number: int) -> None:
    game, rng = new_game(number)
    order = []
    while game.phase != "roll":
        assert game.turn == 0
        order.append((game.to_act, game.phase))
        assert game.current_seat == game.to_act
        game.apply(any_action(game.legal_actions(), rng))
    seats = (0, 1, 2, 3, 3, 2, 1, 0)
    assert order == [(seat, phase) for seat in seats for phase in ("setup_settlement", "setup_road")]
    assert (game.to_act, game.turn, game.ply, game.legal_actions()) == (0, 1, 16, ["roll"])


@pytest.mark.parametrize("number", range(20))
def test_st04_the_second_settlement_alone_is_paid_a_card_for_each_producing_hex(number: int) -> None:
    game, rng = new_game(number)
    terrain = game.board.terrain
    due = [Counter[str]() for _ in range(4)]
    while game.turn == 0:
        seat, second = game.current_seat, game.ply >= 8
        action = any_action(game.legal_actions(), rng)
        (event,) = game.apply(action)
        verb, _, place = action.partition(":")
        if second and verb == "place_settlement":
            due[seat] = Counter(terrain[h] for h in VERTEX_HEXES[int(place)] if terrain[h] != "desert")
            assert event.seen_by(None)["gains"] == [dict(due[s]) if s == seat else {} for s in range(4)]
        else:
            assert "gains" not in event.seen_by(None)
        for s in range(4):
            held = game.public_state(s)["your_resources"]
            assert {r: n for r, n in held.items() if n} == dict(due[s])


@pytest.mark.parametrize("number", range(20))
def test_setup_roads_touch_the_settlement_just_placed(number: int) -> None:
    game, rng = new_game(number)
    settlement = -1
    while game.turn == 0:
        if game.phase == "setup_road":
            taken = {edge for roads in game.position()["roads"] for edge in roads}
            free = sorted(edge for edge in VERTEX_EDGES[settlement] if edge not in taken)
            assert game.legal_actions() == [f"place_road:{edge}" for edge in free]
        action = any_action(game.legal_actions(), rng)
        settlement = int(action.partition(":")[2])
        game.apply(action)


def test_a_setup_road_elsewhere_is_refused_with_the_edges_that_are_right() -> None:
    game = Game(COMPETITION, seed="new")
    game.apply("place_settlement:0")
    with pytest.raises(IllegalAction, match=r"does not touch the settlement just placed; free edges there: 0, 5$"):
        game.apply("place_road:71")


def test_three_seats_set_up_in_their_own_snake() -> None:
    game, rng = new_game(1, COMPETITION.with_values({"seats": 3}))
    order = []
    while game.turn == 0:
        order.append(game.to_act)
        game.apply(any_action(game.legal_actions(), rng))
    assert order == [0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0]
