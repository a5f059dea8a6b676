"""Texts and actions: what is no action, what is not legal now, and the one canonical spelling."""

from __future__ import annotations

from typing import Any

import pytest

from engine import EngineError, Game, IllegalAction, NotationError
from tests.kit import grammar
from tests.kit.points import edge, vertex
from tests.kit.positions import study_position
from tests.kit.random_games import game_after


def _holder_of_plenty() -> Game:
    return Game.from_position(study_position(dev_hands={0: {"year_of_plenty": 1}}))


@pytest.mark.parametrize(("spelling", "canonical"), grammar.OTHER_SPELLINGS.items())
def test_dv12_year_of_plenty_is_read_in_either_order_and_recorded_in_one(spelling: str, canonical: str) -> None:
    typed, listed = _holder_of_plenty(), _holder_of_plenty()
    assert spelling not in typed.legal_actions()
    assert typed.is_legal(spelling)
    (event,), (same,) = typed.apply(spelling), listed.apply(canonical)
    assert event.seen_by(None) == same.seen_by(None)
    assert event.seen_by(None)["action"] == canonical
    assert typed.position() == listed.position()
    assert typed.state_hash() == listed.state_hash()


@pytest.mark.parametrize(
    "text",
    ["", "fly", "ROLL", "roll:6", "build_road:72", "build_road:-1", "build_road:007", "build_road: 7",
     "trade_bank:wood", "play_dev:victory_point", "discard:wood", "counter_trade:wood:ore", "offer_trade:all:wood:ore",
     "é", "roll\x00",
     "place_settlement:" + "9" * 5000],
)  # fmt: skip
def test_what_is_no_action_of_these_rules_is_a_notation_error_that_shows_the_text(text: str) -> None:
    game = game_after(1, 40)
    with pytest.raises(NotationError) as error:
        game.apply(text)
    assert error.value.text == text
    assert error.value.reason
    assert str(error.value).endswith(error.value.reason)
    assert len(str(error.value)) < 500
    assert str(error.value).isprintable()


@pytest.mark.parametrize("thing", [None, 7, b"roll", ["roll"], {"action": "roll"}])
def test_an_action_is_a_string(thing: object) -> None:
    game = game_after(1, 40)
    with pytest.raises((NotationError, TypeError)):
        game.apply(thing)  # type: ignore[arg-type]


def test_an_action_that_is_not_legal_now_is_an_illegal_action_that_says_why() -> None:
    game = game_after(1, 16)
    assert game.legal_actions() == ["roll"]
    for action in grammar.ACTIONS:
        if action != "roll":
            with pytest.raises(IllegalAction) as error:
                game.apply(action)
            assert (error.value.action, str(error.value)) == (action, f"{action}: {error.value.reason}")
            assert error.value.reason


def test_the_two_errors_are_errors_of_the_engine_and_not_of_each_other() -> None:
    assert issubclass(IllegalAction, EngineError)
    assert issubclass(NotationError, EngineError)
    assert not issubclass(IllegalAction, NotationError)
    assert not issubclass(NotationError, IllegalAction)


def test_every_reason_of_every_refusal_is_a_sentence_part_in_every_phase() -> None:
    """An author reads these: each refusal in each phase has a reason, on one line, and ends without a full stop."""
    phases = set()
    for number in range(6):
        game = game_after(number, 30 + 97 * number)
        phases.add(game.phase)
        for action in grammar.ACTIONS:
            if action not in game.legal_actions():
                with pytest.raises(IllegalAction) as error:
                    game.apply(action)
                assert error.value.reason.strip() == error.value.reason != ""
                assert "\n" not in error.value.reason
    assert len(phases) > 1


@pytest.mark.parametrize(
    ("missing", "action"),
    [
        ("wood", "build_road:<e>"), ("brick", "build_road:<e>"),
        ("wood", "build_settlement:<v>"), ("brick", "build_settlement:<v>"),
        ("sheep", "build_settlement:<v>"), ("wheat", "build_settlement:<v>"),
        ("wheat", "build_city:<c>"), ("ore", "build_city:<c>"),
        ("sheep", "buy_dev_card"), ("wheat", "buy_dev_card"), ("ore", "buy_dev_card"),
    ],
)  # fmt: skip
def test_bd11_nothing_is_built_or_bought_by_a_seat_that_lacks_one_card(missing: str, action: str) -> None:
    full = {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1, "ore": 1}
    if action.startswith("build_city"):
        full = {"wheat": 2, "ore": 3}
    places = {"<e>": str(edge("0,0:S", "0,0:SW")), "<v>": str(vertex("0,0:S")), "<c>": str(vertex("0,0:NE"))}
    for name, place in places.items():
        action = action.replace(name, place)
    network: dict[str, Any] = {"settlements": {0: ["0,0:NE"]}, "roads": {0: [["0,0:NE", "0,0:SE", "0,0:S"]]}}
    rich = Game.from_position(study_position(hands={0: full}, **network))
    assert action in rich.legal_actions()
    short = Game.from_position(study_position(hands={0: full | {missing: full[missing] - 1}}, **network))
    assert action not in short.legal_actions()
    with pytest.raises(IllegalAction):
        short.apply(action)
