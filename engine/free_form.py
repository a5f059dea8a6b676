"""The actions whose arguments are too many to list: bundles offered, countered and, from a huge hand, discarded.

``verbs`` says which of them a seat may use now, ``objection`` is the one judge of what it says with them. All
other actions are legal because ``engine.legal`` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.bundles import Bundle, bundle_text, holds, share_a_resource
from engine.legal import discards

if TYPE_CHECKING:
    from engine.game import Game


def verbs(game: Game) -> list[str]:
    """The free-form verbs that the seat to act may use now, in grammar order."""
    if game.phase == "discard":
        return ["discard"] if discards(game) is None else []
    if game.rules.player_trades != "bundles":
        return []
    if game.phase == "main":
        return ["offer_trade"] if game.offers_this_turn < game.max_offers and any(game.hand(game.current_seat)) else []
    if game.phase == "trade_response":
        assert game.offer is not None
        assert game.to_act is not None
        can_trade = any(game.hand(game.to_act)) and any(game.hand(game.offer.seat))
        return ["counter_trade"] if can_trade else []
    return []


def objection(game: Game, action: Action) -> str | None:
    """Why the seat to act may not say this now; None: it is legal. Only for actions of ``verbs``."""
    if action.verb == "discard":
        return discard_objection(game, action.args[0])
    if action.verb == "offer_trade":
        return offer_objection(game, *action.args)
    return counter_objection(game, *action.args)


def discard_objection(game: Game, bundle: Bundle) -> str | None:
    """Any cards of the hand, as many as are owed."""
    seat = game.to_act
    assert seat is not None
    owed = game.pending_discards[seat]
    if sum(bundle) != owed:
        return f"seat {seat} discards {owed} cards, not {sum(bundle)}"
    return None if holds(game.hand(seat), bundle) else f"seat {seat} does not hold {bundle_text(bundle)}"


def offer_objection(game: Game, target: int | None, give: Bundle, get: Bundle) -> str | None:
    """It depends on the offerer's own hand alone, so that it tells nothing of others' hands."""
    seat = game.current_seat
    if target == seat:
        return "an offer goes to another seat"
    if not holds(game.hand(seat), give):
        return f"seat {seat} does not hold {bundle_text(give)}"
    return not_a_trade(game, give, get)


def counter_objection(game: Game, give: Bundle, want: Bundle) -> str | None:
    """Other terms than the offer's, with cards that both seats hold."""
    offer, seat = game.offer, game.to_act
    assert offer is not None
    assert seat is not None
    if (give, want) == (offer.get, offer.give):
        return "these are the terms of the offer: accept_trade takes them"
    if not holds(game.hand(seat), give):
        return f"seat {seat} does not hold {bundle_text(give)}"
    if not holds(game.hand(offer.seat), want):
        return f"seat {offer.seat} does not hold {bundle_text(want)}"
    return not_a_trade(game, give, want)


def not_a_trade(game: Game, give: Bundle, get: Bundle) -> str | None:
    """Why these two bundles are no trade under the rules, whoever holds them; None: they are one."""
    if give == get:
        return "the same cards are not traded for themselves"
    if not game.rules.overlapping_bundles and share_a_resource(give, get):
        return "a resource is not on both sides of a trade"
    return None
