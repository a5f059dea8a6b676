"""Words for text that is no action of the grammar: what is wrong with it and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.actions import EVERY_SEAT, free_form_kinds, grammar
from engine.bundles import parse_bundle
from engine.errors import NotationError, shown
from engine.resources import RESOURCES
from engine.rules import Rules
from engine.topology import EDGE_COUNT, HEX_COUNT, VERTEX_COUNT


def notation_error(text: object, rules: Rules) -> NotationError:
    """The error for what is no action of these rules."""
    reason = _what_is_wrong(text, rules) if isinstance(text, str) else "an action is a string"
    return NotationError(str(text), reason)


YEAR_OF_PLENTY: Final = "play_dev:year_of_plenty"
VERB_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "place_settlement": ("vertex",),
    "place_road": ("edge",),
    "roll": (),
    "end_turn": (),
    "move_robber": ("hex",),
    "steal": ("seat",),
    "discard": ("bundle",),
    "build_road": ("edge",),
    "build_settlement": ("vertex",),
    "build_city": ("vertex",),
    "buy_dev_card": (),
    "play_dev:knight": (),
    "play_dev:road_building": (),
    "play_dev:year_of_plenty": ("resource", "resource"),
    "play_dev:monopoly": ("resource",),
    "free_road": ("edge",),
    "stop_free_roads": (),
    "trade_bank": ("resource", "resource"),
    "offer_trade": ("seat", "resource", "resource"),
    "accept_trade": (),
    "decline_trade": (),
    "counter_trade": ("bundle", "bundle"),
    "accept_counter": ("seat",),
    "dismiss_counters": (),
}
"""Verb -> the kinds of its arguments, in grammar order; where bundles are traded an offer's are others."""
_COUNTS: Final = {"vertex": VERTEX_COUNT, "edge": EDGE_COUNT, "hex": HEX_COUNT}


def forms(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The verbs of these rules and the kinds of their arguments."""
    listed, free_form = {action.verb for action in grammar(rules).values()}, free_form_kinds(rules)
    return {
        verb: free_form.get(verb, kinds) for verb, kinds in VERB_KINDS.items() if verb in listed or verb in free_form
    }


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
    if verb == YEAR_OF_PLENTY and rules.year_of_plenty == "up_to_two":
        form += f", or {verb}:<resource> for the bank's last card"
    if len(arguments) != len(kinds):
        return f"must be {form}"
    return next(_wrong_arguments(kinds, arguments, rules), f"must be {form}")


def _wrong_arguments(kinds: Iterable[str], arguments: Iterable[str], rules: Rules) -> Iterator[str]:
    for kind, argument in zip(kinds, arguments, strict=True):
        if kind == "resource":
            if argument not in RESOURCES:
                yield f"{shown(argument)} is no resource; the resources are {', '.join(RESOURCES)}"
        elif kind == "bundle":
            if parse_bundle(argument, rules.bank_per_resource) is None:
                most = rules.bank_per_resource
                yield f"{shown(argument)} is no bundle such as 2wood+ore: each resource once, at most {most} of it"
        elif kind == "seat or all":
            if argument not in (EVERY_SEAT, *map(str, range(rules.seats))):
                yield f"{shown(argument)} must be a seat from 0 to {rules.seats - 1}, or {EVERY_SEAT}"
        else:
            count = _COUNTS.get(kind, rules.seats)
            if argument not in map(str, range(count)):
                yield f"{shown(argument)} is no {kind}; it must be a number from 0 to {count - 1}"
