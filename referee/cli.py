"""The ``referee`` command. Results go to standard output, everything else to standard error.

Exit status: 0 fine, 1 a negative finding, 2 wrong arguments or files, 3 the referee could not do its work,
130 interrupted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import App, CycloptsError, Parameter
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.chance import SeededChance
from engine.island import Island, deal_island
from engine.resources import HARBOURS, TERRAIN_COUNTS, TOKENS
from referee import __version__
from referee.bots.spec import BotSpec, SpecError, parse_spec
from referee.config import ConfigError, load_rules
from referee.event_loop import run
from referee.live import LivePicture
from referee.logs import configure_logs
from referee.match.match import Outcome
from referee.match.recorder import plain_file, seed_file
from referee.match.settings import DEFAULT_TIME_CONTROL, MatchSettings, SettingsError, parse_time_control
from referee.match.start import new_match_id, play_match
from referee.replays.render.escape import printable
from referee.replays.render.ranking import ending_words, ranking_table
from referee.replays.render.svg import board_svg
from referee.replays.render.text import board_picture
from referee.replays.verify import verify
from sample_bots import SAMPLE_BOTS

FINE, NEGATIVE, WRONG_ARGUMENTS, REFEREE_FAULT, INTERRUPTED = 0, 1, 2, 3, 130
_WRONG: Final = (SpecError, ConfigError, SettingsError)

app = App(
    name="referee",
    help="Referee of Catan bot matches: play one, verify its replay, look at the island.",
    version=__version__,
    suppress_keyboard_interrupt=False,
)
replay_app = App(name="replay", help="Look at records of matches.")
app.command(replay_app)


class UsageError(ValueError):
    """Wrong arguments or files: the text says which and what would be right."""


# -- match --------------------------------------------------------------------------------------------------


@app.command
def match(
    *,
    bot: Annotated[list[str], Parameter(name="--bot", negative="")],
    seed: str | None = None,
    rules: str = "competition",
    set_: Annotated[list[str] | None, Parameter(name="--set", negative="")] = None,
    time_control: str | None = None,
    no_timeout: Annotated[bool, Parameter(negative="")] = False,
    replay: Path | None = None,
    transcript: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    quiet: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play one match of four bots and keep its replay.

    Parameters
    ----------
    bot
        A bot, once per seat in seat order: a folder with a bot.toml (./mybot), a sample bot's name (greedy), or a
        command ('python3 bot.py').
    seed
        Any text; the same seed is the same island, dice and deck. Default: 128 secret random bits.
    rules
        A rule set by name, or a TOML file of rule fields.
    set_
        FIELD=VALUE: a rule field to change, such as points_to_win=8. May be given several times.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s in any order; the defaults are those, what is left out keeps its.
    no_timeout
        No time limits, to play under a debugger.
    replay
        Where the replay goes; a name ending in .gz is compressed. Default: the match's id, in this folder.
    transcript
        Write every line both ways, with times, to this file.
    json
        Print the result as one JSON object.
    quiet
        No picture of the running match.
    """
    settings = _match_settings(rules, set_ or [], time_control, no_timeout)
    specs = _seats(bot, settings)
    if seed is not None and not seed.isprintable():
        raise UsageError("--seed: must be printable text")
    match_id = new_match_id()
    replay = replay or Path(f"{match_id}.jsonl")
    for path in {replay, plain_file(replay), seed_file(replay)}:
        _writing(path, "replay")
    if transcript is not None and transcript in (replay, plain_file(replay), seed_file(replay)):
        raise UsageError(f"--transcript {transcript}: is where the replay goes; name another file")
    with ExitStack() as stack:
        log = None
        if transcript is not None:
            log = stack.enter_context(_writing(transcript, "transcript").open("w", encoding="utf-8"))
        watcher = None if quiet or json else stack.enter_context(LivePicture())
        outcome = run(
            play_match(
                settings, specs, replay, match_id=match_id, seed=seed, transcript=log,
                watcher=watcher,
            )
        )  # fmt: skip
    if json:
        print(msgspec.json.encode(_match_object(outcome, match_id, settings, replay)).decode())
    else:
        _print_outcome(outcome, replay)
    return FINE


def _match_settings(rules: str, changes: list[str], time_control: str | None, no_timeout: bool) -> MatchSettings:
    if no_timeout and time_control is not None:
        raise UsageError("--time-control and --no-timeout contradict each other: give one of them")
    control = DEFAULT_TIME_CONTROL if time_control is None else parse_time_control(time_control)
    return MatchSettings(rules=load_rules(rules, changes), time_control=None if no_timeout else control)


def _seats(bots: list[str], settings: MatchSettings) -> list[BotSpec]:
    seats, name = settings.rules.seats, settings.rules.name
    if len(bots) != seats:
        raise UsageError(f"{len(bots)} bots for {seats} seats: give --bot {seats} times, in seat order")
    specs = [parse_spec(text) for text in bots]
    for spec in specs:
        if spec.rules is not None and name not in spec.rules:
            raise UsageError(f"{spec.text}: its bot.toml claims {', '.join(spec.rules)}, not the rules {name}")
    return specs


def _writing(path: Path, what: str) -> Path:
    """The path, if a new file can be written there."""
    if path.exists():
        raise UsageError(f"--{what} {path}: is there already; name another file or remove it")
    if not path.parent.is_dir():
        raise UsageError(f"--{what} {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"--{what} {path}: the folder {path.parent} can't be written to")
    return path


def _match_object(outcome: Outcome, match_id: str, settings: MatchSettings, replay: Path) -> dict[str, object]:
    result = outcome.result
    kinds = {offence.seat: offence.kind for offence in outcome.offences}
    return {
        "match_id": match_id,
        "rules": settings.rules.name,
        "seed": outcome.seed,
        "verdict": result.verdict,
        "reason": result.reason,
        "offender": result.offender,
        "winner": result.winner,
        "ranking": result.ranking,
        "rolls": result.rolls,
        "plies": result.plies,
        "seats": [
            {
                "seat": seat,
                "name": outcome.names[seat],
                "version": outcome.versions[seat],
                "points": result.points[seat],
                "resource_cards": result.resource_cards[seat],
                "time_ms": outcome.used_ns[seat] // 1_000_000,
                "slowest_ms": outcome.slowest_ns[seat] // 1_000_000,
                "forfeit": kinds.get(seat),
            }
            for seat in range(len(outcome.names))
        ],
        "replay": str(replay),
        "game_digest": outcome.game_digest,
        "record_digest": outcome.record_digest,
        "wall_ms": outcome.wall_ms,
        "sandbox": "none",
        "evidence": None,
    }


def _print_outcome(outcome: Outcome, replay: Path) -> None:
    console = Console()
    result = msgspec.to_builtins(outcome.result)
    table = ranking_table(result, outcome.names)
    table.title = None  # the line below wraps at the terminal's edge, not at the table's
    console.print(Text(ending_words(result)), soft_wrap=True)
    console.print(table)
    console.print(Text(f"replay: {replay}"), soft_wrap=True)


# -- replay -------------------------------------------------------------------------------------------------


@replay_app.command(name="verify")
def replay_verify(files: Annotated[list[Path], Parameter(name="FILE", negative="")], /) -> int:
    """Play recorded matches again: "ok" with the digests, or the first line that differs and how.

    An unsigned replay that is ok is consistent, not authenticated: compare its digest with one kept elsewhere.

    Parameters
    ----------
    files
        Replays, gzipped or not.
    """
    status = FINE
    for path in files:
        try:
            found = verify(path)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror or error}") from None
        if found.status == "ok":
            print(f"ok {path} {found.plies} plies game_digest={found.game_digest} record_digest={found.record_digest}")
            continue
        status = NEGATIVE
        where = "" if found.line is None else f" at line {found.line}"
        print(f"{found.status} {path}{where}: {printable(found.reason, 2000)}")
    return status


# -- bots, board --------------------------------------------------------------------------------------------


@app.command
def bots() -> int:
    """List the sample bots that a SPEC can name."""
    table = Table("name", "version", "what it does", Column("file", overflow="fold"))
    for name, sample in SAMPLE_BOTS.items():
        table.add_row(name, sample.version, sample.description, str(sample.file))
    Console().print(table)
    return FINE


@app.command
def board(
    *, seed: str | None = None, ids: Annotated[bool, Parameter(negative="")] = False, svg: Path | None = None
) -> int:
    """Draw the island in text, and as SVG if asked.

    Parameters
    ----------
    seed
        The match whose island to draw; without it a plain island, unshuffled.
    ids
        Number every hex, vertex and edge.
    svg
        Write the drawing to this file instead.
    """
    island = _plain_island() if seed is None else deal_island(SeededChance(seed))
    if svg is not None:
        _writing(svg, "svg").write_text(board_svg(island, ids=ids), encoding="utf-8")
        print(svg)
    else:
        Console().print(board_picture(island, ids=ids), soft_wrap=True)
    return FINE


def _plain_island() -> Island:
    terrain = [name for name, count in TERRAIN_COUNTS.items() for _ in range(count)]
    return Island(terrain, [*TOKENS, None], HARBOURS)


# -- the way in ---------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave with its exit status; no traceback reaches a user."""
    configure_logs()
    sys.exit(_status_of(sys.argv[1:] if arguments is None else arguments))


def _status_of(arguments: list[str]) -> int:
    try:
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _complain(f"{error}\nTry `referee --help` or `referee COMMAND --help`.", WRONG_ARGUMENTS)
    except (UsageError, *_WRONG) as error:
        return _complain(str(error), WRONG_ARGUMENTS)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except OSError as error:
        return _complain(f"{error.filename or 'the system'}: {error.strerror or error}", REFEREE_FAULT)
    except Exception as error:
        return _complain(f"the referee failed: {type(error).__name__}: {error}\n{_keep_traceback()}", REFEREE_FAULT)
    return status if isinstance(status, int) else FINE


def _complain(text: str, status: int) -> int:
    lines = (printable(line, 4000) for line in text.splitlines())
    print("referee: " + "\n".join(lines), file=sys.stderr)
    return status


def _keep_traceback() -> str:
    """Write the traceback to a file for the report of the fault, and say where."""
    with tempfile.NamedTemporaryFile("w", prefix="referee-fault-", suffix=".txt", delete=False) as file:
        traceback.print_exc(file=file)
    return f"This is a fault of ours, not of a bot. Please report it with {file.name}"
