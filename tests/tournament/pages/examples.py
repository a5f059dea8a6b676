"""Tournaments of every kind, made when a test asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.standings.table import Entrant
from tests.tournament.pages.simulated import cup, facts_of, results_of
from tests.tournament.pages.tables import HOSTILE, entrant


def bots(count: int) -> list[Entrant]:
    return [entrant(number, f"bot {number}") for number in range(count)]


def hostile_bots(count: int) -> list[Entrant]:
    return [Entrant(number, f"{HOSTILE}{number}" + "x" * 5000, HOSTILE, HOSTILE, HOSTILE) for number in range(count)]


EXAMPLES: Final[Mapping[str, Callable[[], TournamentFacts]]] = {
    "rated": lambda: facts_of(results_of(6, 30), bots(6), resamples=50),
    "friends": lambda: cup(8, 120),
    "not begun": lambda: facts_of([], bots(4)),
    "nobody": lambda: facts_of([], []),
    "one match": lambda: facts_of(results_of(4, 1)[:1], bots(4)),
    "three seats": lambda: facts_of(results_of(5, 10, seats=3), bots(5), seats=3),
    "forty": lambda: facts_of(results_of(40, 60), bots(40)),
    "hostile": lambda: facts_of(results_of(4, 6), hostile_bots(4)),
}


@cache
def example(name: str) -> TournamentFacts:
    """The same object each time; a page needs nothing of it changed."""
    return EXAMPLES[name]()
