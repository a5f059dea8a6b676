"""What a tournament is: its bots, its format, and the terms of every match. Fixed when it begins, stored with it."""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec

from engine import Rules
from protocol.messages import TimeControl
from referee.match.settings import MatchSettings

Format = Literal["round_robin", "gauntlet", "rounds", "compare", "aa"]
"""``round_robin``: every group of bots; ``gauntlet``: one candidate with every group of the others; ``rounds``: groups
drawn by rating, in each round as many for everybody; ``compare``: is the first better than the second?; ``aa``: one bot
on all seats."""
Orders = Literal["rotations", "all"]
"""In which seat orders a block is played: one for each seat, every order rotated from the last, or all there are."""
SandboxChoice = Literal["auto", "bubblewrap", "limits", "none"]
FORMATS_OF_FILES: Final = ("round_robin", "gauntlet", "rounds")
LONGEST_WORDS: Final = 64
"""Characters of a tournament's name, and of an entrant's version and team."""
MOST_ATTEMPTS: Final = 3
"""So often a block is begun: after so many with a void match it is given up."""


class PlanError(ValueError):
    """A tournament that can't be played; the text names what is wrong and what would be right."""


class PlannedBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entrant: what starts it, and what it is called. Empty ``name`` and ``version`` are those of its SPEC."""

    spec: str
    name: str = ""
    version: str = ""
    team: str = ""


class Containment(msgspec.Struct, frozen=True, kw_only=True):
    """How the bots are contained, in the words of the command line; ``level`` is the least that will do."""

    choice: SandboxChoice = "auto"
    level: str = "userns"
    limits: str | None = None
    rootfs: str | None = None


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How long it goes on: so many matches, blocks or rounds in all, or until a time in UTC; of several the closest.

    They may be other ones each time that it is gone on with.
    """

    matches: int | None = None
    blocks: int | None = None
    rounds: int | None = None
    until: str | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison is to find out: fixed beforehand, for who asks twice of the same matches errs twice as often.

    ``by``, ``error`` and ``margin`` are those of ``referee.tournament.comparison``.
    """

    by: Literal["wins", "places"] = "wins"
    error: float = 0.05
    margin: float | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament before its first match.

    ``rules`` has every field, so that what a preset or a file says later changes nothing. ``seed`` None: a secret one.
    With ``is_closed`` its secret is published and nothing more is played.
    ``candidate`` is the gauntlet's, by name, ``question``
    that of a comparison.
    """

    name: str
    format: Format
    bots: tuple[PlannedBot, ...]
    rules: dict[str, int | bool | str | None]
    time_control: TimeControl
    orders: Orders = "rotations"
    containment: Containment = Containment()
    seed: str | None = None
    candidate: str | None = None
    question: Question | None = None
    bounds: Bounds = Bounds()
    is_closed: bool = False

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        seats = self.rules["seats"]
        assert isinstance(seats, int)
        return seats

    @property
    def matches_a_block(self) -> int:
        """In how many seat orders a seed is played."""
        if self.format == "aa":
            return 1
        if self.format == "compare":
            return 6 if len(self.bots) == 2 else 2 * self.seats
        return math.factorial(self.seats) if self.orders == "all" else self.seats

    def settings(self) -> MatchSettings:
        """Of each of its matches: rated, so that bots don't know whom they play, and sealed until the block is over."""
        return MatchSettings(
            rules=Rules.from_dict(dict(self.rules)), time_control=self.time_control, freeze=True, rated=True, seal=True
        )
