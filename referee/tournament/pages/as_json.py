"""A tournament as one JSON object, for programs."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.measures import lengths, luck_by_place, points_by_entrant

FORMAT: Final = 1
"""Version of the keys: it grows when one goes or changes its meaning, not when one is added."""

_TERMS: Final = (
    "name", "format", "seats", "rules", "roll_cap", "time_control", "sandbox", "referee", "created", "shown",
    "commitment", "master", "blocks", "voids", "is_over", "remaining_ms",
)  # fmt: skip


def as_json(facts: TournamentFacts) -> str:
    """One object, indented; texts are as they were entered, what isn't ASCII escaped.

    ``tournament_export`` is the version, ``terms`` how it is played and how far it has come, ``incidents`` what was not
    left as it was played, ``standings`` the table
    (``rows``, ``seats``, ``blocks``, ``matches``, ``rated_blocks``), ``crosstable`` how often the first of each
    ordered pair was above the second, ``pairs`` what the first did for and to the second, and ``points``, ``lengths``
    and ``luck`` what the plots show. Entrants go by their numbers, which ``rows`` gives names to.
    """
    return json.dumps(_object(facts), indent=1) + "\n"


def _object(facts: TournamentFacts) -> dict[str, Any]:
    every = {
        "tournament_export": FORMAT,
        "terms": {key: getattr(facts, key) for key in _TERMS},
        "incidents": facts.incidents,
        "standings": facts.standings,
        "crosstable": [
            {"first": first, "second": second, **msgspec.to_builtins(encounters)}
            for (first, second), encounters in facts.crosstable.cells.items()
        ],
        "pairs": facts.pairs.pairs,
        "points": points_by_entrant(facts.results),
        "lengths": lengths(facts.results),
        "luck": luck_by_place(facts.results),
    }
    builtins: dict[str, Any] = msgspec.to_builtins(every, str_keys=True)
    return builtins
