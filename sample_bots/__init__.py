"""Bots to start from, to play against, and to test with, readable as a tutorial.

Start with ``raw``: it needs nothing but a language that can print. Then ``random_bot`` shows what our client does
for you, ``greedy`` a plan, ``trader`` how to use offers, ``heuristic`` how to look ahead with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

_HERE: Final = Path(__file__).resolve().parent


@dataclass(frozen=True)
class SampleBot:
    """A bot that comes with the referee: its file, version, and what it does in a few words."""

    file: Path
    version: str
    description: str
    matches: Literal["one", "many"] = "many"
    """Whether its process can play match after match."""


SAMPLE_BOTS: Final[dict[str, SampleBot]] = {
    "random": SampleBot(_HERE / "random_bot.py", "1", "any legal action, each as likely"),
    "greedy": SampleBot(_HERE / "greedy.py", "1", "builds what is worth most, accepts trades that help it"),
    "trader": SampleBot(_HERE / "trader.py", "1", "greedy, and offers what it has too much of for what it lacks"),
    "heuristic": SampleBot(
        _HERE / "heuristic" / "bot.py", "1", "looks one action ahead, trades one for one and in bundles, counters"
    ),
    "raw": SampleBot(_HERE / "raw.py", "1", "the page to read first: standard library, no import of ours", "one"),
}
"""Name in a SPEC -> the bot. (``random.py`` would hide the standard library's module from its neighbours.)"""
