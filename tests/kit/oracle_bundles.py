"""Which bundles may be offered, proposed in return or discarded, from a position's built-ins alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tests.kit.oracle import holds, others, rules_of, too_many_discards
from tests.kit.positions import RESOURCES, Position, five

Bundle = Sequence[int]

_PART: Final = re.compile(rf"([2-9]|[1-9][0-9]+)?({'|'.join(RESOURCES)})")


def free_form_verbs(p: Position) -> list[str]:
    """The verbs of what is not listed: a discard with too many choices; offers and counters of bundles.

    For those the seat needs a card to give. What others hold plays no part: what a bot is sent tells nothing of
    hidden hands.
    """
    rules = rules_of(p)
    if p["phase"] == "discard":
        return ["discard"] if too_many_discards(p) else []
    if rules.player_trades != "bundles" or p["to_act"] is None or not sum(p["hands"][p["to_act"]]):
        return []
    if p["phase"] == "main" and p["offers_this_turn"] < rules.max_offers_per_turn:
        return ["offer_trade"]
    return ["counter_trade"] if p["phase"] == "trade_response" else []


def is_legal_bundle(p: Position, text: str) -> bool:
    """Is this text an offer, a counter or a discard, its parts in any order, that may be made now?"""
    verb, *words = text.split(":")
    if verb == "discard" and p["phase"] == "discard":
        cards = read_bundle(words[0]) if len(words) == 1 else None
        seat = p["to_act"]
        return cards is not None and sum(cards) == p["pending_discards"][seat] and holds(p["hands"][seat], cards)
    if verb not in free_form_verbs(p):
        return False
    if verb == "offer_trade":
        if len(words) != 3 or words[0] not in ["all", *map(str, others(p, p["to_act"]))]:
            return False
        words = words[1:]
    if len(words) != 2:
        return False
    give, get = (read_bundle(word) for word in words)
    if give is None or get is None or not _is_a_trade(p, give, get):
        return False
    return verb == "offer_trade" or _is_a_counter(p, give, get)


def read_bundle(text: str) -> list[int] | None:
    """The five counts of a bundle, each resource named once, one card without a number; None: it is none."""
    cards = [0] * 5
    for part in text.split("+"):
        found = _PART.fullmatch(part)
        if not found or cards[RESOURCES.index(found[2])]:
            return None
        cards[RESOURCES.index(found[2])] = int(found[1] or 1)
    return cards


def _is_a_trade(p: Position, give: Bundle, get: Bundle) -> bool:
    """The seat holds what it gives, as much as is wanted exists, and the sides differ as the rules ask."""
    if max(get) > rules_of(p).bank_per_resource:
        return False
    shared = any(a and b for a, b in zip(give, get, strict=True))
    if shared and (give == get or not rules_of(p).overlapping_bundles):
        return False
    return holds(p["hands"][p["to_act"]], give)


def _is_a_counter(p: Position, give: Bundle, get: Bundle) -> bool:
    """The offerer holds what is wanted, and this is not the offer as made, seen from the other side."""
    offer = p["offer"]
    as_made = (give, get) == (five(offer["get"]), five(offer["give"]))
    return holds(p["hands"][offer["from"]], get) and not as_made
