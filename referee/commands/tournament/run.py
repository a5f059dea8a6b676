"""``referee tournament run``: begins a tournament, or goes on with one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.commands.tournament.options import TournamentOptions, folder_of, planned, read_file
from referee.commands.tournament.playing import play_out, status_when
from referee.commands.tournament.progress import Announcer
from referee.commands.tournament.standings_report import print_standings, standings_picture
from referee.commands.tournament.terms_options import TermsOptions
from referee.exit_status import FINE
from referee.tournament.folder import begin_or_go_on, go_on, with_bounds
from referee.tournament.plan import Bounds
from referee.tournament.store.store import Store
from referee.tournament.summary import fresh_ratings, outline_of, saved_ratings, standings_of


def run(
    file: Annotated[Path | None, Parameter(name="FILE", negative="")] = None,
    /,
    options: TournamentOptions | None = None,
    terms: TermsOptions | None = None,
) -> int:
    """Play a tournament, or go on with one: nothing that was played is played again. At its end it prints the table.

    A seed is played in every rotation of the seats, sealed and with new processes each; only whole blocks count. Ctrl-C
    lets the running matches end and stops; a second one stops at once, and they are played again by the next run. While
    it runs, and after, status, standings, crosstable, pairs, plots and export tell how it stands.

    Parameters
    ----------
    file
        A tournament file; or the folder of a tournament that was begun, to go on with it as it was, under other bounds
        where they are given.
    """
    options, terms = options or TournamentOptions(), terms or TermsOptions()
    terms.check()
    if file is not None and file.is_dir():
        return _play(_gone_on_with(file, options, terms), file, terms.at_a_time, [])
    keys = read_file(file, options, terms)
    if keys.at_a_time is not None and keys.at_a_time < 1:
        raise UsageError(f"at_a_time {keys.at_a_time}: must be at least 1")
    folder, plan = folder_of(file, keys, terms), planned(keys)
    hidden = [*terms.hidden(), *([] if file is None else [file])]  # a tournament file may have a seed in it
    return _play(begin_or_go_on(folder, plan), folder, keys.at_a_time, hidden)


def _gone_on_with(folder: Path, options: TournamentOptions, terms: TermsOptions) -> Store:
    bounds = options.bounds()
    only_bounds = TournamentOptions(
        matches=options.matches, blocks=options.blocks, rounds=options.rounds, until=options.until
    )
    if options != only_bounds or terms != TermsOptions(at_a_time=terms.at_a_time, sandbox=terms.sandbox):
        raise UsageError(
            f"{folder}: is the folder of a tournament, which goes on as it was: only --matches, --blocks, --rounds, "
            "--until and --at-a-time may be given with it"
        )
    return go_on(folder, None) if bounds == Bounds() else with_bounds(folder, bounds)


def _play(store: Store, folder: Path, at_a_time: int | None, hidden: Sequence[Path]) -> int:
    with store:
        announcer = Announcer(
            store.tournament().name, lambda: standings_picture(standings_of(store, saved_ratings(store)))
        )
        is_finished = play_out(store, folder, at_a_time, announcer, hidden=hidden)
        if is_finished:
            print_standings(outline_of(store, fresh_ratings(store, folder)))
        return status_when(is_finished, FINE)
