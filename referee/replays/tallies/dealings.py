"""Cards between seats, and between a seat and the bank: who took, gave and paid how many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine import Event, Game
from engine.resources import CARD_COST

Between = tuple[tuple[int, ...], ...]
"""Row by seat, column by seat."""


@dataclass(frozen=True, slots=True)
class SeatLedger:
    """Where a seat's resource cards came from and went; what came less what went is ``hand``, its cards at the end.

    Came: ``start`` with the second settlement, ``production`` of rolls, ``stolen`` with the robber, ``monopoly`` by
    the card, ``plenty`` by the year-of-plenty card, ``traded_in`` from seats, ``bank_in`` from the bank. Went:
    ``built`` for pieces and development cards, ``traded_out``, ``bank_out``, ``lost_to_robber``,
    ``lost_to_monopoly``, ``discarded`` on a seven.
    """

    seat: int
    start: int
    production: int
    stolen: int
    monopoly: int
    plenty: int
    traded_in: int
    bank_in: int
    built: int
    traded_out: int
    bank_out: int
    lost_to_robber: int
    lost_to_monopoly: int
    discarded: int
    hand: int


CAME: Final = ("start", "production", "stolen", "monopoly", "plenty", "traded_in", "bank_in")
WENT: Final = ("built", "traded_out", "bank_out", "lost_to_robber", "lost_to_monopoly", "discarded")


@dataclass(frozen=True, slots=True)
class SeatOffers:
    """What a seat offered: ``made`` in all, of which ``to_everybody``; ``accepted`` of them, of which ``by_counter``
    in the words of a counter-offer; and its own answers to others' offers, ``countered`` and ``declined``.
    """

    seat: int
    made: int
    to_everybody: int
    accepted: int
    by_counter: int
    countered: int
    declined: int


@dataclass(frozen=True, slots=True)
class DealingFacts:
    """Dealings between each pair of seats.

    ``stolen[a][b]``: cards that a took from b with the robber; ``monopolised[a][b]`` by monopoly; ``given[a][b]``:
    cards that a gave b in trades; ``trades[a][b]``: trades on an offer of a, closed with b; ``offers[a][b]``: offers
    of a to b alone.
    """

    stolen: Between
    monopolised: Between
    given: Between
    trades: Between
    offers: Between
    by_seat: tuple[SeatOffers, ...]
    ledgers: tuple[SeatLedger, ...]


class DealingTally:
    """Counts dealings: ``take`` for each event, then ``facts``."""

    def __init__(self, seats: int) -> None:
        self._seats = range(seats)
        self._stolen, self._monopolised, self._given, self._trades, self._offers = (
            [[0] * seats for _ in self._seats] for _ in range(5)
        )
        self._ledger = {column: [0] * seats for column in (*CAME, *WENT)}
        self._answers = {
            column: [0] * seats
            for column in ("made", "to_everybody", "accepted", "by_counter", "countered", "declined")
        }
        self._hands = [0] * seats

    def take(self, event: Event, game: Game) -> None:
        """An event that has just been applied to ``game``."""
        verb, *arguments = event.action.split(":")
        for slot in event.details.get("gains", ()):
            self._ledger["production" if verb == "roll" else "start"][slot // 5] += 1
        for seat, cards in event.details.get("discards", {}).items():
            self._ledger["discarded"][seat] += sum(cards)
        if verb in _BY_VERB:
            _BY_VERB[verb](self, event, game, arguments)
        elif "paid" in event.details:
            self._ledger["built"][event.seat] += sum(event.details["paid"])
        self._hands = [sum(game.hand(seat)) for seat in self._seats]

    def facts(self) -> DealingFacts:
        """What they come to."""
        return DealingFacts(
            stolen=_frozen(self._stolen),
            monopolised=_frozen(self._monopolised),
            given=_frozen(self._given),
            trades=_frozen(self._trades),
            offers=_frozen(self._offers),
            by_seat=tuple(
                SeatOffers(seat, **{key: counts[seat] for key, counts in self._answers.items()}) for seat in self._seats
            ),
            ledgers=tuple(
                SeatLedger(seat, hand=self._hands[seat], **{key: counts[seat] for key, counts in self._ledger.items()})
                for seat in self._seats
            ),
        )

    # -- verb by verb ---------------------------------------------------------------------------------------

    def _steal(self, event: Event, _game: Game, arguments: list[str]) -> None:
        victim = int(arguments[0])
        self._stolen[event.seat][victim] += 1
        self._ledger["stolen"][event.seat] += 1
        self._ledger["lost_to_robber"][victim] += 1

    def _play_dev(self, event: Event, _game: Game, _arguments: list[str]) -> None:
        self._ledger["plenty"][event.seat] += sum(event.details.get("got", ()))
        for victim, count in enumerate(event.details.get("taken", ())):
            self._monopolised[event.seat][victim] += count
            self._ledger["monopoly"][event.seat] += count
            self._ledger["lost_to_monopoly"][victim] += count

    def _buy_dev_card(self, event: Event, _game: Game, _arguments: list[str]) -> None:
        """The one purchase whose event does not say what was paid."""
        self._ledger["built"][event.seat] += sum(CARD_COST)

    def _discard(self, event: Event, game: Game, _arguments: list[str]) -> None:
        self._ledger["discarded"][event.seat] += self._hands[event.seat] - sum(game.hand(event.seat))

    def _trade_bank(self, event: Event, _game: Game, _arguments: list[str]) -> None:
        self._ledger["bank_out"][event.seat] += sum(event.details["paid"])
        self._ledger["bank_in"][event.seat] += sum(event.details["got"])

    def _offer_trade(self, event: Event, _game: Game, arguments: list[str]) -> None:
        self._answers["made"][event.seat] += 1
        if arguments[0] == "all":
            self._answers["to_everybody"][event.seat] += 1
        else:
            self._offers[event.seat][int(arguments[0])] += 1

    def _accept_trade(self, event: Event, game: Game, _arguments: list[str]) -> None:
        """Only the seat on turn makes offers."""
        self._close(event, game.current_seat, event.seat, partner=game.current_seat)

    def _accept_counter(self, event: Event, game: Game, arguments: list[str]) -> None:
        self._answers["by_counter"][event.seat] += 1
        self._close(event, event.seat, int(arguments[0]), partner=int(arguments[0]))

    def _close(self, event: Event, offerer: int, other: int, *, partner: int) -> None:
        """A trade is done; the event's ``gave`` and ``got`` are those of the seat that acted, with ``partner``."""
        self._trades[offerer][other] += 1
        self._answers["accepted"][offerer] += 1
        gave, got = sum(event.details["gave"]), sum(event.details["got"])
        for giver, receiver, count in ((event.seat, partner, gave), (partner, event.seat, got)):
            self._given[giver][receiver] += count
            self._ledger["traded_out"][giver] += count
            self._ledger["traded_in"][receiver] += count

    def _counter_trade(self, event: Event, _game: Game, _arguments: list[str]) -> None:
        self._answers["countered"][event.seat] += 1

    def _decline_trade(self, event: Event, _game: Game, _arguments: list[str]) -> None:
        self._answers["declined"][event.seat] += 1


_BY_VERB: Final[dict[str, Callable[[DealingTally, Event, Game, list[str]], Any]]] = {
    "steal": DealingTally._steal,
    "play_dev": DealingTally._play_dev,
    "buy_dev_card": DealingTally._buy_dev_card,
    "discard": DealingTally._discard,
    "trade_bank": DealingTally._trade_bank,
    "offer_trade": DealingTally._offer_trade,
    "accept_trade": DealingTally._accept_trade,
    "accept_counter": DealingTally._accept_counter,
    "counter_trade": DealingTally._counter_trade,
    "decline_trade": DealingTally._decline_trade,
}


def _frozen(rows: list[list[int]]) -> Between:
    return tuple(map(tuple, rows))
