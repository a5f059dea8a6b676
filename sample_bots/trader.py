"""``trader``: ``greedy`` that also makes offers, and knows whom to ask.

Two things make an offer good. It must bring a card that we lack for what we are about to build, in return for one that
we don't need; and it must go to somebody who is likely to have that card. Hands are hidden, but most of what goes
into them is not: the events say what every seat gained, paid and traded, so we keep a tally.
"""

from protocol.client import Event, Match, Request, play_many
from sample_bots.greedy import COSTS, RESOURCES, Table, cards_in, goal
from sample_bots.greedy import choose as choose_greedily

# The price of what the events don't spell out.
PAID = {"buy_dev_card": COSTS["buy_dev_card"]}


class Tally:
    """What each seat holds as far as the events tell; a stolen card is hidden, so it may be a little off."""

    def __init__(self, seats: int) -> None:
        self.hands = [dict.fromkeys(RESOURCES, 0) for _ in range(seats)]
        self.offerer = 0
        self.wanted: dict[str, int] = {}
        self.heard = 0

    def follow(self, events: list[Event]) -> None:
        """Take in the events that are new."""
        for event in events[self.heard :]:
            self.take(event)
        self.heard = len(events)

    def take(self, event: Event) -> None:
        """Move the cards that an event moved."""
        verb, _, rest = event.action.partition(":")
        for seat, gain in enumerate(event.gains or []):
            self.add(seat, gain)
        for seat, loss in enumerate(event.discards or []):
            self.remove(seat, loss)
        self.remove(event.seat, event.paid or PAID.get(verb, {}))
        self.remove(event.seat, event.gave or {})
        self.add(event.seat, event.got or {})
        if verb in ("accept_trade", "accept_counter"):
            other = self.offerer if verb == "accept_trade" else int(rest)
            self.add(other, event.gave or {})
            self.remove(other, event.got or {})
        elif verb == "offer_trade":
            self.offerer, self.wanted = event.seat, cards_in(rest.rpartition(":")[2])
        elif verb == "decline_trade":
            self.remove(event.seat, self.wanted)  # most likely it has none to give
        elif verb == "discard":
            self.remove(event.seat, cards_in(rest))
        elif verb == "steal" and event.card:  # we were there
            self.add(event.seat, {event.card: 1})
            self.remove(int(rest), {event.card: 1})
        for seat, n in enumerate(event.taken or []):
            resource = event.action.rpartition(":")[2]
            self.remove(seat, {resource: n})
            self.add(event.seat, {resource: n})

    def add(self, seat: int, bundle: dict[str, int]) -> None:
        for name, n in bundle.items():
            self.hands[seat][name] += n

    def remove(self, seat: int, bundle: dict[str, int]) -> None:
        for name, n in bundle.items():
            self.hands[seat][name] = max(0, self.hands[seat][name] - n)


class Trader:
    """A bot with a memory: the tally of this match, and what it has offered in this turn."""

    def __init__(self) -> None:
        self.tally = Tally(4)
        self.turn = -1
        self.tried: set[str] = set()

    def start(self, match: Match) -> None:
        self.tally = Tally(match.start.seats)

    def choose(self, request: Request, match: Match) -> str:
        """As greedy; but before the bank is paid or the turn ends, ask around."""
        self.tally.follow(match.events)
        action = choose_greedily(request, match)
        if action == "end_turn" or action.startswith("trade_bank"):
            return self.best_offer(Table(request, match)) or action
        return action

    def best_offer(self, table: Table) -> str | None:
        """The offer most likely to bring what the goal lacks, or None; the same is not tried twice in a turn."""
        if table.state.turn != self.turn:
            self.turn, self.tried = table.state.turn, set()
        price = goal(table)
        missing = table.missing(price)
        held = table.state.your_resources or {}
        best, best_chance = None, 0.0
        for action in possible_offers(table):
            _, target, give, get = action.split(":")
            if action in self.tried or get not in missing or held[give] <= price.get(give, 0):
                continue
            chance = self.chance(table, int(target), give, get)
            if chance > best_chance:
                best, best_chance = action, chance
        if best is not None:
            self.tried.add(best)
        return best

    def chance(self, table: Table, target: int, give: str, get: str) -> float:
        """How likely the target has the card and likes ours; nothing is sold to somebody about to win."""
        if table.state.victory_points[target] >= table.state.points_to_win - 3:
            return 0.0
        hand = self.tally.hands[target]
        likes = 1.0 if hand[give] == 0 else 0.5  # a card of a kind that it has none of is worth more to it
        return min(hand[get], 3) * likes / (1 + table.state.victory_points[target] / 10)


def possible_offers(table: Table) -> list[str]:
    """The offers of one card for one: listed, or where the rules trade bundles written by ourselves."""
    if "offer_trade" not in table.request.free_form:
        return table.starting_with("offer_trade")
    held = [name for name, n in (table.state.your_resources or {}).items() if n]
    others = [seat for seat in range(table.state.seats) if seat != table.seat]
    return [
        f"offer_trade:{other}:{give}:{get}" for other in others for give in held for get in RESOURCES if get != give
    ]


if __name__ == "__main__":
    trader = Trader()
    play_many(trader.choose, name="trader", version="1", on_start=trader.start)
