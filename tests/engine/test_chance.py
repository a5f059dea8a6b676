"""The one door to chance: its algorithm said a second time, its vectors, and whether it is fair."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from itertools import permutations
from random import Random
from types import ModuleType

import pytest

import engine.chance
import engine.game
from engine import COMPETITION, ChanceExhausted, EngineError, Game, SeededChance
from tests.kit.chance import ScriptedChance, ScriptExhausted
from tests.kit.positions import DEV_CARDS, study_position
from tests.kit.random_games import any_action, builder, play_out


def _draw(seed: str, stream: str, index: int, n: int) -> int:
    """The algorithm of the docs: 64-bit words of keyed BLAKE2b, counted, the uneven rest rejected."""
    key = blake2b(seed.encode("utf-8"), digest_size=32).digest()
    for attempt in range(1000):
        counter = index.to_bytes(8, "little") + attempt.to_bytes(8, "little")
        digest = blake2b(counter, digest_size=8, key=key, person=stream.encode("ascii")).digest()
        word = int.from_bytes(digest, "little")
        if word < 2**64 // n * n:
            return word % n
    raise AssertionError("a thousand rejections in a row")


@pytest.mark.parametrize("seed", ["", "0", "example", "2026-final-17", "ключ", "x" * 1000])
def test_the_draws_are_those_of_the_published_algorithm(seed: str) -> None:
    chance = SeededChance(seed)
    for roll in range(1, 200):
        first, second = divmod(_draw(seed, "dice", roll, 36), 6)
        assert chance.dice(roll) == (first + 1, second + 1)
    for index in range(50):
        for n in (1, 2, 3, 7, 19, 95):
            assert chance.steal(index, n) == _draw(seed, "steal", index, n)
    for stream in ("terrain", "tokens", "harbours", "deck"):
        dealt = list(range(25))
        for i in range(24, 0, -1):
            j = _draw(seed, stream, i, i + 1)
            dealt[i], dealt[j] = dealt[j], dealt[i]
        assert chance.shuffle(stream, range(25)) == dealt


def test_vectors() -> None:
    """Written out, so that a change shows even if it were made here as well."""
    chance = SeededChance("example")
    assert [chance.dice(roll) for roll in range(1, 9)] == _EXAMPLE_DICE
    assert [chance.steal(index, 5) for index in range(12)] == _EXAMPLE_THEFTS
    assert chance.shuffle("deck", list(range(10))) == _EXAMPLE_SHUFFLE


_EXAMPLE_DICE = [(3, 4), (1, 2), (3, 4), (5, 2), (2, 5), (6, 2), (4, 6), (1, 3)]
_EXAMPLE_THEFTS = [0, 0, 4, 4, 0, 1, 4, 1, 2, 4, 2, 3]
_EXAMPLE_SHUFFLE = [4, 3, 6, 1, 2, 0, 8, 5, 9, 7]


def _chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((n - expected) ** 2 / expected for n in counts)


def test_dice_are_fair() -> None:
    """36 outcomes, 36,000 rolls: chi-square with 35 degrees of freedom is below 66.6 in 999 of 1,000 cases."""
    rolls = Counter(SeededChance(f"fair {seed}").dice(roll) for seed in range(225) for roll in range(1, 161))
    assert len(rolls) == 36
    assert _chi_square(rolls.values(), 1000) < 66.6


@pytest.mark.parametrize(("n", "limit"), [(2, 10.8), (3, 13.8), (5, 18.5), (7, 22.5)])
def test_thefts_are_uniform_over_cards(n: int, limit: float) -> None:
    draws = Counter(SeededChance("thefts").steal(index, n) for index in range(1000 * n))
    assert sorted(draws) == list(range(n))
    assert _chi_square(draws.values(), 1000) < limit


def test_shuffles_are_uniform_over_orders() -> None:
    """24 orders of four items, 23 degrees of freedom."""
    orders = Counter(tuple(SeededChance(f"order {seed}").shuffle("deck", "abcd")) for seed in range(12_000))
    assert set(orders) == set(permutations("abcd"))
    assert _chi_square(orders.values(), 500) < 49.7


def test_streams_and_neighbouring_draws_do_not_follow_each_other() -> None:
    chance = SeededChance("streams")
    pairs = Counter((chance.steal(i, 6), chance.dice(i)[0]) for i in range(1, 3601))
    assert _chi_square([pairs[a, b] for a in range(6) for b in range(1, 7)], 100) < 66.6
    pairs = Counter((chance.dice(i)[0], chance.dice(i + 1)[0]) for i in range(3600))
    assert _chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)], 100) < 66.6


def test_dt02_zero_is_a_seed_like_any_other() -> None:
    def state(seed: str) -> object:
        return Game(COMPETITION, seed=seed).position()

    assert state("0") == state("0")
    assert state("0") not in (state(""), state("00"), state("None"), state("1"))
    with pytest.raises(TypeError):
        Game(COMPETITION, seed=None)


def test_dt06_every_island_has_the_right_pieces() -> None:
    tokens = sorted([2, 12, *(n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2))])
    red_neighbours = 0
    for seed in range(1, 501):
        game = Game(COMPETITION, seed=str(seed))
        board = game.board
        assert Counter(board.terrain) == {"wood": 4, "brick": 3, "sheep": 4, "wheat": 4, "ore": 3, "desert": 1}
        assert sorted(token for token in board.tokens if token is not None) == tokens
        assert board.tokens.index(None) == board.terrain.index("desert") == game.robber
        assert Counter(board.harbours) == {"any": 4, "wood": 1, "brick": 1, "sheep": 1, "wheat": 1, "ore": 1}
        hexes = board.as_wire()["hexes"]
        red = [set(h["vertices"]) for h in hexes if h["token"] in (6, 8)]
        red_neighbours += any(len(a & b) == 2 for i, a in enumerate(red) for b in red[:i])
    assert red_neighbours > 100  # nothing keeps 6 and 8 apart in these rules


def test_dv15_the_deck_has_its_25_cards_in_every_order() -> None:
    decks = [Game(COMPETITION, seed=str(seed)).position()["deck"] for seed in range(200)]
    assert all(Counter(deck) == DEV_CARDS for deck in decks)
    assert {deck[0] for deck in decks} == set(DEV_CARDS)
    assert len({tuple(deck) for deck in decks}) == 200


def test_the_same_seed_is_the_same_island_dice_and_deck_whoever_plays() -> None:
    games = [Game(COMPETITION, seed="block 9") for _ in range(3)]
    start = games[0].position()
    decks, dice = [], []
    for number, (game, pick) in enumerate(zip(games, (any_action, builder, builder), strict=True)):
        for field in ("terrain", "tokens", "harbours", "deck"):
            assert game.position()[field] == start[field]
        bought, seen = [], []
        rng = Random(number)
        while game.result is None:
            (event,) = game.apply(pick(game.legal_actions(), rng))
            told = event.seen_by(event.seat)
            if told["action"] == "roll":
                seen.append(told["dice"])
            elif told["action"] == "buy_dev_card":
                bought.append(told["card"])
        decks.append(bought)
        dice.append(seen)
    for bought, seen in zip(decks, dice, strict=True):
        assert bought == start["deck"][: len(bought)]
        assert seen == [list(SeededChance("block 9").dice(roll)) for roll in range(1, len(seen) + 1)]


def test_a_theft_or_a_trade_shifts_no_later_dice() -> None:
    p = study_position(phase="move_robber", settlements={1: ["0,0:N"]}, hands={0: {"wood": 1}, 1: {"ore": 2}})
    p["chance"]["seed"] = "shift"
    later = []
    for actions in (["move_robber:16"], ["move_robber:9", "steal:1", "offer_trade:1:wood:ore", "decline_trade"]):
        game = Game.from_position(p)
        for action in [*actions, "end_turn", "roll"]:
            game.apply(action)
        later.append(game.dice)
    assert later[0] == later[1] == SeededChance("shift").dice(2)


def test_a_roll_draws_once_and_a_theft_once_and_nothing_else_draws() -> None:
    chance = ScriptedChance(dice=[(3, 4)], steals=[1])
    game = Game.from_position(
        study_position(phase="roll", settlements={1: ["0,0:N"]}, hands={1: {"wood": 1, "ore": 1}}), chance=chance
    )
    for action in ("roll", "move_robber:9", "steal:1", "end_turn"):
        game.apply(action)
    assert dict(chance.draws) == {"dice": 1, "steal": 1}
    assert game.position()["hands"][0] == [0, 0, 0, 0, 1]


def test_thefts_are_numbered_through_the_match() -> None:
    """The first theft of the match is number 0, the next one 1; a position says how many there have been."""
    hand = {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1}
    p = study_position(phase="move_robber", settlements={1: ["0,0:N"]}, hands={1: hand}, dev_hands={0: {"knight": 1}})
    game = Game.from_position(p, chance=ScriptedChance(steals=[3, 1]))
    for action in ("move_robber:9", "steal:1", "play_dev:knight", "move_robber:4", "steal:1"):
        game.apply(action)
    assert game.position()["hands"][:2] == [[0, 1, 0, 1, 0], [1, 0, 1, 0, 0]]
    assert game.position()["chance"] == {"seed": None, "steals": 2}
    p["chance"]["steals"] = 2
    later = Game.from_position(p, chance=ScriptedChance(steals=[0, 0, 2]))
    later.apply("move_robber:9")
    later.apply("steal:1")
    assert later.position()["hands"][0] == [0, 0, 1, 0, 0]


def test_a_position_without_a_seed_raises_at_the_first_draw_and_stays_as_it_was() -> None:
    game = Game.from_position(study_position(phase="roll"))
    before = game.position(), game.state_hash()
    with pytest.raises(ChanceExhausted, match="seed"):
        game.apply("roll")
    assert (game.position(), game.state_hash(), game.legal_actions()) == (*before, ["roll"])


def test_a_theft_without_a_seed_raises_and_leaves_the_state_as_it_was() -> None:
    p = study_position(phase="steal", robber=9, settlements={1: ["0,0:N"]}, hands={1: {"wood": 1, "ore": 1}})
    game = Game.from_position(p)
    with pytest.raises(ChanceExhausted):
        game.apply("steal:1")
    assert game.position() == p


def test_the_standard_librarys_random_is_not_asked() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import engine, sys; engine.Game(engine.COMPETITION, seed='s'); "
         "print('random' in sys.modules)"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert loaded.stdout.strip() == "False"
    assert "import random" not in inspect.getsource(sys.modules[SeededChance.__module__])


def test_a_script_complains_when_it_is_asked_for_more_than_it_has() -> None:
    chance = ScriptedChance(dice=[(1, 2)], steals=[3], orders={"deck": ["b", "a"]})
    assert chance.dice(1) == (1, 2)
    assert chance.shuffle("deck", ["a", "b"]) == ["b", "a"]
    for ask in (
        lambda: chance.dice(2),
        lambda: chance.steal(0, 3),
        lambda: chance.steal(1, 3),
        lambda: chance.shuffle("terrain", ["a"]),
        lambda: chance.shuffle("deck", ["a", "c"]),
        lambda: chance.shuffle("deck", ["a", "b", "b"]),
    ):
        with pytest.raises(ScriptExhausted):
            ask()
    assert dict(chance.draws) == {"dice": 1, "deck": 1}


def test_a_game_can_be_dealt_from_a_script() -> None:
    dealt = Game(COMPETITION, seed="model")
    p = dealt.position()
    tokens = [token for token in p["tokens"] if token is not None]
    deck = [list(DEV_CARDS).index(card) for card in p["deck"]]  # the deck is dealt by card number
    orders = {"terrain": p["terrain"], "tokens": tokens, "harbours": p["harbours"], "deck": deck}
    scripted = Game(COMPETITION, chance=ScriptedChance(orders=orders))
    for field in ("terrain", "tokens", "harbours", "deck", "robber"):
        assert scripted.position()[field] == p[field]
    assert scripted.state_hash() == dealt.state_hash()


def test_matches_that_end_are_the_same_when_played_again() -> None:
    first, second = (Game(COMPETITION, seed="again") for _ in range(2))
    actions = play_out(first, Random(1), builder)
    for action in actions:
        second.apply(action)
    assert second.position() == first.position()


def test_what_no_dice_show_is_refused_and_changes_nothing() -> None:
    for dice in ((7, 1), (0, 3)):
        game = Game.from_position(study_position(phase="roll"), chance=ScriptedChance([dice]))
        before = game.state_hash()
        with pytest.raises(EngineError, match="must be two numbers from 1 to 6"):
            game.apply("roll")
        assert game.state_hash() == before


def test_a_game_is_dealt_by_a_seed_or_by_a_chance_and_not_by_both() -> None:
    with pytest.raises(TypeError, match="not both"):
        Game(COMPETITION, seed="a", chance=SeededChance("a"))
    with pytest.raises(TypeError, match="needs a seed"):
        Game(COMPETITION)
    with pytest.raises(TypeError, match="rules must be Rules"):
        Game("competition", seed="a")  # type: ignore[arg-type]


@pytest.mark.parametrize("module", [engine.chance, engine.game])
def test_the_examples_in_docstrings_run(module: ModuleType) -> None:
    found = doctest.testmod(module, extraglobs={"COMPETITION": COMPETITION})
    assert found.attempted
    assert not found.failed
