"""The page of a match that has just been played."""

from __future__ import annotations

from pathlib import Path

from referee.commands.whole_file import write_new
from referee.replays.moments import FULL
from referee.replays.playable import UnplayableError, read_playable
from referee.replays.render.escape import printable
from referee.replays.render.page import match_page
from referee.streams import say


def write_page_after_match(path: Path, replay: Path) -> bool:
    """Write the page of a match that has just been recorded; all hands are shown, for it is over.

    The match stands whether that works or not: where it does not, standard error says why. Returns whether it did.
    """
    try:
        write_new(path, match_page(*read_playable(replay, None), FULL).encode())
    except UnplayableError as error:
        why = f"the replay {error}"
    except OSError as error:
        why = error.strerror or str(error)
    else:
        return True
    say(f"the match is over and recorded, but its page was not written: {printable(str(path), 4000)}: {why}")
    return False
