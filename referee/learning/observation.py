"""What a seat may know as an array of bytes: the same from a game and from the view that a bot is sent.

Everything about seats starts with the reader's own and goes round the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import Game, Rules
from engine.island import Island
from engine.legal import PHASES
from engine.resources import ANY, DESERT, RESOURCES
from engine.topology import EDGE_COUNT, HEX_COUNT, VERTEX_COUNT, ids_in
from referee.learning.layout import LARGEST, layout
from referee.learning.seen import Seen, SeenOffer, seen_in_game, seen_in_view


class Observer:
    """Reads observations in one match, whose island ``board`` is: an ``Island``, or the ``board`` of a ``match_start``.

    An observation is a ``uint8`` array of ``layout(rules).size`` values, new at each call.
    """

    def __init__(self, rules: Rules, board: Island | Mapping[str, Any]) -> None:
        self._seats = rules.seats
        self._rounds = [[(seat + ahead) % rules.seats for ahead in range(rules.seats)] for seat in range(rules.seats)]
        self._no_flags = bytes(rules.seats)
        self._has_counters = rules.player_trades == "bundles"
        self._island = _island_bytes(board)
        # The pieces of the last call in rows by seat: from one ply to the next they seldom change.
        self._pieces: Sequence[int] = ()
        self._buildings = self._roads = b""
        self.size = layout(rules).size
        """The length of an observation."""

    def of_game(self, game: Game, seat: int) -> NDArray[np.uint8]:
        """What this seat may know of the game, to act or not."""
        return np.frombuffer(self.packed(seen_in_game(game, seat)), dtype=np.uint8)

    def of_view(self, view: Mapping[str, Any]) -> NDArray[np.uint8]:
        """The same out of a ``public_state``, as ``Game.public_state(seat)`` gives it or a request carries it."""
        return np.frombuffer(self.packed(seen_in_view(view)), dtype=np.uint8)

    def packed(self, seen: Seen) -> bytearray:
        """The bytes themselves, in the order of ``layout``."""
        offer = seen.offer
        if seen.pieces != self._pieces:
            self._pieces = seen.pieces
            self._buildings = _building_rows(seen.pieces, self._seats)
            self._roads = _road_rows(seen.pieces, self._seats)
        buildings, first = self._buildings, VERTEX_COUNT * seen.viewer
        roads, first_road = self._roads, EDGE_COUNT * seen.viewer
        parts = [
            self._island,
            _ROBBER[seen.robber],
            buildings[first:],
            buildings[:first],
            roads[first_road:],
            roads[:first_road],
            _PHASE[seen.phase],
            _seats(
                self._seats, seen.viewer, seen.current_seat, seen.to_act, seen.road_holder, seen.army_holder,
                offer and offer.seat,
            ),
            _in_bytes(_counts(seen)),
            _PLAYABLE[tuple(seen.own_playable)],
            self._no_flags if offer is None else bytes(seat in offer.asked for seat in self._rounds[seen.viewer]),
        ]  # fmt: skip
        if self._has_counters:
            parts.append(_counters(offer, self._rounds[seen.viewer]))
        return bytearray().join(parts)


def _counts(seen: Seen) -> list[int]:
    """All parts that are plain numbers, from ``resource_cards`` to ``offers_this_turn``."""
    own, offer = seen.viewer, seen.offer
    cards, dev_cards, knights = seen.resource_cards, seen.dev_cards, seen.knights_played
    lengths, points = seen.road_lengths, seen.victory_points
    return [
        *cards[own:], *cards[:own],
        *dev_cards[own:], *dev_cards[:own],
        *knights[own:], *knights[:own],
        *lengths[own:], *lengths[:own],
        *points[own:], *points[:own],
        *seen.own_resources,
        *seen.own_dev_cards,
        *seen.own_rates,
        *seen.bank,
        *(offer.give if offer else _NO_CARDS),
        *(offer.get if offer else _NO_CARDS),
        *(seen.dice or _NO_DICE),
        seen.own_points, seen.deck, seen.rolls, seen.dev_played, seen.dev_bought, seen.offers_this_turn,
    ]  # fmt: skip


def _in_bytes(numbers: Sequence[int]) -> bytes:
    try:
        return bytes(numbers)
    except ValueError:  # of a count over 255
        return bytes(min(number, LARGEST) for number in numbers)


def _counters(offer: SeenOffer | None, around: Iterable[int]) -> bytes:
    """What each seat would give, then what each wants, of those that have made a counter-offer."""
    made = {seat: (give, want) for seat, give, want in offer.counters} if offer else {}
    both = [made.get(seat, (_NO_CARDS, _NO_CARDS)) for seat in around]
    return _in_bytes([n for give, _ in both for n in give] + [n for _, want in both for n in want])


# -- tables -------------------------------------------------------------------------------------------------


def _one_of(size: int) -> tuple[bytes, ...]:
    """For each place: a row of zeros with a one there."""
    return tuple(bytes(place == other for other in range(size)) for place in range(size))


_NO_CARDS: Final = (0,) * 5
_NO_DICE: Final = (0, 0)
_ROBBER: Final = _one_of(HEX_COUNT)
_PHASE: Final = dict(zip(PHASES, _one_of(len(PHASES)), strict=True))
_RESOURCE: Final = dict(zip(RESOURCES, _one_of(5), strict=True)) | {DESERT: bytes(5)}
_PLAYABLE: Final = {
    kinds: bytes(card in kinds for card in range(5)) for size in range(6) for kinds in combinations(range(5), size)
}
_HARBOUR: Final = dict(zip((ANY, *RESOURCES), _one_of(6), strict=True))


@lru_cache(maxsize=16384)  # few differ
def _seats(seats: int, viewer: int, *named: int | None) -> bytes:
    """Rows with a one for the viewer, counted from seat 0, and for each seat that is named, counted from the viewer."""
    one = _one_of(seats)
    return one[viewer] + b"".join(bytes(seats) if seat is None else one[(seat - viewer) % seats] for seat in named)


def _building_rows(pieces: Sequence[int], seats: int) -> bytes:
    """Per seat a byte a vertex: 1 for a settlement, 2 for a city."""
    rows = bytearray(seats * VERTEX_COUNT)
    for place in range(2 * seats):  # settlements, then cities
        start = place % seats * VERTEX_COUNT
        for vertex in ids_in(pieces[place]):
            rows[start + vertex] = 1 + place // seats
    return bytes(rows)


def _road_rows(pieces: Sequence[int], seats: int) -> bytes:
    """Per seat a byte an edge."""
    rows = bytearray(seats * EDGE_COUNT)
    for seat in range(seats):
        for edge in ids_in(pieces[2 * seats + seat]):
            rows[seat * EDGE_COUNT + edge] = 1
    return bytes(rows)


def _island_bytes(board: Island | Mapping[str, Any]) -> bytes:
    """The parts that stay for the whole match: terrain, tokens, their pips, harbours."""
    terrain: Sequence[str]
    if isinstance(board, Island):
        terrain, tokens, harbours = board.terrain, board.tokens, board.harbours
    else:
        terrain = [place["resource"] for place in board["hexes"]]
        tokens = tuple(place["token"] for place in board["hexes"])
        harbours = tuple(place["resource"] for place in board["harbours"])
    return b"".join(
        [
            *[_RESOURCE[name] for name in terrain],
            bytes(token or 0 for token in tokens),
            bytes(6 - abs(7 - token) if token else 0 for token in tokens),
            *[_HARBOUR[kind] for kind in harbours],
        ]
    )
