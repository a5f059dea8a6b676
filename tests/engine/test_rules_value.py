"""``Rules`` as a value: presets, fields, checks."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import Any, Final

import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game, Rules, RulesError
from tests.kit.random_games import builder, play_out

TABLE: Final[dict[str, tuple[Any, Any, Any]]] = {
    "seats": (4, 4, 4),
    "points_to_win": (10, 10, 10),
    "roll_cap": (160, None, None),
    "road_award_points": (2, 5, 2),
    "army_award_points": (2, 5, 2),
    "road_measure": ("trail", "simple_path", "trail"),
    "award_on_tied_overtake": ("vacate", "lowest_seat", "vacate"),
    "victory_check": ("any_seat", "turn_seat_on_build", "turn_seat"),
    "bank_shortage": ("lone_claimant", "nobody", "lone_claimant"),
    "bank_per_resource": (19, 19, 19),
    "hand_limit": (7, 7, 7),
    "discard": ("auto_largest", "choose", "choose"),
    "player_trades": ("one_for_one", "bundles", "bundles"),
    "max_offers_per_turn": (2, 20, 20),
    "overlapping_bundles": (False, True, False),
    "card_before_roll": (False, False, True),
    "year_of_plenty": ("exactly_two", "up_to_two", "exactly_two"),
    "free_roads_may_stop": (False, True, False),
    "road_building_without_place": (False, True, False),
    "token_layout": ("shuffled", "separated", "separated"),
}


def test_the_presets_are_the_columns_of_the_table() -> None:
    assert list(PRESETS) == ["competition", "katan", "standard"]
    for column, rules in enumerate((COMPETITION, KATAN, STANDARD)):
        assert rules.as_dict() == {"name": list(PRESETS)[column]} | {f: v[column] for f, v in TABLE.items()}
        assert PRESETS[rules.name] is rules


def test_fields_come_name_first_and_then_in_the_order_of_the_table() -> None:
    assert [field.name for field in fields(Rules)] == ["name", *TABLE]
    assert list(COMPETITION.as_dict()) == ["name", *TABLE]


def test_rules_are_frozen_and_compare_by_value() -> None:
    with pytest.raises(FrozenInstanceError):
        COMPETITION.seats = 3  # type: ignore[misc]
    assert Rules.from_dict(COMPETITION.as_dict()) == COMPETITION
    assert hash(Rules.from_dict(COMPETITION.as_dict())) == hash(COMPETITION)
    assert replace(COMPETITION, hand_limit=9) != COMPETITION


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 2), ("seats", 5), ("seats", "4"), ("seats", 4.0), ("seats", True), ("seats", None),
        ("points_to_win", 1), ("points_to_win", -3), ("roll_cap", 0), ("roll_cap", "160"),
        ("road_award_points", -1), ("army_award_points", -1), ("bank_per_resource", 0), ("hand_limit", -1),
        ("hand_limit", None), ("max_offers_per_turn", -1), ("road_measure", "euler"), ("road_measure", None),
        ("award_on_tied_overtake", "keep"), ("victory_check", ""), ("bank_shortage", "all"), ("discard", "random"),
        ("player_trades", "many"), ("player_trades", False), ("overlapping_bundles", 0),
        ("overlapping_bundles", "false"),
        ("card_before_roll", None), ("year_of_plenty", "two"), ("free_roads_may_stop", 1), ("token_layout", "spiral"),
        ("name", ""), ("name", 7), ("name", "\x1b[31m"), ("name", "n" * 65), ("name", "\udcff"),
    ],
)  # fmt: skip
def test_a_value_that_a_field_cannot_have_is_refused_by_name_and_value(field: str, value: object) -> None:
    rules = replace(COMPETITION, **{field: value})  # type: ignore[arg-type]
    with pytest.raises(RulesError) as error:
        rules.check()
    assert str(error.value).startswith(f"{field} = ")
    with pytest.raises(RulesError):
        Game(rules, seed="x")
    with pytest.raises(RulesError):
        Rules.from_dict(COMPETITION.as_dict() | {field: value})


def _other_values() -> list[tuple[str, str | bool]]:
    """Each value of a choice that only the other presets have."""
    return [
        (field, value)
        for field, (now, *others) in TABLE.items()
        for value in dict.fromkeys(others)
        if isinstance(value, str | bool) and value != now
    ]


@pytest.mark.parametrize(("field", "value"), _other_values())
def test_each_value_of_each_choice_plays_to_an_end(field: str, value: object) -> None:
    trades = {"player_trades": "bundles"} if field == "overlapping_bundles" else {}
    rules = COMPETITION.with_values({**trades, field: value})
    for number in range(3):
        game = Game(rules, seed=f"value {number}")
        play_out(game, Random(number), builder)
        assert game.result is not None


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"overlapping_bundles": True}, "overlapping_bundles = true goes only with player_trades = bundles"),
        ({"roll_cap": None, "points_to_win": 23}, "points_to_win = 23 goes only with a roll_cap: .* more than 22"),
        ({"roll_cap": None, "points_to_win": 15, "bank_per_resource": 2}, "points_to_win = 15 .* more than 14"),
    ],
)
def test_values_that_make_no_game_together_are_explained(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        COMPETITION.with_values(values)


def test_a_target_that_can_be_reached_needs_no_cap() -> None:
    assert COMPETITION.with_values({"roll_cap": None, "points_to_win": 22}).roll_cap is None


def test_a_changed_preset_is_no_longer_called_by_its_name() -> None:
    assert COMPETITION.with_values({"points_to_win": 5}).name == "custom"
    assert COMPETITION.with_values({"points_to_win": 10}) == COMPETITION
    assert COMPETITION.with_values({"points_to_win": 5, "name": "short"}).name == "short"
    assert COMPETITION.with_values({"points_to_win": 5, "name": "short"}).with_values({"seats": 3}).name == "custom"


def test_a_field_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="hand_limt"):
        Rules.from_dict({"hand_limt": 8})


@pytest.mark.parametrize(
    "values",
    [
        {"seats": 3}, {"points_to_win": 3}, {"points_to_win": 40}, {"roll_cap": 1}, {"roll_cap": 7},
        {"road_award_points": 0, "army_award_points": 9}, {"bank_per_resource": 1}, {"bank_per_resource": 4},
        {"hand_limit": 0}, {"hand_limit": 1}, {"player_trades": "none"}, {"max_offers_per_turn": 0},
        {"max_offers_per_turn": 9}, {"seats": 3, "bank_per_resource": 2, "hand_limit": 2, "points_to_win": 5},
    ],
)  # fmt: skip
def test_any_mix_that_passes_the_check_plays_to_an_end(values: dict[str, Any]) -> None:
    rules = replace(COMPETITION, name="mixed", **values)
    rules.check()
    for number in range(6):
        game = Game(rules, seed=f"mix {number}")
        play_out(game, Random(number), builder)
        assert game.result is not None
        assert len(game.result.points) == rules.seats
        assert game.result.verdict in ("victory", "roll_cap")
        assert game.rolls <= (rules.roll_cap or 0)
        assert [sum(h[r] for h in game.position()["hands"]) + game.position()["bank"][r] for r in range(5)] == [
            rules.bank_per_resource
        ] * 5
