"""``referee tournament aa``: one bot on all seats, to see whether the referee or the game favours one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.text import Text

from referee.commands.tournament.playing import play_out, status_when
from referee.commands.tournament.progress import Announcer
from referee.commands.tournament.standings_report import print_judgement
from referee.commands.tournament.terms_options import TermsOptions, folder_word
from referee.console import Console
from referee.exit_status import FINE, NEGATIVE
from referee.tournament.folder import begin_or_go_on
from referee.tournament.plan import Bounds, PlannedBot
from referee.tournament.plan_file import plan_of
from referee.tournament.standings.aa import judge_seats
from referee.tournament.store.store import Store


def aa(bot: Annotated[str, Parameter(name="BOT")], /, terms: TermsOptions | None = None, *, matches: int = 400) -> int:
    """Play one bot on all seats: each seat must win its share, a quarter at a table of four, within its interval.

    Every match has a seed of its own. With the table the exit status tells: 0 where all seats do, 1 where one does not.

    Parameters
    ----------
    bot
        The bot, as in referee match.
    matches
        How many matches there are to be in all. Run again with more, it goes on.
    """
    terms = terms or TermsOptions()
    terms.check()
    keys = msgspec.structs.replace(
        terms.plan_file(), name=f"A/A test of {folder_word(bot)}", bots=(PlannedBot(spec=bot),)
    )
    plan = msgspec.structs.replace(plan_of(keys), format="aa", bounds=Bounds(matches=matches))
    folder = terms.folder or Path(f"aa-{folder_word(bot)}")
    with begin_or_go_on(folder, plan) as store:
        announcer = Announcer(f"A/A test of {store.entrants()[0].name}", Text)
        is_finished = play_out(store, folder, terms.at_a_time, announcer, hidden=terms.hidden())
        return status_when(is_finished, _tell(store))


def _tell(store: Store) -> int:
    judgement = judge_seats(store.seat_scores())
    if judgement is None:
        Console().print("no match has been played to its end")
        return NEGATIVE
    print_judgement(judgement)
    return FINE if judgement.is_even else NEGATIVE
