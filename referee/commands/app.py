"""The commands, and what their errors mean to a user."""

from __future__ import annotations

import errno
import tempfile
import traceback
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, CycloptsError, MissingArgumentError, Parameter
from rich.table import Column, Table

from engine.chance import SeededChance
from engine.island import Island, deal_island
from engine.resources import HARBOURS, TERRAIN_COUNTS, TOKENS
from referee import __version__
from referee.bots.link import InfrastructureError
from referee.bots.sandbox.ceilings import CeilingsError
from referee.bots.sandbox.choice import SandboxUnavailable
from referee.bots.spec import SpecError
from referee.commands.arguments import FLAG, UsageError, new_file
from referee.commands.branch import branch
from referee.commands.check import check
from referee.commands.cut import cut
from referee.commands.diff import diff
from referee.commands.doctor import doctor
from referee.commands.export import export
from referee.commands.feed import feed
from referee.commands.host import host
from referee.commands.keys import keys_app
from referee.commands.match import match
from referee.commands.new import new
from referee.commands.render import render
from referee.commands.report import report
from referee.commands.rule import rule, show_ruling
from referee.commands.rules_text import rules_table, rules_toml
from referee.commands.series import series
from referee.commands.show import show
from referee.commands.sign import sign
from referee.commands.stats import stats
from referee.commands.token import token
from referee.commands.verify import verify
from referee.commands.view import view
from referee.config import ConfigError, check_seed, load_rules
from referee.console import Console, print_table
from referee.exit_status import FINE, REFEREE_FAULT, UNREAD, WRONG_ARGUMENTS
from referee.logs import configure_logs
from referee.match.settings import SettingsError
from referee.replays.render.escape import printable
from referee.replays.render.svg import board_svg
from referee.replays.render.text import board_picture
from referee.replays.reveal import RevealError, reveal
from referee.streams import say
from referee.tournament.plan import PlanError
from referee.tournament.stopped import RunStopped
from referee.tournament.store.errors import NEEDS_TOURNAMENT, StoreError
from sample_bots import SAMPLE_BOTS

Changes = Annotated[tuple[str, ...], Parameter(name="--set", negative="", show_default=False)]
BoardRules = Annotated[str, Parameter(name="--rules")]
_SEE_HELP: Final = "Try `referee --help` or `referee COMMAND --help`."
_WRONG: Final = (UsageError, SpecError, CeilingsError, ConfigError, SettingsError, PlanError)
_OF_THE_STORE: Final = ("sqlalchemy", "alembic")
"""Without these the commands of tournaments can't even be loaded."""

app = App(
    name="referee",
    help="Referee of Catan bot matches: play one, verify its replay, look at the island.",
    version=__version__,
    suppress_keyboard_interrupt=False,
    console=Console(),
)
replay_app = App(name="replay", help="Look at records of matches.")
app.command(replay_app)
app.command(match)
app.command(series)
app.command(host)
app.command(
    "referee.commands.tournament.app:tournament_app", name="tournament", help="Play many matches, and tell who is best."
)
app.command(
    "referee.commands.compare:compare",
    name="compare",
    help="Play block after block until it is known whether NEW is better than OLD, or worse.",
)
app.command(token)
app.command(check)
app.command(new)
app.command(doctor)
app.command(keys_app)
replay_app.command(verify)
replay_app.command(feed)
replay_app.command(view)
replay_app.command(show)
replay_app.command(stats)
replay_app.command(render)
replay_app.command(report)
replay_app.command(export)
replay_app.command(diff)
replay_app.command(cut)
replay_app.command(branch)
replay_app.command(sign)
replay_app.command(rule)
replay_app.command(show_ruling, name="ruling")


@replay_app.command(name="reveal")
def replay_reveal(file: Annotated[Path, Parameter(name="FILE", negative="")], /) -> int:
    """Reveal a sealed seed: check that the record plays back with it, and add it to the record as its last line.

    Parameters
    ----------
    file
        The replay of a match that was played with --seal, gzipped or not, its seed file still beside it.
    """
    try:
        revealed = reveal(file)
    except RevealError as error:
        raise UsageError(f"{file}: {error}") from None
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    print(f"revealed {printable(str(file), 4000)} seed={printable(revealed.seed, 4000)}")
    return FINE


@app.command
def bots() -> int:
    """List the sample bots that a SPEC can name."""
    table = Table("name", "version", "what it does", Column("file", overflow="fold"))
    for name, sample in SAMPLE_BOTS.items():
        table.add_row(name, sample.version, sample.description, str(sample.file))
    print_table(table)
    return FINE


@app.command
def rules(name: str = "competition", /, *, set_: Changes = ()) -> int:
    """Print the effective rules: as a table beside the presets, and as TOML that --rules reads.

    Parameters
    ----------
    name
        A rule set by name (competition, katan, standard), or a TOML file of rule fields.
    set_
        FIELD=VALUE: a rule field to change. May be given several times.
    """
    effective = load_rules(name, set_)
    print_table(rules_table(effective))
    print(f"\n{rules_toml(effective)}", end="")
    return FINE


@app.command
def board(
    *,
    seed: str | None = None,
    rules_: BoardRules = "competition",
    ids: Annotated[bool, FLAG] = False,
    svg: Path | None = None,
) -> int:
    """Draw the island in text, and as SVG if asked.

    Parameters
    ----------
    seed
        The match whose island to draw; without it a plain island, unshuffled.
    rules_
        The rules of that match, by name or file: they say how number tokens are laid.
    ids
        Number every hex, vertex and edge.
    svg
        Write the drawing to this file instead.
    """
    if seed is None:
        island = _plain_island()
    else:
        check_seed(seed)
        island = deal_island(SeededChance(seed), load_rules(rules_, ()).token_layout)
    if svg is not None:
        new_file(svg, "--svg").write_text(board_svg(island, ids=ids), encoding="utf-8")
        print(printable(str(svg), 4000))
    else:
        Console().print(board_picture(island, ids=ids), soft_wrap=True)
    return FINE


def _plain_island() -> Island:
    terrain = [name for name, count in TERRAIN_COUNTS.items() for _ in range(count)]
    return Island(terrain, [*TOKENS, None], HARBOURS)


# -- errors -------------------------------------------------------------------------------------------------


def status_of(arguments: list[str]) -> int:
    """Run the command that these arguments name; its exit status. Errors are told on standard error."""
    configure_logs()
    try:
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except MissingArgumentError as error:
        name = "an argument" if error.argument is None else error.argument.name
        return _complain(f"{name} is missing, or has no value\n{_SEE_HELP}", WRONG_ARGUMENTS)
    except CycloptsError as error:
        return _complain(f"{error}\n{_SEE_HELP}", WRONG_ARGUMENTS)
    except _WRONG as error:
        return _complain(str(error), WRONG_ARGUMENTS)
    except InfrastructureError as error:
        return _complain(f"the match is void: {error}", REFEREE_FAULT)
    except SandboxUnavailable as error:
        return _complain(str(error), REFEREE_FAULT)
    except RunStopped as error:
        return _complain(f"stopped: {error}. What was stored stands: mend this and run it again", REFEREE_FAULT)
    except StoreError as error:
        return _complain(str(error), REFEREE_FAULT)
    except ImportError as error:
        # A command that could not be loaded is told with why as the cause.
        missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
        if not (isinstance(missing, ModuleNotFoundError) and missing.name in _OF_THE_STORE):
            return _complain_of_fault(error)
        return _complain(NEEDS_TOURNAMENT, WRONG_ARGUMENTS)
    except BrokenPipeError:
        return UNREAD
    except FileExistsError as error:  # since the arguments were checked
        return _complain(f"{error.filename}: is there already; name another file or remove it", WRONG_ARGUMENTS)
    except OSError as error:
        advice = "; see `ulimit -n`" if error.errno == errno.EMFILE else ""
        return _complain(f"{error.filename or 'the system'}: {error.strerror or error}{advice}", REFEREE_FAULT)
    except Exception as error:
        return _complain_of_fault(error)
    return status if isinstance(status, int) else FINE


def _complain_of_fault(error: Exception) -> int:
    return _complain(f"the referee failed: {type(error).__name__}: {error}\n{_keep_traceback()}", REFEREE_FAULT)


def _complain(text: str, status: int) -> int:
    lines = (printable(line, 4000) for line in text.splitlines())
    say("referee: " + "\n".join(lines))
    return status


def _keep_traceback() -> str:
    """Write the traceback to a file for the report of the fault, and say where."""
    try:
        with tempfile.NamedTemporaryFile("w", prefix="referee-fault-", suffix=".txt", delete=False) as file:
            traceback.print_exc(file=file)
    except OSError as error:
        return f"This is a fault of ours, not of a bot. Its traceback could not be kept: {error.strerror}"
    return f"This is a fault of ours, not of a bot. Please report it with {file.name}"
