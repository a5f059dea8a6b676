"""``referee replay verify``: plays recorded matches again and says what that shows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.commands.arguments import FLAG, UsageError
from referee.commands.key_arguments import trusted_keys
from referee.commands.progress import LinesWithBar
from referee.commands.replay_argument import replays_among
from referee.commands.verify_report import Checked, line_of, object_of
from referee.exit_status import FINE, NEGATIVE
from referee.replays.batch import Unread, verify_all
from referee.replays.signatures import authenticity
from referee.streams import say


def verify(
    files: Annotated[list[Path], Parameter(name="FILE", negative="")],
    /,
    *,
    keys: Annotated[tuple[Path, ...], Parameter(name="--keys", negative="", show_default=False)] = (),
    require_signature: Annotated[bool, FLAG] = False,
    jobs: int | None = None,
    json: Annotated[bool, FLAG] = False,
) -> int:
    """Play recorded matches again: "ok" with the digests, or the first line that differs and how.

    Of a match that was played with --seal the seed is looked for beside the replay.

    A replay that is ok and carries no signature by a key that you trust is consistent, not authenticated: compare its
    digest with one kept elsewhere.

    Parameters
    ----------
    files
        Replays, gzipped or not, and folders: of those every .jsonl and .jsonl.gz, below them too.
    keys
        A file of public keys that you trust. May be given several times.
    require_signature
        A replay without a signature by one of these keys is a negative finding.
    jobs
        At most so many processes at a time. Default: one for each core.
    json
        Print one JSON object a replay.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: must be at least 1")
    if require_signature and not keys:
        raise UsageError("--require-signature: name the public keys that you trust with --keys FILE")
    trusted = trusted_keys(keys)
    unread: list[str] = []  # told when the others are done
    replays = replays_among(files, unread)
    shown = _verify_each(replays, jobs or _cores(), trusted, object_of if json else line_of, unread)
    if len(replays) > len(files):
        tally = Counter(one.found.status for one in shown)
        say(f"{len(shown)} replays: " + ", ".join(f"{count} {word}" for word, count in sorted(tally.items())))
    if unread:
        raise UsageError("\n".join(unread))
    is_fine = all(one.found.status == "ok" for one in shown)
    is_vouched_for = all(one.authenticity == "authenticated" for one in shown)
    return FINE if is_fine and (is_vouched_for or not require_signature) else NEGATIVE


def _verify_each(
    replays: Sequence[Path],
    jobs: int,
    trusted: Mapping[str, str],
    words: Callable[[Checked, Mapping[str, str]], str],
    unread: list[str],
) -> list[Checked]:
    """Verify them, and print of each as soon as it is its turn; those that can't be read are added to ``unread``."""
    shown = []
    with LinesWithBar("verify", len(replays)) as lines, closing(verify_all(replays, jobs)) as results:
        for file, found in zip(replays, results, strict=True):
            lines.step()
            if isinstance(found, Unread):
                unread.append(f"{file}: {found.reason}")
                continue
            shown.append(Checked(file, found, authenticity(found.signatures, trusted)))
            lines.print(words(shown[-1], trusted))
    return shown


def _cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
