"""``Game.from_view``: a game that agrees with what a seat may know, and with what the events have proved."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import COMPETITION, KATAN, STANDARD, EngineError, Event, Game, Rules
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


def drawn(possible: PossibleHands) -> tuple[int, ...]:
    hands = possible.draw(lambda _: True)
    assert hands is not None
    return hands


def _at_two_wood_and_an_ore() -> tuple[PossibleHands, Counter[tuple[int, ...]]]:
    """To a spectator: seat 1 has two wood and an ore, and seat 0 has taken one of them unseen."""
    possible = PossibleHands(STANDARD, None, Random(1))
    gains = [{}, {"wood": 2, "ore": 1}, {}, {}]
    possible.learn({"ply": 0, "seat": 1, "action": "place_settlement:3", "gains": gains})
    possible.learn({"ply": 1, "seat": 0, "action": "steal:1", "card": None})
    return possible, Counter(drawn(possible)[0:5] for _ in range(3000))


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
    found = drawn(possible)
    assert (found[0:5], found[5:10], found[10:15]) == hands


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
    assert drawn(possible)[:5] == (1, 0, 0, 0, 0)


def test_an_accepted_trade_proves_all_that_was_given() -> None:
    """Seat 1 had two wood and a brick, one of them was stolen, and it gives wood and brick for two wood."""
    possible = PossibleHands(KATAN, None, Random(1))
    gains = [{"wood": 2}, {"wood": 2, "brick": 1}, {}, {}]
    possible.learn({"ply": 0, "seat": 1, "action": "place_settlement:3", "gains": gains})
    possible.learn({"ply": 1, "seat": 2, "action": "steal:1", "card": None})
    possible.learn({"ply": 2, "seat": 0, "action": "offer_trade:all:2wood:wood+brick"})
    gave, got = {"wood": 1, "brick": 1}, {"wood": 2}
    possible.learn({"ply": 3, "seat": 1, "action": "accept_trade", "gave": gave, "got": got})
    assert {drawn(possible)[10:15] for _ in range(50)} == {(1, 0, 0, 0, 0)}


# -- development cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", range(6))
def test_at_the_end_the_points_say_how_many_victory_point_cards_a_seat_had(points: int) -> None:
    position = study_position(
        rules=replace(COMPETITION, name="short", points_to_win=7), cities={0: ["0,0:N"]},
        dev_hands={0: {"victory_point": points}, 2: {"knight": 3}},
    )  # fmt: skip
    game = Game.from_position(position)
    game.score_now("enough", verdict="ply_cap")
    for number in range(20):
        dealt = Game.from_view(game.rules, game.board, game.public_state(1), Random(number))
        assert dealt.position()["dev_hands"][0].get("victory_point", 0) == points


def test_while_free_roads_are_laid_their_card_has_been_played() -> None:
    position = study_position(
        phase="road_building_second", free_roads_left=1, dev_played=True, settlements={0: ["0,0:N"]}
    )
    position["deck"].remove("road_building")
    game = Game.from_position(position)
    for number in range(50):
        dealt = Game.from_view(COMPETITION, game.board, game.public_state(1), Random(number)).position()
        left = dealt["deck"].count("road_building") + sum(h.get("road_building", 0) for h in dealt["dev_hands"])
        assert left <= 1


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.name)
def test_nobody_is_dealt_a_win_that_play_would_have_found(rules: Rules) -> None:
    """Seat 2 has one point less than wins, its turn has come, and it holds two cards that nobody has seen."""
    position = study_position(
        rules=replace(rules, name="short", points_to_win=3), phase="roll", current_seat=2, turn=7, rolls=6,
        cities={2: ["0,0:N"]}, dev_hands={2: {"knight": 2}}, chance={"seed": "s", "steals": 0},
    )  # fmt: skip
    game = Game.from_position(position)
    for number in range(100):
        dealt = Game.from_view(game.rules, game.board, game.public_state(0), Random(number))
        assert dealt.totals[2] == 2


def test_where_too_many_deals_are_possible_true_events_are_never_called_impossible() -> None:
    rules = replace(STANDARD, name="hoarders", hand_limit=60, bank_per_resource=60, points_to_win=18)
    for number in range(3):
        game, rng = new_game(number, rules)
        seen = []
        while game.ply < 500 and game.result is None:
            thefts = [a for a in game.legal_actions() if a.startswith(("steal", "move_robber", "roll", "end_turn"))]
            (event,) = game.apply((thefts or game.legal_actions())[int(rng.random() * len(thefts or [1]))])
            seen.append(event.seen_by(None))
        dealt = Game.from_view(rules, game.board, game.public_state(None), Random(1), seen)
        assert dealt.public_state(None) == game.public_state(None)


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


def test_what_is_no_view_or_board_or_events_is_refused_with_words() -> None:
    *_, (game, seen) = watched(2, COMPETITION, 60)
    view = game.public_state(0)
    with pytest.raises(EngineError, match="view: lacks bank"):
        Game.from_view(COMPETITION, game.board, {key: view[key] for key in view if key != "bank"}, Random(1))
    with pytest.raises(EngineError, match="board: lacks harbours"):
        Game.from_view(COMPETITION, {"hexes": []}, view, Random(1))
    with pytest.raises(EngineError, match="roll_cap is 160, under these rules it is None"):
        Game.from_view(KATAN, game.board, view, Random(1))
    with pytest.raises(EngineError, match=r"such as event\.seen_by"):
        Game.from_view(COMPETITION, game.board, view, Random(1), [Event(0, 0, "roll", 4)])  # type: ignore[list-item]
    assert len(seen[0]) == 60
