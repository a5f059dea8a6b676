"""What purchases, development cards and trades change in a position, for ``oracle_steps``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.kit.oracle import others, road_places, trade_rates
from tests.kit.oracle_bundles import read_bundle
from tests.kit.positions import RESOURCES, Position, cost, five

Cards = Sequence[int]


def resume_turn(q: Position) -> None:
    """Back from a card or the robber to where the turn was: before or after the roll."""
    q.update(phase="main" if q["rolled_this_turn"] else "roll", to_act=q["current_seat"], free_roads_left=0)


# -- building and cards -------------------------------------------------------------------------------------


def build_piece(kind: str, name: str) -> Callable[[Position, list[str]], None]:
    """The effect of building this piece, which stands in this list of the position."""

    def build(q: Position, args: list[str]) -> None:
        seat, place = q["to_act"], int(args[0])
        from_bank(q, seat, [-n for n in five(cost(name))])
        q[kind][seat].append(place)
        if name == "city":
            q["settlements"][seat].remove(place)

    return build


def buy_dev_card(q: Position, args: list[str]) -> None:
    """The next card of the deck, paid for and marked as new."""
    from_bank(q, q["to_act"], [-n for n in five(cost("dev_card"))])
    card = q["deck"].pop(0)
    for cards in (q["dev_hands"][q["to_act"]], q["dev_bought"]):
        cards[card] = cards.get(card, 0) + 1


def play_dev(q: Position, args: list[str]) -> None:
    """The card is spent, and does what it says; road building without a place does nothing."""
    card, *names = args
    seat = q["to_act"]
    q["dev_hands"][seat][card] -= 1
    q["dev_played"] = True
    if card == "knight":
        q["knights_played"][seat] += 1
        q["phase"] = "move_robber"
    elif card == "road_building" and road_places(q):
        q.update(phase="road_building_first", free_roads_left=2)
    elif card == "year_of_plenty":
        for name in names:
            from_bank(q, seat, five({name: 1}))
    elif card == "monopoly":
        for other in others(q, seat):
            taken = [n * (name == names[0]) for n, name in zip(q["hands"][other], RESOURCES, strict=True)]
            move_cards(q, other, seat, taken)


def free_road(q: Position, args: list[str]) -> None:
    """A road for nothing; a second one only where there is a place for it."""
    q["roads"][q["to_act"]].append(int(args[0]))
    if q["phase"] == "road_building_first" and road_places(q):
        q.update(phase="road_building_second", free_roads_left=1)
    else:
        resume_turn(q)


# -- trade --------------------------------------------------------------------------------------------------


def trade_bank(q: Position, args: list[str]) -> None:
    """One card of the bank at the seat's best rate."""
    give, get = (RESOURCES.index(name) for name in args)
    rate = trade_rates(q, q["to_act"])[give]
    from_bank(q, q["to_act"], [(r == get) - rate * (r == give) for r in range(5)])


def offer_trade(q: Position, args: list[str]) -> None:
    """An offer goes to one seat, or round the table to those with cards."""
    seat, count = q["to_act"], len(q["hands"])
    to = None if args[0] == "all" else int(args[0])
    round_the_table = [(seat + i) % count for i in range(1, count)]
    asked = [other for other in round_the_table if sum(q["hands"][other])] if to is None else [to]
    give, get = (_by_name(bundle_cards(word)) for word in args[1:])
    q["offers_this_turn"] += 1
    q["offer"] = {"from": seat, "to": to, "give": give, "get": get, "asked": asked, "counters": []}
    _ask_on(q)


def decline_trade(q: Position, args: list[str]) -> None:
    """This seat has answered."""
    q["offer"]["asked"].remove(q["to_act"])
    _ask_on(q)


def counter_trade(q: Position, args: list[str]) -> None:
    """This seat has answered with terms of its own."""
    give, get = (_by_name(bundle_cards(word)) for word in args)
    q["offer"]["counters"].append({"seat": q["to_act"], "give": give, "get": get})
    decline_trade(q, [])


def _ask_on(q: Position) -> None:
    """To the next seat that is asked; after the last the offerer looks at the counters, if there are any."""
    if q["offer"]["asked"]:
        q.update(phase="trade_response", to_act=q["offer"]["asked"][0])
    elif q["offer"]["counters"]:
        q.update(phase="trade_counters", to_act=q["offer"]["from"])
    else:
        close_offer(q, [])


def close_offer(q: Position, args: list[str]) -> None:
    """The offer and its counters are gone."""
    q.update(phase="main", to_act=q["current_seat"], offer=None)


def accept_trade(q: Position, args: list[str]) -> None:
    """The cards change hands, and the offer closes."""
    offer = q["offer"]
    _swap(q, offer["from"], five(offer["give"]), q["to_act"], five(offer["get"]))
    close_offer(q, [])


def accept_counter(q: Position, args: list[str]) -> None:
    """The cards change hands on that seat's terms."""
    (counter,) = (c for c in q["offer"]["counters"] if c["seat"] == int(args[0]))
    _swap(q, counter["seat"], five(counter["give"]), q["to_act"], five(counter["get"]))
    close_offer(q, [])


# -- cards from hand to hand --------------------------------------------------------------------------------


def from_bank(q: Position, seat: int, cards: Cards) -> None:
    """The bank pays these cards; those below zero it is paid."""
    q["hands"][seat] = [have + n for have, n in zip(q["hands"][seat], cards, strict=True)]
    q["bank"] = [have - n for have, n in zip(q["bank"], cards, strict=True)]


def move_cards(q: Position, giver: int, taker: int, cards: Cards) -> None:
    """These cards go from one hand to the other."""
    from_bank(q, giver, [-n for n in cards])
    from_bank(q, taker, cards)


def _swap(q: Position, one: int, given: Cards, other: int, got: Cards) -> None:
    move_cards(q, one, other, given)
    move_cards(q, other, one, got)


def bundle_cards(text: str) -> list[int]:
    """The five counts of what is known to be a bundle."""
    cards = read_bundle(text)
    assert cards is not None, f"{text!r} is no bundle"
    return cards


def _by_name(cards: Cards) -> dict[str, int]:
    return {name: n for name, n in zip(RESOURCES, cards, strict=True) if n}
