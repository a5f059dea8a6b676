"""``referee replay cut``: the position of a recorded match after a ply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.commands.arguments import new_file
from referee.commands.replay_argument import playable, plies_asked
from referee.commands.whole_file import write_new
from referee.exit_status import FINE
from referee.match.recorder import for_the_owner
from referee.replays.plies import game_after
from referee.replays.render.escape import printable


def cut(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    ply: int,
    out: Path | None = None,
) -> int:
    """Write the position of a recorded match after a ply, as one JSON object that Game.from_position takes.

    It is the complete state: every hand, the deck, and the seed, so that the match goes on from there with the chance
    that it had. Where the record has not revealed its seed, keep this secret too; a file is its owner's only.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    ply
        The number of the ply, counted from 0, after which to cut; negative numbers count from the end, -1 is the last.
    out
        Write to this file instead of standard output.
    """
    replay, secret = playable(file)
    position = json.dumps(game_after(replay, secret, plies_asked(replay, ply)).position(), separators=(",", ":"))
    if out is None:
        print(position)
        return FINE
    write_new(new_file(out, "--out"), f"{position}\n".encode(), for_the_owner)
    print(printable(str(out), 4000))
    return FINE
