"""What the entrants are called where they stand beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.cells import cell_len, set_cell_size

from referee.replays.render.escape import LONGEST_NAME, printable
from referee.tournament.standings.table import Entrant


def labels(entrants: Iterable[Entrant]) -> Mapping[int, str]:
    """A name for each entrant number, printable, and no two the same, whatever the bots call themselves.

    The bot's name alone where that tells it apart, else with its version, and where that does not help, with its
    number in the tournament.
    """
    entered = list(entrants)
    names = {entrant.number: printable(entrant.name, LONGEST_NAME) or "(no name)" for entrant in entered}
    versions = {entrant.number: printable(entrant.version, LONGEST_NAME) for entrant in entered}
    names.update({number: f"{names[number]} {versions[number]}" for number in _shared(names)})
    numbered: set[int] = set()
    # Once more when a bot is called as another one is with its number.
    while unclear := _shared(names) - numbered:
        names.update({number: f"{names[number]} (entrant {number})" for number in unclear})
        numbered |= unclear
    return names


def cut(name: str, columns: int, ending: str = "…") -> str:
    """A name that takes no more than so many columns, of which a wide letter takes two, as in a terminal."""
    return name if cell_len(name) <= columns else set_cell_size(name, columns - len(ending)).rstrip() + ending


def _shared(names: Mapping[int, str]) -> set[int]:
    """The entrants whose name is another's too."""
    times = Counter(names.values())
    return {number for number, name in names.items() if times[name] > 1}
