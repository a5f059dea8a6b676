"""``referee check``: plays short matches with one bot and tells what a referee would hold against it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.json_lines import encode_line
from referee.bots.sandbox.ceilings import Ceilings, parse_ceilings
from referee.bots.sandbox.protections import Level
from referee.bots.spec import BotSpec, parse_spec
from referee.check.findings import Inspection, rows_of
from referee.check.play import play_trials
from referee.check.trials import Trial, claimed_rules, trials_for
from referee.commands.arguments import FLAG, UsageError, new_file
from referee.commands.check_report import Report, print_report, report_object
from referee.commands.sandbox_options import SandboxOptions, sandbox_from
from referee.event_loop import run
from referee.exit_status import FINE, NEGATIVE
from referee.match.settings import DEFAULT_TIME_CONTROL, parse_time_control
from referee.streams import say


def check(
    spec: Annotated[str, Parameter(name="SPEC")],
    /,
    *,
    time_control: str | None = None,
    keep: Path | None = None,
    json: Annotated[bool, FLAG] = False,
    containment: SandboxOptions | None = None,
) -> int:
    """Play short matches with a bot, and tell what a referee would hold against it.

    Every rule set that its bot.toml claims, rated terms, three seats, a refused answer, and a match that it joins late,
    near the roll cap; the other seats are played by the referee. Exit status 1 if it would forfeit, 0 if not.

    Parameters
    ----------
    spec
        The bot: a folder, a sample bot's name, or a command.
    time_control
        The clock of the matches, as in `referee match`.
    keep
        Keep replays, transcripts and evidence in this new folder. They are kept in any case where the bot forfeits.
    json
        Print what was found as one JSON object.
    """
    bot = parse_spec(spec)
    if not isinstance(bot, BotSpec):
        raise UsageError(f"{bot.text}: the referee must start the bot itself; name a folder, a sample bot or a command")
    control = DEFAULT_TIME_CONTROL if time_control is None else parse_time_control(time_control)
    claimed, unknown = claimed_rules(bot.rules)
    if not claimed:
        found = ", ".join(unknown) or "rules is empty"
        raise UsageError(f"{bot.text}: its bot.toml claims no rule set that this referee knows: {found}")
    options = containment or SandboxOptions()
    sandbox = sandbox_from(options, Level.NONE)
    ceilings = Ceilings() if options.limits is None else parse_ceilings(options.limits)
    trials = trials_for(claimed, control)
    with _folder(keep) as folder:
        observations = run(play_trials(trials, bot, sandbox, folder, _progress(trials)))
        rows = rows_of(Inspection(observations, control, ceilings, unknown))
        report = Report(bot, [rules.name for rules in claimed], sandbox.level.word, trials, observations, rows)
        is_kept = keep is not None or report.would_forfeit
        if not is_kept:
            shutil.rmtree(folder)
    if json:
        print(encode_line(report_object(report, folder if is_kept else None)).decode(), end="")
    else:
        print_report(report, folder if is_kept else None)
    return NEGATIVE if report.would_forfeit else FINE


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Where the trials' files go: the new folder that was asked for, or one that is removed if the check fails."""
    if keep is not None:
        try:
            new_file(keep, "--keep").mkdir(mode=0o700)
        except OSError as error:
            raise UsageError(f"--keep {keep}: {error.strerror}") from None
        yield keep
        return
    folder = Path(tempfile.mkdtemp(prefix="referee-check-"))
    try:
        yield folder
    except BaseException:
        shutil.rmtree(folder)
        raise


def _progress(trials: Sequence[Trial]) -> Callable[[Trial], None]:
    """Says which trial begins, to a person who waits for it."""
    if not sys.stderr.isatty():
        return lambda trial: None
    return lambda trial: say(f"{trials.index(trial) + 1}/{len(trials)} {trial.name}")
