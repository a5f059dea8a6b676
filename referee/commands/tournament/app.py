"""``referee tournament``: plays one, and tells how it stands. Loaded when it is asked for: it needs an extra."""

from __future__ import annotations

from cyclopts import App

from referee.commands.tournament.aa import aa
from referee.commands.tournament.bench import bench, unbench
from referee.commands.tournament.close import close
from referee.commands.tournament.crosstable import crosstable
from referee.commands.tournament.export import export
from referee.commands.tournament.pairs import pairs
from referee.commands.tournament.plots import plots
from referee.commands.tournament.ruling import ruling
from referee.commands.tournament.run import run
from referee.commands.tournament.standings import standings
from referee.commands.tournament.status import status
from referee.commands.tournament.verify import verify

tournament_app = App(name="tournament", help="Play many matches, and tell who is best.")
for command in (run, status, standings, crosstable, pairs, plots, export, aa, bench, unbench, ruling, verify, close):
    tournament_app.command(command)
