"""The action grammar: every finite action as a table entry, and the texts in the order in which they are listed.

Parsing, judging and applying are three steps. Here is the first: ``find_action`` turns text into an ``Action``
without looking at any state. Texts come from tables made once, so that
listing legal actions hardly ever formats a string. Actions with bundles are too many for a table and are parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any, Final

from engine.bundles import ONE_CARD, Bundle, bundle_text, parse_bundle
from engine.resources import RESOURCES
from engine.rules import MOST_SEATS, Rules
from engine.topology import EDGE_COUNT, HEX_COUNT, VERTEX_COUNT


@dataclass(frozen=True, slots=True)
class Action:
    """One action of the grammar: canonical text, verb, and its arguments as numbers.

    A resource is its index, a bundle five counts; the target of an offer to every seat is None.
    """

    text: str
    verb: str
    args: tuple[Any, ...] = ()
    is_free_form: bool = False
    """Was it parsed rather than found in the table?"""


ROLL: Final = "roll"
END_TURN: Final = "end_turn"
BUY_DEV_CARD: Final = "buy_dev_card"
PLAY_KNIGHT: Final = "play_dev:knight"
PLAY_ROAD_BUILDING: Final = "play_dev:road_building"
ACCEPT_TRADE: Final = "accept_trade"
DECLINE_TRADE: Final = "decline_trade"
EVERY_SEAT: Final = "all"
DISMISS_COUNTERS: Final = "dismiss_counters"
STOP_FREE_ROADS: Final = "stop_free_roads"


def _numbered(verb: str, count: int) -> tuple[str, ...]:
    return tuple(f"{verb}:{n}" for n in range(count))


PLACE_SETTLEMENT: Final = _numbered("place_settlement", VERTEX_COUNT)
PLACE_ROAD: Final = _numbered("place_road", EDGE_COUNT)
MOVE_ROBBER: Final = _numbered("move_robber", HEX_COUNT)
STEAL: Final = _numbered("steal", MOST_SEATS)
ACCEPT_COUNTER: Final = _numbered("accept_counter", MOST_SEATS)
BUILD_ROAD: Final = _numbered("build_road", EDGE_COUNT)
BUILD_SETTLEMENT: Final = _numbered("build_settlement", VERTEX_COUNT)
BUILD_CITY: Final = _numbered("build_city", VERTEX_COUNT)
FREE_ROAD: Final = _numbered("free_road", EDGE_COUNT)
PLAY_MONOPOLY: Final = tuple(f"play_dev:monopoly:{name}" for name in RESOURCES)
ONE_OF_PLENTY: Final = tuple(f"play_dev:year_of_plenty:{name}" for name in RESOURCES)
_PAIRS: Final = tuple(combinations_with_replacement(range(5), 2))

# -- what is listed, for sets of resources as five-bit masks ------------------------------------------------


@cache
def bank_trade_texts(affordable: int, in_bank: int) -> tuple[str, ...]:
    """The bank trades of a seat that can pay these resources, from a bank that has those."""
    return tuple(
        f"trade_bank:{RESOURCES[give]}:{RESOURCES[get]}"
        for give, get in permutations(range(5), 2)
        if affordable >> give & 1 and in_bank >> get & 1
    )


@cache
def offer_texts(seats: int, seat: int, held: int) -> tuple[str, ...]:
    """The one-for-one offers of a seat that holds these resources, to each other seat."""
    return tuple(
        f"offer_trade:{target}:{RESOURCES[give]}:{RESOURCES[get]}"
        for target in range(seats)
        if target != seat
        for give, get in permutations(range(5), 2)
        if held >> give & 1
    )


@cache
def year_of_plenty_texts(in_bank: int, two_in_bank: int) -> tuple[str, ...]:
    """The pairs to be had from a bank with at least one, and at least two, of these resources."""
    return tuple(
        f"play_dev:year_of_plenty:{RESOURCES[a]}:{RESOURCES[b]}"
        for a, b in _PAIRS
        if (two_in_bank >> a & 1 if a == b else in_bank >> a & in_bank >> b & 1)
    )


def discard_text(cards: Sequence[int]) -> str:
    """The discard of these cards, five counts."""
    return f"discard:{bundle_text(cards)}"


# -- the grammar --------------------------------------------------------------------------------------------


def grammar(rules: Rules) -> dict[str, Action]:
    """Every text in the table that is an action in some phase of these rules, in either spelling -> the action."""
    up_to_two, may_stop = rules.year_of_plenty == "up_to_two", rules.free_roads_may_stop
    return _table(rules.seats, rules.player_trades, up_to_two, may_stop)


@cache
def _table(seats: int, player_trades: str, up_to_two: bool, may_stop: bool) -> dict[str, Action]:
    """The grammar of all rules that have these values."""
    actions = [*_common_actions(seats), *_TRADE_ACTIONS[player_trades](seats)]
    if up_to_two:
        actions += (Action(text, "play_dev:year_of_plenty", (i,)) for i, text in enumerate(ONE_OF_PLENTY))
    if may_stop:
        actions.append(Action(STOP_FREE_ROADS, STOP_FREE_ROADS))
    by_text = {action.text: action for action in actions}
    for a, b in permutations(range(5), 2):
        if a < b:
            canonical = by_text[f"play_dev:year_of_plenty:{RESOURCES[a]}:{RESOURCES[b]}"]
            by_text[f"play_dev:year_of_plenty:{RESOURCES[b]}:{RESOURCES[a]}"] = canonical
    return by_text


def find_action(text: object, rules: Rules) -> Action | None:
    """The action that this text spells under these rules; None: it spells none."""
    if not isinstance(text, str):
        return None
    return grammar(rules).get(text) or _parsed(text, rules)


def _common_actions(seats: int) -> Iterator[Action]:
    for texts, count in (
        (PLACE_SETTLEMENT, VERTEX_COUNT),
        (PLACE_ROAD, EDGE_COUNT),
        (MOVE_ROBBER, HEX_COUNT),
        (STEAL, seats),
        (BUILD_ROAD, EDGE_COUNT),
        (BUILD_SETTLEMENT, VERTEX_COUNT),
        (BUILD_CITY, VERTEX_COUNT),
        (FREE_ROAD, EDGE_COUNT),
    ):
        for n in range(count):
            yield Action(texts[n], texts[n].partition(":")[0], (n,))
    for text in (ROLL, END_TURN, BUY_DEV_CARD, PLAY_KNIGHT, PLAY_ROAD_BUILDING):
        yield Action(text, text)
    for i, text in enumerate(PLAY_MONOPOLY):
        yield Action(text, "play_dev:monopoly", (i,))
    for a, b in _PAIRS:
        verb = "play_dev:year_of_plenty"
        yield Action(f"{verb}:{RESOURCES[a]}:{RESOURCES[b]}", verb, (a, b))
    for give, get in product(range(5), repeat=2):
        yield Action(f"trade_bank:{RESOURCES[give]}:{RESOURCES[get]}", "trade_bank", (give, get))


def _no_trades(_seats: int) -> Iterator[Action]:
    yield from ()


def _one_for_one_trades(seats: int) -> Iterator[Action]:
    for text in (ACCEPT_TRADE, DECLINE_TRADE):
        yield Action(text, text)
    for target, give, get in product(range(seats), range(5), range(5)):
        text = f"offer_trade:{target}:{RESOURCES[give]}:{RESOURCES[get]}"
        yield Action(text, "offer_trade", (target, ONE_CARD[give], ONE_CARD[get]))


def _answers_to_bundles(seats: int) -> Iterator[Action]:
    for text in (ACCEPT_TRADE, DECLINE_TRADE, DISMISS_COUNTERS):
        yield Action(text, text)
    for seat in range(seats):
        yield Action(ACCEPT_COUNTER[seat], "accept_counter", (seat,))


_TRADE_ACTIONS: Final[dict[str, Callable[[int], Iterator[Action]]]] = {
    "none": _no_trades,
    "one_for_one": _one_for_one_trades,
    "bundles": _answers_to_bundles,
}
"""``Rules.player_trades`` -> the actions in the table that it adds."""

# -- actions with bundles -----------------------------------------------------------------------------------


def _parsed(text: str, rules: Rules) -> Action | None:
    """The action with bundles that this text spells, or None."""
    verb, *arguments = text.split(":")
    kinds = free_form_kinds(rules).get(verb)
    if kinds is None or len(arguments) != len(kinds):
        return None
    args: list[Bundle | int | None] = []
    spelling = [verb]
    for kind, argument in zip(kinds, arguments, strict=True):
        if kind == "bundle":
            bundle = parse_bundle(argument, rules.bank_per_resource)
            if bundle is None:
                return None
            args.append(bundle)
            spelling.append(bundle_text(bundle))
        else:
            if argument not in (EVERY_SEAT, *map(str, range(rules.seats))):
                return None
            args.append(None if argument == EVERY_SEAT else int(argument))
            spelling.append(argument)
    return Action(":".join(spelling), verb, tuple(args), is_free_form=True)


def free_form_kinds(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The verbs of these rules that take bundles -> the kinds of their arguments."""
    kinds: dict[str, tuple[str, ...]] = {}
    if rules.discard == "choose":
        kinds["discard"] = ("bundle",)
    if rules.player_trades == "bundles":
        kinds["offer_trade"] = ("seat or all", "bundle", "bundle")
        kinds["counter_trade"] = ("bundle", "bundle")
    return kinds
