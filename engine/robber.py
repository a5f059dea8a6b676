"""What a seven takes, and where the robber goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.bundles import Bundle
from engine.discards import automatic_discard, owed_discards
from engine.events import Event, Hidden
from engine.legal import steal_victims
from engine.production import pay
from engine.resources import RESOURCES

if TYPE_CHECKING:
    from engine.game import Game


def take_half(game: Game) -> dict[int, list[int]]:
    """A seven was rolled: every seat over the limit loses half its cards, at once or when it has chosen them.

    Returns the cards, five counts, of each seat that has lost some already.
    """
    return _BY_DISCARD[game.rules.discard](game)


def _discard_automatically(game: Game) -> dict[int, list[int]]:
    """Every seat that owes cards loses them at once. Returns what each lost."""
    lost = {}
    for seat, owed in enumerate(owed_discards(game)):
        if owed:
            lost[seat] = automatic_discard(game.hand(seat), owed)
            pay(game, seat, lost[seat])
    game.phase = "move_robber"
    return lost


def _ask_for_discards(game: Game) -> dict[int, list[int]]:
    """The seats that owe cards choose them, from the lowest seat on; nobody has lost any yet."""
    game.pending_discards = tuple(owed_discards(game))
    _ask_next_discarder(game)
    return {}


_BY_DISCARD: Final[dict[str, Callable[[Game], dict[int, list[int]]]]] = {
    "auto_largest": _discard_automatically,
    "choose": _ask_for_discards,
}
"""``Rules.discard`` -> what happens to overfull hands on a seven."""


def discard(game: Game, _event: Event, cards: Bundle) -> None:
    seat = game.to_act
    assert seat is not None
    pay(game, seat, cards)
    game.pending_discards = tuple(0 if other == seat else owed for other, owed in enumerate(game.pending_discards))
    _ask_next_discarder(game)


def _ask_next_discarder(game: Game) -> None:
    for seat, owed in enumerate(game.pending_discards):
        if owed:
            game.phase, game.to_act = "discard", seat
            return
    game.phase, game.to_act = "move_robber", game.current_seat


def move_robber(game: Game, _event: Event, hex_id: int) -> None:
    game.robber = hex_id
    if steal_victims(game):
        game.phase = "steal"
    else:
        resume_turn(game)


def steal(game: Game, event: Event, victim: int) -> None:
    hand = game.hands[5 * victim : 5 * victim + 5]
    place = game.chance.steal(game.steals, sum(hand))
    game.steals += 1
    resource = 0
    while place >= hand[resource]:
        place -= hand[resource]
        resource += 1
    thief = game.current_seat
    game.hands[5 * victim + resource] -= 1
    game.hands[5 * thief + resource] += 1
    event.hidden = Hidden(resource, RESOURCES, (thief, victim))
    resume_turn(game)


def resume_turn(game: Game) -> None:
    game.phase = "main" if game.rolled_this_turn else "roll"
