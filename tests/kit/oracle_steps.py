"""What an action leads to, said a second time: the next position from this one, by the rules alone.

``after_by_the_rules`` is a slow engine in functions that change a position. Chance has happened already: the dice
and the card that was stolen are given.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from engine.topology import HEX_VERTICES, VERTEX_HEXES
from tests.kit.oracle import all_points, automatic_discard, buildings, road_lengths, rules_of, seats, victims
from tests.kit.oracle_effects import (
    Cards,
    accept_counter,
    accept_trade,
    build_piece,
    bundle_cards,
    buy_dev_card,
    close_offer,
    counter_trade,
    decline_trade,
    free_road,
    from_bank,
    move_cards,
    offer_trade,
    play_dev,
    resume_turn,
    trade_bank,
)
from tests.kit.positions import RESOURCES, Position

BUILDS: Final = ("build_road", "free_road", "build_settlement", "build_city")


def after_by_the_rules(p: Position, action: str, dice: list[int] | None, stolen: int | None) -> Position:
    """The position after a legal action; ``stolen`` is a resource by number.

    When the match is over, ``result`` holds the fields that rules decide, and what belongs to a turn or phase in
    progress is left as it was.
    """
    q = deepcopy(p)
    q["ply"] += 1
    verb, *args = action.split(":")
    if verb == "roll":
        _roll(q, dice or [])
    elif verb == "steal":
        move_cards(q, int(args[0]), q["to_act"], [int(r == stolen) for r in range(5)])
        resume_turn(q)
    else:
        _EFFECTS[verb](q, args)
    lengths = road_lengths(q)
    q["longest_road_holder"] = award(q, q["longest_road_holder"], lengths, 5)
    q["largest_army_holder"] = award(q, q["largest_army_holder"], q["knights_played"], 3)
    winner = _winner(p, verb, q)
    if winner is not None:
        _end(q, "victory", winner)
    elif verb == "end_turn":
        _pass_turn(q)
    elif p["phase"] == "setup_road":
        _next_in_setup(q)
    return q


def award(p: Position, holder: int | None, sizes: Cards, least: int) -> int | None:
    """Who has the award once the seats' roads or armies have these sizes."""
    most = max(sizes)
    if holder is not None and sizes[holder] >= least and sizes[holder] == most:
        return holder
    leaders = [seat for seat, size in enumerate(sizes) if size == most >= least]
    if len(leaders) == 1 or (leaders and rules_of(p).award_on_tied_overtake == "lowest_seat"):
        return leaders[0]
    return None


def best_first(p: Position) -> list[int]:
    """The seats by points with hidden cards, then resource cards in hand, then the lowest seat."""
    points = all_points(p)
    return sorted(seats(p), key=lambda seat: (-points[seat], -sum(p["hands"][seat]), seat))


# -- the end ------------------------------------------------------------------------------------------------


def _winner(before: Position, verb: str, q: Position) -> int | None:
    """The seat that has won by this action, before any turn is passed on."""
    check = rules_of(q).victory_check
    acting, on_turn = before["to_act"], before["current_seat"]
    if check == "any_seat":
        looked_at = [*range(acting, len(q["hands"])), *range(acting)]
    elif before["phase"].startswith("setup"):
        looked_at = []
    elif check == "turn_seat":
        looked_at = [on_turn] if acting == on_turn else []
    else:
        looked_at = [on_turn] if verb in (*BUILDS, "end_turn") else []
    return next((seat for seat in looked_at if _has_enough(q, seat)), None)


def _has_enough(q: Position, seat: int) -> bool:
    return all_points(q)[seat] >= rules_of(q).points_to_win


def _end(q: Position, verdict: str, winner: int) -> None:
    ranking = [winner, *(seat for seat in best_first(q) if seat != winner)]
    cards = [sum(hand) for hand in q["hands"]]
    q["result"] = {
        "verdict": verdict,
        "winner": winner,
        "ranking": ranking,
        "points": all_points(q),
        "resource_cards": cards,
    }
    q.update(phase="over", to_act=None)


def _pass_turn(q: Position) -> None:
    cap = rules_of(q).roll_cap
    if cap is not None and q["rolls"] >= cap:
        _end(q, "roll_cap", best_first(q)[0])
    else:
        _begin_turn(q, (q["current_seat"] + 1) % len(q["hands"]))


def _begin_turn(q: Position, seat: int) -> None:
    """A turn arrives; where only the seat on turn can win, it is looked at now."""
    q.update(phase="roll", current_seat=seat, to_act=seat, turn=q["turn"] + 1, dice=None, rolled_this_turn=False)
    q.update(offers_this_turn=0, dev_bought={}, dev_played=False)
    if rules_of(q).victory_check != "any_seat" and _has_enough(q, seat):
        _end(q, "victory", seat)


# -- setup --------------------------------------------------------------------------------------------------


def _place_settlement(q: Position, args: list[str]) -> None:
    seat, vertex = q["to_act"], int(args[0])
    q["settlements"][seat].append(vertex)
    if len(q["settlements"][seat]) == 2:
        for place in VERTEX_HEXES[vertex]:
            if q["terrain"][place] != "desert":
                resource = RESOURCES.index(q["terrain"][place])
                from_bank(q, seat, [int(r == resource and q["bank"][r] > 0) for r in range(5)])
    q["phase"] = "setup_road"


def _place_road(q: Position, args: list[str]) -> None:
    q["roads"][q["to_act"]].append(int(args[0]))


def _next_in_setup(q: Position) -> None:
    placed, count = sum(len(roads) for roads in q["roads"]), len(q["hands"])
    if placed == 2 * count:
        _begin_turn(q, 0)
    else:
        seat = placed if placed < count else 2 * count - 1 - placed
        q.update(phase="setup_settlement", current_seat=seat, to_act=seat)


# -- dice and robber ----------------------------------------------------------------------------------------


def _roll(q: Position, dice: list[int]) -> None:
    q.update(dice=dice, rolls=q["rolls"] + 1, rolled_this_turn=True)
    if sum(dice) != 7:
        _produce(q, sum(dice))
        q["phase"] = "main"
        return
    limit = rules_of(q).hand_limit
    owed = [sum(hand) // 2 if sum(hand) > limit else 0 for hand in q["hands"]]
    if rules_of(q).discard == "choose":
        q["pending_discards"] = owed
    else:
        for seat, size in enumerate(owed):
            from_bank(q, seat, [-n for n in automatic_discard(q["hands"][seat], size)])
    _ask_for_discards(q)


def _produce(q: Position, total: int) -> None:
    demand = [[0] * 5 for _ in seats(q)]
    for place, token in enumerate(q["tokens"]):
        if token == total and place != q["robber"]:
            for seat in seats(q):
                for vertex in buildings(q, seat).intersection(HEX_VERTICES[place]):
                    resource = RESOURCES.index(q["terrain"][place])
                    demand[seat][resource] += 2 if vertex in q["cities"][seat] else 1
    for r in range(5):
        claims = [cards[r] for cards in demand]
        if sum(claims) > q["bank"][r]:
            alone = rules_of(q).bank_shortage == "lone_claimant" and claims.count(0) == len(claims) - 1
            for cards in demand:
                cards[r] = min(cards[r], q["bank"][r]) if alone else 0
    for seat, cards in enumerate(demand):
        from_bank(q, seat, cards)


def _ask_for_discards(q: Position) -> None:
    owing = [seat for seat, n in enumerate(q["pending_discards"]) if n]
    if owing:
        q.update(phase="discard", to_act=owing[0])
    else:
        q.update(phase="move_robber", to_act=q["current_seat"])


def _discard(q: Position, args: list[str]) -> None:
    seat = q["to_act"]
    from_bank(q, seat, [-n for n in bundle_cards(args[0])])
    q["pending_discards"][seat] = 0
    _ask_for_discards(q)


def _move_robber(q: Position, args: list[str]) -> None:
    q["robber"] = int(args[0])
    if victims(q):
        q["phase"] = "steal"
    else:
        resume_turn(q)


def _nothing(q: Position, args: list[str]) -> None:
    """What is left to do is passing the turn."""


_EFFECTS: Final[dict[str, Callable[[Position, list[str]], Any]]] = {
    "place_settlement": _place_settlement,
    "place_road": _place_road,
    "end_turn": _nothing,
    "discard": _discard,
    "move_robber": _move_robber,
    "build_road": build_piece("roads", "road"),
    "build_settlement": build_piece("settlements", "settlement"),
    "build_city": build_piece("cities", "city"),
    "buy_dev_card": buy_dev_card,
    "play_dev": play_dev,
    "free_road": free_road,
    "stop_free_roads": lambda q, args: resume_turn(q),
    "trade_bank": trade_bank,
    "offer_trade": offer_trade,
    "decline_trade": decline_trade,
    "counter_trade": counter_trade,
    "accept_trade": accept_trade,
    "accept_counter": accept_counter,
    "dismiss_counters": close_offer,
}
