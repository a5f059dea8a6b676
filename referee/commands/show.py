"""``referee replay show``: a recorded match after a ply, on the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from referee.commands.arguments import FLAG, UsageError
from referee.commands.replay_argument import playable, plies_asked
from referee.console import Console, print_table
from referee.exit_status import FINE
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.render.standing import standing_after, standing_picture


def show(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    ply: int | None = None,
    seat: int | None = None,
    public: Annotated[bool, FLAG] = False,
) -> int:
    """Show how a recorded match stood after a ply: the board, hands, points, bank, offer, and what happened last.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    ply
        The number of the ply, counted from 0; negative numbers count from the end, -1 is the last. Default: the last.
    seat
        Show it as this seat could know it. Without it every hand is shown.
    public
        Show it as a spectator could know it, who sees no hand.
    """
    if seat is not None and public:
        raise UsageError("name one viewer: --seat N or --public")
    replay, secret = playable(file, seat)
    viewer: Viewer = PUBLIC if public else FULL if seat is None else seat
    for part in standing_picture(standing_after(replay, secret, plies_asked(replay, ply), viewer)):
        if isinstance(part, Table):
            print_table(part)
        else:
            Console().print(part, soft_wrap=True)
    return FINE
