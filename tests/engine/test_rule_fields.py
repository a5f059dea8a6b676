"""Each field of ``Rules``: the same position played under two values, with two outcomes.

A row is ``(field, start, outcomes)``. ``start`` is a worked position as in ``tests/kit/case_script``, its ``script``
what is done before the two part; ``rules`` holds what both change in ``competition``. ``outcomes`` are pairs
of a value and the steps that hold under it; of any two values, the steps of one don't hold under the other.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any, Final

import pytest

from engine import COMPETITION, KATAN, STANDARD, EngineError, Game, Rules, RulesError
from engine.topology import HEX_NEIGHBOURS
from tests.kit.case_script import Case, run_case

Step = dict[str, Any]
Outcomes = list[tuple[Any, list[Step]]]

_FOUR_CITIES: Final = ["-2,0:SW", "2,-2:N", "0,2:S", "0,-2:N"]
_CHAIN: Final = ["-2,0:SW", "-2,0:S", "-2,1:SW", "-2,1:S", "-2,2:SW", "-2,2:S", "-1,2:SW", "-1,2:S", "0,2:SW"]
_RIVAL: Final = ["0,2:SE", "0,2:NE", "1,1:SE", "1,1:NE", "2,0:SE", "2,0:NE", "2,-1:SE"]
_OTHER_RIVAL: Final = ["2,-1:N", "2,-2:NE", "2,-2:N", "1,-2:NE", "1,-2:N", "0,-2:NE", "0,-2:N"]
_A_SETTLEMENT: Final = {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1}
_A_CARD: Final = {"sheep": 1, "wheat": 1, "ore": 1}

# Seat 1 cuts the holder's eight roads to five, and seats 2 and perhaps 3 have six.
_CUT: Final[dict[str, Any]] = {
    "settlements": {0: ["-2,0:SW"], 1: ["-1,0:S"], 2: ["0,2:SE"], 3: ["2,-1:N"]},
    "roads": {0: [_CHAIN], 1: [["-1,0:S", "-1,1:SW", "-2,1:S"]], 2: [_RIVAL]},
    "hands": {1: _A_SETTLEMENT},
    "current_seat": 1,
    "longest_road_holder": 0,
}
_CUT_FOR_TWO: Final = _CUT | {"roads": _CUT["roads"] | {3: [_OTHER_RIVAL]}}
_DO_CUT: Final[Step] = {"do": "build_settlement:<-2,1:S>"}

_CITY_ON_ORE: Final[Case] = {
    "position": {"phase": "roll", "cities": {0: ["-1,-1:NW"]}},
    "chance": {"dice": [[4, 6]]},
    "script": [{"do": "roll"}],
}
_SEVEN: Final[Case] = {"chance": {"dice": [[3, 4]]}, "script": [{"do": "roll"}]}
_ROAD_BUILDING: Final = {"dev_hands": {0: {"road_building": 1}}}
_LAST_CARD_IN_BANK: Final = {
    "hands": {1: {"wood": 19, "brick": 19, "sheep": 18}, 2: {"wheat": 19, "ore": 19}},
    "dev_hands": {0: {"year_of_plenty": 1}},
}

TABLE: Final[list[tuple[str, Case, Outcomes]]] = [
    ("seats", {"position": {"current_seat": 2}, "script": [{"do": "end_turn"}]},
        [(4, [{"expect": {"to_act": 3}}]), (3, [{"expect": {"to_act": 0}}])]),
    ("points_to_win",
        {"position": {"cities": {0: ["-2,0:SW"]}, "hands": {0: _A_CARD}, "deck_top": ["victory_point"]},
         "script": [{"do": "buy_dev_card"}]},
        [(3, [{"expect": {"result": {"winner": 0}}}]), (4, [{"expect": {"running": True}}])]),
    ("roll_cap", {"position": {"rolls": 160, "turn": 160}, "script": [{"do": "end_turn"}]},
        [(160, [{"expect": {"result": {"verdict": "roll_cap"}}}]),
         (None, [{"expect": {"running": True, "turn": 161}}])]),
    ("road_award_points", {"position": _CUT, "script": [_DO_CUT]},
        [(n, [{"expect": {"points": [1, 2, 1 + n, 1]}}]) for n in (2, 5, 0)]),
    ("army_award_points",
        {"position": {"knights_played": [2, 0, 0, 0], "dev_hands": {0: {"knight": 1}}},
         "script": [{"do": "play_dev:knight"}]},
        [(n, [{"expect": {"points": [n, 0, 0, 0], "army_holder": 0}}]) for n in (2, 5, 0)]),
    ("road_measure",
        {"position": {"settlements": {0: ["0,-1:SE"]}, "hands": {0: {"wood": 1, "brick": 1}}, "longest_road_holder": 0,
                      "roads": {0: [["0,-1:SE", "0,0:NE", "0,0:SE", "0,0:S", "0,0:SW", "0,-1:S"]]}},
         "script": [{"do": "build_road:<0,-1:S|0,-1:SE>"}]},
        [("trail", [{"expect": {"lengths": [6, 0, 0, 0]}}]),
         ("simple_path", [{"expect": {"lengths": [5, 0, 0, 0]}}])]),
    ("award_on_tied_overtake",
        {"position": _CUT_FOR_TWO, "script": [_DO_CUT, {"expect": {"lengths": [5, 2, 6, 6]}}]},
        [("vacate", [{"expect": {"road_holder": None}}]), ("lowest_seat", [{"expect": {"road_holder": 2}}])]),
    ("victory_check",
        {"position": {"cities": {0: _FOUR_CITIES}, "dev_hands": {0: {"victory_point": 1}}, "hands": {0: _A_CARD},
                      "deck_top": ["victory_point"]},
         "script": [{"do": "buy_dev_card"}]},
        [("turn_seat", [{"expect": {"phase": "over", "result": {"winner": 0}}}]),
         ("turn_seat_on_build", [{"expect": {"phase": "main"}}])]),
    ("victory_check",
        {"position": _CUT | {"cities": {2: ["1,-2:SE", "-1,-1:SE", "1,-1:S"]},
                             "dev_hands": {2: {"victory_point": 1}}},
         "script": [_DO_CUT, {"expect": {"own_total": {"2": 10}}}]},
        [("any_seat", [{"expect": {"phase": "over", "current_seat": 1, "result": {"winner": 2}}}]),
         ("turn_seat", [{"do": "end_turn"}, {"expect": {"phase": "over", "current_seat": 2}}])]),
    ("bank_shortage", _CITY_ON_ORE | {"position": _CITY_ON_ORE["position"] | {"hands": {1: {"ore": 18}}}},
        [("lone_claimant", [{"expect": {"hands": {"0": {"ore": 1}}, "bank": {"ore": 0}}}]),
         ("nobody", [{"expect": {"hands": {"0": {}}, "bank": {"ore": 1}}}])]),
    ("bank_per_resource", _CITY_ON_ORE,
        [(19, [{"expect": {"hands": {"0": {"ore": 2}}, "bank": {"ore": 17}}}]),
         (25, [{"expect": {"hands": {"0": {"ore": 2}}, "bank": {"ore": 23}}}]),
         (1, [{"expect": {"hands": {"0": {"ore": 1}}, "bank": {"ore": 0}}}])]),
    ("hand_limit", _SEVEN | {"position": {"phase": "roll", "hands": {1: {"wood": 8}}}},
        [(7, [{"expect": {"resource_counts": [0, 4, 0, 0]}}]),
         (8, [{"expect": {"resource_counts": [0, 8, 0, 0]}}])]),
    ("discard", _SEVEN | {"position": {"phase": "roll", "hands": {1: {"wood": 5, "brick": 4}}}},
        [("auto_largest", [{"expect": {"phase": "move_robber", "hands": {"1": {"wood": 2, "brick": 3}}}}]),
         ("choose", [{"do": "discard:4brick"}, {"expect": {"phase": "move_robber", "hands": {"1": {"wood": 5}}}}])]),
    ("player_trades", {"position": {"hands": {0: {"wood": 2}, 1: {"ore": 1}}}, "script": []},
        [("none", [{"malformed": ["offer_trade:1:wood:ore", "accept_trade", "counter_trade:ore:wood"]},
                   {"expect": {"legal": ["end_turn"]}}]),
         ("one_for_one", [{"malformed": ["offer_trade:all:wood:ore", "offer_trade:1:2wood:ore"]},
                          {"do": "offer_trade:1:wood:ore"}, {"malformed": ["counter_trade:ore:2wood"]}]),
         ("bundles", [{"expect": {"free_form": ["offer_trade"], "legal": ["end_turn"]}},
                      {"do_all": ["offer_trade:all:wood:ore", "counter_trade:ore:2wood", "accept_counter:1"]}])]),
    ("max_offers_per_turn", {"position": {"hands": {0: {"wood": 1}}, "offers_this_turn": 1}, "script": []},
        [(2, [{"do_all": ["offer_trade:1:wood:ore", "decline_trade"]}, {"refuse": ["offer_trade:2:wood:ore"]}]),
         (1, [{"refuse": ["offer_trade:1:wood:ore"]}])]),
    ("max_offers_per_turn",
        {"rules": {"player_trades": "bundles"}, "position": {"hands": {0: {"wood": 1}}}, "script": []},
        [(0, [{"refuse": ["offer_trade:1:wood:ore"]}, {"expect": {"free_form": [], "legal": ["end_turn"]}}]),
         (1, [{"do": "offer_trade:all:wood:ore"}, {"refuse": ["offer_trade:all:wood:ore"]}])]),
    ("overlapping_bundles",
        {"rules": {"player_trades": "bundles"}, "position": {"hands": {0: {"ore": 2}, 1: {"ore": 1}}}, "script": []},
        [(False, [{"refuse": ["offer_trade:1:2ore:ore"]}]),
         (True, [{"do_all": ["offer_trade:1:2ore:ore", "accept_trade"]}])]),
    ("card_before_roll", {"position": {"phase": "roll", "dev_hands": {0: {"knight": 1}}}, "script": []},
        [(False, [{"expect": {"legal": ["roll"]}}]), (True, [{"expect": {"legal": ["roll", "play_dev:knight"]}}])]),
    ("year_of_plenty", {"position": _LAST_CARD_IN_BANK, "script": []},
        [("exactly_two", [{"expect": {"legal": ["end_turn"]}}, {"no_option": ["play_dev:year_of_plenty:sheep"]}]),
         ("up_to_two", [{"do": "play_dev:year_of_plenty:sheep"}, {"expect": {"hands": {"0": {"sheep": 1}}}}])]),
    ("free_roads_may_stop",
        {"position": _ROAD_BUILDING | {"settlements": {0: ["0,0:N"]}},
         "script": [{"do_all": ["play_dev:road_building", "free_road:<0,0:N|0,0:NE>"]}]},
        [(False, [{"malformed": ["stop_free_roads"]}]),
         (True, [{"do": "stop_free_roads"}, {"expect": {"phase": "main", "lengths": [1, 0, 0, 0]}}])]),
    ("road_building_without_place", {"position": _ROAD_BUILDING, "script": []},
        [(False, [{"refuse": ["play_dev:road_building"]}]),
         (True, [{"do": "play_dev:road_building"}, {"expect": {"phase": "main", "dev_played": True}}])]),
]  # fmt: skip


def _play(field: str, start: Case, value: Any, steps: list[Step]) -> None:
    rules = {"base": "competition", **start.get("rules", {}), field: value}
    run_case(start | {"id": f"{field} = {value}", "rules": rules, "script": [*start["script"], *steps]})


_HOLDS: Final = [(field, start, value, steps) for field, start, outcomes in TABLE for value, steps in outcomes]
_PAIRS: Final = [
    (field, start, value, steps)
    for field, start, outcomes in TABLE
    for (value, _), (_, steps) in permutations(outcomes, 2)
]


@pytest.mark.parametrize(("field", "start", "value", "steps"), _HOLDS, ids=[f"{row[0]}={row[2]}" for row in _HOLDS])
def test_a_value_has_its_outcome(field: str, start: Case, value: Any, steps: list[Step]) -> None:
    _play(field, start, value, steps)


@pytest.mark.parametrize(("field", "start", "value", "steps"), _PAIRS, ids=[f"{row[0]}={row[2]}" for row in _PAIRS])
def test_another_value_has_another_outcome(field: str, start: Case, value: Any, steps: list[Step]) -> None:
    with pytest.raises((AssertionError, EngineError)):
        _play(field, start, value, steps)


def test_token_layout_shuffled_lets_red_numbers_touch_and_separated_never_does() -> None:
    deals = {layout: [_red_neighbours(layout, seed) for seed in range(100)] for layout in ("shuffled", "separated")}
    assert sum(map(bool, deals["shuffled"])) > 50
    assert not any(deals["separated"])


def _red_neighbours(layout: str, seed: int) -> list[tuple[int, int]]:
    tokens = Game(COMPETITION.with_values({"token_layout": layout}), seed=f"island {seed}").board.tokens
    red = [place for place, token in enumerate(tokens) if token in (6, 8)]
    return [(a, b) for a in red for b in red if b in HEX_NEIGHBOURS[a]]


def test_no_field_is_without_a_row() -> None:
    assert {"name", "token_layout", *(field for field, _, _ in TABLE)} == set(COMPETITION.as_dict())


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        (replace(COMPETITION, overlapping_bundles=True), ["overlapping_bundles", "player_trades"]),
        (replace(KATAN, player_trades="none"), ["overlapping_bundles", "player_trades"]),
        (replace(KATAN, points_to_win=29), ["points_to_win", "roll_cap"]),
        (replace(STANDARD, points_to_win=23), ["points_to_win", "roll_cap"]),
        (replace(STANDARD, points_to_win=14, bank_per_resource=2, army_award_points=1), ["points_to_win", "roll_cap"]),
    ],
)
def test_values_that_make_no_game_together_are_refused_by_the_names_of_their_fields(
    rules: Rules, named: list[str]
) -> None:
    with pytest.raises(RulesError) as error:
        rules.check()
    assert str(error.value).startswith(f"{named[0]} = ")
    assert all(field in str(error.value) for field in named)


@pytest.mark.parametrize(
    "rules",
    [
        replace(KATAN, points_to_win=28),
        replace(STANDARD, points_to_win=22),
        replace(COMPETITION, points_to_win=99),
        replace(KATAN, points_to_win=99, roll_cap=40),
        replace(KATAN, overlapping_bundles=False, player_trades="none"),
        replace(STANDARD, max_offers_per_turn=0),
    ],
)
def test_values_that_can_go_together_do(rules: Rules) -> None:
    rules.check()
