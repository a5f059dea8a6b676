"""``referee replay diff``: where two records part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from referee.commands.arguments import FLAG, UsageError
from referee.console import Console
from referee.exit_status import FINE, NEGATIVE
from referee.replays.diff import Comparison, Difference, compare
from referee.replays.reader import Replay, ReplayError, read_replay
from referee.replays.seed_file import Secret, SeedFileError, seed_beside
from referee.replays.verify import revealed_seed


def diff(
    a: Annotated[Path, Parameter(name="A")],
    b: Annotated[Path, Parameter(name="B")],
    /,
    *,
    times: Annotated[bool, FLAG] = False,
) -> int:
    """Compare two records of matches: the first ply or fault that differs, in words, and how rules and ends differ.

    They are compared as they are written, so neither need play back. Where a seed is revealed or beside its replay,
    it is told how the match stood and what each action comes to. Exit status 0 if it is the same game, 1 if not.

    Parameters
    ----------
    a
        A replay, gzipped or not.
    b
        Another.
    times
        Compare the milliseconds of every answer too.
    """
    (replay_a, secret_a), (replay_b, secret_b) = _read(a), _read(b)
    found = compare(replay_a, replay_b, secret_a or secret_b, with_times=times)
    for line in _lines(found):
        Console().print(Text(line), soft_wrap=True)
    return FINE if found.is_same_game else NEGATIVE


def _read(path: Path) -> tuple[Replay, Secret | None]:
    """A record whose every line can be read, and its seed where that is known."""
    try:
        replay = read_replay(path)
        for _ in replay.moves():
            pass  # it raises at a line that is none
        return replay, revealed_seed(replay) or seed_beside(path)
    except (ReplayError, SeedFileError) as error:
        raise UsageError(f"{path}: {error}") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None


def _lines(found: Comparison) -> list[str]:
    lines = [_line(one) for one in (*found.rules, *found.remarks)]
    if found.first is not None:
        lines.append(f"first difference at {found.first.what}; {found.common} plies before it are the same")
        lines += [f"  {text}" for text in (found.scene, f"A: {found.first.a}", f"B: {found.first.b}") if text]
    lines += [_line(one) for one in found.ends]
    verdict = f"the same game of {found.common} plies" if found.is_same_game else "the games differ"
    return [*lines, verdict]


def _line(one: Difference) -> str:
    return f"{one.what}: A {one.a}; B {one.b}"
