"""Files that show a match: written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from referee.replays.moments import FULL
from referee.replays.playable import UnplayableError, read_playable
from referee.replays.render.escape import printable
from referee.replays.render.page import match_page
from referee.streams import say


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet. Raises ``OSError``; no half of it is left then."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
        except OSError as error:
            path.unlink(missing_ok=True)
            error.filename = str(path)
            raise


def write_page_after_match(path: Path, replay: Path) -> bool:
    """Write the page of a match that has just been recorded; all hands are shown, for it is over.

    The match stands whether that works or not: where it does not, standard error says why. Returns whether it did.
    """
    try:
        write_new(path, match_page(*read_playable(replay, None), FULL))
    except UnplayableError as error:
        why = f"the replay {error}"
    except OSError as error:
        why = error.strerror or str(error)
    else:
        return True
    say(f"the match is over and recorded, but its page was not written: {printable(str(path), 4000)}: {why}")
    return False
