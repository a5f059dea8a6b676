"""``referee tournament status``: how far a tournament has come."""

from __future__ import annotations

from rich.text import Text

from referee.commands.tournament.where import Where, folder_at, opened_to_read
from referee.console import Console
from referee.exit_status import FINE
from referee.replays.render.escape import LONGEST_REASON, printable
from referee.tournament.pages.terms_sections import progress_words
from referee.tournament.store.run_lock import holder_of
from referee.tournament.store.store import Store
from referee.tournament.summary import outline_of


def status(where: Where, /) -> int:
    """Tell how far a tournament has come, what fell out of it and why, and whether it is being played.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    """
    holder = holder_of(folder_at(where))
    with opened_to_read(where) as store:
        lines = [*_lines(store), _who_plays(holder)]
    console = Console()
    for line in lines:
        console.print(Text(printable(line, LONGEST_REASON)), soft_wrap=True)
    return FINE


def _lines(store: Store) -> list[str]:
    facts = outline_of(store, None)
    lines = [
        f"{facts.name}: {facts.format}, begun {facts.created} by referee {facts.referee}",
        f"seeds: commitment {facts.commitment}" + (f", secret {facts.master}" if facts.master else ""),
        f"blocks: {progress_words(facts)}",
        f"matches: {store.progress().counted} counted, {facts.voids} void",
    ]
    lines += [f"benched: {one.name}: {one.benched}" for one in store.entrants() if one.benched is not None]
    for block in store.lost_blocks():
        lines.append(f"block {block.number} is {block.state.replace('_', ' ')}: {block.reason}")
    lines += [f"ruling on {one.match_id} by {one.by}: {one.verdict}: {one.reason}" for one in store.rulings()]
    return lines


def _who_plays(holder: int | None) -> str:
    if holder is None:
        return "nobody plays it at the moment"
    return f"being played by process {holder}"
