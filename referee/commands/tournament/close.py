"""``referee tournament close``: the end, after which everybody may know all seeds."""

from __future__ import annotations

from referee.commands.tournament.where import Where, opened_to_write
from referee.exit_status import FINE
from referee.replays.render.escape import printable
from referee.tournament.folder import close as close_tournament


def close(where: Where, /) -> int:
    """End a tournament for good: the secret that its seeds come from is published, and nothing more is played.

    With it and the commitment everybody can check that no seed was chosen for what it would bring.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    """
    with opened_to_write(where) as store:
        row = close_tournament(store)
    print(f"closed {printable(row.name)}: commitment {row.commitment} secret {row.master}")
    return FINE
