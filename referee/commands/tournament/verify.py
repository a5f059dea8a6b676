"""``referee tournament verify``: every replay is there, plays back, and is the one that was counted."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from referee.commands.arguments import UsageError
from referee.commands.progress import LinesWithBar
from referee.commands.tournament.where import Where, folder_at, opened_to_read
from referee.exit_status import FINE, NEGATIVE
from referee.replays.batch import Unread, verify_all
from referee.replays.render.escape import printable
from referee.replays.verify import Verification
from referee.streams import say
from referee.tournament.store.rows import MatchRow
from referee.tournament.workers import cores_of_this_process


def verify(where: Where, /, *, jobs: int | None = None) -> int:
    """Play every match again that has a result, and hold its replay against the digests in the store.

    A line tells of each that is missing, differs, or is another than the one that was stored; they count all the same,
    for what counts is in the store. Where there is one the exit status is 1.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    jobs
        At most so many processes at a time. Default: one for each core.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: must be at least 1")
    folder = folder_at(where)
    with opened_to_read(where) as store:
        matches = [match for match in store.matches() if not match.is_void]
    files = [folder / str(match.replay) for match in matches]
    wrong = 0
    found = verify_all(files, jobs or len(cores_of_this_process()))
    with LinesWithBar("verify", len(files)) as lines, closing(found) as results:
        for match, file, result in zip(matches, files, results, strict=True):
            lines.step()
            complaint = _complaint(match, result)
            if complaint is not None:
                wrong += 1
                lines.print(_line(match, file, complaint))
    say(f"{len(files)} matches: {len(files) - wrong} ok, {wrong} not")
    return NEGATIVE if wrong else FINE


def _complaint(match: MatchRow, result: Verification | Unread) -> str | None:
    """What is wrong with this replay, None where nothing is."""
    if isinstance(result, Unread):
        return result.reason
    if result.status != "ok":
        return result.complaint
    if (result.game_digest, result.record_digest) != (match.game_digest, match.record_digest):
        return f"plays back, but is not the record that was stored: that has record_digest {match.record_digest}"
    return None


def _line(match: MatchRow, file: Path, complaint: str) -> str:
    return f"match {match.match_id} of block {match.block}: {printable(str(file), 4000)}: {printable(complaint, 2000)}"
