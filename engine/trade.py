"""Trade with the bank, and offers between seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.events import Event
from engine.resources import resource_counts

if TYPE_CHECKING:
    from engine.game import Game


class Offer(NamedTuple):
    """An open offer: five counts each way, and the seats that are still to be asked."""

    seat: int
    target: int | None
    give: tuple[int, ...]
    get: tuple[int, ...]
    asked: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """The offer as in views and positions."""
        return {
            "from": self.seat,
            "to": self.target,
            "give": resource_counts(self.give),
            "get": resource_counts(self.get),
            "asked": list(self.asked),
        }


ONE_CARD: Final = tuple(tuple(int(i == resource) for i in range(5)) for resource in range(5))
"""Resource index -> five counts with one card of it."""


def trade_bank(game: Game, event: Event, give: int, get: int) -> None:
    seat = game.current_seat
    rate = game.rates[seat][give]
    game.hands[5 * seat + give] -= rate
    game.bank[give] += rate
    game.hands[5 * seat + get] += 1
    game.bank[get] -= 1
    event.details["paid"] = tuple(rate * n for n in ONE_CARD[give])
    event.details["got"] = ONE_CARD[get]


def offer_trade(game: Game, _event: Event, target: int, give: int, get: int) -> None:
    game.offer = Offer(game.current_seat, target, ONE_CARD[give], ONE_CARD[get], (target,))
    game.offers_this_turn += 1
    game.phase = "trade_response"
    game.to_act = target


def accept_trade(game: Game, event: Event) -> None:
    offer = game.offer
    assert offer is not None
    accepter = offer.asked[0]
    for resource in range(5):
        moved = offer.give[resource] - offer.get[resource]
        game.hands[5 * offer.seat + resource] -= moved
        game.hands[5 * accepter + resource] += moved
    event.details["gave"] = offer.get
    event.details["got"] = offer.give
    _close_offer(game)


def decline_trade(game: Game, _event: Event) -> None:
    _close_offer(game)


def _close_offer(game: Game) -> None:
    game.offer = None
    game.phase = "main"
    game.to_act = game.current_seat
