"""What an organiser decides about a match beside the rules of the game, and how it is written on a command line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from engine import COMPETITION, Rules
from protocol.messages import MatchTerms, TimeControl
from protocol.vocabulary import OnIllegal

DEFAULT_TIME_CONTROL: Final = TimeControl(
    start_ms=10_000, move_ms=1_000, reserve_ms=30_000, increment_ms=0, match_ms=60 * 60 * 1000
)
_UNITS_MS: Final = {"ms": 1, "s": 1_000, "m": 60_000, "min": 60_000}
_DURATION: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|min)")
_LONGEST_MS: Final = 24 * 60 * 60 * 1000
_PARTS: Final = ("start", "move", "reserve", "increment", "match")


class SettingsError(ValueError):
    """A setting that can't be used; the text names it, its value and what would be right."""


@dataclass(frozen=True)
class MatchSettings:
    """Rules, clocks and terms of one match.

    ``time_control`` None is a match without time limits. With ``freeze`` bots are stopped while others are to move.
    In a ``rated`` match bots learn each other's names at its end, and go by those they were entered with. With
    ``seal`` the seed stays secret after the match, until it is revealed by a line of its own.
    """

    rules: Rules = COMPETITION
    time_control: TimeControl | None = field(default=DEFAULT_TIME_CONTROL)
    on_illegal: OnIllegal = "forfeit"
    refusals: int = 3
    ply_cap: int = 5_000
    freeze: bool = False
    rated: bool = False
    seal: bool = False

    @property
    def anonymous(self) -> bool:
        """Whether bots are kept from knowing each other before the end: names would let them gang up."""
        return self.rated

    @property
    def attempts(self) -> int:
        """How many answers to a request are judged before a bad one is a forfeit or gives way to the default."""
        return 1 + self.refusals if self.on_illegal == "refuse" else 1

    def terms(self, events: Literal["with_request", "at_once"] = "with_request") -> MatchTerms:
        """The settings as a bot is told them, with the delivery of events that it asked for."""
        return MatchTerms(self.on_illegal, self.refusals, self.ply_cap, self.freeze, events)


def parse_time_control(text: str) -> TimeControl:
    """``move=1s,reserve=30s,start=10s,increment=0s,match=60m`` in any order; what is left out keeps its default.

    ``match`` is the cap on the whole match, 0 for none.

    Raises ``SettingsError`` naming the part that is wrong.
    """
    times = {name: getattr(DEFAULT_TIME_CONTROL, f"{name}_ms") for name in _PARTS}
    seen: set[str] = set()
    for part in text.split(","):
        name, equals, duration = part.strip().partition("=")
        if not equals or name not in _PARTS:
            raise SettingsError(
                f"time control {part.strip()!r}: must be NAME=TIME with NAME one of {', '.join(_PARTS)}"
            )
        if name in seen:
            raise SettingsError(f"time control {name!r} is given twice")
        seen.add(name)
        times[name] = _parse_duration_ms(name, duration)
    if times["move"] + times["reserve"] == 0:
        raise SettingsError("time control: move and reserve can't both be 0; for no limits use --no-timeout")
    if times["start"] == 0:
        raise SettingsError("time control: start can't be 0")
    return TimeControl(**{f"{name}_ms": ms for name, ms in times.items()})


def _parse_duration_ms(name: str, text: str) -> int:
    found = _DURATION.fullmatch(text)
    if not found:
        raise SettingsError(f"time control {name}={text!r}: must be a number with ms, s or m, such as 500ms or 1.5s")
    ms = float(found[1]) * _UNITS_MS[found[2]]
    if ms > _LONGEST_MS:
        raise SettingsError(
            f"time control {name}: must be at most a day, {_LONGEST_MS // 60_000}m; no limits: --no-timeout"
        )
    return round(ms)
