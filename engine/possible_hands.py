"""What the events of a match prove about the hands: every deal of cards that they leave possible, with its weight.

Everything that moves cards is public but the card of a theft, which only thief and victim see. So there are as many
possible hands as the unseen thefts leave open, and each later payment, offer, discard or monopoly rules some out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from engine.bundles import Bundle, parse_bundle
from engine.discards import automatic_discard
from engine.errors import EngineError
from engine.resources import CARD_COST, RESOURCE_INDEX, RESOURCES
from engine.rng import Rng
from engine.rules import Rules

Hands = tuple[int, ...]
"""A hand of five counts per seat, in a row."""
_MOST: Final = 2000
"""So many possible deals are carried along; of more, a random part by weight."""


class PossibleHands:
    """The hands that the events so far leave possible, from one seat's point of view (None: a spectator's)."""

    def __init__(self, rules: Rules, viewer: int | None, rng: Rng) -> None:
        self._rules, self._viewer, self._rng = rules, viewer, rng
        self._weights: dict[Hands, float] = {(0,) * (5 * rules.seats): 1.0}
        self._offerer = 0
        self.is_thinned = False
        """Has a part of the possible deals been left out? Then the true one may be among those."""

    def draw(self, fits: Callable[[Hands], bool]) -> Hands | None:
        """One of the possible deals that fit, by weight; None where those that did were left out.

        Raises ``EngineError`` where there never was one.
        """
        fitting = [(hands, weight) for hands, weight in self._weights.items() if fits(hands)]
        if not fitting and self.is_thinned:
            return None
        if not fitting:
            raise EngineError("view: no hands agree with these events and with the counts of the view")
        return _drawn(fitting, self._rng)

    def learn(self, event: Mapping[str, Any]) -> None:
        """Take in the next event, an object as on the wire. Raises ``EngineError`` where it contradicts the others."""
        verb, _, rest = event["action"].partition(":")
        if verb == "steal":
            self._learn_theft(event["seat"], int(rest), event["card"])
        elif event["action"].startswith("play_dev:monopoly:"):
            self._learn_monopoly(event["seat"], RESOURCE_INDEX[rest.partition(":")[2]], event["taken"])
        elif verb in ("offer_trade", "counter_trade"):
            self._learn_terms(verb, event["seat"], rest)
        else:
            self._learn_payments(event, verb, rest)
        if not self._weights and not self.is_thinned:
            raise EngineError(f"events: ply {event['ply']}, {event['action']}, can't follow from those before it")

    # -- what each kind of event tells ----------------------------------------------------------------------

    def _learn_payments(self, event: Mapping[str, Any], verb: str, rest: str) -> None:
        """Cards that everybody sees come and go."""
        seat, seats = event["seat"], self._rules.seats
        change = [0] * (5 * seats)
        for other, gains in enumerate(event.get("gains", ())):
            _add(change, other, _counts(gains))
        _add(change, seat, _counts(event.get("got", {})))
        _add(change, seat, _counts(event.get("paid", {})), -1)
        _add(change, seat, _counts(event.get("gave", {})), -1)
        if verb == "buy_dev_card":
            _add(change, seat, CARD_COST, -1)
        if verb == "discard":
            _add(change, seat, self._bundle(rest), -1)
        if verb in ("accept_trade", "accept_counter"):
            partner = self._offerer if verb == "accept_trade" else int(rest)
            # Both held what they gave, which the change alone would not tell where a resource goes both ways.
            self._keep(lambda hands: _holds(hands, seat, _counts(event["gave"])))
            self._keep(lambda hands: _holds(hands, partner, _counts(event["got"])))
            _add(change, partner, _counts(event["gave"]))
            _add(change, partner, _counts(event["got"]), -1)
        discards = [_counts(lost) for lost in event.get("discards", ())]
        if any(map(any, discards)):
            self._keep(lambda hands: all(_discards_automatically(hands, s, lost) for s, lost in enumerate(discards)))
            for other, lost in enumerate(discards):
                _add(change, other, lost, -1)
        if any(change):
            self._move(change)

    def _learn_theft(self, thief: int, victim: int, card: str | None) -> None:
        branches: dict[Hands, float] = {}
        for hands, weight in self._weights.items():
            size = sum(hands[5 * victim : 5 * victim + 5])
            for resource in range(5) if card is None else (RESOURCE_INDEX[card],):
                held = hands[5 * victim + resource]
                if held:
                    after = list(hands)
                    after[5 * victim + resource] -= 1
                    after[5 * thief + resource] += 1
                    key = tuple(after)
                    branches[key] = branches.get(key, 0.0) + weight * held / size
        self._weights = _thinned(branches, self._rng)
        self.is_thinned |= len(self._weights) < len(branches)

    def _learn_monopoly(self, seat: int, resource: int, taken: Sequence[int]) -> None:
        others = [other for other in range(self._rules.seats) if other != seat]
        self._keep(lambda hands: all(hands[5 * other + resource] == taken[other] for other in others))
        change = [0] * (5 * self._rules.seats)
        for other in others:
            change[5 * other + resource] = -taken[other]
        change[5 * seat + resource] = sum(taken)
        self._move(change)

    def _learn_terms(self, verb: str, seat: int, rest: str) -> None:
        """Who offers or counters holds what it gives; who is countered holds what is wanted of it."""
        first, second = (self._bundle(text) for text in rest.split(":")[-2:])
        self._keep(lambda hands: _holds(hands, seat, first))
        if verb == "offer_trade":
            self._offerer = seat
        else:
            self._keep(lambda hands: _holds(hands, self._offerer, second))

    # -- the deals carried along ----------------------------------------------------------------------------

    def _keep(self, fits: Callable[[Hands], bool]) -> None:
        self._weights = {hands: weight for hands, weight in self._weights.items() if fits(hands)}

    def _move(self, change: Sequence[int]) -> None:
        """Add to every deal; one in which a seat can't pay was never true."""
        moved = ((tuple(map(int.__add__, hands, change)), weight) for hands, weight in self._weights.items())
        self._weights = {hands: weight for hands, weight in moved if min(hands) >= 0}

    def _bundle(self, text: str) -> Bundle:
        bundle = parse_bundle(text, self._rules.bank_per_resource)
        if bundle is None:
            raise EngineError(f"events: {text!r} is no bundle of cards")
        return bundle


def _counts(cards: Mapping[str, int]) -> Bundle:
    return tuple(cards.get(name, 0) for name in RESOURCES)


def _add(change: list[int], seat: int, cards: Iterable[int], sign: int = 1) -> None:
    for resource, n in enumerate(cards):
        change[5 * seat + resource] += sign * n


def _holds(hands: Hands, seat: int, cards: Bundle) -> bool:
    return all(hands[5 * seat + resource] >= n for resource, n in enumerate(cards))


def _discards_automatically(hands: Hands, seat: int, lost: Bundle) -> bool:
    """Is this what the seat would lose by the rule of the largest pile?"""
    return not any(lost) or tuple(automatic_discard(hands[5 * seat : 5 * seat + 5], sum(lost))) == lost


def _drawn(weighted: Sequence[tuple[Hands, float]], rng: Rng) -> Hands:
    point = rng.random() * sum(weight for _, weight in weighted)
    for hands, weight in weighted:
        point -= weight
        if point < 0:
            return hands
    return weighted[-1][0]


def _thinned(weights: dict[Hands, float], rng: Rng) -> dict[Hands, float]:
    """At most ``_MOST`` of the deals, each kept with a chance by its weight and all of them then weighing the same."""
    if len(weights) <= _MOST:
        return weights
    step = sum(weights.values()) / _MOST
    point, kept = rng.random() * step, dict[Hands, float]()
    for hands, weight in weights.items():
        point -= weight
        while point < 0:
            kept[hands] = kept.get(hands, 0.0) + 1.0
            point += step
    return kept
