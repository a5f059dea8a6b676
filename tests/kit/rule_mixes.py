"""Mixes of rules: every value of every field with any of the others, as far as ``Rules.check`` admits them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from engine import Rules, RulesError

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "seats": (4, 3),
    "points_to_win": (10, 8, 12, 30, 10, 2),
    "roll_cap": (160, None, 60, 160, None, 1),
    "road_award_points": (2, 0, 1, 5),
    "army_award_points": (2, 0, 1, 5),
    "road_measure": ("trail", "simple_path"),
    "award_on_tied_overtake": ("vacate", "lowest_seat"),
    "victory_check": ("any_seat", "turn_seat_on_build", "turn_seat"),
    "bank_shortage": ("lone_claimant", "nobody"),
    "bank_per_resource": (19, 25, 12, 19, 4, 1),
    "hand_limit": (7, 0, 1, 4, 12),
    "discard": ("auto_largest", "choose"),
    "player_trades": ("one_for_one", "none", "bundles"),
    "max_offers_per_turn": (2, 0, 1, 20),
    "overlapping_bundles": (False, True),
    "card_before_roll": (False, True),
    "year_of_plenty": ("exactly_two", "up_to_two"),
    "free_roads_may_stop": (False, True),
    "road_building_without_place": (False, True),
    "token_layout": ("shuffled", "separated"),
}
"""By field the values to mix; what stands twice is mixed twice as often.

First stands that of ``competition``, to which a failing example shrinks.
"""


def rule_mixes() -> st.SearchStrategy[Rules]:
    """A Hypothesis strategy for all mixes."""
    return st.builds(_mix, **{field: st.sampled_from(values) for field, values in VALUES.items()}).filter(is_admitted)


def sampled_mix(number: int) -> Rules:
    """Mix ``number`` of an endless row, the same on every machine."""
    rng = Random(number)
    while True:
        rules = _mix(**{field: values[int(rng.random() * len(values))] for field, values in VALUES.items()})
        if is_admitted(rules):
            return rules


def is_admitted(rules: Rules) -> bool:
    """Does ``Rules.check`` let these values go together?"""
    try:
        rules.check()
    except RulesError:
        return False
    return True


def _mix(**values: Any) -> Rules:
    return Rules(name="mix", **values)
