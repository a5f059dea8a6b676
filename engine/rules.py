"""``Rules``: a rule set as data.

Each field is one question that rule texts answer differently; a preset is nothing but a value. No code asks
for a preset's name. Any mix of values that ``check`` admits can be played to an end.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from engine.errors import RulesError, shown
from engine.resources import CARD_COUNTS, CITIES_PER_SEAT, CITY_COST, SETTLEMENTS_PER_SEAT, VICTORY_POINT

CHANGED: Final = "custom"
"""What rules are called that were made from a preset by changing fields."""
RULES_VERSION: Final = 1
"""Goes up whenever the same rules, seed and actions would lead to other states or hashes."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. Immutable; vary one with ``dataclasses.replace`` or ``with_values``.

    The defaults are the ``competition`` preset. ``check`` says whether the mix can be played.
    """

    name: str = "competition"
    seats: int = 4
    points_to_win: int = 10
    roll_cap: int | None = 160
    road_award_points: int = 2
    army_award_points: int = 2
    road_measure: str = "trail"
    award_on_tied_overtake: str = "vacate"
    victory_check: str = "any_seat"
    bank_shortage: str = "lone_claimant"
    bank_per_resource: int = 19
    hand_limit: int = 7
    discard: str = "auto_largest"
    player_trades: str = "one_for_one"
    max_offers_per_turn: int = 2
    overlapping_bundles: bool = False
    card_before_roll: bool = False
    year_of_plenty: str = "exactly_two"
    free_roads_may_stop: bool = False
    road_building_without_place: bool = False
    token_layout: str = "shuffled"

    def check(self) -> None:
        """Raise ``RulesError`` naming field, value and what would be right, unless the mix can be played."""
        if not isinstance(self.name, str) or not self.name.isprintable() or not 1 <= len(self.name) <= _LONGEST_NAME:
            raise RulesError(f"name = {shown(self.name)} must be 1 to {_LONGEST_NAME} printable characters")
        for field, (low, high) in _NUMBERS.items():
            _check_number(field, getattr(self, field), low, high)
        for field, choices in _CHOICES.items():
            _check_choice(field, getattr(self, field), choices)
        _check_together(self)

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, ``name`` first, in the order of the table in the docs."""
        return {field: getattr(self, field) for field in FIELD_NAMES}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Rules:
        """The rules with these values; fields that are not named keep the ``competition`` value.

        Raises ``RulesError`` for a field that does not exist or a mix that can't be played.
        """
        return COMPETITION.with_values(values)

    def with_values(self, values: dict[str, Any]) -> Rules:
        """These rules with other values in the named fields, checked.

        A preset that is changed and not given another ``name`` is no longer called by its own.
        """
        for field in values:
            if field not in FIELD_NAMES:
                raise RulesError(f"{field!r} is no field of the rules; the fields are {', '.join(FIELD_NAMES)}")
        rules = replace(self, **values)
        if "name" not in values and rules != self:
            rules = replace(rules, name=CHANGED)
        rules.check()
        return rules


FIELD_NAMES: Final = tuple(field.name for field in fields(Rules))

MOST_SEATS: Final = 4
_LONGEST_NAME: Final = 64
_MOST: Final = 65_535  # the hash encodes counts in two bytes
_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "seats": (3, MOST_SEATS),
    "points_to_win": (2, _MOST),
    "roll_cap": (1, _MOST),
    "road_award_points": (0, _MOST),
    "army_award_points": (0, _MOST),
    "bank_per_resource": (1, _MOST),
    "hand_limit": (0, _MOST),
    "max_offers_per_turn": (0, _MOST),
}
_MAY_BE_NULL: Final = ("roll_cap",)


_CHOICES: Final[dict[str, tuple[str | bool, ...]]] = {
    "road_measure": ("trail", "simple_path"),
    "award_on_tied_overtake": ("vacate", "lowest_seat"),
    "victory_check": ("any_seat", "turn_seat_on_build", "turn_seat"),
    "bank_shortage": ("lone_claimant", "nobody"),
    "discard": ("auto_largest", "choose"),
    "player_trades": ("none", "one_for_one", "bundles"),
    "overlapping_bundles": (False, True),
    "card_before_roll": (False, True),
    "year_of_plenty": ("exactly_two", "up_to_two"),
    "free_roads_may_stop": (False, True),
    "road_building_without_place": (False, True),
    "token_layout": ("shuffled", "separated"),
}
"""Field -> the values that it can have, for the fields that are no numbers."""


def _check_number(field: str, value: Any, low: int, high: int) -> None:
    if field in _MAY_BE_NULL and value is None:
        return
    if type(value) is not int or not low <= value <= high:
        or_null = " or null" if field in _MAY_BE_NULL else ""
        raise RulesError(f"{field} = {shown(value)} must be a whole number from {low} to {high}{or_null}")


def _check_choice(field: str, value: Any, choices: tuple[str | bool, ...]) -> None:
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise RulesError(f"{field} = {shown(value)} must be one of: {', '.join(map(_toml, choices))}")


def _toml(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _check_together(rules: Rules) -> None:
    """Complain about values that are right one by one and make no game together."""
    if rules.overlapping_bundles and rules.player_trades != "bundles":
        raise RulesError(
            f"overlapping_bundles = true goes only with player_trades = bundles, not {rules.player_trades}: "
            "without bundles it must be false"
        )
    if rules.roll_cap is None and rules.points_to_win > (most := _most_points(rules)):
        raise RulesError(
            f"points_to_win = {rules.points_to_win} goes only with a roll_cap: no seat can have more than {most} "
            "points under these rules, so the match would never end"
        )


def _most_points(rules: Rules) -> int:
    """What a seat with all its pieces, every victory-point card and both awards would have."""
    can_pay_for_cities = rules.bank_per_resource >= max(CITY_COST)
    cities = CITIES_PER_SEAT if can_pay_for_cities else 0
    cards = CARD_COUNTS[VICTORY_POINT]
    return SETTLEMENTS_PER_SEAT + 2 * cities + cards + rules.road_award_points + rules.army_award_points


COMPETITION: Final = Rules()
KATAN: Final = Rules(
    name="katan",
    roll_cap=None,
    road_award_points=5,
    army_award_points=5,
    road_measure="simple_path",
    award_on_tied_overtake="lowest_seat",
    victory_check="turn_seat_on_build",
    bank_shortage="nobody",
    discard="choose",
    player_trades="bundles",
    max_offers_per_turn=20,
    overlapping_bundles=True,
    year_of_plenty="up_to_two",
    free_roads_may_stop=True,
    road_building_without_place=True,
    token_layout="separated",
)
STANDARD: Final = Rules(
    name="standard",
    roll_cap=None,
    victory_check="turn_seat",
    discard="choose",
    player_trades="bundles",
    max_offers_per_turn=20,
    card_before_roll=True,
    token_layout="separated",
)
PRESETS: Final[dict[str, Rules]] = {rules.name: rules for rules in (COMPETITION, KATAN, STANDARD)}
