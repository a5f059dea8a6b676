"""Events in words: what a live picture, a log or a report says about one applied action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from referee.replays.render.escape import LONGEST_NAME, printable

Event = Mapping[str, Any]
"""One event as on the wire, with or without its ``type``."""


def action_words(event: Event, names: Sequence[str]) -> str:
    """One line such as ``greedy builds a road on edge 17`` or ``raw rolls 8 (3+5): greedy gets 2 wood``.

    ``names`` are the seats' names, escaped here. What the event's viewer may not know is left out: a stolen
    card is "a card" unless the event names it. An action of a verb that is not known is quoted as it stands.
    """
    shown = [printable(name, LONGEST_NAME) for name in names]
    verb, *args = printable(event["action"]).split(":")
    phrase = _PHRASES.get(verb, _quoted)(_Speaker(event, shown), args)
    return f"{shown[event['seat']]} {phrase}{_awards(event, shown)}"


class _Speaker:
    """An event and the names to tell it with."""

    def __init__(self, event: Event, names: Sequence[str]) -> None:
        self.event = event
        self.names = names

    def name(self, seat: str) -> str:
        return self.names[int(seat)]

    def each(self, verb: str, bundles: Sequence[Mapping[str, int]]) -> list[str]:
        """``["greedy gets 2 wood", ...]`` for the seats with a bundle that is not empty."""
        return [f"{self.names[seat]} {verb} {bundle_words(b)}" for seat, b in enumerate(bundles) if b]


def bundle_words(bundle: Mapping[str, int]) -> str:
    """``2 wood, 1 ore``; an empty bundle is ``nothing``."""
    return ", ".join(f"{count} {name}" for name, count in bundle.items() if count) or "nothing"


def _bundle_text_words(text: str) -> str:
    """A bundle in the grammar's spelling (``2wood+ore``) in words."""
    counts = {}
    for part in text.split("+"):
        name = part.lstrip("0123456789")
        counts[name] = int(part.removesuffix(name) or 1)
    return bundle_words(counts)


def _on(phrase: str) -> Callable[[_Speaker, list[str]], str]:
    """A phrase that needs nothing but the action's own arguments."""
    return lambda _speaker, args: phrase.format(*args)


def _roll(speaker: _Speaker, _args: list[str]) -> str:
    event = speaker.event
    first, second = event["dice"]
    consequences = [
        *speaker.each("gets", event.get("gains", ())),
        *speaker.each("discards", event.get("discards", ())),
    ]
    if event.get("shortage"):
        consequences.append(f"the bank is short of {', '.join(event['shortage'])}")
    told = f": {'; '.join(consequences)}" if consequences else ""
    return f"rolls {first + second} ({first}+{second}){told}"


def _place_settlement(speaker: _Speaker, args: list[str]) -> str:
    gains = speaker.event.get("gains")
    got = f" and gets {bundle_words(gains[speaker.event['seat']])}" if gains else ""
    return f"places a settlement on vertex {args[0]}{got}"


def _steal(speaker: _Speaker, args: list[str]) -> str:
    return f"steals {speaker.event.get('card') or 'a card'} from {speaker.name(args[0])}"


def _buy_dev_card(speaker: _Speaker, _args: list[str]) -> str:
    card = speaker.event.get("card")
    return "buys a development card" + (f": {_card_words(card)}" if card else "")


def _card_words(card: str) -> str:
    return card.replace("_", " ")


def _play_dev(speaker: _Speaker, args: list[str]) -> str:
    card, *resources = args
    if card == "knight":
        return "plays a knight"
    if card == "monopoly":
        return f"plays monopoly on {resources[0]} and takes {sum(speaker.event['taken'])}"
    if card == "year_of_plenty":
        return f"plays year of plenty and gets {bundle_words(speaker.event['got'])}"
    return f"plays {_card_words(card)}"


def _trade_bank(speaker: _Speaker, _args: list[str]) -> str:
    paid, got = speaker.event["paid"], speaker.event["got"]
    return f"trades {bundle_words(paid)} with the bank for {bundle_words(got)}"


def _offer_trade(speaker: _Speaker, args: list[str]) -> str:
    target, give, get = args
    asked = "everybody" if target == "all" else speaker.name(target)
    return f"offers {asked} {_bundle_text_words(give)} for {_bundle_text_words(get)}"


def _accept_trade(speaker: _Speaker, _args: list[str]) -> str:
    gave, got = speaker.event["gave"], speaker.event["got"]
    return f"accepts: gives {bundle_words(gave)} for {bundle_words(got)}"


def _counter_trade(_speaker: _Speaker, args: list[str]) -> str:
    give, get = args
    return f"counters with {_bundle_text_words(give)} for {_bundle_text_words(get)}"


def _quoted(speaker: _Speaker, _args: list[str]) -> str:
    return printable(speaker.event["action"])


_PHRASES: Final[dict[str, Callable[[_Speaker, list[str]], str]]] = {
    "place_settlement": _place_settlement,
    "place_road": _on("places a road on edge {}"),
    "roll": _roll,
    "end_turn": _on("ends the turn"),
    "move_robber": _on("moves the robber to hex {}"),
    "steal": _steal,
    "discard": lambda _speaker, args: f"discards {_bundle_text_words(args[0])}",
    "build_road": _on("builds a road on edge {}"),
    "build_settlement": _on("builds a settlement on vertex {}"),
    "build_city": _on("builds a city on vertex {}"),
    "buy_dev_card": _buy_dev_card,
    "play_dev": _play_dev,
    "free_road": _on("builds a free road on edge {}"),
    "stop_free_roads": _on("builds no further free road"),
    "trade_bank": _trade_bank,
    "offer_trade": _offer_trade,
    "accept_trade": _accept_trade,
    "decline_trade": _on("declines"),
    "counter_trade": _counter_trade,
    "accept_counter": lambda speaker, args: f"accepts the counter-offer of {speaker.name(args[0])}",
    "dismiss_counters": _on("takes none of the counter-offers"),
}


def _awards(event: Event, names: Sequence[str]) -> str:
    """The awards that changed hands by this action."""
    told = ""
    for key, award in (("longest_road_holder", "longest road"), ("largest_army_holder", "largest army")):
        if key in event:
            holder = event[key]
            told += f"; {'nobody' if holder is None else names[holder]} now holds the {award}"
    return told
