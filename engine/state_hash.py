"""The hash of a state: 128-bit BLAKE2b over a canonical encoding, fixed per ``rules_version``.

Equal states have equal hashes on any machine and Python. It covers everything that can matter for what
follows: rules and island, pieces, hands, bank, deck in order, awards, the turn's counters, an open offer, and
the counters of chance (rolls and thefts). It leaves out the seed, the ply and turn numbers and the dice shown.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from engine.dev_cards import FREE_ROADS_LEFT
from engine.rules import RULES_VERSION

if TYPE_CHECKING:
    from engine.game import Game
    from engine.island import Island
    from engine.rules import Rules
    from engine.trade import Offer

_NOBODY: Final = 255
_ROAD_BITS: Final = 72
_PHASE_NUMBER: Final = {
    "setup_settlement": 0,
    "setup_road": 1,
    "roll": 2,
    "move_robber": 3,
    "steal": 4,
    "main": 5,
    "trade_response": 6,
    "road_building_first": 7,
    "road_building_second": 8,
    "over": 9,
    "discard": 10,
    "trade_counters": 11,
}
"""Published, and never changed within a ``rules_version``."""


def hash_prefix(rules: Rules, board: Island) -> Any:
    """A BLAKE2b object that has read what is fixed for the match."""
    fixed = {
        "rules_version": RULES_VERSION,
        "rules": {key: value for key, value in rules.as_dict().items() if key != "name"},
        "terrain": board.terrain,
        "tokens": board.tokens,
        "harbours": board.harbours,
    }
    encoded = json.dumps(fixed, sort_keys=True, separators=(",", ":")).encode()
    return blake2b(encoded, digest_size=16, person=b"catan-state")


@cache
def _layout(seats: int) -> Struct:
    """Little-endian: pieces, hands and bank, cards, counts per seat, then single numbers."""
    return Struct(f"<{2 * seats}Q{9 * seats}s{5 * seats}H5H{5 * seats}B5B{seats}B10BHII")


def state_hash(game: Game, prefix: Any) -> str:
    """32 hex digits; see the module's docstring for what they cover."""
    roads = 0
    for mask in reversed(game.roads):
        roads = roads << _ROAD_BITS | mask
    encoded = _layout(game.seats).pack(
        *game.settlements,
        *game.cities,
        roads.to_bytes(9 * game.seats, "little"),
        *game.hands,
        *game.bank,
        *game.dev_hands,
        *game.dev_bought,
        *game.knights_played,
        _PHASE_NUMBER[game.phase],
        game.current_seat,
        _seat(game.to_act),
        game.robber,
        _seat(game.road_holder),
        _seat(game.army_holder),
        game.dev_played,
        game.dice is not None,
        FREE_ROADS_LEFT.get(game.phase, 0),
        len(game.deck),
        game.offers_this_turn,
        game.rolls,
        game.steals,
    )
    digest = prefix.copy()
    digest.update(encoded)
    digest.update(bytes(game.deck))
    if game.offer is not None:
        digest.update(_offer_bytes(game.offer))
    if game.phase == "discard":
        digest.update(_counts_bytes(game.pending_discards))
    return str(digest.hexdigest())


def _offer_bytes(offer: Offer) -> bytes:
    """Who, to whom, the two bundles, the seats still to be asked; then each counter-offer behind a mark."""
    parts = [bytes((offer.seat, _seat(offer.target))), _counts_bytes(offer.give + offer.get), bytes(offer.asked)]
    parts += [bytes((_NOBODY, c.seat)) + _counts_bytes(c.give + c.want) for c in offer.counters]
    return b"".join(parts)


def _counts_bytes(counts: tuple[int, ...]) -> bytes:
    """Each count in groups of seven bits, lowest first, all but the last marked by the eighth bit."""
    encoded = bytearray()
    for n in counts:
        while n > 127:
            encoded.append(n & 127 | 128)
            n >>= 7
        encoded.append(n)
    return bytes(encoded)


def _seat(seat: int | None) -> int:
    return _NOBODY if seat is None else seat
