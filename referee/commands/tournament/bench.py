"""``referee tournament bench`` and ``unbench``: a bot is taken out of a tournament, or back in."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from referee.bots.spec import SpecError, parse_spec
from referee.commands.arguments import UsageError
from referee.commands.tournament.where import Where, opened_to_write
from referee.exit_status import FINE
from referee.tournament.store.rows import EntrantRow
from referee.tournament.store.store import Store

Name = Annotated[str, Parameter(name="NAME")]


def bench(where: Where, name: Name, /, *, reason: str) -> int:
    """Take a bot out of a tournament that nobody plays at the moment: blocks that are not whole lose their matches.

    What it has played in whole blocks counts. The referee does the same with a bot that can't be started.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    name
        The bot's name in the tournament.
    reason
        Why, to be shown in the standings.
    """
    if not reason.strip():
        raise UsageError("--reason: say why; it is shown in the standings")
    with opened_to_write(where) as store:
        store.bench(_entrant(store, name).number, reason)
    return FINE


def unbench(where: Where, name: Name, /) -> int:
    """Let a bot that was benched play again, from the next block on.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    name
        The bot's name in the tournament.
    """
    with opened_to_write(where) as store:
        entrant = _entrant(store, name)
        if entrant.benched is None:
            raise UsageError(f"{name}: is not benched")
        store.unbench(entrant.number, None if entrant.digest is not None else _digest(entrant))
    return FINE


def _digest(entrant: EntrantRow) -> str | None:
    """Of its files as they are now: when it was entered they were not there. None for a command."""
    try:
        return parse_spec(entrant.spec).digest
    except SpecError as error:
        raise UsageError(f"{entrant.name}: can't be started yet: {error}") from None


def _entrant(store: Store, name: str) -> EntrantRow:
    entrants = store.entrants()
    for entrant in entrants:
        if entrant.name == name:
            return entrant
    raise UsageError(f"{name!r} is none of the bots {', '.join(entrant.name for entrant in entrants)}")
