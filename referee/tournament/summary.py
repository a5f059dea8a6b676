"""How a tournament stands: its stored results made into a table, and everything that a page tells of it."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path
from typing import Final

from referee.replays.utc import utc_now
from referee.tournament.budget import blocks_allowed
from referee.tournament.folder import plan_in
from referee.tournament.pages.facts import BlockCounts, Evidence, Incident, TournamentFacts
from referee.tournament.plan import Plan
from referee.tournament.results import MatchResult
from referee.tournament.seeds import block_seed
from referee.tournament.standings.crosstable import crosstable
from referee.tournament.standings.extra import is_available
from referee.tournament.standings.pairs import pairs
from referee.tournament.standings.ratings import Ratings, SavedRatingsError, decode_ratings, encode_ratings, fit
from referee.tournament.standings.table import Entrant, Standings
from referee.tournament.standings.tabulate import make_standings
from referee.tournament.store.errors import StoreError
from referee.tournament.store.progress import Progress
from referee.tournament.store.rows import Record
from referee.tournament.store.store import Store

_FORMAT_WORDS: Final = {
    "round_robin": "round-robin: every group of bots",
    "gauntlet": "gauntlet: one candidate with every group of the others",
    "rounds": "rounds drawn by rating",
    "compare": "comparison of two bots",
    "aa": "one bot on all seats",
}
_UNRATED: Final = ("aa",)


def standings_of(store: Store, ratings: Ratings | None) -> Standings:
    """The table with these ratings; quick, for the figures of each block are stored."""
    return make_standings(entrants_in(store), store.scores(), store.seat_scores(), ratings)


def entrants_in(store: Store) -> list[Entrant]:
    """Who plays, as a table has it."""
    return [Entrant(row.number, row.name, row.version, row.team, row.benched) for row in store.entrants()]


def saved_ratings(store: Store) -> Ratings | None:
    """The ratings that were fitted last, of however many blocks; None where there are none that can be read."""
    saved = store.saved_ratings()
    if saved is None:
        return None
    try:
        return decode_ratings(saved[0])
    except SavedRatingsError:
        return None  # of another version: they will be fitted anew


def fresh_ratings(store: Store, folder: Path) -> Ratings | None:
    """Ratings of all that counts now: those that were saved if nothing has changed since, else fitted, and saved.

    None where there is nothing to rate, or where the extra for it is missing.
    """
    if plan_in(store).format in _UNRATED or not is_available():
        return None
    saved, version = store.saved_ratings(), store.results_version()
    if saved is not None and saved[1] == version and (ratings := saved_ratings(store)) is not None:
        return ratings
    results = store.results()
    if not results:
        return None
    ratings = fit(results)
    with contextlib.suppress(StoreError), Store.open_to_rate(folder) as writable:
        writable.save_ratings(encode_ratings(ratings), version)  # else they are fitted again the next time
    return ratings


def facts_of(store: Store, ratings: Ratings | None) -> TournamentFacts:
    """Everything that a page tells, as of one moment."""
    with store.one_moment():
        return _facts(store, ratings, store.results(), store.records())


def outline_of(store: Store, ratings: Ratings | None) -> TournamentFacts:
    """The same without what needs every match: quick however many there are."""
    with store.one_moment():
        return _facts(store, ratings, [], [])


def _facts(store: Store, ratings: Ratings | None, results: list[MatchResult], records: list[Record]) -> TournamentFacts:
    row, plan, progress = store.tournament(), plan_in(store), store.progress()
    states = {state: progress.blocks.get(state, 0) for state in ("whole", "open", "given_up", "withdrawn")}
    planned = _planned(plan)  # which may have been lowered since more were begun
    counts = BlockCounts(planned=planned and max(planned, states["whole"] + states["open"]), **states)
    is_over = plan.is_closed or (counts.open == 0 and counts.planned is not None and counts.whole >= counts.planned)
    roll_cap = plan.rules["roll_cap"]
    assert roll_cap is None or isinstance(roll_cap, int)
    return TournamentFacts(
        name=row.name, format=_FORMAT_WORDS[plan.format], seats=plan.seats, rules=str(plan.rules["name"]),
        roll_cap=roll_cap, time_control=_control_words(plan), sandbox=_sandbox_words(progress), referee=row.referee,
        created=row.created, shown=utc_now(), commitment=row.commitment,
        master=row.master if plan.is_closed else None, is_over=is_over, blocks=counts, voids=progress.voids,
        remaining_ms=_remaining_ms(plan, counts, progress), standings=standings_of(store, ratings),
        crosstable=crosstable(results), pairs=pairs(results), results=results,
        evidence=_evidence(records, results, bytes.fromhex(row.master)), incidents=_incidents(store),
    )  # fmt: skip


def _incidents(store: Store) -> list[Incident]:
    """Void matches, blocks that don't count, and rulings: what was not left as it was played."""
    void = [
        Incident("void match", one.match_id, "", f"block {one.block}, attempt {one.attempt}: {one.reason}")
        for one in store.void_matches()
    ]
    lost = [
        Incident(f"{block.state.replace('_', ' ')} block", f"block {block.number}", "", block.reason or "")
        for block in store.lost_blocks()
    ]
    ruled = [Incident(f"ruling: {one.verdict}", one.match_id, one.by, one.reason) for one in store.rulings()]
    return [*void, *lost, *ruled]


def _planned(plan: Plan) -> int | None:
    """How many blocks there are to be; None where a time may end it before."""
    return None if plan.bounds.until is not None else blocks_allowed(plan)


def _control_words(plan: Plan) -> str:
    control = plan.time_control
    parts = [
        f"{name} {getattr(control, f'{name}_ms') / 1000:g} s" for name in ("move", "reserve", "increment", "start")
    ]
    return ", ".join([*parts, f"match {control.match_ms / 60_000:g} min" if control.match_ms else "no cap on a match"])


def _sandbox_words(progress: Progress) -> str:
    """The levels that were reached, with the number of matches where there was more than one."""
    levels = progress.sandboxes
    if len(levels) < 2:
        return next(iter(levels), "no match yet")
    return ", ".join(f"{level} ({count} matches)" for level, count in levels.items())


def _remaining_ms(plan: Plan, counts: BlockCounts, progress: Progress) -> int | None:
    """As fast as the last matches went, several at a time; but no slower than one after another, for between them there
    may have been a break."""
    if counts.planned is None or counts.planned <= counts.whole or not progress.played:
        return None
    started, ended = zip(*progress.recent, strict=True)
    span = datetime.fromisoformat(max(ended)) - datetime.fromisoformat(min(started))
    a_match_ms = min(1000 * span.total_seconds() / len(started), progress.wall_ms / progress.played)
    return round((counts.planned - counts.whole) * plan.matches_a_block * a_match_ms)


def _evidence(records: list[Record], results: list[MatchResult], master: bytes) -> dict[str, Evidence]:
    """Of the matches that count: the seeds of their blocks are secrets no more."""
    counted = {result.match_id for result in results}
    return {
        record.match_id: Evidence(
            attempt=record.attempt, seed=block_seed(master, record.block, record.attempt), started=record.started,
            ended=record.ended, wall_ms=record.wall_ms, sandbox=record.sandbox, machine=record.machine,
            referee=record.referee, replay=record.replay, game_digest=record.game_digest,
            record_digest=record.record_digest,
        )
        for record in records
        if record.match_id in counted
        and record.replay is not None and record.game_digest is not None and record.record_digest is not None
    }  # fmt: skip
