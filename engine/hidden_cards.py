"""Development cards that a seat can't see, dealt so that they agree with what it can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import EngineError
from engine.resources import CARD_COUNTS, CARD_INDEX, CARDS, KNIGHT, VICTORY_POINT
from engine.rng import Rng
from engine.rules import Rules

_TRIES: Final = 10_000


@dataclass(frozen=True)
class DealtCards:
    """Counts by card per seat, those that the seat on turn bought this turn, and the deck, top first."""

    hands: list[list[int]]
    bought: list[int]
    deck: list[int]


def deal_cards(
    rules: Rules, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]] | None, rng: Rng
) -> DealtCards:
    """Deal the cards that the view hides. Raises ``EngineError`` where no deal agrees with it."""
    viewer, seats, counts = view["viewer"], range(rules.seats), view["dev_card_counts"]
    unseen = list(CARD_COUNTS)
    unseen[KNIGHT] -= sum(view["knights_played"])
    own = [0] * 5 if viewer is None else [view["your_dev_cards"].get(name, 0) for name in CARDS]
    for card in range(5):
        unseen[card] -= own[card]
    others = [seat for seat in seats if seat != viewer]
    hidden = sum(counts[seat] for seat in others)
    spent = sum(unseen) - hidden - view["dev_deck_count"]
    for card in _spent_cards(unseen, spent, events, rng):
        unseen[card] -= 1
    if min(unseen) < 0 or sum(unseen) != hidden + view["dev_deck_count"]:
        raise EngineError("view: there are not so many development cards")
    limits = [_victory_points(rules, view, seat) for seat in seats]
    for _ in range(_TRIES):
        cards = [card for card in range(5) for _ in range(unseen[card])]
        rng.shuffle(cards)
        hands = []
        for seat in seats:
            mine = own if seat == viewer else _counted(cards[: counts[seat]])
            if seat != viewer:
                del cards[: counts[seat]]
            hands.append(mine)
        if all(low <= hands[seat][VICTORY_POINT] <= high for seat, (low, high) in enumerate(limits) if seat != viewer):
            return DealtCards(hands, _bought(view, hands, events, rng), cards)
    raise EngineError("view: no development cards agree with its points")


def _spent_cards(
    unseen: Sequence[int], spent: int, events: Sequence[Mapping[str, Any]] | None, rng: Rng
) -> Iterable[int]:
    """The cards other than knights that have been played: known from the events, else any that can have been."""
    if events is not None:
        played = [event["action"].split(":")[1] for event in events if event["action"].startswith("play_dev:")]
        return [CARD_INDEX[name] for name in played if name != CARDS[KNIGHT]]
    playable = [card for card in range(5) if card not in (KNIGHT, VICTORY_POINT) for _ in range(unseen[card])]
    rng.shuffle(playable)
    return playable[:spent]


def _victory_points(rules: Rules, view: Mapping[str, Any], seat: int) -> tuple[int, int]:
    """The least and the most victory-point cards that a seat can hold: all are shown at the end, and before it a
    seat that is looked at after every action has not won."""
    shown = view["victory_points"][seat]
    if view["phase"] == "over":
        exactly = view["total_victory_points"][seat] - shown
        return exactly, exactly
    is_looked_at = {
        "any_seat": True,
        "turn_seat": seat == view["current_seat"] and view["turn"] > 0,
        "turn_seat_on_build": False,
    }[rules.victory_check]
    most = rules.points_to_win - 1 - shown if is_looked_at else CARD_COUNTS[VICTORY_POINT]
    return 0, most


def _counted(cards: Iterable[int]) -> list[int]:
    counts = Counter(cards)
    return [counts[card] for card in range(5)]


def _bought(
    view: Mapping[str, Any], hands: Sequence[Sequence[int]], events: Sequence[Mapping[str, Any]] | None, rng: Rng
) -> list[int]:
    """Which of its cards the seat on turn bought this turn: its own view may say so, the events do, else any."""
    seat, number = view["current_seat"], view["dev_cards_bought_this_turn"]
    if number == 0:
        return [0] * 5
    if seat == view["viewer"] and events is not None:
        return _counted(CARD_INDEX[event["card"]] for event in _of_this_turn(events)
                        if event["action"] == "buy_dev_card")  # fmt: skip
    held = list(hands[seat])
    certain, possible = [0] * 5, held[:]
    if seat == view["viewer"] and not view["dev_card_played_this_turn"] and view["dice"] is not None:
        playable = [CARD_INDEX[name] for name in view["your_playable_dev_cards"]]
        for card in range(5):
            if card in playable:
                possible[card] = held[card] - 1
            elif card != VICTORY_POINT:
                certain[card] = held[card]
    free = [card for card in range(5) for _ in range(possible[card] - certain[card])]
    rng.shuffle(free)
    return [certain[card] + free[: number - sum(certain)].count(card) for card in range(5)]


def _of_this_turn(events: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Since the turn came to the seat on turn; a last ``end_turn`` that ended the match did not pass it."""
    ends = [i for i, event in enumerate(events[:-1]) if event["action"] == "end_turn"]
    return events[ends[-1] + 1 :] if ends else events
