"""The action grammar: every finite action as a table entry, and the texts in the order in which they are listed.

Parsing, judging and applying are three steps. Here is the first: ``parse_action`` turns text into an
``Action`` or raises ``NotationError``, without looking at any state. Texts come from tables made once, so that
listing legal actions never formats a string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Final

from engine.errors import NotationError, shown
from engine.resources import RESOURCES
from engine.rules import Rules
from engine.topology import EDGE_COUNT, HEX_COUNT, VERTEX_COUNT


@dataclass(frozen=True, slots=True)
class Action:
    """One action of the grammar: canonical text, verb, and its arguments as numbers.

    A resource is its index, a bundle of one-for-one trade a single resource.
    """

    text: str
    verb: str
    args: tuple[int, ...] = ()


ROLL: Final = "roll"
END_TURN: Final = "end_turn"
BUY_DEV_CARD: Final = "buy_dev_card"
PLAY_KNIGHT: Final = "play_dev:knight"
PLAY_ROAD_BUILDING: Final = "play_dev:road_building"
ACCEPT_TRADE: Final = "accept_trade"
DECLINE_TRADE: Final = "decline_trade"


def _numbered(verb: str, count: int) -> tuple[str, ...]:
    return tuple(f"{verb}:{n}" for n in range(count))


PLACE_SETTLEMENT: Final = _numbered("place_settlement", VERTEX_COUNT)
PLACE_ROAD: Final = _numbered("place_road", EDGE_COUNT)
MOVE_ROBBER: Final = _numbered("move_robber", HEX_COUNT)
STEAL: Final = _numbered("steal", 4)
BUILD_ROAD: Final = _numbered("build_road", EDGE_COUNT)
BUILD_SETTLEMENT: Final = _numbered("build_settlement", VERTEX_COUNT)
BUILD_CITY: Final = _numbered("build_city", VERTEX_COUNT)
FREE_ROAD: Final = _numbered("free_road", EDGE_COUNT)
PLAY_MONOPOLY: Final = tuple(f"play_dev:monopoly:{name}" for name in RESOURCES)
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


# -- the grammar --------------------------------------------------------------------------------------------


@cache
def grammar(rules: Rules) -> dict[str, Action]:
    """Every text that is an action in some phase of these rules, in either spelling -> the action."""
    by_text = {action.text: action for action in _actions(rules)}
    for a, b in permutations(range(5), 2):
        if a < b:
            canonical = by_text[f"play_dev:year_of_plenty:{RESOURCES[a]}:{RESOURCES[b]}"]
            by_text[f"play_dev:year_of_plenty:{RESOURCES[b]}:{RESOURCES[a]}"] = canonical
    return by_text


def parse_action(text: str, rules: Rules) -> Action:
    """The action that this text spells. Raises ``NotationError`` when no phase of these rules has it."""
    action = grammar(rules).get(text)
    if action is None:
        raise notation_error(text, rules)
    return action


def notation_error(text: object, rules: Rules) -> NotationError:
    """The error for what is no action of these rules."""
    reason = _what_is_wrong(text, rules) if isinstance(text, str) else "an action is a string"
    return NotationError(str(text), reason)


def _actions(rules: Rules) -> Iterator[Action]:
    for texts, count in (
        (PLACE_SETTLEMENT, VERTEX_COUNT),
        (PLACE_ROAD, EDGE_COUNT),
        (MOVE_ROBBER, HEX_COUNT),
        (STEAL, rules.seats),
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
    if rules.player_trades == "one_for_one":
        yield from _one_for_one_actions(rules)


def _one_for_one_actions(rules: Rules) -> Iterator[Action]:
    for text in (ACCEPT_TRADE, DECLINE_TRADE):
        yield Action(text, text)
    for target, give, get in product(range(rules.seats), range(5), range(5)):
        text = f"offer_trade:{target}:{RESOURCES[give]}:{RESOURCES[get]}"
        yield Action(text, "offer_trade", (target, give, get))


# -- words for what is no action ----------------------------------------------------------------------------

_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "place_settlement": ("vertex",),
    "place_road": ("edge",),
    "roll": (),
    "end_turn": (),
    "move_robber": ("hex",),
    "steal": ("seat",),
    "build_road": ("edge",),
    "build_settlement": ("vertex",),
    "build_city": ("vertex",),
    "buy_dev_card": (),
    "play_dev:knight": (),
    "play_dev:road_building": (),
    "play_dev:year_of_plenty": ("resource", "resource"),
    "play_dev:monopoly": ("resource",),
    "free_road": ("edge",),
    "trade_bank": ("resource", "resource"),
    "offer_trade": ("seat", "resource", "resource"),
    "accept_trade": (),
    "decline_trade": (),
}
_COUNTS: Final = {"vertex": VERTEX_COUNT, "edge": EDGE_COUNT, "hex": HEX_COUNT}


def forms(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The verbs of these rules and the kinds of their arguments."""
    verbs = {action.verb for action in grammar(rules).values()}
    return {verb: kinds for verb, kinds in _FORMS.items() if verb in verbs}


def _what_is_wrong(text: str, rules: Rules) -> str:
    """Why this text is no action, in words that name what would be right."""
    known = forms(rules)
    words = text.split(":")
    verb = ":".join(words[:2]) if words[0] == "play_dev" else words[0]
    if verb not in known:
        if text.strip().lower() in grammar(rules):
            return f"actions are written in lower case without spaces: {text.strip().lower()}"
        return f"no such action in these rules; the verbs are {', '.join(known)}"
    kinds = known[verb]
    arguments = words[verb.count(":") + 1 :]
    form = ":".join((verb, *(f"<{kind}>" for kind in kinds)))
    if len(arguments) != len(kinds):
        return f"must be {form}"
    return next(_wrong_arguments(kinds, arguments, rules), f"must be {form}")


def _wrong_arguments(kinds: Iterable[str], arguments: Iterable[str], rules: Rules) -> Iterator[str]:
    for kind, argument in zip(kinds, arguments, strict=True):
        if kind == "resource":
            if argument not in RESOURCES:
                yield f"{shown(argument)} is no resource; the resources are {', '.join(RESOURCES)}"
        else:
            count = _COUNTS.get(kind, rules.seats)
            if argument not in map(str, range(count)):
                yield f"{shown(argument)} is no {kind}; it must be a number from 0 to {count - 1}"
