"""What a position is worth to a seat, and what a hand of cards is worth in it. The unit is the victory point.

A position is worth its points, the cards that it will still bring in, the awards within reach and the development
cards in hand. A hand is worth what can be bought with it: every purchase that we could make is a ``Plan`` with a price
and a gain, and the gain counts less with every round that we have to wait for the missing cards. So the value of a card
follows from what we are about to build.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import pow, sqrt
from typing import Final, NamedTuple

from engine import Game
from engine.awards import ARMY_AT_LEAST, ROAD_AT_LEAST, ROAD_MEASURES
from engine.bookkeeping import walls
from engine.island import Island
from engine.resources import (
    CARD_COST,
    CARD_COUNTS,
    CITIES_PER_SEAT,
    CITY_COST,
    DECK,
    KNIGHT,
    ROAD_COST,
    ROADS_PER_SEAT,
    SETTLEMENT_COST,
    SETTLEMENTS_PER_SEAT,
)
from engine.topology import (
    EDGE_BIT,
    EDGE_VERTICES_MASK,
    VERTEX_BIT,
    VERTEX_COUNT,
    VERTEX_EDGES_MASK,
    VERTEX_HEXES,
    iterate,
)
from sample_bots.heuristic import opinions

PIPS: Final = {None: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""Token -> rolls out of 36 on which it pays."""
WON: Final = 1000.0
"""More than any position that is not won."""
KNIGHT_SHARE: Final = CARD_COUNTS[KNIGHT] / len(DECK)


class Plan(NamedTuple):
    """Something to buy: five counts of cards, and what it brings."""

    price: Sequence[int]
    gain: float


class IslandWorth:
    """What follows from terrain and tokens alone, once a match."""

    def __init__(self, island: Island) -> None:
        self.pips = [(0, 0, 0, 0, 0)] * VERTEX_COUNT
        """Vertex -> pips per resource that a settlement there brings."""
        total = [0.0] * 5
        for vertex in range(VERTEX_COUNT):
            here = [0] * 5
            for hex_id in VERTEX_HEXES[vertex]:
                if (resource := island.hex_resource[hex_id]) >= 0:
                    here[resource] += PIPS[island.tokens[hex_id]]
                    total[resource] += PIPS[island.tokens[hex_id]]
            self.pips[vertex] = (here[0], here[1], here[2], here[3], here[4])
        mean = sum(total) / 5
        self.wants = [want * sqrt(mean / max(n, 1)) for want, n in zip(opinions.WANTS, total, strict=True)]
        """A resource of which the island has little is worth more."""
        self.settled = [
            sum(n * want for n, want in zip(here, self.wants, strict=True))
            + opinions.HARBOUR * (v in island.vertex_harbour)
            for v, here in enumerate(self.pips)
        ]
        """Vertex -> wanted pips, without variety."""


class Outlook:
    """What a position is worth to one seat."""

    def __init__(self, game: Game, seat: int, island: IslandWorth) -> None:
        self.game, self.seat, self.island = game, seat, island
        self.pips = self._production()
        self.rates = game.rates[seat]
        self.pip_worth = rolls_left(game) / 36 / opinions.CARDS_PER_POINT
        self.rounds_per_card = self._rounds_per_card()
        self.knights = game.knights_played[seat] + game.dev_hands[5 * seat + KNIGHT]
        self.plans = list(self._plans())

    @property
    def total(self) -> float:
        """All of it, the hand included."""
        return self.standing + self.hand(self.game.hand(self.seat))

    # -- what is on the table ---------------------------------------------------------------------------------

    @cached_property
    def standing(self) -> float:
        """What the position is worth without the hand."""
        game, seat = self.game, self.seat
        if game.result is not None and game.result.winner == seat:
            return WON
        others = max(points for other, points in enumerate(game.points) if other != seat)
        worth = game.totals[seat] - opinions.RIVAL_POINT * others
        worth += self.pip_worth * self._wanted_pips()
        worth -= opinions.ROBBER_ROLLS / 36 / opinions.CARDS_PER_POINT * self._robbed_pips()
        held = game.dev_hands[5 * seat : 5 * seat + 5]
        worth += sum(n * opinions.CARD_WORTH[card] for card, n in enumerate(held))
        return worth + self._army_hope(self.knights) + self._road_hope()

    def _robbed_pips(self) -> int:
        game = self.game
        cards = sum(slot // 5 == self.seat for slot in game.income[game.robber])
        return cards * PIPS[game.board.tokens[game.robber]]

    def _production(self) -> list[int]:
        """Pips per resource; a city counts twice."""
        pips = [0] * 5
        for vertex in iterate(self.game.settlements[self.seat]):
            for resource, n in enumerate(self.island.pips[vertex]):
                pips[resource] += n
        for vertex in iterate(self.game.cities[self.seat]):
            for resource, n in enumerate(self.island.pips[vertex]):
                pips[resource] += 2 * n
        return pips

    def _rounds_per_card(self) -> list[float]:
        """Resource -> how many rounds we wait for a card of it, from the dice or for others from the bank."""
        swaps = [n / rate / 2 for n, rate in zip(self.pips, self.rates, strict=True)]
        rounds = 36 / self.game.seats
        return [rounds / (n + sum(swaps) - own + 0.1) for n, own in zip(self.pips, swaps, strict=True)]

    def _wanted_pips(self) -> float:
        """Production by how much we want it, with something on top for variety and for harbours that fit."""
        worth = 0.0
        for n, want, rate in zip(self.pips, self.island.wants, self.rates, strict=True):
            if n:
                worth += n * want + opinions.VARIETY + n * (1 / rate - 1 / 4)
        return worth

    def _army_hope(self, knights: int) -> float:
        game = self.game
        best = max(n for other, n in enumerate(game.knights_played) if other != self.seat)
        share = hope(knights, best, ARMY_AT_LEAST, game.army_holder == self.seat)
        return share * game.rules.army_award_points

    def _road_hope(self) -> float:
        game = self.game
        best = max(n for other, n in enumerate(game.road_lengths) if other != self.seat)
        share = hope(game.road_lengths[self.seat], best, ROAD_AT_LEAST, game.road_holder == self.seat)
        return share * game.rules.road_award_points

    # -- what is in the hand ----------------------------------------------------------------------------------

    def hand(self, cards: Sequence[int]) -> float:
        """What these cards are worth: the best plan, some of the second best, and something for every card."""
        best = second = 0.0
        for price, gain in self.plans:
            value = gain * opinions.PATIENCE ** self.rounds_until(price, cards)
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        spare = sum(n * want for n, want in zip(cards, opinions.WANTS, strict=True)) * opinions.SPARE_CARD
        overfull = max(0, sum(cards) - self.game.rules.hand_limit) * opinions.OVERFULL_CARD
        return opinions.NOT_YET_BUILT * (best + opinions.SECOND_PLAN * second) + spare - overfull

    def rounds_until(self, price: Sequence[int], cards: Sequence[int]) -> float:
        """How many rounds, as a rule, until we can pay this price: the slowest card, after bank trades."""
        swaps, waits = 0, []
        for n, held, rate, rounds in zip(price, cards, self.rates, self.rounds_per_card, strict=True):
            if held > n:
                swaps += (held - n) // rate
            else:
                waits += [rounds] * (n - held)
        if not waits:
            return 0.0
        waits.sort()
        waited = waits[: len(waits) - swaps] if swaps < len(waits) else []
        slowest = max((waited.count(rounds) * rounds for rounds in set(waited)), default=0.0)
        return (
            slowest + opinions.OTHER_CARDS * sum(waited) + opinions.ROUNDS_PER_BANK_TRADE * (len(waits) - len(waited))
        )

    def card_gain(self) -> float:
        """What a card off the deck brings, as far as one can know."""
        knight = self._army_hope(self.knights + 1) - self._army_hope(self.knights)
        return opinions.UNKNOWN_CARD + KNIGHT_SHARE * knight

    def _plans(self) -> Iterator[Plan]:
        game, seat = self.game, self.seat
        if game.cities[seat].bit_count() < CITIES_PER_SEAT and game.settlements[seat]:
            best = max(self.island.settled[vertex] for vertex in iterate(game.settlements[seat]))
            yield Plan(CITY_COST, 1 + self.pip_worth * best)
        roads_left = ROADS_PER_SEAT - game.roads[seat].bit_count()
        if game.settlements[seat].bit_count() < SETTLEMENTS_PER_SEAT:
            for roads, spots in enumerate(spots_by_distance(game, seat, min(opinions.FURTHEST, roads_left))):
                if spots:
                    gain = max(self._place_gain(vertex) for vertex in iterate(spots))
                    yield Plan(with_roads(SETTLEMENT_COST, roads), gain * opinions.RIVALS**roads)
        if game.deck:
            yield Plan(CARD_COST, self.card_gain())
        if roads_left and game.road_holder != seat:
            needed = max(ROAD_AT_LEAST, max(game.road_lengths) + 1) - game.road_lengths[seat]
            if needed <= min(2, roads_left) and (needed > 1 or self._can_lengthen()):
                yield Plan(with_roads((0,) * 5, needed), game.rules.road_award_points * opinions.AWARD_IN_HAND)

    def _can_lengthen(self) -> bool:
        """Is there a place for a road that makes our longest road longer?"""
        game, seat = self.game, self.seat
        longest_through = ROAD_MEASURES[game.rules.road_measure].longest_through
        barred = walls(game, seat)
        return any(
            longest_through(edge, game.roads[seat] | EDGE_BIT[edge], barred) > game.road_lengths[seat]
            for edge in iterate(game.road_reach[seat] & game.free_edges)
        )

    def _place_gain(self, vertex: int) -> float:
        """What a settlement on this vertex brings; less where another seat's road already ends."""
        new = sum(1 for n, have in zip(self.island.pips[vertex], self.pips, strict=True) if n and not have)
        gain = 1 + self.pip_worth * (self.island.settled[vertex] + opinions.VARIETY * new)
        for other, ends in enumerate(self.game.road_ends):
            if other != self.seat and ends & VERTEX_BIT[vertex]:
                return gain * opinions.CONTESTED
        return gain


def hope(mine: int, best_other: int, at_least: int, is_held: bool) -> float:
    """Share of an award to count on: a chance at one that is near, a risk to one that is held."""
    if is_held:
        return -opinions.AWARD_AT_RISK * pow(0.5, mine - best_other)
    missing = max(at_least, best_other + 1) - mine
    return opinions.AWARD_NEXT * pow(1 / opinions.AWARD_FURTHER, max(0, missing - 1))


def rolls_left(game: Game) -> int:
    """How many rolls the match will still take, as a rule."""
    rolls = opinions.ROLLS_PER_POINT * max(1, game.rules.points_to_win - max(game.points))
    if game.rules.roll_cap is not None:
        rolls = min(rolls, game.rules.roll_cap - game.rolls)
    return max(rolls, 4)


def with_roads(price: Sequence[int], roads: int) -> tuple[int, ...]:
    """The price with so many roads on top."""
    return tuple(n + roads * road for n, road in zip(price, ROAD_COST, strict=True))


def spots_by_distance(game: Game, seat: int, most_roads: int) -> Iterator[int]:
    """Yield the open vertices that the seat could settle after 0, 1, ... more roads, as bit sets."""
    barred = walls(game, seat)
    seen = game.road_ends[seat] | game.buildings[seat]
    yield game.road_ends[seat] & game.open_vertices
    border = seen & ~barred
    for _ in range(most_roads):
        edges = 0
        for vertex in iterate(border):
            edges |= VERTEX_EDGES_MASK[vertex]
        ends = 0
        for edge in iterate(edges & game.free_edges):
            ends |= EDGE_VERTICES_MASK[edge]
        new = ends & ~seen
        yield new & game.open_vertices
        seen |= new
        border = new & ~barred
