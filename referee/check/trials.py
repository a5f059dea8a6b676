"""What is played to look at a bot: short matches, each for something that may go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine import COMPETITION, PRESETS, Rules
from protocol.messages import TimeControl
from referee.match.settings import MatchSettings

_PLIES: Final = 320
_FEWER_PLIES: Final = 120
_BUDGET_MS: Final = 4_000
"""Bots that think long are asked less often: a trial is scored when this much thinking is over."""
_ROLLS_LEFT: Final = 8
_CAP: Final = 160


@dataclass(frozen=True)
class Trial:
    """One short match: how it is called, its settings, and the seat that the bot takes.

    With ``mishears`` the bot's first answer is taken for an illegal one, so that it is refused. The bot joins a match
    in which ``rolls_before`` rolls have been played.
    """

    name: str
    settings: MatchSettings
    seat: int
    seed: str
    mishears: bool = False
    rolls_before: int = 0

    @property
    def file_stem(self) -> str:
        """What its files are called."""
        return self.name.replace(" ", "-")


def trials_for(claimed: Sequence[Rules], control: TimeControl) -> list[Trial]:
    """The trials for a bot that claims these rule sets, one at least; those under the rule sets themselves first."""
    base = MatchSettings(time_control=_short(control), ply_cap=_FEWER_PLIES)
    first = COMPETITION if COMPETITION in claimed else claimed[0]
    capped = first if first.roll_cap is not None else first.with_values({"roll_cap": _CAP})
    assert capped.roll_cap is not None
    own = [(f"rules {rules.name}", replace(base, rules=rules, ply_cap=_PLIES)) for rules in claimed]
    others = [
        ("rated terms", replace(base, rules=first, rated=True, freeze=True)),
        ("three seats", replace(base, rules=first.with_values({"seats": 3}))),
    ]
    trials = [
        Trial(name, settings, seat % settings.rules.seats, name)
        for seat, (name, settings) in enumerate([*own, *others])
    ]
    refusing = replace(base, rules=first, on_illegal="refuse")
    late = replace(base, rules=capped, ply_cap=MatchSettings.ply_cap)
    return [
        *trials,
        Trial("refusals", refusing, 0, "refusals", mishears=True),
        Trial("near the roll cap", late, 1, "near the roll cap", rolls_before=capped.roll_cap - _ROLLS_LEFT),
    ]


def claimed_rules(names: Sequence[str] | None) -> tuple[list[Rules], list[str]]:
    """The rule sets of these names, each once, and the names of which there is none here.

    None, as of a bare command, is the competition's.
    """
    names = (COMPETITION.name,) if names is None else tuple(dict.fromkeys(names))
    return [PRESETS[name] for name in names if name in PRESETS], [name for name in names if name not in PRESETS]


def _short(control: TimeControl) -> TimeControl:
    match_ms = min(control.match_ms or _BUDGET_MS, _BUDGET_MS)
    return TimeControl(control.start_ms, control.move_ms, control.reserve_ms, control.increment_ms, match_ms)
