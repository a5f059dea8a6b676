"""Development cards that a seat can't see, dealt so that they agree with what it can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

from engine.errors import EngineError
from engine.resources import CARD_COUNTS, CARD_INDEX, CARDS, KNIGHT, ROAD_BUILDING, VICTORY_POINT
from engine.rng import Rng
from engine.rules import Rules
from engine.victory import most_hidden_points

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class DealtCards:
    """Counts by card per seat, those that the seat on turn bought this turn, and the deck, top first."""

    hands: list[list[int]]
    bought: list[int]
    deck: list[int]


def deal_cards(rules: Rules, view: View, events: Events | None, rng: Rng) -> DealtCards:
    """Deal the cards that the view hides. Raises ``EngineError`` where no deal agrees with it."""
    viewer, counts = view["viewer"], view["dev_card_counts"]
    own = [0] * 5 if viewer is None else [view["your_dev_cards"].get(name, 0) for name in CARDS]
    others = [seat for seat in range(rules.seats) if seat != viewer]
    unseen = _unseen(view, own, sum(counts[seat] for seat in others), events, rng)
    points = _deal_victory_points(rules, view, others, unseen, rng)
    cards = [card for card in range(5) if card != VICTORY_POINT for _ in range(unseen[card])]
    rng.shuffle(cards)
    hands = [own] * rules.seats
    for seat, n in zip(others, points, strict=True):
        size = counts[seat] - n
        hands[seat] = _counted([VICTORY_POINT] * n + cards[:size])
        del cards[:size]
    deck = cards + [VICTORY_POINT] * (unseen[VICTORY_POINT] - sum(points))
    rng.shuffle(deck)
    return DealtCards(hands, _bought(view, hands, events, rng), deck)


def _unseen(view: View, own: Sequence[int], hidden: int, events: Events | None, rng: Rng) -> list[int]:
    """The cards that are in the hands of others (so many) or in the deck: all but the viewer's and those played."""
    unseen = [n - held for n, held in zip(CARD_COUNTS, own, strict=True)]
    unseen[KNIGHT] -= sum(view["knights_played"])
    played = sum(unseen) - hidden - view["dev_deck_count"]
    for card in _played_cards(view, unseen, played, events, rng):
        unseen[card] -= 1
    if min(unseen) < 0 or sum(unseen) != hidden + view["dev_deck_count"]:
        raise EngineError("view: there are not so many development cards")
    return unseen


def _played_cards(view: View, unseen: Sequence[int], n: int, events: Events | None, rng: Rng) -> list[int]:
    """The cards other than knights that have been played: known from the events, else any that can have been."""
    if events is not None:
        names = [event["action"].split(":")[1] for event in events if event["action"].startswith("play_dev:")]
        return [CARD_INDEX[name] for name in names if name != CARDS[KNIGHT]]
    certain = [ROAD_BUILDING] if view["phase"].startswith("road_building") else []
    left = [count - certain.count(card) for card, count in enumerate(unseen)]
    possible = [card for card in range(5) if card not in (KNIGHT, VICTORY_POINT) for _ in range(left[card])]
    rng.shuffle(possible)
    return certain + possible[: max(0, n - len(certain))]


def _deal_victory_points(
    rules: Rules, view: View, seats: Sequence[int], unseen: Sequence[int], rng: Rng
) -> tuple[int, ...]:
    """How many of the unseen victory-point cards each of these seats holds: drawn by how likely it is."""
    sizes = [view["dev_card_counts"][seat] for seat in seats]
    limits = [_victory_points(rules, view, seat) for seat in seats]
    total, deck = unseen[VICTORY_POINT], view["dev_deck_count"]
    weighted = [
        (points, prod(map(comb, sizes, points)) * comb(deck, total - sum(points)))
        for points in _splits(limits, sizes, total)
    ]
    left = rng.random() * sum(weight for _, weight in weighted)
    for points, weight in weighted:
        left -= weight
        if left < 0:
            return points
    raise EngineError("view: no development cards agree with its points")


def _splits(limits: Sequence[tuple[int, int]], sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to give at most ``total`` cards to hands of these sizes within these limits."""
    if not limits:
        yield ()
        return
    least, most = limits[0]
    for n in range(least, min(most, sizes[0], total) + 1):
        for rest in _splits(limits[1:], sizes[1:], total - n):
            yield (n, *rest)


def _victory_points(rules: Rules, view: View, seat: int) -> tuple[int, int]:
    """The least and the most victory-point cards that a seat can hold: all are shown at the end, and nobody has won
    before it."""
    shown = view["victory_points"][seat]
    if view["phase"] == "over":
        exactly = view["total_victory_points"][seat] - shown
        return exactly, exactly
    of_awards = rules.road_award_points if seat == view["longest_road_holder"] else 0
    of_awards += rules.army_award_points if seat == view["largest_army_holder"] else 0
    most = most_hidden_points(
        rules, seat, current_seat=view["current_seat"], turn=view["turn"], phase=view["phase"],
        dev_played=view["dev_card_played_this_turn"], shown=shown, of_awards=of_awards,
    )  # fmt: skip
    return 0, CARD_COUNTS[VICTORY_POINT] if most is None else most


def _counted(cards: Iterable[int]) -> list[int]:
    counts = Counter(cards)
    return [counts[card] for card in range(5)]


def _bought(view: View, hands: Sequence[Sequence[int]], events: Events | None, rng: Rng) -> list[int]:
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


def _of_this_turn(events: Events) -> Events:
    """Since the turn came to the seat on turn; a last ``end_turn`` that ended the match did not pass it."""
    ends = [i for i, event in enumerate(events[:-1]) if event["action"] == "end_turn"]
    return events[ends[-1] + 1 :] if ends else events
