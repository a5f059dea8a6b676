"""Equal states, equal hash; and whatever can matter for what follows changes it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

import pytest

from engine import COMPETITION, Game
from tests.kit.positions import Position, blank_position, study_position
from tests.kit.random_games import builder, game_after, new_game, plies


def _hash(p: Position) -> str:
    return Game.from_position(p).state_hash()


def _position() -> Position:
    return study_position(
        settlements={0: ["0,0:N"], 1: ["0,2:S"]},
        cities={2: ["-2,0:SW"]},
        roads={0: [["0,0:N", "0,0:NE"]]},
        hands={0: {"wood": 1}, 1: {"ore": 1}},
        dev_hands={0: {"knight": 1}, 1: {"monopoly": 1}},
        knights_played=[1, 0, 3, 0],
        largest_army_holder=2,
        chance={"seed": "a", "steals": 4},
    )


def test_the_hash_is_32_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{32}", Game(COMPETITION, seed="x").state_hash())


_NO_MATTER: list[tuple[str, Callable[[Position], object]]] = [
    ("the ply", lambda p: p.update(ply=900)),
    ("the seed", lambda p: p["chance"].update(seed="b")),
    ("no seed", lambda p: p["chance"].update(seed=None)),
]


@pytest.mark.parametrize(("what", "change"), _NO_MATTER, ids=[what for what, _ in _NO_MATTER])
def test_ply_and_seed_are_left_out(what: str, change: Callable[[Position], object]) -> None:
    p = _position()
    change(p)
    assert _hash(p) == _hash(_position()), what


_MATTERS: list[tuple[str, Callable[[Position], object]]] = [
    ("rules", lambda p: p.update(rules=COMPETITION.with_values({"hand_limit": 8}).as_dict())),
    ("terrain", lambda p: _swap(p["terrain"], 1, 2)),
    ("tokens", lambda p: _swap(p["tokens"], 1, 2)),
    ("harbours", lambda p: _swap(p["harbours"], 0, 1)),
    ("robber", lambda p: p.update(robber=5)),
    ("a settlement elsewhere", lambda p: p["settlements"].__setitem__(1, [0])),
    ("a settlement of another seat", lambda p: _swap(p["settlements"], 1, 3)),
    ("a city for a settlement", lambda p: p.update(cities=p["settlements"], settlements=p["cities"])),
    ("a road elsewhere", lambda p: p["roads"].__setitem__(0, [71])),
    ("hands exchanged", lambda p: _swap(p["hands"], 0, 1)),
    ("hand and bank", lambda p: (p["hands"][0].__setitem__(0, 2), p["bank"].__setitem__(0, 17))),
    ("development hands exchanged", lambda p: _swap(p["dev_hands"], 0, 1)),
    ("bought this turn", lambda p: p.update(dev_bought={"knight": 1})),
    ("a card played this turn", lambda p: p.update(dev_played=True)),
    ("knights", lambda p: p.update(knights_played=[0, 1, 3, 0])),
    ("deck order", lambda p: p["deck"].reverse()),
    ("the army's holder", lambda p: p.update(largest_army_holder=None)),
    ("whose turn it is", lambda p: p.update(current_seat=1, to_act=1)),
    ("the phase", lambda p: p.update(phase="move_robber")),
    ("offers made", lambda p: p.update(offers_this_turn=1)),
    ("rolls", lambda p: p.update(rolls=2)),
    ("thefts", lambda p: p["chance"].update(steals=5)),
]


def _swap(items: list[object], i: int, j: int) -> None:
    items[i], items[j] = items[j], items[i]


@pytest.mark.parametrize(("what", "change"), _MATTERS, ids=[what for what, _ in _MATTERS])
def test_what_can_matter_changes_the_hash(what: str, change: Callable[[Position], object]) -> None:
    p = _position()
    change(p)
    assert p != _position()
    assert _hash(p) != _hash(_position()), what


def test_an_open_offer_is_part_of_the_hash() -> None:
    offered = study_position(
        hands={0: {"wood": 1, "ore": 1}, 1: {"sheep": 1}},
        phase="trade_response",
        to_act=1,
        offers_this_turn=1,
        offer={"from": 0, "to": 1, "give": {"wood": 1}, "get": {"sheep": 1}, "asked": [1], "counters": []},
    )
    other = copy.deepcopy(offered)
    other["offer"]["give"] = {"ore": 1}
    assert _hash(offered) != _hash(other)


def test_two_ways_to_one_state_end_in_one_hash() -> None:
    p = study_position(settlements={0: ["0,0:N", "0,2:S"]}, hands={0: {"wood": 2, "brick": 2}})
    first, second = Game.from_position(p), Game.from_position(p)
    roads = [action for action in first.legal_actions() if action.startswith("build_road")]
    for game, order in ((first, (0, -1)), (second, (-1, 0))):
        for i in order:
            game.apply(roads[i])
    assert first.state_hash() == second.state_hash()
    assert first.position() == second.position()


def test_no_two_plies_of_a_match_have_one_hash_unless_their_states_are_equal() -> None:
    game, rng = new_game(600)
    states: dict[str, Position] = {}
    for _ in plies(game, rng, builder):
        p = game.position()
        state = p | {"ply": 0}
        assert states.setdefault(game.state_hash(), state) == state
    assert len(states) > 500


def test_the_hash_does_not_depend_on_what_was_asked_before() -> None:
    asked, silent = (game_after(601, 120, builder) for _ in range(2))
    asked.legal_actions()
    asked.public_state(0)
    asked.state_hash()
    assert asked.state_hash() == silent.state_hash()
    assert _hash(asked.position()) == silent.state_hash()


def test_blank_positions_of_the_four_seats_differ() -> None:
    assert len({_hash(blank_position(current_seat=seat, to_act=seat)) for seat in range(4)}) == 4
