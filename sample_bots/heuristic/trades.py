"""What to offer, what to take, and what to say instead.

All of it is one question: what is our hand worth before and after? ``Outlook.hand`` answers it from what we are about
to build. What the others hold is a guess from the events (``trader.Tally``), and nothing legal or illegal hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from engine import Game
from engine.bundles import ONE_CARD, Bundle, bundle_text, holds, share_a_resource
from sample_bots.heuristic import opinions
from sample_bots.heuristic.worth import Outlook

Hands = Sequence[Sequence[float]]
"""What each seat is likely to hold: five counts each, ours all zero."""


def likely_hands(game: Game, seat: int, tally: Sequence[Sequence[int]]) -> Hands:
    """What the others are likely to hold, by what the events tell and what the table proves.

    The events leave some doubt. How many cards each seat has is public; how many of a resource the others have is
    what neither we nor the bank have. So the tally is stretched to fit both, one after the other, a few times.
    """
    others = [other for other in range(game.seats) if other != seat]
    likely = [[n + opinions.DOUBT if other != seat else 0.0 for n in hand] for other, hand in enumerate(tally)]
    unseen = [sum(game.hands[5 * other + resource] for other in others) for resource in range(5)]
    for _ in range(3):
        for resource, n in enumerate(unseen):
            scale = n / sum(likely[other][resource] for other in others)
            for other in others:
                likely[other][resource] = likely[other][resource] * scale + TINY
        for other in others:
            scale = sum(game.hand(other)) / sum(likely[other])
            likely[other] = [n * scale + TINY for n in likely[other]]
    return likely


TINY = 1e-9  # nothing is impossible, and nothing is divided by zero


def gain(outlook: Outlook, give: Sequence[int], get: Sequence[int]) -> float:
    """What a trade does for our hand."""
    hand = outlook.game.hand(outlook.seat)
    after = [held - out + into for held, out, into in zip(hand, give, get, strict=True)]
    return outlook.hand(after) - outlook.hand(hand)


def is_welcome(outlook: Outlook, other: int, give: Bundle, get: Bundle) -> bool:
    """Do we like to give this to the other seat and get that? A leader must bring more; who may win gets nothing."""
    game = outlook.game
    if may_win_soon(game, other):
        return False
    return gain(outlook, give, get) > opinions.LEAST_GAIN_OF_TRADE * (1 + game.points[other] / 5)


def may_win_soon(game: Game, seat: int) -> bool:
    return game.points[seat] >= game.rules.points_to_win - opinions.TOO_NEAR


def counter_offer(outlook: Outlook, offered: Bundle, asked: Bundle) -> str | None:
    """Our terms for what a seat offers: other cards of ours than it asked for; None: it has nothing for us.

    A counter-offer for cards that the offerer does not hold would be illegal. That it holds what it offers is all
    that we can be sure of, so that is what we ask for.
    """
    game = outlook.game
    best, most = None, opinions.LEAST_GAIN_OF_TRADE
    for give in one_or_two_cards(game.hand(outlook.seat)):
        if give in (asked, offered) or (share_a_resource(give, offered) and not game.rules.overlapping_bundles):
            continue
        brings = gain(outlook, give, offered)
        if brings > most:
            best, most = give, brings
    return None if best is None else f"counter_trade:{bundle_text(best)}:{bundle_text(offered)}"


def best_offer(outlook: Outlook, hands: Hands) -> str | None:
    """The offer that promises most: what it brings, times how likely somebody takes it; None: there is no good one.

    Where the rules trade bundles it goes to all, unless somebody may win with it, and may pay with two cards.
    """
    game, seat = outlook.game, outlook.seat
    others = [other for other in range(game.seats) if other != seat and not may_win_soon(game, other)]
    bundles = game.rules.player_trades == "bundles"
    to_all = bundles and len(others) == game.seats - 1
    best, most = None, 0.0
    for give in one_or_two_cards(game.hand(seat)):
        if sum(give) > 1 and not bundles:
            continue
        for get in ONE_CARD:
            if share_a_resource(give, get) or (brings := gain(outlook, give, get)) < opinions.LEAST_GAIN_OF_OFFER:
                continue
            chances = {other: chance(hands[other], give, get) for other in others}
            targets = {"all": sum(chances.values())} if to_all else chances
            for target, likely in targets.items():
                if brings * likely > most:
                    best, most = f"offer_trade:{target}:{bundle_text(give)}:{bundle_text(get)}", brings * likely
    return best


def chance(hand: Sequence[float], give: Bundle, get: Bundle) -> float:
    """How likely a seat with this hand takes our cards for its own: it must have some and like what it has none of."""
    likes = sum(n * exp(-2 * held) for n, held in zip(give, hand, strict=True))
    has = min(held / (1 + held) for n, held in zip(get, hand, strict=True) if n)
    return has * min(likes, 1.0)


def one_or_two_cards(hand: Sequence[int]) -> Iterator[Bundle]:
    """Yield every bundle of one or two cards that the hand holds."""
    for a, one in enumerate(ONE_CARD):
        if hand[a]:
            yield one
        for other in ONE_CARD[a:]:
            two = tuple(n + more for n, more in zip(one, other, strict=True))
            if holds(hand, two):
                yield two
