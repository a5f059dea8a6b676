"""What the bots answer where the right answer is no matter of taste."""

from __future__ import annotations

from typing import Any

import pytest

from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from engine.resources import RESOURCES
from protocol.client import Match
from protocol.messages import Event, encode_event
from sample_bots import greedy
from sample_bots.trader import Tally, Trader
from tests.kit.points import hex_id, vertices
from tests.kit.positions import cost, study_position
from tests.sample_bots.in_process import BOTS, decoded, match_start, request_to

ROAD = ("0,0:N", "0,0:NE", "0,0:SE")  # from the settlement to the next vertex that the distance rule leaves
SETTLED: dict[str, Any] = {"settlements": {0: ["0,0:N"]}, "roads": {0: [ROAD]}}


def answer(game: Game) -> str:
    """What greedy says to the seat that is to act."""
    assert game.to_act is not None
    request = request_to(game, game.to_act)
    action = greedy.choose(request, Match(match_start(game, game.to_act, "m-1")))
    assert action in request.legal_actions
    return action


def main_phase(**position: Any) -> Game:
    return Game.from_position(study_position(**{**SETTLED, **position}))


def test_a_city_comes_first() -> None:
    game = main_phase(hands={0: cost("city", "settlement", "road")})
    assert answer(game) == f"build_city:{vertices(['0,0:N'])[0]}"


def test_a_settlement_comes_before_the_road_that_would_delay_it() -> None:
    game = main_phase(hands={0: cost("settlement")})
    assert answer(game) == f"build_settlement:{vertices(['0,0:SE'])[0]}"


def test_the_bank_is_paid_for_the_last_card_of_a_settlement() -> None:
    game = main_phase(hands={0: {"wood": 1, "brick": 1, "sheep": 1, "ore": 4}})
    assert answer(game) == "trade_bank:ore:wheat"


def test_nothing_to_do_ends_the_turn() -> None:
    assert answer(main_phase(hands={0: {"sheep": 1}})) == "end_turn"


def offered(give: str, get: str, cities_of_offerer: list[str]) -> Game:
    """Seat 1 offers seat 0, who lacks the wheat for a settlement and has one ore to spare, a trade."""
    game = Game.from_position(
        study_position(
            **{**SETTLED, "cities": {1: cities_of_offerer}},
            hands={0: {"wood": 1, "brick": 1, "sheep": 1, "ore": 1}, 1: {give: 1}},
            current_seat=1,
        )
    )
    game.apply(f"offer_trade:0:{give}:{get}")
    return game


FAR_CITIES = ["0,-2:N", "2,-2:N", "-2,2:S", "0,2:S"]


@pytest.mark.parametrize(
    ("give", "get", "cities", "expected"),
    [
        ("wheat", "ore", [], "accept_trade"),
        ("wheat", "wood", [], "decline_trade"),
        ("sheep", "ore", [], "decline_trade"),
        ("wheat", "ore", FAR_CITIES, "decline_trade"),
    ],
    ids=[
        "what it lacks for what it can spare",
        "costs what it needs",
        "brings what it has",
        "the offerer has 8 points",
    ],
)
def test_offers_are_weighed(give: str, get: str, cities: list[str], expected: str) -> None:
    assert answer(offered(give, get, cities)) == expected


def test_the_robber_goes_to_the_leader_and_spares_its_owner() -> None:
    game = main_phase(cities={1: FAR_CITIES[:3]}, settlements={0: ["0,0:N"], 2: ["0,2:S"]}, phase="move_robber")
    robbed = int(answer(game).partition(":")[2])
    vertices_there = game.board.as_wire()["hexes"][robbed]["vertices"]
    assert not set(vertices(["0,0:N"])) & set(vertices_there)
    assert set(vertices(FAR_CITIES[:3])) & set(vertices_there)


# -- what the other rule sets add -----------------------------------------------------------------------------

LACKS_WHEAT = {"wood": 1, "brick": 1, "sheep": 1, "ore": 2}
WITH_BUNDLES = pytest.mark.parametrize("rules", [KATAN, STANDARD], ids=lambda rules: rules.name)


@WITH_BUNDLES
def test_greedy_discards_what_its_goal_can_spare(rules: Rules) -> None:
    hand = {"wood": 1, "sheep": 4, "wheat": 2, "ore": 1}
    game = main_phase(rules=rules, roads={}, hands={0: hand}, phase="discard", pending_discards=[4, 0, 0, 0])
    assert answer(game) in {"discard:4sheep", "discard:wood+3sheep"}


@pytest.mark.parametrize(("robber", "expected"), [("0,0", "play_dev:knight"), ("-2,2", "roll")])
def test_greedy_plays_a_knight_before_the_roll_when_robbed(robber: str, expected: str) -> None:
    game = main_phase(rules=STANDARD, dev_hands={0: {"knight": 1}}, robber=hex_id(robber), phase="roll")
    assert answer(game) == expected


@WITH_BUNDLES
@pytest.mark.parametrize(("counter", "expected"), [("wheat", "accept_counter:1"), ("sheep", "dismiss_counters")])
def test_greedy_takes_a_counter_that_helps(rules: Rules, counter: str, expected: str) -> None:
    game = main_phase(rules=rules, hands={0: LACKS_WHEAT, 1: {counter: 1}})
    game.apply("offer_trade:1:ore:brick")
    game.apply(f"counter_trade:{counter}:ore")
    assert answer(game) == expected


@WITH_BUNDLES
def test_trader_writes_its_offers_where_none_are_listed(rules: Rules) -> None:
    game = main_phase(rules=rules, hands={0: LACKS_WHEAT, 2: {"wheat": 2}})
    trader = Trader()
    match = Match(match_start(game, 0, "m-1"))
    trader.start(match)
    trader.tally.add(2, {"wheat": 2})
    assert trader.choose(request_to(game, 0), match) == "offer_trade:2:ore:wheat"


# -- the tally ------------------------------------------------------------------------------------------------


def test_trader_asks_whoever_is_likely_to_have_the_card() -> None:
    hands = {0: {"wood": 1, "brick": 1, "sheep": 1, "ore": 2}, 1: {"wood": 1}, 2: {"wheat": 2}, 3: {"wood": 1}}
    game = main_phase(hands=hands)
    trader = Trader()
    match = Match(match_start(game, 0, "m-1"))
    trader.start(match)
    trader.tally.add(2, {"wheat": 2})
    assert trader.choose(request_to(game, 0), match) == "offer_trade:2:ore:wheat"


def test_the_tally_is_exact_until_a_card_is_stolen() -> None:
    """Bots that trade; what is declined only hints at a hand and is left out here."""
    verbs: set[str] = set()
    for number in range(12):
        verbs |= tallied_verbs(Game(COMPETITION, seed=f"tally {number}"), "trader")
    assert {"roll", "build_road", "build_settlement", "buy_dev_card", "trade_bank", "accept_trade"} <= verbs


def test_the_tally_follows_bundles_counters_and_discards() -> None:
    verbs: set[str] = set()
    for number in range(30):
        verbs |= tallied_verbs(Game(KATAN, seed=f"tally {number}"), "heuristic")
    assert {"accept_trade", "counter_trade", "accept_counter", "discard"} <= verbs


def tallied_verbs(game: Game, bot: str) -> set[str]:
    """Compare tally and hands after every event, from the view of seat 0, up to the first theft; the verbs met."""
    matches = [Match(match_start(game, seat, "m-1")) for seat in range(4)]
    chooses = [BOTS[bot](match) for match in matches]
    tally, verbs = Tally(4), set()
    while game.to_act is not None:
        action = chooses[game.to_act](request_to(game, game.to_act), matches[game.to_act])
        verb = action.partition(":")[0]
        if verb == "steal":
            break
        for event in game.apply(action):
            for viewer, match in enumerate(matches):
                match.events.append(decoded(encode_event(event.seen_by(viewer)), Event))
        if verb != "decline_trade":
            tally.take(matches[0].events[-1])
        held = [dict(zip(RESOURCES, hand, strict=True)) for hand in game.position()["hands"]]
        assert tally.hands == held, action
        verbs.add(verb)
    return verbs
