"""What is true of every match, on random matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import COMPETITION, PRESETS, Game, Rules
from engine.topology import VERTEX_EDGES, VERTEX_HEXES, VERTEX_NEIGHBOURS
from tests.kit import grammar, oracle
from tests.kit.case_script import assert_refused
from tests.kit.invariants import (
    apply_by_the_rules,
    assert_copy_is_independent,
    assert_follows_the_rules,
    assert_listed_is_accepted,
    assert_loaded_goes_on_the_same,
    assert_nothing_is_lost,
    assert_rebuilt_is_the_same,
    everything_about,
)
from tests.kit.positions import study_position
from tests.kit.random_games import (
    PLY_CAP,
    Pick,
    any_action,
    any_verb,
    builder,
    game_after,
    new_game,
    play_out,
    plies,
)
from tests.kit.recorded_matches import record

PICKS = [any_action, any_verb, builder]


@pytest.mark.parametrize("pick", PICKS)
@pytest.mark.parametrize("number", range(4))
def test_every_state_and_step_follows_the_rules(number: int, pick: Pick) -> None:
    game, rng = new_game(number)
    assert_follows_the_rules(game)
    while game.result is None:
        apply_by_the_rules(game, pick(game.legal_actions(), rng))
        assert_follows_the_rules(game)


@pytest.mark.parametrize("number", range(10, 30))
def test_bk06_cards_and_pieces_are_conserved(number: int) -> None:
    game, rng = new_game(number)
    for _ in plies(game, rng, builder):
        assert_nothing_is_lost(game.position())


@pytest.mark.parametrize("pick", PICKS)
@pytest.mark.parametrize("number", range(30, 34))
def test_incremental_book_keeping_equals_recomputation(number: int, pick: Pick) -> None:
    game, rng = new_game(number)
    assert_rebuilt_is_the_same(game)
    for _ in plies(game, rng, pick):
        assert_rebuilt_is_the_same(game)


@pytest.mark.parametrize("number", range(40, 43))
def test_an_action_is_legal_exactly_when_it_is_listed(number: int) -> None:
    game, rng = new_game(number)
    for _ in plies(game, rng, builder):
        assert_listed_is_accepted(game)
        assert set(game.legal_actions()) <= set(grammar.ACTIONS)
        assert not any(game.is_legal(text) for text in grammar.NEVER)


@pytest.mark.parametrize("number", range(43, 46))
def test_every_listed_action_is_applied_and_every_other_is_refused(number: int) -> None:
    game, rng = new_game(number)
    for _ in plies(game, rng, builder):
        if rng.random() < 0.03 or game.result is not None:
            before = everything_about(game)
            for action in game.legal_actions():
                copy = game.copy()
                (event,) = copy.apply(action)
                assert event.seen_by(None)["action"] == action
                assert copy.ply == game.ply + 1
            listed = set(game.legal_actions())
            for action in [*grammar.ACTIONS, *grammar.NEVER]:
                if action not in listed:
                    assert_refused(game, action)
            assert everything_about(game) == before


@pytest.mark.parametrize("pick", PICKS)
def test_legal_actions_are_listed_in_the_order_of_the_grammar(pick: Pick) -> None:
    for number in range(50, 60):
        game, rng = new_game(number)
        for _ in plies(game, rng, pick):
            places = [grammar.PLACE_IN_ORDER[action] for action in game.legal_actions()]
            assert places == sorted(set(places))


def test_pc01_no_state_before_the_end_is_without_a_legal_action_and_every_match_ends() -> None:
    for number in range(100, 220):
        game, rng = new_game(number)
        play_out(game, rng, PICKS[number % 3])  # picking from an empty list would raise
        assert game.result is not None
        assert game.result.verdict in ("victory", "roll_cap")
        assert game.rolls <= 160
        assert (game.legal_actions(), game.to_act, game.phase) == ([], None, "over")


def test_pc07_a_match_in_which_nobody_can_reach_ten_ends_at_the_last_roll() -> None:
    """No roads to go on from, an empty deck, four cities and a settlement: nine points and no more."""
    p = study_position(
        phase="roll",
        turn=100,
        rolls=99,
        cities={0: ["-2,0:SW", "2,-2:N", "0,2:S", "0,-2:N"]},
        settlements={0: ["2,0:NE"], 1: ["0,0:N"]},
        # Seat 1 holds the longest road for good: nobody else has the means for five roads.
        roads={1: [["0,0:N", "0,0:NE", "0,0:SE", "0,0:S", "0,0:SW", "0,0:NW"]]},
        longest_road_holder=1,
        deck=[],
        chance={"seed": "nobody gets there", "steals": 0},
    )
    game = Game.from_position(p)
    while game.result is None:
        building = ("build_road", "build_settlement", "build_city")
        game.apply(next(action for action in game.legal_actions() if not action.startswith(building)))
    assert game.result.verdict == "roll_cap"
    assert (game.rolls, game.turn, game.result.winner) == (160, 160, 0)


def test_dt05_copies_are_equal_and_independent() -> None:
    for number in range(60, 66):
        game, rng = new_game(number)
        for _ in plies(game, rng, any_verb):
            if rng.random() < 0.02:
                assert_copy_is_independent(game, number, builder, PLY_CAP)


def test_dt05_views_lists_and_positions_are_the_callers_to_spoil() -> None:
    game = game_after(61, 150)
    before = json.dumps([game.position(), game.public_state(0), game.legal_actions()])
    for field in game.position().values():
        _spoil(field)
    _spoil(game.public_state(0))
    _spoil(game.legal_actions())
    assert json.dumps([game.position(), game.public_state(0), game.legal_actions()]) == before


def _spoil(value: object) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.append("spoilt")


@pytest.mark.parametrize("number", range(70, 78))
def test_a_game_saved_and_loaded_half_way_goes_on_the_same(number: int) -> None:
    assert_loaded_goes_on_the_same(game_after(number, 40 * (number - 69)), number, builder, PLY_CAP)


@pytest.mark.parametrize("preset", PRESETS)
def test_dt01_the_same_seed_and_actions_give_the_same_bytes_in_any_process(preset: str) -> None:
    here = json.dumps(record(7, "builder", PRESETS[preset]))
    for hash_seed in ("0", "1", "4711"):
        there = subprocess.run(
            [sys.executable, "-c", "import json; from tests.kit.recorded_matches import record as r; "
             f"from engine import PRESETS; print(json.dumps(r(7, 'builder', PRESETS[{preset!r}])))"],
            cwd=Path(__file__).parent.parent.parent,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True, text=True, check=True, timeout=60,
        ).stdout  # fmt: skip
        assert there.strip() == here


@pytest.mark.parametrize("measure", ["trail", "simple_path"])
def test_bd10_roads_cut_again_and_again_keep_their_right_lengths(measure: str) -> None:
    """Four rich seats that lay all their roads, then settle wherever they can: cuts at ends and in the middle."""
    cuts = 0
    for number in range(80, 90):
        game, rng = _rich_game(number, replace(COMPETITION, road_measure=measure))
        lengths = game.public_state(None)["longest_road_lengths"]
        while game.rolls < 16:
            legal = game.legal_actions()
            roads = [a for a in legal if a.startswith("build_road")]
            settlements = [a for a in legal if a.startswith("build_settlement")]
            others = [a for a in legal if not a.startswith(("offer", "trade", "build"))]
            game.apply(any_action(roads or (settlements if game.rolls > 4 else []) or others, rng))
            found = game.public_state(None)["longest_road_lengths"]
            assert found == oracle.road_lengths(game.position())
            cuts += any(now < then for now, then in zip(found, lengths, strict=True))
            lengths = found
    assert cuts >= 5, f"only {cuts} cut roads in the sample; choose other matches"


def _rich_game(number: int, rules: Rules) -> tuple[Game, Random]:
    """A match just after setup in which every seat can pay for every road and settlement that it has."""
    rules = replace(rules, bank_per_resource=300, hand_limit=1000, points_to_win=100)
    game, rng = new_game(number, rules)
    while game.turn == 0:
        game.apply(any_action(game.legal_actions(), rng))
    p = game.position()
    p["hands"] = [[n + 20 for n in hand[:4]] + hand[4:] for hand in p["hands"]]
    p["bank"] = [300 - sum(column) for column in zip(*p["hands"], strict=True)]
    return Game.from_position(p), rng


def test_lr28_what_an_opponent_cannot_reach_it_cannot_cut() -> None:
    """A vertex all of whose edges carry one seat's roads is in no other seat's list of settlements."""
    seen = 0
    for number in range(90, 96):
        game, rng = new_game(number)
        for _ in plies(game, rng, builder):
            if game.phase == "main":
                own = [set(roads) for roads in game.position()["roads"]]
                closed = {
                    v for v in range(54) for seat in range(4)
                    if seat != game.to_act and own[seat].issuperset(VERTEX_EDGES[v])
                }  # fmt: skip
                seen += len(closed)
                assert closed.isdisjoint(_ids(game.legal_actions(), "build_settlement:"))
    assert seen > 0


def test_st08_setup_never_dead_ends_and_bk08_never_empties_the_bank() -> None:
    """Setups that try to run out: each settlement closes as many vertices, and takes as much, as it can."""
    for number in range(300):
        game, rng = new_game(number)
        while game.turn == 0:
            legal = game.legal_actions()
            assert legal
            if game.phase == "setup_road":
                assert len(legal) >= 2
                game.apply(any_action(legal, rng))
            else:
                game.apply(max(legal, key=lambda action: (_closed_by(game, action), rng.random())))
        given = [19 - n for n in game.position()["bank"]]
        assert sum(given) <= 12


def test_bk08_starting_cards_are_at_most_twelve() -> None:
    for number in range(300):
        game, rng = new_game(number)
        while game.turn == 0:
            game.apply(any_action(game.legal_actions(), rng))
        p = game.position()
        assert sum(map(sum, p["hands"])) <= 12
        assert all(sum(hand) <= 3 for hand in p["hands"])


def _ids(actions: list[str], start: str) -> set[int]:
    return {int(action.removeprefix(start)) for action in actions if action.startswith(start)}


def _closed_by(game: Game, action: str) -> int:
    """How many open vertices this settlement closes, and how many hexes it would be paid for."""
    vertex = int(action.partition(":")[2])
    still_open = _ids(game.legal_actions(), "place_settlement:")
    return len(still_open & {vertex, *VERTEX_NEIGHBOURS[vertex]}) + len(VERTEX_HEXES[vertex])


def test_the_rules_played_here_are_those_of_the_competition() -> None:
    assert new_game(0)[0].rules == COMPETITION
