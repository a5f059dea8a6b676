"""The actions of a rule set by number: what an output of a network stands for, and which of them are legal now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from engine import Rules
from engine.actions import EVERY_SEAT, Action, discard_text, free_form_kinds, grammar
from engine.bundles import sub_bundles
from engine.discards import automatic_discard, owed_by
from engine.notation import VERB_KINDS
from engine.resources import RESOURCES

AUTOMATIC_DISCARD: Final = "discard:automatic"
"""The one entry that is no action string; ``ActionTable.text`` spells it out for a hand."""
MOST_CARDS_SPELLED_OUT: Final = 6
"""Discards of so many cards stand in the table bundle by bundle (406 where the hand limit is 7)."""

_OFFER: Final = "offer_trade"
_NAME_A_SEAT: Final = ("steal", _OFFER, "accept_counter")
_SWAP: Final = ("trade_bank", _OFFER)


class ActionTable:
    """Every action of the table as one seat reads it; ``texts[number]`` is its text. Made by ``action_table``.

    The order is that of the action grammar. Seats in actions are counted from the reader's own: the number of
    ``steal:2`` for seat 0 is that of ``steal:3`` for seat 1, so that one policy can play every seat.

    Where rules leave a choice of discards, those of up to ``MOST_CARDS_SPELLED_OUT`` cards are in the table and
    ``AUTOMATIC_DISCARD`` stands for the rest. Where rules trade bundles, offers of one card each way are, to a seat or
    to all. Larger bundles are not, nor is ``counter_trade``, whose legality would tell of another seat's hand.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.texts: tuple[str, ...] = tuple(_texts(rules, seat))
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        self._hand_limit = rules.hand_limit
        self._free_form_offers = _offers_by_held(self._numbers) if rules.player_trades == "bundles" else None

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, text: str) -> int:
        """The number of a canonical action string; raises ``KeyError`` for one that is not in the table."""
        return self._numbers[text]

    def text(self, number: int, hand: Sequence[int]) -> str:
        """The action that a seat with this hand (five counts) plays with this number.

        Raises ``IndexError`` for a number that is not in the table.
        """
        if not 0 <= number < len(self.texts):
            raise IndexError(f"action {number} must be a number from 0 to {len(self.texts) - 1}")
        text = self.texts[number]
        if text == AUTOMATIC_DISCARD:
            return discard_text(automatic_discard(hand, owed_by(sum(hand), self._hand_limit)))
        return text

    def mask(self, legal: Sequence[str], hand: Sequence[int], free_form: Collection[str] = ()) -> bytearray:
        """A byte for each number, 1 where the seat to act may play it; at least one is, unless the match is over.

        ``legal``, ``hand`` and ``free_form`` are that seat's legal actions, five counts and free-form verbs: all that
        is told to a bot too.
        """
        numbers = self._numbers
        mask = bytearray(len(numbers))
        if legal and legal[0] not in numbers:  # a discard of too many cards, hence all of them are
            mask[numbers[AUTOMATIC_DISCARD]] = 1
            return mask
        for text in legal:
            mask[numbers[text]] = 1
        if self._free_form_offers is not None and _OFFER in free_form:
            for resource, offers in enumerate(self._free_form_offers):
                if hand[resource]:
                    for number in offers:
                        mask[number] = 1
        return mask


@cache
def action_table(rules: Rules, seat: int) -> ActionTable:
    """The table of these rules for a seat, made once. All seats of the same rules have tables of the same length."""
    return ActionTable(rules, seat)


def _texts(rules: Rules, seat: int) -> Iterator[str]:
    listed: dict[str, dict[str, Action]] = {}
    for action in grammar(rules).values():
        listed.setdefault(action.verb, {})[action.text] = action
    free_form = free_form_kinds(rules)
    for verb in VERB_KINDS:
        if verb not in free_form:
            ordered = sorted(listed.get(verb, {}).values(), key=lambda action: _place(action, seat, rules.seats))
            yield from (action.text for action in ordered if not _is_never_legal(action, seat))
        elif verb == "discard":
            yield from _discards(rules.hand_limit)
        elif verb == _OFFER:
            yield from _offers_of_one_card(rules.seats, seat)


def _place(action: Action, seat: int, seats: int) -> tuple[int, int]:
    """The sort key within a verb: seats from the reader's own, and one card of plenty before two."""
    return (action.args[0] - seat) % seats if action.verb in _NAME_A_SEAT else 0, len(action.args)


def _is_never_legal(action: Action, seat: int) -> bool:
    """Does it name the reader's own seat, or trade a resource for itself? The grammar has such, no list does."""
    own = action.verb in _NAME_A_SEAT and action.args[0] == seat
    return own or (action.verb in _SWAP and action.args[-2] == action.args[-1])


def _discards(hand_limit: int) -> Iterator[str]:
    """Every bundle of the sizes that are owed and spelled out, the smaller first."""
    for size in range(max(1, owed_by(hand_limit + 1, hand_limit)), MOST_CARDS_SPELLED_OUT + 1):
        yield from (discard_text(bundle) for bundle in sub_bundles((size,) * 5, size))
    yield AUTOMATIC_DISCARD


def _offers_of_one_card(seats: int, seat: int) -> Iterator[str]:
    targets = [*(str((seat + ahead) % seats) for ahead in range(1, seats)), EVERY_SEAT]
    for target in targets:
        yield from (f"{_OFFER}:{target}:{RESOURCES[give]}:{RESOURCES[get]}" for give, get in permutations(range(5), 2))


def _offers_by_held(numbers: dict[str, int]) -> list[list[int]]:
    """Resource -> the numbers of the offers that give a card of it."""
    offers = [(text.split(":"), number) for text, number in numbers.items() if text.startswith(f"{_OFFER}:")]
    return [[number for words, number in offers if words[2] == name] for name in RESOURCES]
