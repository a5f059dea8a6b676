"""``referee compare``: is the new version better than the old one?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter
from rich.text import Text

from protocol.json_lines import encode_line
from referee.commands.arguments import FLAG, UsageError
from referee.commands.compare_report import STATUSES, Compared, closing_lines, comparison_object, progress_line
from referee.commands.tournament.playing import play_out, status_when
from referee.commands.tournament.progress import Announcer
from referee.commands.tournament.terms_options import TermsOptions, folder_word
from referee.console import Console
from referee.tournament.comparison.answer import ERROR, Comparison
from referee.tournament.comparison.elo import has_elo
from referee.tournament.comparison.running import RunningComparison
from referee.tournament.comparison.score import ScoreBy
from referee.tournament.folder import begin_or_go_on
from referee.tournament.plan import Bounds, Plan, PlannedBot, Question
from referee.tournament.plan_file import plan_of
from referee.tournament.schedule.compared import NEW, OLD

_LIMIT: Final = 400


def compare(
    new: Annotated[str, Parameter(name="NEW")],
    old: Annotated[str, Parameter(name="OLD")],
    /,
    terms: TermsOptions | None = None,
    *,
    field: Annotated[tuple[str, ...], Parameter(name="--field", negative="", consume_multiple=True)] = (),
    by: ScoreBy = "wins",
    error: float = ERROR,
    margin: float | None = None,
    blocks: int = _LIMIT,
    json: Annotated[bool, FLAG] = False,
) -> int:
    """Play block after block until it is known whether NEW is better than OLD, or worse, at the error rate asked for.

    It may be looked at after every block, stopped with Ctrl-C, and gone on with by the same command: the error rate
    holds all the same. Exit status: 0 better, 1 worse, 5 equal within the margin, 4 undecided.

    Parameters
    ----------
    new
        The new version, as a bot in referee match.
    old
        The version that it is held against.
    field
        Other bots to play among, one or more. Default: none, two of each at a table.
    by
        wins: what counts is who wins. places: also who comes before whom, which is found out sooner.
    error
        Of equal bots, one is called better in at most this share of comparisons.
    margin
        Stop also when the two are equal to within this much of the mean score, which goes from -1 to 1.
    blocks
        Stop, undecided, after so many blocks in all.
    json
        Print the answer as one JSON object.
    """
    terms = terms or TermsOptions()
    terms.check()
    plan = _plan(terms, (new, old, *field), Question(by=by, error=error, margin=margin), blocks)
    folder = terms.folder or Path(f"compare-{folder_word(new)}-{folder_word(old)}")
    with begin_or_go_on(folder, plan) as store:
        running = RunningComparison(Comparison(error=error, margin=margin), by, store.blocks, store.results_of)
        names = [entrant.name for entrant in store.entrants()]

        def compared() -> Compared:
            progress = running.look()  # first: it counts the matches
            return Compared(names[NEW], names[OLD], by, has_elo(by, len(field), plan.seats), running.matches, progress)

        def line() -> str:
            return progress_line(compared())

        announcer = Announcer(f"{names[NEW]} against {names[OLD]}", lambda: Text(line()), line)
        is_finished = play_out(
            store, folder, terms.at_a_time, announcer, lambda: running.look().answer is not None, terms.hidden()
        )
        found = compared()
    _tell(found, is_json=json)
    return status_when(is_finished, STATUSES[found.outcome])


def _plan(terms: TermsOptions, specs: Sequence[str], question: Question, blocks: int) -> Plan:
    """NEW and OLD come first among the ``specs``. Raises ``UsageError`` and ``PlanError``."""
    for option, value in (("error", question.error), ("margin", question.margin)):
        if value is not None and not 0 < value < 1:
            raise UsageError(f"--{option} {value:g}: must be between 0 and 1")
    if blocks < 1:
        raise UsageError(f"--blocks {blocks}: must be at least 1")
    new, old, *_ = specs
    keys = msgspec.structs.replace(terms.plan_file(), name=f"{folder_word(new)} against {folder_word(old)}")
    return msgspec.structs.replace(
        plan_of(keys),
        format="compare",
        bots=tuple(PlannedBot(spec=spec) for spec in specs),
        question=question,
        bounds=Bounds(blocks=blocks),
    )


def _tell(found: Compared, *, is_json: bool) -> None:
    if is_json:
        print(encode_line(comparison_object(found)).decode(), end="")
        return
    console = Console()
    for line in closing_lines(found):
        console.print(Text(line), soft_wrap=True)
