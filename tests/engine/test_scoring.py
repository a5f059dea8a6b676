"""Points, the order at the end, and what a win, a cap and the awards do to them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from engine.awards import next_holder
from tests.kit.positions import study_position

_LAST_TURN: Final[dict[str, Any]] = {"rolls": 160, "turn": 160, "current_seat": 3}


def test_at_the_roll_cap_points_rank_first_hidden_cards_counted() -> None:
    game = Game.from_position(
        study_position(
            settlements={1: ["0,0:N"]},
            dev_hands={2: {"victory_point": 2}},
            hands={0: {"wood": 6}},
            **_LAST_TURN,
        )
    )
    game.apply("end_turn")
    assert game.result is not None
    assert game.result.as_dict() == {
        "verdict": "roll_cap",
        "offender": None,
        "reason": game.result.reason,
        "winner": 2,
        "ranking": [2, 1, 0, 3],
        "points": [0, 1, 2, 0],
        "resource_cards": [6, 0, 0, 0],
        "rolls": 160,
        "plies": 18,
    }
    assert "160" in game.result.reason
    assert game.current_seat == 3  # a cap at end_turn does not pass the turn


def test_equal_points_rank_by_resource_cards_and_then_by_the_lower_seat() -> None:
    game = Game.from_position(
        study_position(hands={1: {"ore": 2}, 2: {"wood": 1, "brick": 1}, 3: {"sheep": 3}}, **_LAST_TURN)
    )
    game.apply("end_turn")
    assert game.result is not None
    assert game.result.ranking == (3, 1, 2, 0)
    assert game.result.winner == 3


@pytest.mark.parametrize(("rolls", "over"), [(158, False), (159, False), (160, True)])
def test_only_the_end_of_the_turn_of_the_last_roll_ends_the_match(rolls: int, over: bool) -> None:
    game = Game.from_position(study_position(rolls=rolls, turn=rolls))
    game.apply("end_turn")
    assert (game.result is not None) == over
    if not over:
        assert (game.to_act, game.turn, game.dice, game.phase) == (1, rolls + 1, None, "roll")


def test_the_roll_cap_is_a_field_of_the_rules() -> None:
    rules = replace(COMPETITION, roll_cap=3)
    game = Game.from_position(study_position(rolls=3, turn=3) | {"rules": rules.as_dict()})
    game.apply("end_turn")
    assert game.result is not None
    assert game.result.rolls == 3


def test_a_winner_comes_first_and_the_others_as_at_the_cap() -> None:
    game = Game.from_position(
        study_position(
            cities={3: ["-2,0:SW", "2,-2:N", "0,2:S", "0,-2:N"]},
            settlements={1: ["0,0:N"], 2: ["0,0:SE"], 3: ["2,0:NE"]},
            dev_hands={0: {"victory_point": 1}},
            hands={0: {"wood": 1}, 2: {"ore": 3}, 3: {"sheep": 1, "wheat": 1, "ore": 1}},
            deck_top=["victory_point"],
            current_seat=3,
        )
    )
    game.apply("buy_dev_card")
    assert game.result is not None
    assert (game.result.verdict, game.result.ranking) == ("victory", (3, 2, 0, 1))
    assert game.result.points == (1, 1, 1, 10)
    assert game.result.reason == "seat 3 reached 10 points"
    assert (game.current_seat, game.to_act) == (3, None)


def test_the_acting_seat_wins_when_two_reach_the_target_in_one_action() -> None:
    """Seat 2 settles for its tenth point and by the same cut gives seat 1, which is lower, the award and its tenth."""
    game = Game.from_position(
        study_position(
            settlements={0: ["-2,0:SW"], 2: ["-1,0:S"], 1: ["0,2:SE", "0,1:SE"]},
            cities={2: ["1,-2:NE", "2,-1:N", "0,-1:SW", "1,0:N"], 1: ["1,-2:SW", "0,0:SE", "2,-1:S"]},
            roads={
                0: [["-2,0:SW", "-2,0:S", "-2,1:SW", "-2,1:S", "-2,2:SW", "-2,2:S", "-1,2:SW", "-1,2:S", "0,2:SW"]],
                2: [["-1,0:S", "-1,1:SW", "-2,1:S"]],
                1: [["0,2:SE", "0,2:NE", "1,1:SE", "1,1:NE", "2,0:SE", "2,0:NE", "2,-1:SE"]],
            },
            hands={2: {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1}},
            current_seat=2,
            longest_road_holder=0,
        )
    )
    assert game.public_state(None)["victory_points"] == [3, 8, 9, 0]
    game.apply(next(action for action in game.legal_actions() if action.startswith("build_settlement")))
    assert game.result is not None
    assert game.result.points[1:3] == (10, 10)
    assert (game.result.winner, game.result.ranking) == (2, (2, 1, 0, 3))


def test_points_to_win_is_a_field_of_the_rules_and_setup_is_looked_at() -> None:
    """With two points to win the first second settlement of the snake, seat 3's, wins at once."""
    game = Game(replace(COMPETITION, points_to_win=2), seed="short")
    while game.result is None:
        game.apply(game.legal_actions()[0])
    assert (game.result.winner, game.result.plies, game.result.rolls) == (3, 9, 0)


def test_awards_are_worth_what_the_rules_say() -> None:
    rules = replace(COMPETITION, road_award_points=3, army_award_points=1)
    p = study_position(
        settlements={0: ["-2,0:SW"]},
        roads={0: [["-2,0:SW", "-2,0:S", "-2,1:SW", "-2,1:S", "-2,2:SW", "-2,2:S"]]},
        knights_played=[0, 3, 0, 0],
        longest_road_holder=0,
        largest_army_holder=1,
    )
    game = Game.from_position(p | {"rules": rules.as_dict()})
    assert game.public_state(None)["victory_points"] == [4, 1, 0, 0]


def test_without_player_trades_no_offer_is_listed() -> None:
    rules = replace(COMPETITION, player_trades="none")
    game = Game.from_position(study_position(hands={0: {"wood": 1}}) | {"rules": rules.as_dict()})
    assert game.legal_actions() == ["end_turn"]


@pytest.mark.parametrize(
    ("holder", "sizes", "expected"),
    [
        (None, [2, 2, 0, 0], None),  # nobody has enough
        (None, [3, 0, 0, 0], 0),
        (None, [3, 3, 0, 0], None),  # a tie takes nothing
        (0, [3, 3, 0, 0], 0),  # and leaves the holder its award
        (0, [3, 4, 0, 0], 1),
        (0, [3, 4, 4, 0], None),  # overtaken by a tie: vacated
        (0, [2, 0, 0, 3], 3),
        (0, [2, 0, 2, 0], None),
        (0, [2, 3, 3, 0], None),
        (1, [4, 4, 2, 0], 1),
    ],
)
def test_dv18_awards_pass_by_one_rule_vacated_when_the_holder_is_overtaken_by_a_tie(
    holder: int | None, sizes: list[int], expected: int | None
) -> None:
    """The vacate branch cannot be reached with knights, which come one at a time; the function has it all the same."""
    assert next_holder(holder, sizes, 3, "vacate") == expected


def test_the_same_rule_holds_for_roads_from_five() -> None:
    assert next_holder(None, [4, 3, 0, 0], 5, "vacate") is None
    assert next_holder(0, [4, 0, 5, 0], 5, "vacate") == 2
    assert next_holder(0, [4, 0, 4, 0], 5, "vacate") is None


def test_where_the_rules_say_so_the_lowest_of_those_tied_in_front_takes_it() -> None:
    assert next_holder(0, [4, 5, 5, 0], 5, "lowest_seat") == 1
    assert next_holder(None, [0, 5, 0, 5], 5, "lowest_seat") == 1
    assert next_holder(3, [0, 5, 0, 5], 5, "lowest_seat") == 3
    assert next_holder(0, [4, 4, 4, 0], 5, "lowest_seat") is None


@pytest.mark.parametrize(
    ("rules", "changes", "expected"),
    [
        (COMPETITION, {"phase": "roll", "chance": {"seed": "s", "steals": 0}}, "roll"),
        (COMPETITION, {}, "end_turn"),
        (KATAN, {"phase": "discard", "hands": {1: {"ore": 5, "wood": 3}}, "pending_discards": [0, 4, 0, 0],
                 "to_act": 1}, "discard:wood+3ore"),
        (KATAN, {"phase": "road_building_first", "free_roads_left": 2, "settlements": {0: ["0,0:N"]}},
            "stop_free_roads"),
        (STANDARD, {"phase": "move_robber"}, "move_robber:1"),
    ],
)  # fmt: skip
def test_the_default_action_changes_least(rules: Rules, changes: dict[str, Any], expected: str) -> None:
    game = Game.from_position(study_position(rules=rules, **changes))
    assert game.default_action() == expected
    game.apply(expected)


def test_the_default_answers_refuse() -> None:
    game = Game.from_position(study_position(rules=KATAN, hands={0: {"wood": 1}, 1: {"ore": 2}}))
    game.apply("offer_trade:1:wood:ore")
    assert game.default_action() == "decline_trade"
    game.apply("counter_trade:2ore:wood")
    assert game.default_action() == "dismiss_counters"
