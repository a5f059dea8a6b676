"""What was played, as it is stored: a task and a worker's reply make a row."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from referee.tournament.agenda import Task
from referee.tournament.assignments import Played, Void
from referee.tournament.store.rows import MatchRow

REPLAYS: Final = "replays"
"""The folder of all replays, in the tournament's."""


def replay_path(task: Task) -> str:
    """Where the record of this match lies, from the tournament's folder: with its block's others."""
    return str(PurePosixPath(REPLAYS, f"{task.block:06d}", f"{task.match_id}.jsonl.gz"))


def played_row(task: Task, played: Played) -> MatchRow:
    """A match with its result."""
    return MatchRow(
        match_id=task.match_id, block=task.block, attempt=task.attempt, order=task.order, entrants=task.entrants,
        verdict=played.verdict, reason=played.reason, ranking=played.ranking, points=played.points,
        offenders=played.offenders, rolls=played.rolls, plies=played.plies, luck=played.luck,
        dealings=played.dealings, used_ms=played.used_ms, slowest_ms=played.slowest_ms, wall_ms=played.wall_ms,
        started=played.started, ended=played.ended, sandbox=played.sandbox, machine=played.machine,
        referee=played.referee, game_digest=played.game_digest, record_digest=played.record_digest,
        replay=replay_path(task),
    )  # fmt: skip


def void_row(task: Task, void: Void, folder: Path) -> MatchRow:
    """A match without a result; of some there is a record all the same, of which nothing is known but its place."""
    place = replay_path(task)
    has_record = any((folder / name).exists() for name in (place, place.removesuffix(".gz")))
    return MatchRow(
        match_id=task.match_id, block=task.block, attempt=task.attempt, order=task.order, entrants=task.entrants,
        is_void=True, verdict=void.verdict, reason=void.reason, started=void.started, ended=void.ended,
        sandbox=void.sandbox, machine=void.machine, referee=void.referee, replay=place if has_record else None,
    )  # fmt: skip
