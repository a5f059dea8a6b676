"""Trade with the bank, and offers, answers and counter-offers between seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bundles import ONE_CARD, Bundle
from engine.events import Event
from engine.resources import resource_counts

if TYPE_CHECKING:
    from engine.game import Game


class Counter(NamedTuple):
    """A counter-offer in its seat's own words: what it would give, what it wants of the offerer."""

    seat: int
    give: Bundle
    want: Bundle

    def as_dict(self) -> dict[str, Any]:
        """The counter-offer as in views and positions."""
        return {"seat": self.seat, "give": resource_counts(self.give), "get": resource_counts(self.want)}


class Offer(NamedTuple):
    """An open offer. ``target`` None: to every seat; ``asked`` are the seats still to be asked, the next one first."""

    seat: int
    target: int | None
    give: Bundle
    get: Bundle
    asked: tuple[int, ...]
    counters: tuple[Counter, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The offer as in views; its counter-offers stand beside it there."""
        return {
            "from": self.seat,
            "to": self.target,
            "give": resource_counts(self.give),
            "get": resource_counts(self.get),
            "asked": list(self.asked),
        }

    def counters_as_list(self) -> list[dict[str, Any]]:
        """The counter-offers as in views and positions, in the order in which they were made."""
        return [counter.as_dict() for counter in self.counters]


def trade_bank(game: Game, event: Event, give: int, get: int) -> None:
    seat = game.current_seat
    rate = game.rates[seat][give]
    game.hands[5 * seat + give] -= rate
    game.bank[give] += rate
    game.hands[5 * seat + get] += 1
    game.bank[get] -= 1
    event.details["paid"] = tuple(rate * n for n in ONE_CARD[give])
    event.details["got"] = ONE_CARD[get]


def offer_trade(game: Game, _event: Event, target: int | None, give: Bundle, get: Bundle) -> None:
    """Ask the target, hand empty or not; or every seat with cards, round the table: if there is none, it lapses."""
    game.offers_this_turn += 1
    seat = game.current_seat
    asked = seats_to_ask(game) if target is None else (target,)
    if asked:
        game.offer = Offer(seat, target, give, get, asked)
        game.phase, game.to_act = "trade_response", asked[0]


def seats_to_ask(game: Game) -> tuple[int, ...]:
    """Whom an open offer goes to: the seats with cards, from the one after the seat on turn."""
    round_the_table = (*range(game.current_seat + 1, game.seats), *range(game.current_seat))
    return tuple(seat for seat in round_the_table if any(game.hand(seat)))


def accept_trade(game: Game, event: Event) -> None:
    offer = game.offer
    assert offer is not None
    _swap(game, offer.seat, offer.asked[0], offer.give, offer.get)
    event.details["gave"] = offer.get
    event.details["got"] = offer.give
    _close_offer(game)


def decline_trade(game: Game, _event: Event) -> None:
    assert game.offer is not None
    _pass_on(game, game.offer, game.offer.counters)


def counter_trade(game: Game, _event: Event, give: Bundle, want: Bundle) -> None:
    offer = game.offer
    assert offer is not None
    _pass_on(game, offer, (*offer.counters, Counter(offer.asked[0], give, want)))


def accept_counter(game: Game, event: Event, seat: int) -> None:
    assert game.offer is not None
    counter = next(counter for counter in game.offer.counters if counter.seat == seat)
    _swap(game, game.offer.seat, seat, counter.want, counter.give)
    event.details["gave"] = counter.want
    event.details["got"] = counter.give
    _close_offer(game)


def dismiss_counters(game: Game, _event: Event) -> None:
    _close_offer(game)


def _pass_on(game: Game, offer: Offer, counters: tuple[Counter, ...]) -> None:
    """Put the offer to the next seat; when all have answered, the counters to the offerer; with none it lapses."""
    asked = offer.asked[1:]
    if not asked and not counters:
        _close_offer(game)
        return
    game.offer = Offer(offer.seat, offer.target, offer.give, offer.get, asked, counters)
    game.phase, game.to_act = ("trade_response", asked[0]) if asked else ("trade_counters", offer.seat)


def _swap(game: Game, offerer: int, other: int, given: Bundle, got: Bundle) -> None:
    for resource in range(5):
        moved = given[resource] - got[resource]
        game.hands[5 * offerer + resource] -= moved
        game.hands[5 * other + resource] += moved


def _close_offer(game: Game) -> None:
    game.offer = None
    game.phase = "main"
    game.to_act = game.current_seat
