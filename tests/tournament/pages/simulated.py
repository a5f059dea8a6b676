"""Results of matches that nobody played, so that pages have something to show.

Look at them with ``python -m tests.tournament.pages.simulated FOLDER``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from referee.commands.tournament.crosstable_report import print_crosstable
from referee.commands.tournament.pairs_report import print_pairs
from referee.commands.tournament.plots_report import print_plots
from referee.commands.tournament.standings_report import print_standings
from referee.tournament.pages.as_csv import matches_csv, standings_csv
from referee.tournament.pages.as_json import as_json
from referee.tournament.pages.facts import BlockCounts, Evidence, Incident, TournamentFacts
from referee.tournament.pages.html import as_html
from referee.tournament.pages.markdown import as_markdown
from referee.tournament.results import Dealings, MatchResult
from referee.tournament.standings.crosstable import crosstable
from referee.tournament.standings.pairs import pairs
from referee.tournament.standings.ratings import fit
from referee.tournament.standings.table import Entrant
from referee.tournament.standings.tabulate import make_standings
from referee.tournament.standings.tally import block_scores, seat_scores

ROLL_CAP: Final = 160


def results_of(entrants: int, blocks: int, *, seats: int = 4, seed: int = 1) -> list[MatchResult]:
    """Whole blocks in rotations of groups in turn; a lower number is a stronger bot, and luck helps."""
    chance = random.Random(seed)
    groups = list(combinations(range(entrants), seats))
    chance.shuffle(groups)
    return [
        _match(chance, block, rotation, groups[block % len(groups)])
        for block in range(blocks)
        for rotation in range(seats)
    ]


def _match(chance: random.Random, block: int, rotation: int, group: Sequence[int]) -> MatchResult:
    seats = len(group)
    entrants = tuple(group[(seat + rotation) % seats] for seat in range(seats))
    luck = tuple(round(chance.gauss(0, 9), 2) for _ in entrants)
    form = [-0.12 * entrants[seat] + luck[seat] / 14 + chance.gauss(0, 0.7) for seat in range(seats)]
    ranking = sorted(range(seats), key=lambda seat: -form[seat])
    points = [0] * seats
    for place, seat in enumerate(ranking):
        points[seat] = 10 + chance.randrange(2) if place == 0 else max(2, chance.randrange(5, 10) - place)
    rolls = min(ROLL_CAP, int(chance.gammavariate(18, 4.2)))
    offenders: tuple[int, ...] = ()
    verdict = "roll_cap" if rolls == ROLL_CAP else "victory"
    if chance.random() < 0.01:
        offender, verdict = entrants.index(max(entrants)), "forfeit_timeout"
        ranking = [*(seat for seat in ranking if seat != offender), offender]
        offenders, points[offender] = (offender,), 0
        rolls = chance.choice((0, rolls // 2))
    return MatchResult(
        match_id=f"m-{block:05}-{rotation}",
        block=block,
        entrants=entrants,
        verdict=verdict,
        ranking=tuple(ranking),
        points=tuple(points),
        offenders=offenders,
        rolls=rolls,
        plies=rolls * 8,
        luck=luck,
        dealings=_dealings(chance, seats),
    )


def _dealings(chance: random.Random, seats: int) -> Dealings:
    """A few cards from each seat to each other one."""

    def table(most: int) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(0 if row == column else chance.randrange(most + 1) for column in range(seats)) for row in range(seats)
        )

    trades = table(2)
    offers = tuple(tuple(trade + chance.randrange(3) if trade else 0 for trade in row) for row in trades)
    return Dealings(stolen=table(3), monopolised=table(1), given=table(4), trades=trades, offers=offers)


def facts_of(
    results: Sequence[MatchResult], entrants: Sequence[Entrant], *, seats: int = 4, resamples: int | None = None
) -> TournamentFacts:
    """What a tournament with these results comes to; rated where ``resamples`` says how often to draw blocks."""
    blocks: dict[int, list[MatchResult]] = {}
    for result in results:
        blocks.setdefault(result.block, []).append(result)
    scores = [score for block in blocks.values() for score in block_scores(block)]
    by_seat = [score for block in blocks.values() for score in seat_scores(block)]
    ratings = None if resamples is None else fit(results, resamples)
    return TournamentFacts(
        name="Spring cup",
        format="round-robin of groups of four, each seed in 4 rotations",
        seats=seats,
        rules="competition",
        roll_cap=ROLL_CAP,
        time_control="30 s a match and 100 ms a decision",
        sandbox="userns",
        referee="0.9.0",
        created="2026-03-01T09:00:00Z",
        shown="2026-03-01T18:30:00Z",
        commitment="sha256:" + "5e" * 32,
        master=None,
        blocks=BlockCounts(planned=len(blocks) + 10, whole=len(blocks), open=2, given_up=0, withdrawn=1),
        voids=1,
        is_over=False,
        remaining_ms=754_000,
        standings=make_standings(entrants, scores, by_seat, ratings),
        crosstable=crosstable(results),
        pairs=pairs(results),
        results=results,
        evidence={
            result.match_id: Evidence(
                attempt=1,
                seed="5e" * 16,
                started="2026-03-01T09:00:00Z",
                ended="2026-03-01T09:00:02Z",
                wall_ms=1900,
                sandbox="userns",
                machine="Linux 6.1 x86_64, Python 3.11.2, 2 cores",
                referee="0.9.0",
                replay=f"replays/{result.block}/{result.match_id}.jsonl.gz",
                game_digest="b2:" + "0a" * 16,
                record_digest="b2:" + "0b" * 16,
            )
            for result in results
        },
        incidents=[
            Incident("void match", "m-2345", "", "block 3, attempt 1: the process that refereed the match ended"),
            Incident("ruling: void", "m-6789", "jury <b>", "the power failed"),
        ],
    )


def cup(entrants: int = 11, blocks: int = 300) -> TournamentFacts:
    """A whole tournament; the third and the seventh bot help each other."""
    named = ("trader", "search", "raw", "greedy", "a name of just thirty-two letters", "planner", "<b>robber</b>")
    names = [*named, *(f"bot {number}" for number in range(len(named), entrants))]
    entered = [Entrant(number, name, "1.2", f"team {number // 2}") for number, name in enumerate(names[:entrants])]
    entered[-1] = Entrant(entrants - 1, names[entrants - 1], "0.1", "", "it could not be started: no such file: bot.py")
    results = [_with_friends(result, 2, 6) for result in results_of(entrants, blocks)]
    return facts_of(results, entered, resamples=200)


def _with_friends(result: MatchResult, giver: int, taker: int) -> MatchResult:
    if result.dealings is None or not {giver, taker} <= set(result.entrants):
        return result
    a, b = result.entrants.index(giver), result.entrants.index(taker)
    given = [list(row) for row in result.dealings.given]
    given[a][b] += 6
    dealings = msgspec.structs.replace(result.dealings, given=tuple(map(tuple, given)))
    return msgspec.structs.replace(result, dealings=dealings)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    shown = cup()
    for file_name, text in {
        "tournament.html": as_html(shown),
        "tournament.md": as_markdown(shown),
        "tournament.json": as_json(shown),
        "standings.csv": standings_csv(shown),
        "matches.csv": "".join(matches_csv(shown)),
    }.items():
        (folder / file_name).write_text(text, encoding="utf-8", newline="")
    print_standings(shown)
    print_crosstable(shown)
    print_pairs(shown)
    print_plots(shown)
