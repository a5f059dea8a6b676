"""``heuristic`` phase by phase: its stated choice on positions where the choice is no matter of taste."""

from __future__ import annotations

from typing import Any

import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game, Rules
from protocol.client import Match
from sample_bots.heuristic.bot import Heuristic
from sample_bots.heuristic.worth import IslandWorth
from tests.kit.points import edge, hex_id, vertex
from tests.kit.positions import cost, study_position
from tests.kit.random_games import new_game, plies
from tests.sample_bots.in_process import match_start, request_to

ROAD = ("0,0:N", "0,0:NE", "0,0:SE")  # from the settlement to the next vertex that the distance rule leaves
SETTLED: dict[str, Any] = {"settlements": {0: ["0,0:N"]}, "roads": {0: [ROAD]}}
FAR_CITIES = ["0,-2:N", "2,-2:N", "-2,2:S", "0,2:S"]


def answer(game: Game, deal: str = "m-1") -> str:
    """What it says to the seat that is to act, in a match of this name, by which it deals what it can't see."""
    assert game.to_act is not None
    match = Match(match_start(game, game.to_act, deal))
    action = Heuristic(match).choose(request_to(game, game.to_act), match)
    assert game.is_legal(action)
    return action


def standing(**position: Any) -> Game:
    """Seat 0 has a settlement and two roads, unless told otherwise, and is in its main phase."""
    return Game.from_position(study_position(**{**SETTLED, **position}))


# -- set-up ---------------------------------------------------------------------------------------------------


def test_a_place_is_worth_its_pips_and_more_on_a_harbour() -> None:
    game = Game(COMPETITION, seed="places")
    island = IslandWorth(game.board)
    chosen = int(answer(game).partition(":")[2])
    assert sum(island.pips[chosen]) >= 10
    assert sum(n > 0 for n in island.pips[chosen]) >= 2


def test_the_road_of_the_set_up_leads_inland() -> None:
    """From the coast: of the three ways the two along it end at poorer places."""
    game = standing(settlements={0: ["0,-2:SE"]}, roads={}, phase="setup_road", turn=0, rolls=0, dice=None,
                    rolled_this_turn=False)  # fmt: skip
    assert answer(game) in {f"place_road:{edge('0,-2:SE', '0,-2:S')}", f"place_road:{edge('0,-2:SE', '1,-2:S')}"}


# -- the main phase, in the stated order ----------------------------------------------------------------------


def test_a_city_comes_first() -> None:
    game = standing(hands={0: cost("city", "settlement", "road", "dev_card")}, dev_hands={0: {"knight": 1}})
    assert answer(game) == f"build_city:{vertex('0,0:N')}"


def test_then_a_settlement() -> None:
    game = standing(hands={0: cost("settlement")}, dev_hands={0: {"knight": 1}})
    assert answer(game) == f"build_settlement:{vertex('0,0:SE')}"


def test_then_a_knight() -> None:
    game = standing(hands={0: cost("dev_card")}, dev_hands={0: {"knight": 1, "year_of_plenty": 1}})
    assert answer(game) == "play_dev:knight"


def test_year_of_plenty_closes_a_gap() -> None:
    game = standing(hands={0: {"wheat": 2, "ore": 1}}, dev_hands={0: {"year_of_plenty": 1}})
    assert answer(game) == "play_dev:year_of_plenty:ore:ore"


def test_monopoly_closes_a_gap() -> None:
    hands = {0: {"wheat": 2}, 1: {"ore": 2}, 2: {"ore": 2}, 3: {"sheep": 1}}
    assert answer(standing(hands=hands, dev_hands={0: {"monopoly": 1}})) == "play_dev:monopoly:ore"


def test_a_monopoly_on_nothing_is_kept() -> None:
    game = standing(hands={0: {"wheat": 2}}, dev_hands={0: {"monopoly": 1}})
    assert not answer(game).startswith("play_dev")


def test_road_building_is_played_when_its_roads_lead_somewhere() -> None:
    game = standing(roads={0: [("0,0:N", "0,0:NE")]}, dev_hands={0: {"road_building": 1}})
    assert answer(game) == "play_dev:road_building"


def test_a_card_is_bought_when_there_is_nothing_to_build() -> None:
    game = standing(hands={0: cost("dev_card", "dev_card")}, settlements={0: []}, cities={0: ["0,0:N"]})
    assert answer(game) == "buy_dev_card"


def test_a_road_is_built_to_a_place_worth_settling() -> None:
    game = standing(hands={0: cost("road")}, roads={0: [("0,0:N", "0,0:NE")]})
    assert answer(game).startswith("build_road")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [({"wood": 1, "brick": 1, "sheep": 1, "ore": 4}, "trade_bank:ore:wheat"), ({"sheep": 4}, "end_turn")],
    ids=["for the last card of a settlement", "never for its own sake"],
)
def test_the_bank_is_paid_for_a_purchase_of_this_turn_only(hand: dict[str, int], expected: str) -> None:
    rules = COMPETITION.with_values({"player_trades": "none", "name": "no offers"})
    assert answer(standing(rules=rules, hands={0: hand})) == expected


OFFERING = {0: {"wood": 1, "brick": 1, "sheep": 1, "ore": 1}, 1: {"wood": 2}, 2: {"wheat": 3}, 3: {"sheep": 2}}


@pytest.mark.parametrize(
    ("rules", "start"),
    [(COMPETITION, "offer_trade:2:ore:wheat"), (STANDARD, "offer_trade:all:ore:wheat")],
    ids=["to a named seat", "to all"],
)
def test_an_offer_asks_for_the_missing_card(rules: Rules, start: str) -> None:
    game = standing(rules=rules, hands={**OFFERING, 1: {}, 3: {}})
    assert answer(game) == start


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_there_is_one_offer_a_turn(rules: Rules) -> None:
    assert answer(standing(rules=rules, hands=OFFERING, offers_this_turn=1)) == "end_turn"


def test_nothing_to_do_ends_the_turn() -> None:
    assert answer(standing(hands={0: {"sheep": 1}}, offers_this_turn=1)) == "end_turn"


# -- answers --------------------------------------------------------------------------------------------------


def offered(rules: Rules, give: str, get: str, hand: dict[str, int], cities: list[str] | None = None) -> Game:
    """Seat 1 offers a trade to seat 0, who has this hand."""
    game = standing(rules=rules, cities={1: cities or []}, hands={0: hand, 1: {give.lstrip("2"): 2}}, current_seat=1)
    game.apply(f"offer_trade:0:{give}:{get}")
    return game


LACKS_WHEAT = {"wood": 1, "brick": 1, "sheep": 1, "ore": 1}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_what_is_worth_more_than_what_leaves_is_taken(rules: Rules) -> None:
    assert answer(offered(rules, "wheat", "ore", LACKS_WHEAT)) == "accept_trade"


def test_what_is_worth_less_is_declined() -> None:
    assert answer(offered(COMPETITION, "ore", "wheat", cost("settlement"))) == "decline_trade"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_nothing_is_traded_with_a_seat_about_to_win(rules: Rules) -> None:
    assert answer(offered(rules, "wheat", "ore", LACKS_WHEAT, FAR_CITIES)) == "decline_trade"


@pytest.mark.parametrize("rules", [KATAN, STANDARD], ids=lambda rules: rules.name)
def test_a_counter_pays_for_the_same_card_with_another(rules: Rules) -> None:
    """It lacks wheat and is asked for cards that it needs as well."""
    assert answer(offered(rules, "wheat", "wood+brick", LACKS_WHEAT)) == "counter_trade:ore:wheat"


@pytest.mark.parametrize("rules", [KATAN, STANDARD], ids=lambda rules: rules.name)
def test_the_better_of_two_counters_is_taken(rules: Rules) -> None:
    game = standing(rules=rules, hands={0: {**LACKS_WHEAT, "ore": 2}, 1: {"sheep": 1}, 2: {"wheat": 1}})
    game.apply("offer_trade:all:ore:brick")
    game.apply("counter_trade:sheep:ore")
    game.apply("counter_trade:wheat:ore")
    assert game.phase == "trade_counters"
    assert answer(game) == "accept_counter:2"


@pytest.mark.parametrize("rules", [KATAN, STANDARD], ids=lambda rules: rules.name)
def test_counters_that_do_no_good_are_dismissed(rules: Rules) -> None:
    game = standing(rules=rules, hands={0: cost("settlement"), 1: {"ore": 1}})
    game.apply("offer_trade:all:wood:2brick")
    game.apply("counter_trade:ore:wheat")
    assert answer(game) == "dismiss_counters"


# -- sevens ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [KATAN, STANDARD], ids=lambda rules: rules.name)
def test_what_is_valued_least_is_discarded(rules: Rules) -> None:
    """A city is at hand: the sheep go, then the brick, then the wood."""
    hand = {"wood": 1, "brick": 1, "sheep": 2, "wheat": 2, "ore": 3}
    game = standing(rules=rules, hands={0: hand}, roads={}, phase="discard", pending_discards=[4, 0, 0, 0])
    assert answer(game) == "discard:wood+brick+2sheep"


def test_a_hand_too_large_to_list_is_discarded_from() -> None:
    game = standing(
        rules=KATAN, hands={0: dict.fromkeys(("wood", "brick", "sheep", "wheat", "ore"), 12)},
        phase="discard", pending_discards=[30, 0, 0, 0],
    )  # fmt: skip
    assert game.free_form_verbs() == ["discard"]
    assert answer(game).startswith("discard:")


def test_the_robber_blocks_most_and_spares_its_owner() -> None:
    """Seat 1 has a city at the 8 and the 6; seat 0 lives beside neither."""
    game = standing(settlements={0: ["0,0:N"], 2: ["0,2:S"]}, roads={}, cities={1: ["1,-1:NE"]}, phase="move_robber")
    assert answer(game) in {f"move_robber:{hex_id('1,-1')}", f"move_robber:{hex_id('2,-1')}"}


def test_the_full_hand_of_the_leader_is_robbed() -> None:
    game = standing(
        settlements={0: [], 1: ["1,-1:N"]}, cities={2: ["1,-1:SE"]}, robber=hex_id("1,-1"),
        hands={1: {"ore": 1}, 2: {"ore": 5}}, phase="steal",
    )  # fmt: skip
    assert answer(game) == "steal:2"


@pytest.mark.parametrize(("robber", "expected"), [("0,0", "play_dev:knight"), ("-2,2", "roll")])
def test_a_knight_before_the_roll_frees_our_hex(robber: str, expected: str) -> None:
    game = standing(rules=STANDARD, dev_hands={0: {"knight": 1}}, robber=hex_id(robber), phase="roll")
    assert answer(game) == expected


# -- free roads, the end, and what it can't know --------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_a_free_road_is_laid(rules: Rules) -> None:
    game = standing(rules=rules, dev_hands={0: {"road_building": 1}})
    game.apply("play_dev:road_building")
    assert answer(game).startswith("free_road")


def test_a_win_is_taken() -> None:
    game = standing(cities={0: FAR_CITIES}, settlements={0: ["0,0:N"]}, hands={0: cost("settlement")})
    assert game.points[0] == 9
    game.apply(answer(game))
    assert game.result is not None
    assert game.result.winner == 0


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_what_it_deals_at_random_decides_nothing(rules: Rules) -> None:
    """The same request, with the unseen dealt in another way, gets the same answer."""
    game, rng = new_game(7, rules)
    for number, _ in enumerate(plies(game, rng)):
        if number % 5 == 0 and game.result is None:
            assert answer(game, "one deal") == answer(game, "another deal")
