"""A match as the page that shows it reads it: plain JSON, and for each ply only what changed.

Every text in it is escaped for a reader (``printable``) and none is markup: the page puts text into text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.resources import RESOURCES
from referee.replays.moments import Moment, Viewer, moments, names_known
from referee.replays.reader import Replay
from referee.replays.render.escape import LONGEST_NAME, LONGEST_REASON, printable
from referee.replays.render.fault_words import fault_words
from referee.replays.render.offer_story import OfferStory
from referee.replays.render.ranking import ending_words
from referee.replays.render.words import Event, action_words
from referee.replays.seed_file import Secret

_SHOWN: Final = (
    "turn", "rolls", "to_act", "dice", "robber", "dev_deck_count", "settlements", "cities",
    "roads", "resource_counts", "dev_card_counts", "knights_played", "roads_left", "settlements_left", "cities_left",
    "longest_road_lengths", "longest_road_holder", "largest_army_holder",
)  # fmt: skip
"""The keys of a ``public_state`` that the page has under the same names."""

_MARKS: Final = {
    "roll": "roll", "move_robber": "robber", "steal": "steal", "place_road": "road", "build_road": "road",
    "free_road": "road", "place_settlement": "settlement", "build_settlement": "settlement", "build_city": "city",
    "buy_dev_card": "development card bought", "play_dev": "development card played", "offer_trade": "offer",
    "accept_trade": "trade", "accept_counter": "trade", "trade_bank": "trade with the bank",
}  # fmt: skip
"""Verb -> what one looks for in a match."""


def viewer_data(replay: Replay, secret: Secret, viewer: Viewer) -> dict[str, Any]:
    """What the page is told. The record must play back with this secret, and have this seat.

    ``plies`` begins with the start; each has in ``set`` what is not as it was a ply before.
    Raises ``ReplayError`` where the record does not play back.
    """
    header = replay.header
    result = None if replay.end is None else msgspec.to_builtins(replay.end.result)
    names = _distinct(names_known(replay, viewer))
    return {
        "match_id": printable(header.match_id),
        "rules": printable(str(header.rules["name"])),
        "points_to_win": header.rules["points_to_win"],
        "roll_cap": header.rules["roll_cap"],
        "resources": list(RESOURCES),
        "names": names,
        "ending": None if result is None else ending_words(result, LONGEST_REASON),
        "plies": list(_plies(moments(replay, secret, viewer), names)),
    }


def _distinct(names: Sequence[str]) -> list[str]:
    """The names for a reader; those that several seats have are told apart by the seat's number."""
    shown = [printable(name, LONGEST_NAME) for name in names]
    ends = [f" ({seat})" if shown.count(name) > 1 else "" for seat, name in enumerate(shown)]
    return [printable(name, LONGEST_NAME - len(end)) + end for name, end in zip(shown, ends, strict=True)]


def _plies(all_moments: Iterable[Moment], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    before: dict[str, Any] = {}
    story = OfferStory(names)
    for moment in all_moments:
        story.follow(moment)
        now = {**_position(moment), "offer": story.told()}
        ply: dict[str, Any] = {
            "set": {key: value for key, value in now.items() if key not in before or before[key] != value}
        }
        if moment.event is not None:
            ply |= _action(moment.event, moment.ms, names)
        if moment.faults:
            ply["faults"] = [fault_words(fault, names) for fault in moment.faults]
        yield ply
        before = now


def _position(moment: Moment) -> dict[str, Any]:
    state = moment.state
    return {
        **{key: state[key] for key in _SHOWN},
        "bank": _in_order(state["bank"]),
        "points": moment.points,
        "hands": [hand and _in_order(hand.resources) for hand in moment.hands],
        "dev_cards": [hand and dict(hand.dev_cards) for hand in moment.hands],
        "spent_ms": moment.spent_ms,
    }


def _in_order(cards: Mapping[str, int]) -> list[int]:
    return [cards[name] for name in RESOURCES]


def _action(event: Event, ms: int, names: Sequence[str]) -> dict[str, Any]:
    """One action: whose, in words, what it is found by, and what the roll brought each seat."""
    told: dict[str, Any] = {"by": event["seat"], "words": action_words(event, names), "ms": ms}
    verb = event["action"].partition(":")[0]
    told["marks"] = [_MARKS[verb]] if verb in _MARKS else []
    if "dice" in event and sum(event["dice"]) == 7:
        told["marks"].append("seven")
    if "longest_road_holder" in event or "largest_army_holder" in event:
        told["marks"].append("award")
    if verb == "roll" and any(event.get("gains", ())):
        told["gains"] = [[bundle.get(name, 0) for name in RESOURCES] for bundle in event["gains"]]
    return told
