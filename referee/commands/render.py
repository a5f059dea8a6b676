"""``referee replay render``: a recorded match as a page to watch it on, or one picture of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from engine.island import Island
from referee.commands.arguments import FLAG, UsageError, new_file
from referee.commands.replay_argument import playable, plies_asked
from referee.commands.whole_file import write_new
from referee.exit_status import FINE
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.plies import game_after
from referee.replays.reader import Replay
from referee.replays.render.escape import printable
from referee.replays.render.page import match_page
from referee.replays.render.svg import board_svg
from referee.replays.seed_file import Secret


def render(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    html: Path | None = None,
    svg: Path | None = None,
    ply: int | None = None,
    seat: int | None = None,
    public: Annotated[bool, FLAG] = False,
) -> int:
    """Write a recorded match as a page to watch it on, or the board after one ply as a picture.

    The page is one HTML file that needs no network: board, hands, dice, bank, offers, actions and charts, to be played,
    stepped through and linked to (#ply=123). In a view of a seat, or the public one, there is only what that viewer
    could know.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    html
        Write the page to this file.
    svg
        Write a picture of the board to this file.
    ply
        With --svg: the number of the ply after which, counted from 0; negative numbers count from the end, -1 is the
        last. Default: the last.
    seat
        With --html: show it as this seat could know it. Without it every hand is shown.
    public
        With --html: show it as a spectator could know it, who sees no hand.
    """
    if html is None and svg is None:
        raise UsageError("name what to write: --html FILE, --svg FILE or both")
    if ply is not None and svg is None:
        raise UsageError("--ply goes with --svg; a page has every ply, and is linked to as PAGE#ply=N")
    if html is None and (seat is not None or public):
        raise UsageError("--seat and --public go with --html; on the board, which --svg draws, all see the same")
    if seat is not None and public:
        raise UsageError("name one viewer: --seat N or --public")
    if html is not None and svg is not None and html.resolve() == svg.resolve():
        raise UsageError(f"--html and --svg: both name {html}; name two files")
    for path, option in ((html, "--html"), (svg, "--svg")):
        if path is not None:
            new_file(path, option)
    replay, secret = playable(file, seat)
    if svg is not None:
        write_new(svg, _board_after(replay, secret, plies_asked(replay, ply)).encode())
        print(printable(str(svg), 4000))
    if html is not None:
        viewer: Viewer = PUBLIC if public else FULL if seat is None else seat
        write_new(html, match_page(replay, secret, viewer).encode())
        print(printable(str(html), 4000))
    return FINE


def _board_after(replay: Replay, secret: Secret, count: int) -> str:
    header = replay.header
    island = Island(header.terrain, header.tokens, header.harbours)
    return board_svg(island, game_after(replay, secret, count).public_state(None))
