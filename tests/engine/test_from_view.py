"""``Game.from_view``: a game that agrees with what a seat may know, and with what the events have proved."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import COMPETITION, KATAN, STANDARD, EngineError, Game, Rules
from engine.possible_hands import PossibleHands
from tests.kit.positions import study_position
from tests.kit.random_games import any_verb, builder, new_game, next_action
from tests.kit.rule_mixes import rule_mixes

PRESETS = (COMPETITION, KATAN, STANDARD)
Seen = dict[int | None, list[dict[str, Any]]]


def watched(number: int, rules: Rules, ply_count: int) -> Iterator[tuple[Game, Seen]]:
    """A random game, ply by ply, and what each seat and a spectator have seen of it."""
    game, rng = new_game(number, rules)
    seen: Seen = {viewer: [] for viewer in (None, *range(game.seats))}
    yield game, seen
    while game.result is None and game.ply < ply_count:
        (event,) = game.apply(next_action(game, rng, (any_verb, builder)[number % 2]))
        for viewer, events in seen.items():
            events.append(event.seen_by(viewer))
        yield game, seen


def assert_dealt_games_look_the_same(game: Game, seen: Seen, rng: Random) -> None:
    for viewer, events in seen.items():
        view = game.public_state(viewer)
        for known in (None, events):
            dealt = Game.from_view(game.rules, game.board, view, rng, known)
            assert json.dumps(dealt.public_state(viewer)) == json.dumps(view)
            if viewer == game.to_act:
                assert dealt.legal_actions() == game.legal_actions()


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(number=st.integers(0, 10_000), plies=st.integers(0, 700), rules=st.sampled_from(PRESETS) | rule_mixes())
def test_the_dealt_game_looks_to_the_seat_as_the_true_one_does(number: int, plies: int, rules: Rules) -> None:
    *_, (game, seen) = watched(number, rules, plies)
    assert_dealt_games_look_the_same(game, seen, Random(number))


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
def test_from_the_first_ply_to_the_end(rules: Rules) -> None:
    for game, seen in watched(3, rules, 1200):
        if game.ply % 40 == 0 or game.result is not None:
            assert_dealt_games_look_the_same(game, seen, Random(game.ply))


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
def test_the_true_hands_are_never_ruled_out(rules: Rules) -> None:
    for number in range(4):
        possible = {viewer: PossibleHands(rules, viewer, Random(1)) for viewer in (None, 0, 2)}
        for game, seen in watched(number, rules, 500):
            true_hands = tuple(game.hands)
            for viewer, hands in possible.items():
                if seen[viewer]:
                    hands.learn(seen[viewer][-1])
                assert hands.draw(lambda deal, true_hands=true_hands: deal == true_hands) == true_hands  # type: ignore[misc]


def test_a_dealt_game_plays_on_to_an_end() -> None:
    *_, (game, seen) = watched(11, KATAN, 150)
    dealt = Game.from_view(KATAN, game.board.as_wire(), game.public_state(1), Random(5), seen[1])
    rng = Random(6)
    while dealt.result is None:
        dealt.apply(next_action(dealt, rng, builder))
    assert dealt.result.verdict == "victory"


def test_the_same_generator_deals_the_same_game_and_another_another() -> None:
    *_, (game, seen) = watched(7, STANDARD, 300)
    view = game.public_state(0)
    deals = [Game.from_view(STANDARD, game.board, view, Random(n), seen[0]).position() for n in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_what_is_hidden_does_not_matter() -> None:
    """Two games that differ in what seat 0 can't see are dealt alike."""
    position = study_position(hands={1: {"wood": 2}, 2: {"ore": 2}}, dev_hands={3: {"knight": 1}})
    other = position | {
        "hands": [position["hands"][seat] for seat in (0, 2, 1, 3)],
        "deck": list(reversed(position["deck"])),
    }
    dealt = [
        Game.from_view(COMPETITION, game.board, game.public_state(0), Random(4)).position()
        for game in (Game.from_position(position), Game.from_position(other))
    ]
    assert dealt[0] == dealt[1]


# -- what events prove ----------------------------------------------------------------------------------------


def _at_two_wood_and_an_ore() -> tuple[PossibleHands, Counter[tuple[int, ...]]]:
    """To a spectator: seat 1 has two wood and an ore, and seat 0 has taken one of them unseen."""
    possible = PossibleHands(STANDARD, None, Random(1))
    gains = [{}, {"wood": 2, "ore": 1}, {}, {}]
    possible.learn({"ply": 0, "seat": 1, "action": "place_settlement:3", "gains": gains})
    possible.learn({"ply": 1, "seat": 0, "action": "steal:1", "card": None})
    return possible, Counter(possible.draw(lambda _: True)[0:5] for _ in range(3000))


def test_an_unseen_theft_leaves_each_card_possible_by_its_number() -> None:
    _, stolen = _at_two_wood_and_an_ore()
    assert set(stolen) == {(1, 0, 0, 0, 0), (0, 0, 0, 0, 1)}
    assert 1850 < stolen[1, 0, 0, 0, 0] < 2150


WOOD, ORE, NONE = (1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("event", "hands"),
    [
        ({"seat": 1, "action": "offer_trade:0:2wood:ore"}, (ORE, (2, 0, 0, 0, 0), NONE)),
        ({"seat": 1, "action": "discard:ore"}, (WOOD, WOOD, NONE)),
        ({"seat": 1, "action": "trade_bank:wood:brick", "paid": {"wood": 2}, "got": {"brick": 1}},
            (ORE, (0, 1, 0, 0, 0), NONE)),
        ({"seat": 2, "action": "play_dev:monopoly:ore", "taken": [1, 0, 0, 0]}, (NONE, (2, 0, 0, 0, 0), ORE)),
        ({"seat": 2, "action": "play_dev:monopoly:ore", "taken": [0, 1, 0, 0]}, (WOOD, WOOD, ORE)),
    ],
)  # fmt: skip
def test_what_is_shown_later_tells_what_was_stolen(event: dict[str, Any], hands: tuple[tuple[int, ...], ...]) -> None:
    possible, _ = _at_two_wood_and_an_ore()
    possible.learn({"ply": 2, **event})
    drawn = possible.draw(lambda _: True)
    assert (drawn[0:5], drawn[5:10], drawn[10:15]) == hands


def test_a_counter_proves_both_hands() -> None:
    possible, _ = _at_two_wood_and_an_ore()
    possible.learn({"ply": 2, "seat": 0, "action": "offer_trade:all:wood:ore"})
    possible.learn({"ply": 3, "seat": 1, "action": "counter_trade:wood+ore:wood"})
    assert possible.draw(lambda _: True) == (1, 0, 0, 0, 0, 1, 0, 0, 0, 1, *[0] * 10)


def test_an_automatic_discard_tells_which_pile_was_the_largest() -> None:
    possible = PossibleHands(COMPETITION, None, Random(1))
    gains = [{}, {"wood": 5, "ore": 4}, {}, {}]
    possible.learn({"ply": 0, "seat": 1, "action": "place_settlement:3", "gains": gains})
    possible.learn({"ply": 1, "seat": 0, "action": "steal:1", "card": None})
    lost = {"wood": 2, "ore": 2}
    roll = {
        "seat": 2,
        "action": "roll",
        "dice": [3, 4],
        "gains": [{}] * 4,
        "shortage": [],
        "discards": [{}, lost, {}, {}],
    }
    possible.learn({"ply": 2, **roll})
    assert possible.draw(lambda _: True)[:5] == (1, 0, 0, 0, 0)


# -- what can't be --------------------------------------------------------------------------------------------


def test_events_must_be_all_of_them() -> None:
    *_, (game, seen) = watched(2, COMPETITION, 60)
    for events in (seen[0][1:], seen[0][:-1], [*seen[0], seen[0][-1]]):
        with pytest.raises(EngineError, match="events: must be those of plies 0 to 59"):
            Game.from_view(COMPETITION, game.board, game.public_state(0), Random(1), events)


def test_a_view_that_does_not_add_up_is_refused() -> None:
    *_, (game, seen) = watched(2, COMPETITION, 60)
    view = game.public_state(0)
    for wrong in ({"resource_counts": [1, 1, 1, 1]}, {"dev_deck_count": 3}):
        with pytest.raises(EngineError, match="view: "):
            Game.from_view(COMPETITION, game.board, view | wrong, Random(1))
    first = dict(seen[0][0], action="build_road:3", paid={"wood": 1, "brick": 1})
    with pytest.raises(EngineError, match="can't follow"):
        Game.from_view(COMPETITION, game.board, view, Random(1), [first, *seen[0][1:]])
