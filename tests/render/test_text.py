"""The board as text: everything is on it, once, and within the terminal."""

from __future__ import annotations

import re

import pytest

from engine import COMPETITION, Game, topology
from engine.island import Island
from referee.replays.render.text import board_text
from tests.render.boards import ISLAND, STATE


@pytest.mark.parametrize(("letter", "count"), [("h", 19), ("v", 54), ("e", 72)])
@pytest.mark.parametrize("state", [None, STATE], ids=["bare", "pieces"])
def test_every_id_stands_on_the_numbered_map_once(letter: str, count: int, state: dict[str, object] | None) -> None:
    numbers = [int(n) for n in re.findall(rf"\b{letter}(\d+)", board_text(ISLAND, state, ids=True))]
    assert sorted(numbers) == list(range(count))


def test_the_map_shows_every_hex_and_harbour() -> None:
    text = board_text(ISLAND)
    harbours = re.findall(r"(\w+) [23]:1", text)
    assert sorted(harbours) == sorted(ISLAND.harbours)
    names = re.findall(r"brick|ore|wood|wheat|sheep|desert", re.sub(r"\w+ [23]:1", "", text))
    assert sorted(names) == sorted(ISLAND.terrain)
    tokens = re.findall(r"\b\d+\b", re.sub(r"[23]:1", "", text))
    assert sorted(map(int, tokens)) == sorted(token for token in ISLAND.tokens if token is not None)


def test_a_free_vertex_is_marked_where_a_harbour_is() -> None:
    text = board_text(ISLAND)
    assert text.count("*") == 2 * 9
    assert len(re.findall(r"\bo\b", text)) == 54 - 2 * 9


def test_pieces_and_robber_stand_where_the_state_says() -> None:
    text = board_text(ISLAND, STATE, ids=True)
    for seat in range(4):
        assert {int(v) for v in re.findall(rf"v(\d+)=S{seat}", text)} == set(STATE["settlements"][seat])
        assert {int(v) for v in re.findall(rf"v(\d+)=C{seat}", text)} == set(STATE["cities"][seat])
        assert {int(e) for e in re.findall(rf"e(\d+)={seat}", text)} == set(STATE["roads"][seat])
    (robber_line,) = (line for line in text.splitlines() if "(R)" in line)
    assert re.search(r"e36 \(R\)  3 +e39", robber_line), "hex 9, token 3, lies between edges 36 and 39"


def test_without_ids_pieces_are_drawn_as_bars_and_letters() -> None:
    text = board_text(ISLAND, STATE)
    for seat in range(4):
        assert text.count(f"S{seat}") == len(STATE["settlements"][seat])
        assert text.count(f"C{seat}") == len(STATE["cities"][seat])
    assert "S0" not in board_text(ISLAND)
    assert "(R)" not in board_text(ISLAND)


def test_colour_adds_escapes_and_changes_nothing_else() -> None:
    coloured = board_text(ISLAND, STATE, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == board_text(ISLAND, STATE)
    assert "\x1b" not in board_text(ISLAND, STATE)


@pytest.mark.parametrize("kind", ["any", "wood", "brick"])
def test_it_fits_the_terminal_whatever_the_harbours(kind: str) -> None:
    island = Island(ISLAND.terrain, ISLAND.tokens, [kind] * 9)
    for ids, widest, height in ((False, 80, 23), (True, 104, 25)):
        lines = board_text(island, STATE, ids=ids).splitlines()
        assert len(lines) == height
        assert max(map(len, lines)) <= widest


def test_a_full_board_draws_every_place_that_is_taken() -> None:
    full = {
        "robber": 0,
        "settlements": [list(range(topology.VERTEX_COUNT)), [], [], []],
        "cities": [[], [], [], []],
        "roads": [[], [], [], list(range(topology.EDGE_COUNT))],
    }
    text = board_text(ISLAND, full)
    assert text.count("S0") == 54
    uprights = sum(topology.VERTEX_POINTS[a][0] == topology.VERTEX_POINTS[b][0] for a, b in topology.EDGE_VERTICES)
    # On a full board an upright side's bar can touch a neighbour's; count the digits themselves.
    tokens = sum(str(token).count("3") for token in ISLAND.tokens)
    assert text.count("3") - tokens - text.count("3:1") == 2 * uprights + 3 * (72 - uprights)


def test_it_draws_what_a_game_says() -> None:
    game = Game(COMPETITION, seed="render")
    while game.phase != "roll":
        game.apply(game.legal_actions()[0])
    text = board_text(game.board, game.public_state(None), ids=True)
    assert len(re.findall(r"v\d+=S\d", text)) == 8
    assert len(re.findall(r"e\d+=\d", text)) == 8
