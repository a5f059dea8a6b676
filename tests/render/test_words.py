"""Every action of the grammar has words."""

from __future__ import annotations

from typing import Any

import pytest

from engine import COMPETITION
from engine.actions import grammar
from referee.replays.render.words import action_words, bundle_words
from tests.render.boards import NAMES

EMPTY: list[dict[str, int]] = [{}, {}, {}, {}]

SAID: list[tuple[dict[str, Any], str]] = [
    ({"action": "place_settlement:30"}, "raw places a settlement on vertex 30"),
    (
        {"action": "place_settlement:30", "gains": [{}, {}, {"wood": 2, "brick": 1}, {}]},
        "raw places a settlement on vertex 30 and gets 2 wood, 1 brick",
    ),
    ({"action": "place_road:7"}, "raw places a road on edge 7"),
    (
        {"action": "roll", "dice": [3, 4], "gains": EMPTY, "shortage": [], "discards": EMPTY},
        "raw rolls 7 (3+4)",
    ),
    (
        {"action": "roll", "dice": [3, 4], "gains": EMPTY, "shortage": [], "discards": [{}, {"wood": 4}, {}, {}]},
        "raw rolls 7 (3+4): trader discards 4 wood",
    ),
    (
        {
            "action": "roll",
            "dice": [2, 4],
            "gains": [{"ore": 1}, {}, {"ore": 2, "wood": 1}, {}],
            "shortage": ["sheep", "wheat"],
            "discards": EMPTY,
        },
        "raw rolls 6 (2+4): greedy gets 1 ore; raw gets 2 ore, 1 wood; the bank is short of sheep, wheat",
    ),
    ({"action": "end_turn"}, "raw ends the turn"),
    ({"action": "move_robber:9"}, "raw moves the robber to hex 9"),
    ({"action": "steal:1", "card": None}, "raw steals a card from trader"),
    ({"action": "steal:1", "card": "ore"}, "raw steals ore from trader"),
    ({"action": "discard:wood+2ore"}, "raw discards 1 wood, 2 ore"),
    ({"action": "build_road:17"}, "raw builds a road on edge 17"),
    (
        {"action": "build_road:17", "points": [2, 2, 4, 2], "longest_road_holder": 2},
        "raw builds a road on edge 17; raw now holds the longest road",
    ),
    (
        {"action": "build_settlement:14", "paid": {"wood": 1}, "longest_road_holder": None},
        "raw builds a settlement on vertex 14; nobody now holds the longest road",
    ),
    ({"action": "build_city:14"}, "raw builds a city on vertex 14"),
    ({"action": "buy_dev_card", "card": None}, "raw buys a development card"),
    ({"action": "buy_dev_card", "card": "victory_point"}, "raw buys a development card: victory point"),
    (
        {"action": "play_dev:knight", "largest_army_holder": 2},
        "raw plays a knight; raw now holds the largest army",
    ),
    ({"action": "play_dev:road_building"}, "raw plays road building"),
    (
        {"action": "play_dev:year_of_plenty:wood:ore", "got": {"wood": 1, "ore": 1}},
        "raw plays year of plenty and gets 1 wood, 1 ore",
    ),
    ({"action": "play_dev:monopoly:wheat", "taken": [1, 0, 0, 3]}, "raw plays monopoly on wheat and takes 4"),
    ({"action": "free_road:3"}, "raw builds a free road on edge 3"),
    ({"action": "stop_free_roads"}, "raw builds no further free road"),
    (
        {"action": "trade_bank:wood:ore", "paid": {"wood": 3}, "got": {"ore": 1}},
        "raw trades 3 wood with the bank for 1 ore",
    ),
    ({"action": "offer_trade:0:sheep:brick"}, "raw offers greedy 1 sheep for 1 brick"),
    ({"action": "offer_trade:all:2wood+ore:12sheep"}, "raw offers everybody 2 wood, 1 ore for 12 sheep"),
    (
        {"action": "accept_trade", "gave": {"brick": 1}, "got": {"sheep": 1}},
        "raw accepts: gives 1 brick for 1 sheep",
    ),
    ({"action": "decline_trade"}, "raw declines"),
    ({"action": "counter_trade:2wood:ore"}, "raw counters with 2 wood for 1 ore"),
    ({"action": "accept_counter:3"}, "raw accepts the counter-offer of random"),
    ({"action": "dismiss_counters"}, "raw takes none of the counter-offers"),
]


@pytest.mark.parametrize(("event", "words"), SAID, ids=[words for _, words in SAID])
def test_said_in_words(event: dict[str, Any], words: str) -> None:
    assert action_words({"ply": 57, "seat": 2, **event}, NAMES) == words


def test_every_verb_of_the_grammar_is_in_the_table_above() -> None:
    told = {_kind(event["action"]) for event, _ in SAID}
    later = {"discard", "stop_free_roads", "counter_trade", "accept_counter", "dismiss_counters"}
    assert {_kind(text) for text in grammar(COMPETITION)} | later == told


def _kind(action: str) -> str:
    """The verb, with the card where one is played."""
    verb, *args = action.split(":")
    return f"{verb}:{args[0]}" if verb == "play_dev" else verb


def test_a_verb_of_a_later_version_is_quoted_and_escaped() -> None:
    assert action_words({"seat": 0, "action": "build_ship:\x1b7"}, NAMES) == "greedy build_ship:\\x1b7"


def test_hostile_names_are_escaped_wherever_they_stand() -> None:
    hostile = "a\x1b[2J\nb"
    for event, _ in SAID:
        words = action_words({"seat": 2, **event}, [hostile] * 4)
        assert words.isprintable(), words
        assert words.startswith("a\\x1b[2J\\nb ")


def test_an_empty_bundle_is_nothing() -> None:
    assert bundle_words({}) == "nothing"
    assert bundle_words({"wood": 0, "ore": 2}) == "2 ore"
