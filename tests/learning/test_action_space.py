"""The action table holds all that it says, and a mask is what the engine's judge says of each of its texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game, Rules
from referee.learning.action_space import AUTOMATIC_DISCARD, MOST_CARDS_SPELLED_OUT, ActionTable, action_table
from tests.kit.grammar import vocabulary
from tests.kit.late_positions import late_game
from tests.kit.random_games import any_verb, builder, new_game, next_action
from tests.kit.rule_mixes import sampled_mix

THREE_SEATS = replace(KATAN, name="three", seats=3)
RULE_SETS = [*PRESETS.values(), THREE_SEATS, *map(sampled_mix, range(24))]


def mask_of(game: Game, table: ActionTable) -> bytearray:
    assert game.to_act is not None
    return table.mask(game.legal_actions(), game.hand(game.to_act), game.free_form_verbs())


def states(rules: Rules, number: int, plies: int) -> Iterator[Game]:
    """The states of two random games, the second one from a late position with full hands."""
    for game in (new_game(number, rules)[0], late_game(number, rules)):
        rng = Random(number)
        for ply in range(plies):
            if game.result is not None:
                break
            yield game
            game.apply(next_action(game, rng, builder if ply % 2 else any_verb))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_the_mask_is_what_the_judge_says(rules: Rules) -> None:
    looked_at = 0
    for game in states(rules, 1, 120):
        assert game.to_act is not None
        table = action_table(rules, game.to_act)
        mask, hand = mask_of(game, table), game.hand(game.to_act)
        assert any(mask)
        for text, is_listed in zip(table.texts, mask, strict=True):
            if text == AUTOMATIC_DISCARD:
                assert is_listed == (game.phase == "discard" and sum(hand) // 2 > MOST_CARDS_SPELLED_OUT)
            else:
                assert is_listed == game.is_legal(text), text
        legal_here = {table.text(number, hand) for number, is_listed in enumerate(mask) if is_listed}
        if AUTOMATIC_DISCARD in table.texts and mask[table.number(AUTOMATIC_DISCARD)]:
            assert legal_here == {game.default_action()}
        else:
            assert set(game.legal_actions()) <= legal_here
        looked_at += 1
    assert looked_at > 8


def test_both_kinds_of_discard_are_met() -> None:
    """Otherwise the test above would say less than it seems to."""
    kinds = set()
    for number in range(12):
        for game in states(STANDARD, number, 60):
            if game.phase == "discard":
                assert game.to_act is not None
                table = action_table(STANDARD, game.to_act)
                kinds.add(bool(mask_of(game, table)[table.number(AUTOMATIC_DISCARD)]))
    assert kinds == {True, False}


@pytest.mark.parametrize("rules", [*PRESETS.values(), THREE_SEATS], ids=lambda rules: rules.name)
def test_every_finite_action_of_the_grammar_is_in_the_table(rules: Rules) -> None:
    for seat in range(rules.seats):
        own = (f"steal:{seat}", f"offer_trade:{seat}:", f"accept_counter:{seat}")
        finite = {text for text in vocabulary(rules) if not text.startswith((*own, "discard:"))}
        table = action_table(rules, seat)
        bundles = {text for text in table.texts if text.startswith("discard:")}
        if rules.player_trades == "bundles":
            bundles |= {text for text in table.texts if text.startswith("offer_trade:")}
        assert set(table.texts) == finite | bundles
        assert len(set(table.texts)) == len(table)


def test_the_bundles_in_the_table_are_those_that_its_page_names() -> None:
    texts = action_table(KATAN, 1).texts
    discards = [text.partition(":")[2] for text in texts if text.startswith("discard:")]
    sizes = [sum(int(part[0]) if part[0].isdigit() else 1 for part in text.split("+")) for text in discards[:-1]]
    assert {size: sizes.count(size) for size in sizes} == {4: 70, 5: 126, 6: 210}
    offers = [text for text in texts if text.startswith("offer_trade:")]
    assert len(offers) == 4 * 20
    assert [text.split(":")[1] for text in offers[::20]] == ["2", "3", "0", "all"]
    assert not any(text.startswith("counter_trade") for text in texts)
    assert action_table(KATAN, 1).texts is action_table(KATAN, 1).texts


def test_presets_that_list_everything_have_nothing_automatic() -> None:
    assert AUTOMATIC_DISCARD not in action_table(COMPETITION, 0).texts
    assert len(action_table(COMPETITION, 0)) == 507


@pytest.mark.parametrize("rules", [COMPETITION, KATAN, THREE_SEATS], ids=lambda rules: rules.name)
def test_a_number_means_the_same_to_every_seat(rules: Rules) -> None:
    def turned(text: str, by: int) -> str:
        words = text.split(":")
        if words[0] in ("steal", "offer_trade", "accept_counter") and words[1] != "all":
            words[1] = str((int(words[1]) + by) % rules.seats)
        return ":".join(words)

    for seat in range(rules.seats):
        assert [turned(text, seat) for text in action_table(rules, 0).texts] == list(action_table(rules, seat).texts)


def test_numbers_and_texts_are_each_others_inverse() -> None:
    table = action_table(COMPETITION, 2)
    for number, text in enumerate(table.texts):
        assert (table.number(text), table.text(number, [0] * 5)) == (number, text)


@pytest.mark.parametrize("number", [-1, 507])
def test_a_number_that_is_none_is_refused(number: int) -> None:
    with pytest.raises(IndexError, match="from 0 to 506"):
        action_table(COMPETITION, 0).text(number, [0] * 5)


def test_a_finished_game_has_an_empty_mask() -> None:
    assert not any(action_table(COMPETITION, 0).mask([], [0] * 5))
