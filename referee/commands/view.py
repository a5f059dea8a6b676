"""``referee replay view``: a recorded match as one seat, or a spectator, saw it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.view_records import encode_view
from referee.commands.arguments import FLAG, UsageError, new_file
from referee.commands.replay_argument import playable
from referee.commands.whole_file import write_new
from referee.exit_status import FINE
from referee.match.recorder import for_the_owner
from referee.replays.render.escape import printable
from referee.replays.view import PUBLIC, view_of


def view(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    seat: int | None = None,
    public: Annotated[bool, FLAG] = False,
    requests: Annotated[bool, FLAG] = False,
    out: Path | None = None,
) -> int:
    """Write a recorded match as one seat saw it, one JSON object a line.

    A header, every event as the seat was told it, its own faults and their evidence, and the result. There is no
    seed, hash or digest in it, and nothing that the seat could not know.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    seat
        The seat whose view it is.
    public
        The view of a spectator instead, who sees no hand.
    requests
        Write the requests to the seat as well, each before what came of it.
    out
        Write to this file instead of standard output.
    """
    if (seat is None) is not public:
        raise UsageError("name one viewer: --seat N, or --public")
    if requests and public:
        raise UsageError("--requests: a spectator is asked nothing; it goes with --seat")
    replay, secret = playable(file, seat)
    lines = view_of(replay, secret, PUBLIC if seat is None else seat, with_requests=requests)
    content = b"".join(map(encode_view, lines))
    if out is None:
        sys.stdout.buffer.write(content)
        return FINE
    write_new(new_file(out, "--out"), content, for_the_owner)
    print(printable(str(out), 4000))
    return FINE
