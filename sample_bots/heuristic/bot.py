"""``heuristic``: knows in which order things are worth doing, and looks one action ahead before it does them.

Every phase has its rule; ``BY_PHASE`` at the end lists them. In the main phase the rules stand in the order of
``STEPS``: a city before a settlement before a knight, and so on. A step names the actions that it is about and what
the position would be worth after each. We take the best action of the first step that makes the position better.

To look ahead we play an action on a game of our own. What is hidden from us is dealt into it at random
(``Game.from_view``), so whatever depends on that is judged by what is likely instead: a card off the deck is an average
card, a stolen card is a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random

from engine import Game, Rules
from engine.bundles import ONE_CARD, bundle_text
from engine.resources import CARD_COST, KNIGHT, RESOURCES
from protocol.client import Match, Request, as_wire, play_many
from sample_bots.heuristic import opinions, robber, trades
from sample_bots.heuristic.worth import IslandWorth, Outlook
from sample_bots.trader import Tally

Option = tuple[float, str]
"""What the position is worth after an action, and the action."""


class Heuristic:
    """The bot in one match."""

    def __init__(self, match: Match) -> None:
        self.seat = match.seat
        self.rules = Rules.from_dict(match.start.rules)
        self.tally = Tally(match.start.seats)
        self.rng = Random(match.start.match_id)
        self.board = as_wire(match.board)
        self.island: IslandWorth | None = None

    def choose(self, request: Request, match: Match) -> str:
        """The rule for the phase that we are in."""
        self.tally.follow(match.events)
        if len(request.legal_actions) == 1 and not request.free_form:
            return request.legal_actions[0]
        game = self.deal(request)
        if self.island is None:
            self.island = IslandWorth(game.board)
        hands = trades.likely_hands(game, self.seat, [[hand[name] for name in RESOURCES] for hand in self.tally.hands])
        return BY_PHASE[game.phase](Look(game, self.island, hands, request.legal_actions, request.free_form))

    def deal(self, request: Request) -> Game:
        """The game as we see it, with the unseen dealt at random."""
        return Game.from_view(self.rules, self.board, as_wire(request.public_state), self.rng)


class Look:
    """One decision: the game as we see it, and what our actions would make of it."""

    def __init__(
        self, game: Game, island: IslandWorth, hands: trades.Hands, legal: Sequence[str], free_form: Sequence[str] = ()
    ) -> None:
        assert game.to_act is not None
        self.game, self.seat, self.island = game, game.to_act, island
        self.hands = hands
        """What each seat is likely to hold."""
        self.legal, self.free_form = legal, free_form
        self.hand = game.hand(self.seat)
        self.outlook = Outlook(game, self.seat, island)

    def starting_with(self, verb: str) -> list[str]:
        """The legal actions of a verb."""
        return [action for action in self.legal if action.startswith(verb)]

    def worth(self, game: Game) -> float:
        """What a position is worth to us."""
        return Outlook(game, self.seat, self.island).total

    def ahead(self, actions: Iterable[str]) -> Iterator[Option]:
        """Yield each action with what the position after it is worth."""
        for action in actions:
            yield self.worth(played(self.game, action)), action

    def with_cards(self, got: Iterable[int]) -> float:
        """What the position is worth with these cards more (five counts)."""
        return self.outlook.standing + self.outlook.hand([held + n for held, n in zip(self.hand, got, strict=True)])


def played(game: Game, action: str) -> Game:
    """The game after an action."""
    after = game.copy()
    after.apply(action)
    return after


# -- the main phase, step by step -----------------------------------------------------------------------------


def raise_city(look: Look) -> Iterator[Option]:
    return look.ahead(look.starting_with("build_city"))


def build_settlement(look: Look) -> Iterator[Option]:
    return look.ahead(look.starting_with("build_settlement"))


def play_knight(look: Look) -> Iterator[Option]:
    """What it does for the army, the look ahead sees; beside that it frees our hex and steals a card."""
    relief = opinions.RELIEF if robber.is_robbed(look.game, look.seat) else 0.0
    for worth, action in look.ahead(look.starting_with("play_dev:knight")):
        yield worth + opinions.CARD_WORTH[KNIGHT] + opinions.STOLEN_CARD + relief, action


def take_cards(look: Look) -> Iterator[Option]:
    """Year of plenty and monopoly, when they close a gap.

    Nothing is guessed here: what a monopoly takes from all together is what neither we nor the bank have.
    """
    return for_a_purchase(look, look.starting_with("play_dev:year_of_plenty") + look.starting_with("play_dev:monopoly"))


def play_road_building(look: Look) -> Iterator[Option]:
    """For the roads that we should lay."""
    for action in look.starting_with("play_dev:road_building"):
        game = played(look.game, action)
        while game.phase.startswith("road_building"):
            game = max((played(game, road) for road in game.legal_actions()), key=look.worth)
        yield look.worth(game), action


def buy_card(look: Look) -> Iterator[Option]:
    """Whatever it may be: the card on top of the dealt deck is a guess."""
    for action in look.starting_with("buy_dev_card"):
        yield look.with_cards([-n for n in CARD_COST]) + look.outlook.card_gain(), action


def build_road(look: Look) -> Iterator[Option]:
    return look.ahead(look.starting_with("build_road"))


def swap_with_bank(look: Look) -> Iterator[Option]:
    """Never for its own sake."""
    return for_a_purchase(look, look.starting_with("trade_bank"))


def for_a_purchase(look: Look, actions: Iterable[str]) -> Iterator[Option]:
    """Yield what brings the cards for something that we could not buy before, with the position once it is bought."""
    for action in actions:
        game = played(look.game, action)
        new = [purchase for purchase in game.legal_actions() if purchase not in look.legal]
        if new:
            after = Look(game, look.island, look.hands, new)
            for purchases in (raise_city, build_settlement, buy_card, build_road):
                for worth, _ in purchases(after):
                    yield worth, action


STEPS: tuple[Callable[[Look], Iterator[Option]], ...] = (
    raise_city,
    build_settlement,
    play_knight,
    take_cards,
    play_road_building,
    buy_card,
    build_road,
    swap_with_bank,
)


def choose_main(look: Look) -> str:
    """The first step that makes the position better; else one offer; else the end of the turn."""
    now = look.outlook.total
    for step in STEPS:
        worth, action = max(step(look), default=(now, ""))
        if worth > now + opinions.LEAST_GAIN:
            return action
    return make_offer(look) or "end_turn"


def make_offer(look: Look) -> str | None:
    """One a turn: what nobody wanted once, nobody will want a moment later."""
    can_offer = look.starting_with("offer_trade") or "offer_trade" in look.free_form
    if look.game.offers_this_turn or not can_offer:
        return None
    return trades.best_offer(look.outlook, look.hands)


# -- the other phases -----------------------------------------------------------------------------------------


def choose_place(look: Look) -> str:
    """Set-up and free roads: whatever leads to the best position; of equals the last."""
    return max(look.ahead(look.legal))[1]


def choose_roll(look: Look) -> str:
    """A knight first, where the rules let us, if the robber sits on a hex of ours."""
    if "play_dev:knight" in look.legal and robber.is_robbed(look.game, look.seat):
        return "play_dev:knight"
    return "roll"


def choose_discard(look: Look) -> str:
    """One card at a time, always the one that the hand misses least."""
    left = look.hand[:]
    for _ in range(look.game.pending_discards[look.seat]):
        left = max(
            ([n - out for n, out in zip(left, card, strict=True)] for r, card in enumerate(ONE_CARD) if left[r]),
            key=look.outlook.hand,
        )
    return f"discard:{bundle_text([n - kept for n, kept in zip(look.hand, left, strict=True)])}"


def choose_robber_hex(look: Look) -> str:
    return max(look.legal, key=lambda action: robber.harm(look.game, number_in(action)))


def choose_victim(look: Look) -> str:
    return max(look.legal, key=lambda action: robber.loot(look.game, number_in(action)))


def number_in(action: str) -> int:
    """The number at the end of an action."""
    return int(action.rpartition(":")[2])


def answer_offer(look: Look) -> str:
    """Take it if our hand is better for it; else say what we should take, where the rules let us; else decline."""
    offer = look.game.offer
    assert offer is not None
    if "accept_trade" in look.legal and trades.is_welcome(look.outlook, offer.seat, offer.get, offer.give):
        return "accept_trade"
    counter = None
    if "counter_trade" in look.free_form and not trades.may_win_soon(look.game, offer.seat):
        counter = trades.counter_offer(look.outlook, offer.give, offer.get)
    return counter or "decline_trade"


def choose_counter(look: Look) -> str:
    """The counter-offer that does most for our hand, if any is welcome."""
    assert look.game.offer is not None
    welcome = [
        (trades.gain(look.outlook, counter.want, counter.give), f"accept_counter:{counter.seat}")
        for counter in look.game.offer.counters
        if f"accept_counter:{counter.seat}" in look.legal
        and trades.is_welcome(look.outlook, counter.seat, counter.want, counter.give)
    ]
    return max(welcome, default=(0.0, "dismiss_counters"))[1]


BY_PHASE: dict[str, Callable[[Look], str]] = {
    "setup_settlement": choose_place,
    "setup_road": choose_place,
    "roll": choose_roll,
    "discard": choose_discard,
    "move_robber": choose_robber_hex,
    "steal": choose_victim,
    "main": choose_main,
    "trade_response": answer_offer,
    "trade_counters": choose_counter,
    "road_building_first": choose_place,
    "road_building_second": choose_place,
}


@cache
def seated(match: Match) -> Heuristic:
    """The bot of this match, made at its first request."""
    return Heuristic(match)


def choose(request: Request, match: Match) -> str:
    return seated(match).choose(request, match)


if __name__ == "__main__":
    play_many(choose, name="heuristic", version="1")
