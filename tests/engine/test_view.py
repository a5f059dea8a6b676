"""The objects that reach a bot: public state and board, key by key."""

from __future__ import annotations

import json

import pytest

from engine import COMPETITION, EngineError, Game
from engine.topology import HARBOUR_EDGES
from tests.kit.positions import RESOURCES, study_position
from tests.kit.random_games import builder, game_after, new_game, plies

_KEYS = [
    "viewer", "seats", "phase", "turn", "rolls", "roll_cap", "ply", "current_seat", "to_act", "dice", "robber",
    "bank", "dev_deck_count", "settlements", "cities", "roads", "resource_counts", "dev_card_counts",
    "knights_played", "roads_left", "settlements_left", "cities_left", "dev_cards_bought_this_turn",
    "dev_card_played_this_turn", "longest_road_holder", "longest_road_length", "longest_road_lengths",
    "largest_army_holder", "largest_army_size", "victory_points", "total_victory_points", "your_resources",
    "your_dev_cards", "your_playable_dev_cards", "your_trade_rates", "offer", "offers_this_turn",
    "max_offers_per_turn", "counters", "points_to_win",
]  # fmt: skip


def test_the_keys_come_in_the_published_order_for_every_viewer_in_every_phase() -> None:
    phases = set()
    for number in (700, 701):
        game, rng = new_game(number)
        for _ in plies(game, rng, builder):
            phases.add(game.phase)
            for viewer in (None, 0, 3):
                assert list(game.public_state(viewer)) == _KEYS
    assert phases == {
        "setup_settlement", "setup_road", "roll", "move_robber", "steal", "main", "trade_response",
        "road_building_first", "road_building_second", "over",
    }  # fmt: skip


def test_a_view_is_plain_json_with_all_five_resources_where_that_is_promised() -> None:
    game = game_after(702, 300, builder)
    for viewer in (None, 0, 1, 2, 3):
        view = game.public_state(viewer)
        assert json.loads(json.dumps(view)) == view
        assert list(view["bank"]) == list(RESOURCES)
        if viewer is not None:
            assert list(view["your_resources"]) == list(view["your_trade_rates"]) == list(RESOURCES)
            assert view["viewer"] == viewer


def test_a_view_says_what_the_position_says() -> None:
    game, rng = new_game(703)
    for _ in plies(game, rng, builder):
        p = game.position()
        for seat in range(4):
            view = game.public_state(seat)
            for key in ("settlements", "cities", "roads", "robber", "turn", "rolls", "ply", "dice", "phase", "to_act"):
                assert view[key] == p[key]
            assert view["resource_counts"] == [sum(hand) for hand in p["hands"]]
            assert view["dev_card_counts"] == [sum(cards.values()) for cards in p["dev_hands"]]
            assert view["your_dev_cards"] == p["dev_hands"][seat]
            assert view["dev_cards_bought_this_turn"] == sum(p["dev_bought"].values())
            assert view["dev_card_played_this_turn"] == p["dev_played"]
            assert view["roads_left"] == [15 - len(roads) for roads in p["roads"]]
            assert view["settlements_left"] == [5 - len(places) for places in p["settlements"]]
            assert view["cities_left"] == [4 - len(places) for places in p["cities"]]
            assert (view["roll_cap"], view["points_to_win"], view["max_offers_per_turn"]) == (160, 10, 2)


def test_playable_cards_are_those_that_can_be_played_this_turn() -> None:
    p = study_position(
        dev_hands={0: {"knight": 1, "victory_point": 1, "monopoly": 2, "road_building": 1}, 1: {"knight": 1}},
        dev_bought={"monopoly": 1, "road_building": 1},
        settlements={0: ["0,0:N"]},
    )
    game = Game.from_position(p)
    assert game.public_state(0)["your_playable_dev_cards"] == ["knight", "monopoly"]
    listed = {action.split(":")[1] for action in game.legal_actions() if action.startswith("play_dev")}
    assert listed == {"knight", "monopoly"}
    game.apply("play_dev:monopoly:ore")
    assert game.public_state(0)["your_playable_dev_cards"] == []


def test_a_view_of_a_seat_that_is_not_at_the_table_is_refused() -> None:
    game = game_after(704, 30)
    for viewer in (4, -1):
        with pytest.raises(EngineError, match="must be from 0 to 3"):
            game.public_state(viewer)


def test_before_the_roll_and_on_others_turns_no_card_is_in_time() -> None:
    position = study_position(phase="roll", dev_hands={0: {"knight": 1}, 1: {"monopoly": 1}})
    game = Game.from_position(position)
    assert [game.public_state(seat)["your_playable_dev_cards"] for seat in range(4)] == [[], [], [], []]


def test_the_board_object_says_the_whole_island_in_the_published_shape() -> None:
    game = Game(COMPETITION, seed="board")
    board = game.board.as_wire()
    assert list(board) == ["hexes", "vertices", "edges", "harbours"]
    assert [len(board[part]) for part in board] == [19, 54, 72, 9]
    assert list(board["hexes"][0]) == ["id", "q", "r", "resource", "token", "vertices", "edges"]
    assert list(board["vertices"][0]) == ["id", "hexes", "edges", "neighbours", "harbour"]
    assert list(board["edges"][0]) == ["id", "vertices", "hexes"]
    assert list(board["harbours"][0]) == ["id", "resource", "rate", "edge", "vertices"]
    assert [hexagon["resource"] for hexagon in board["hexes"]] == list(game.board.terrain)
    assert [hexagon["token"] for hexagon in board["hexes"]] == list(game.board.tokens)
    assert [harbour["resource"] for harbour in board["harbours"]] == list(game.board.harbours)
    assert [harbour["edge"] for harbour in board["harbours"]] == list(HARBOUR_EDGES)
    for harbour in board["harbours"]:
        assert harbour["rate"] == (3 if harbour["resource"] == "any" else 2)
        assert harbour["vertices"] == board["edges"][harbour["edge"]]["vertices"]
        assert all(board["vertices"][v]["harbour"] == harbour["id"] for v in harbour["vertices"])
    assert sum(vertex["harbour"] is not None for vertex in board["vertices"]) == 18
    assert json.loads(json.dumps(board)) == board
