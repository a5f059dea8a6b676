"""``greedy``: does whatever seems worth most right now, by a few rules of thumb.

It has one idea of value. A hex pays on ``pips`` rolls out of 36, so a place to build on is worth the pips around it, a
little more when it brings a resource that we don't produce yet or a harbour. From that follow where to settle,
where roads should lead, which hex the robber should sit on and which cards to wish for.
"""

from protocol.board import Board
from protocol.client import Match, Request, play_many
from protocol.public_state import PublicState

PIPS = {None: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
RESOURCES = ("wood", "brick", "sheep", "wheat", "ore")
COSTS = {
    "build_city": {"wheat": 2, "ore": 3},
    "build_settlement": {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1},
    "buy_dev_card": {"sheep": 1, "wheat": 1, "ore": 1},
    "build_road": {"wood": 1, "brick": 1},
}
NEW_RESOURCE = 2.0  # how many pips it is worth to produce something for the first time
HARBOUR = 1.0


class Table:
    """What a request means to us: the board, the state, and what we own."""

    def __init__(self, request: Request, match: Match) -> None:
        self.request = request
        self.board: Board = match.board
        self.state: PublicState = request.public_state
        self.seat = match.seat
        self.legal = request.legal_actions

    def starting_with(self, verb: str) -> list[str]:
        """The legal actions of a verb."""
        return [action for action in self.legal if action.startswith(verb)]

    def buildings(self, seat: int) -> list[int]:
        """The vertices on which a seat has a settlement or a city."""
        return [*self.state.settlements[seat], *self.state.cities[seat]]

    def production(self, seat: int) -> dict[str, int]:
        """The pips per resource of a seat; a city counts twice."""
        pips = dict.fromkeys(RESOURCES, 0)
        for vertex in [*self.buildings(seat), *self.state.cities[seat]]:
            for number in self.board.vertices[vertex].hexes:
                hex_ = self.board.hexes[number]
                if hex_.resource != "desert":
                    pips[hex_.resource] += PIPS[hex_.token]
        return pips

    def vertex_value(self, vertex: int) -> float:
        """The pips around a vertex, with something on top for what we lack."""
        place = self.board.vertices[vertex]
        own = self.production(self.seat)
        value = HARBOUR if place.harbour is not None else 0.0
        for number in place.hexes:
            hex_ = self.board.hexes[number]
            value += PIPS[hex_.token]
            if hex_.resource != "desert" and not own[hex_.resource]:
                value += NEW_RESOURCE
                own[hex_.resource] = 1
        return value

    def is_open(self, vertex: int) -> bool:
        """May anybody still settle here? The distance rule keeps neighbours free."""
        taken = {v for seat in range(self.state.seats) for v in self.buildings(seat)}
        return vertex not in taken and taken.isdisjoint(self.board.vertices[vertex].neighbours)

    def road_value(self, edge: int) -> float:
        """What lies at the end of a road: the best place one edge on counts half."""
        own = {v for e in self.state.roads[self.seat] for v in self.board.edges[e].vertices}
        own.update(self.buildings(self.seat))
        value = 0.0
        for end in self.board.edges[edge].vertices:
            if end in own:
                continue
            if self.is_open(end):
                value = max(value, self.vertex_value(end))
            for beyond in self.board.vertices[end].neighbours:
                if beyond not in own and self.is_open(beyond):
                    value = max(value, 0.5 * self.vertex_value(beyond))
        return value

    def missing(self, cost: dict[str, int], spent: dict[str, int] | None = None) -> dict[str, int]:
        """The cards that we lack for a price, after spending some on something else."""
        held = self.state.your_resources or {}
        spent = spent or {}
        lack = {name: n + spent.get(name, 0) - held[name] for name, n in cost.items()}
        return {name: n for name, n in lack.items() if n > 0}


def argument(action: str) -> int:
    """The number at the end of an action."""
    return int(action.rpartition(":")[2])


def cards_in(bundle: str) -> dict[str, int]:
    """The cards that a bundle such as ``2wood+ore`` spells."""
    parts = [(part.lstrip("0123456789"), part) for part in bundle.split("+")]
    return {name: int(part.removesuffix(name) or 1) for name, part in parts}


def goal(table: Table) -> dict[str, int]:
    """The price of what we are saving for: the most valuable thing that is nearest to being paid."""
    state, seat = table.state, table.seat
    reachable = {v for e in state.roads[seat] for v in table.board.edges[e].vertices}
    wishes = []
    if state.settlements[seat] and state.cities_left[seat]:
        wishes.append("build_city")
    if state.settlements_left[seat] and any(table.is_open(v) for v in reachable):
        wishes.append("build_settlement")
    elif state.roads_left[seat] and state.settlements_left[seat]:
        wishes.append("build_road")
    if not wishes:
        wishes.append("buy_dev_card")
    return min((COSTS[wish] for wish in wishes), key=lambda cost: sum(table.missing(cost).values()))


def choose(request: Request, match: Match) -> str:
    """The rule of thumb for the phase that we are in."""
    if len(request.legal_actions) == 1:
        return request.legal_actions[0]
    table = Table(request, match)
    return BY_PHASE[table.state.phase](table)


def choose_settlement(table: Table) -> str:
    return max(table.legal, key=lambda action: table.vertex_value(argument(action)))


def choose_road(table: Table) -> str:
    """In set-up or for a card; where the rules let us stop laying free roads we don't."""
    roads = [action for action in table.legal if action != "stop_free_roads"]
    return max(roads, key=lambda action: table.road_value(argument(action)))


def choose_roll(table: Table) -> str:
    """Where cards may be played before the roll: a knight, if the robber sits on a hex of ours."""
    robbed = set(table.board.hexes[table.state.robber].vertices)
    if "play_dev:knight" in table.legal and robbed.intersection(table.buildings(table.seat)):
        return "play_dev:knight"
    return "roll"


def choose_discard(table: Table) -> str:
    """Where the rules let us choose: the cards that the goal misses least."""
    price = goal(table)
    return min(table.legal, key=lambda action: sum(table.missing(price, cards_in(action.partition(":")[2])).values()))


def choose_robber_hex(table: Table) -> str:
    """Where it costs the others most, leaders above all, and us nothing."""

    def harm(action: str) -> float:
        hex_ = table.board.hexes[argument(action)]
        total = 0.0
        for seat in range(table.state.seats):
            here = sum(v in hex_.vertices for v in [*table.buildings(seat), *table.state.cities[seat]])
            if seat == table.seat:
                total -= 10 * here * PIPS[hex_.token]
            elif here:
                cards = table.state.resource_counts[seat] > 0
                total += here * PIPS[hex_.token] * (1 + table.state.victory_points[seat] / 5) + cards
        return total

    return max(table.legal, key=harm)


def choose_victim(table: Table) -> str:
    return max(
        table.legal,
        key=lambda action: (
            table.state.victory_points[argument(action)],
            table.state.resource_counts[argument(action)],
        ),
    )


def choose_main(table: Table) -> str:
    """Build the best we can pay; else play a card, buy one, lay a road, swap towards the goal; else end."""
    for verb in ("build_city", "build_settlement"):
        options = table.starting_with(verb)
        if options:
            return max(options, key=lambda action: table.vertex_value(argument(action)))
    return play_card(table) or buy(table) or swap_with_bank(table) or "end_turn"


def play_card(table: Table) -> str | None:
    """A knight at once, the others when they close a gap."""
    if "play_dev:knight" in table.legal:
        return "play_dev:knight"
    if "play_dev:road_building" in table.legal:
        return "play_dev:road_building"
    missing = table.missing(goal(table))
    wanted = [name for name, n in missing.items() for _ in range(n)]
    if len(wanted) in (1, 2):
        pair = sorted((wanted * 2)[:2], key=RESOURCES.index)
        plenty = f"play_dev:year_of_plenty:{pair[0]}:{pair[1]}"
        if plenty in table.legal:
            return plenty
    if len(missing) == 1:
        monopoly = f"play_dev:monopoly:{wanted[0]}"
        if monopoly in table.legal and sum(table.state.resource_counts) > 12:
            return monopoly
    return None


def buy(table: Table) -> str | None:
    """A road that leads somewhere, or a card, if the goal does not suffer from it."""
    price = goal(table)
    roads = table.starting_with("build_road")
    if roads and (price == COSTS["build_road"] or not table.missing(price, COSTS["build_road"])):
        best = max(roads, key=lambda action: table.road_value(argument(action)))
        if table.road_value(argument(best)) > 0:
            return best
    if "buy_dev_card" in table.legal:
        saved = {name for name, n in price.items() if name in COSTS["buy_dev_card"]}
        held = table.state.your_resources or {}
        if sum(held.values()) > 7 or len(table.missing(price)) > 1 or not saved:
            return "buy_dev_card"
    return None


def swap_with_bank(table: Table) -> str | None:
    """A bank trade that brings a card for the goal and takes none from it."""
    price = goal(table)
    missing = table.missing(price)
    held, rates = table.state.your_resources or {}, table.state.your_trade_rates or {}
    for action in table.starting_with("trade_bank"):
        _, give, get = action.split(":")
        if get in missing and held[give] - rates[give] >= price.get(give, 0):
            return action
    return None


def answer_offer(table: Table) -> str:
    """Accept what brings us nearer to the goal."""
    offer = table.state.offer
    if offer is None or "accept_trade" not in table.legal:
        return "decline_trade"
    return "accept_trade" if is_welcome(table, offer.from_seat, offer.give, offer.get) else "decline_trade"


def choose_counter(table: Table) -> str:
    """When an offer of ours was answered by others: the first that brings us nearer to the goal."""
    for counter in table.state.counters:
        action = f"accept_counter:{counter.seat}"
        if action in table.legal and is_welcome(table, counter.seat, counter.give, counter.get):
            return action
    return "dismiss_counters"


def is_welcome(table: Table, other: int, brings: dict[str, int], costs: dict[str, int]) -> bool:
    """Does a trade bring what the goal lacks and cost nothing of it? Never with somebody about to win."""
    if table.state.victory_points[other] >= table.state.points_to_win - 2:
        return False
    price = goal(table)
    missing = table.missing(price)
    held = table.state.your_resources or {}
    helps = any(name in missing for name in brings)
    hurts = any(held[name] - n < price.get(name, 0) for name, n in costs.items())
    return helps and not hurts


BY_PHASE = {
    "setup_settlement": choose_settlement,
    "setup_road": choose_road,
    "roll": choose_roll,
    "discard": choose_discard,
    "move_robber": choose_robber_hex,
    "steal": choose_victim,
    "main": choose_main,
    "trade_response": answer_offer,
    "trade_counters": choose_counter,
    "road_building_first": choose_road,
    "road_building_second": choose_road,
}

if __name__ == "__main__":
    play_many(choose, name="greedy", version="1")
