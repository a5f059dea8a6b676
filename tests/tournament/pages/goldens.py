"""Small pages and plots kept as files under ``tests/golden/tournament``.

After a wanted change look at each and write them anew: ``python -m tests.tournament.pages.goldens``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from referee.tournament.pages.as_csv import matches_csv, standings_csv
from referee.tournament.pages.as_json import as_json
from referee.tournament.pages.markdown import as_markdown
from referee.tournament.pages.measures import Lengths, LuckByPlace, PlaceLuck
from referee.tournament.pages.names import labels
from referee.tournament.pages.plots.length import length_svg
from referee.tournament.pages.plots.luck import luck_svg
from referee.tournament.pages.plots.points import points_svg
from referee.tournament.pages.plots.ratings import ratings_svg
from tests.tournament.pages.simulated import facts_of, results_of
from tests.tournament.pages.tables import HOSTILE, RATED, entrant

FOLDER: Final = Path(__file__).parent.parent.parent / "golden" / "tournament"

_SMALL: Final = facts_of(
    results_of(4, 3),
    [entrant(0, "trader", team="one"), entrant(1, HOSTILE), entrant(2, "raw"), entrant(3, "raw", "2.0")],
)
_NAMES: Final = labels(row.entrant for row in RATED.rows)
_POINTS: Final = {0: {4: 3, 10: 5}, 1: {2: 6, 5: 1, 10: 1}, 2: {6: 2, 11: 6}}
_LUCK: Final = LuckByPlace(tuple(PlaceLuck(n, 9, 5.0 - 2 * n, 1.0 - 2 * n, 8.5 - 2 * n) for n in (1, 2, 3, 4)), 0.41, 9)

KEPT: Final[dict[str, Callable[[], str]]] = {
    "small.md": lambda: as_markdown(_SMALL),
    "small.json": lambda: as_json(_SMALL),
    "small_standings.csv": lambda: standings_csv(_SMALL),
    "small_matches.csv": lambda: "".join(matches_csv(_SMALL)),
    "ratings.svg": lambda: ratings_svg(RATED, _NAMES),
    "points.svg": lambda: points_svg(RATED, _NAMES, _POINTS),
    "length.svg": lambda: length_svg(Lengths({60: 3, 71: 8, 72: 5, 90: 2, 160: 4}, at_cap=4, cut_short=1), 160),
    "luck.svg": lambda: luck_svg(_LUCK),
}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file_name, make in KEPT.items():
        (FOLDER / file_name).write_text(make(), encoding="utf-8", newline="")
