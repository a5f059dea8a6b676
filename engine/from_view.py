"""A complete game that agrees with what one seat may know, the unseen dealt at random: for bots that search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.dev_cards import FREE_ROADS_LEFT
from engine.discards import owed_by
from engine.errors import EngineError
from engine.hidden_cards import deal_cards
from engine.island import Island
from engine.possible_hands import Hands, PossibleHands
from engine.resources import CARDS, RESOURCES
from engine.rng import Rng
from engine.rules import Rules
from engine.scoring import Result


def dealt_position(
    rules: Rules,
    board: Island | Mapping[str, Any],
    view: Mapping[str, Any],
    rng: Rng,
    events: Sequence[Mapping[str, Any]] | None,
) -> dict[str, Any]:
    """The position of such a game. Raises ``EngineError`` for events that are not those before the view."""
    _check_view(rules, view)
    if events is not None:
        _check_events(events, view)
    hands = _deal_hands(rules, view, rng, events)
    cards = deal_cards(rules, view, events, rng)
    return {
        "rules": rules.as_dict(),
        **_island(board),
        **{key: view[key] for key in _AS_SEEN},
        "bank": [view["bank"][name] for name in RESOURCES],
        "hands": [list(hands[5 * seat : 5 * seat + 5]) for seat in range(rules.seats)],
        "dev_hands": [_named(hand) for hand in cards.hands],
        "dev_bought": _named(cards.bought),
        "dev_played": view["dev_card_played_this_turn"],
        "deck": [CARDS[card] for card in cards.deck],
        "offer": view["offer"] and {**view["offer"], "counters": view["counters"]},
        "rolled_this_turn": view["dice"] is not None,
        "pending_discards": _pending_discards(rules, view),
        "free_roads_left": FREE_ROADS_LEFT.get(view["phase"], 0),
        "result": _result(view) if view["phase"] == "over" else None,
        "chance": {
            "seed": f"dealt {rng.getrandbits(128):032x}",
            "steals": sum(event["action"].startswith("steal:") for event in events or ()),
        },
    }


_AS_SEEN = (
    "robber", "settlements", "cities", "roads", "knights_played", "longest_road_holder", "largest_army_holder",
    "phase", "current_seat", "to_act", "turn", "rolls", "dice", "ply", "offers_this_turn",
)  # fmt: skip
"""What a position and a view have in common, word for word."""
_ALSO_NEEDED = (
    "viewer", "seats", "roll_cap", "points_to_win", "max_offers_per_turn", "bank", "resource_counts", "dev_card_counts",
    "dev_deck_count", "dev_cards_bought_this_turn", "dev_card_played_this_turn", "victory_points",
    "total_victory_points", "offer", "counters", "your_resources", "your_dev_cards", "your_playable_dev_cards",
)  # fmt: skip


def _check_view(rules: Rules, view: Mapping[str, Any]) -> None:
    """Is it a view of a match under these rules?"""
    if missing := [key for key in (*_AS_SEEN, *_ALSO_NEEDED) if key not in view]:
        raise EngineError(f"view: lacks {', '.join(missing)}")
    max_offers = 0 if rules.player_trades == "none" else rules.max_offers_per_turn
    for key, value in (
        ("seats", rules.seats),
        ("roll_cap", rules.roll_cap),
        ("points_to_win", rules.points_to_win),
        ("max_offers_per_turn", max_offers),
    ):
        if view[key] != value:
            raise EngineError(f"view: {key} is {view[key]}, under these rules it is {value}")


def _check_events(events: Sequence[Mapping[str, Any]], view: Mapping[str, Any]) -> None:
    if not all(isinstance(event, Mapping) for event in events):
        raise EngineError("events: must be objects as on the wire, such as event.seen_by(seat) gives")
    plies = [event["ply"] for event in events]
    if plies != list(range(view["ply"])):
        raise EngineError(f"events: must be those of plies 0 to {view['ply'] - 1}, each once and in order")


def _island(board: Island | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(board, Island):
        return {"terrain": board.terrain, "tokens": board.tokens, "harbours": board.harbours}
    if missing := [key for key in ("hexes", "harbours") if key not in board]:
        raise EngineError(f"board: lacks {', '.join(missing)}")
    return {
        "terrain": [place["resource"] for place in board["hexes"]],
        "tokens": [place["token"] for place in board["hexes"]],
        "harbours": [place["resource"] for place in board["harbours"]],
    }


def _named(counts: Sequence[int]) -> dict[str, int]:
    return {name: n for name, n in zip(CARDS, counts, strict=True) if n}


def _pending_discards(rules: Rules, view: Mapping[str, Any]) -> list[int]:
    """Seats are asked in order: from the one to act on, every overfull hand still owes its half."""
    if view["phase"] != "discard":
        return [0] * rules.seats
    return [
        owed_by(n, rules.hand_limit) if seat >= view["to_act"] else 0 for seat, n in enumerate(view["resource_counts"])
    ]


def _result(view: Mapping[str, Any]) -> dict[str, Any]:
    """How a match ended that a view shows as over: it does not say, so this is the order of points and cards."""
    points, cards = view["total_victory_points"], view["resource_counts"]
    ranking = sorted(range(len(points)), key=lambda seat: (-points[seat], -cards[seat], seat))
    return Result(
        "adjudicated", None, "dealt from a view, which does not say how the match ended", ranking[0], tuple(ranking),
        tuple(points), tuple(cards), view["rolls"], view["ply"],
    ).as_dict()  # fmt: skip


# -- hands --------------------------------------------------------------------------------------------------


def _deal_hands(
    rules: Rules, view: Mapping[str, Any], rng: Rng, events: Sequence[Mapping[str, Any]] | None
) -> Sequence[int]:
    if events is None:
        return _hands_by_count(rules, view, rng)
    possible = PossibleHands(rules, view["viewer"], rng)
    for event in events:
        possible.learn(event)
    own = _own_hand(view)

    def fits(hands: Hands) -> bool:
        by_seat = [hands[5 * seat : 5 * seat + 5] for seat in range(rules.seats)]
        return list(map(sum, by_seat)) == view["resource_counts"] and (own is None or by_seat[view["viewer"]] == own)

    return possible.draw(fits) or _hands_by_count(rules, view, rng)


def _own_hand(view: Mapping[str, Any]) -> tuple[int, ...] | None:
    return None if view["viewer"] is None else tuple(view["your_resources"][name] for name in RESOURCES)


def _hands_by_count(rules: Rules, view: Mapping[str, Any], rng: Rng) -> list[int]:
    """The cards that are neither in the bank nor the viewer's, dealt to the others by their number of cards."""
    hands = _certain(rules, view)
    left = [
        resource
        for resource, name in enumerate(RESOURCES)
        for _ in range(rules.bank_per_resource - view["bank"][name] - sum(hands[resource::5]))
    ]
    rng.shuffle(left)
    for seat, size in enumerate(view["resource_counts"]):
        while sum(hands[5 * seat : 5 * seat + 5]) < size and left:
            hands[5 * seat + left.pop()] += 1
    if left or [sum(hands[5 * seat : 5 * seat + 5]) for seat in range(rules.seats)] != view["resource_counts"]:
        raise EngineError("view: its bank, hands and resource_counts don't add up")
    return hands


def _certain(rules: Rules, view: Mapping[str, Any]) -> list[int]:
    """What is known of the hands without any event: the viewer's own, and what an open offer and its answers prove."""
    hands = [0] * (5 * rules.seats)

    def holds(seat: int, bundle: Mapping[str, int]) -> None:
        if seat != view["viewer"]:
            for resource, name in enumerate(RESOURCES):
                hands[5 * seat + resource] = max(hands[5 * seat + resource], bundle.get(name, 0))

    own = _own_hand(view)
    if own is not None:
        hands[5 * view["viewer"] : 5 * view["viewer"] + 5] = own
    if view["offer"]:
        holds(view["offer"]["from"], view["offer"]["give"])
        for counter in view["counters"]:
            holds(counter["seat"], counter["give"])
            holds(view["offer"]["from"], counter["get"])
    return hands
