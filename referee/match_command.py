"""``referee match``: from the arguments to a match, and from its outcome to what is printed."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter
from rich.text import Text

from engine.rules import CHANGED
from protocol.vocabulary import OnIllegal
from referee.arguments import UsageError, new_file
from referee.bots.spec import BotSpec, HumanSpec, Spec, WaitSpec, parse_spec
from referee.bots.waiting import WaitingLink
from referee.config import check_seed, load_rules
from referee.console import Console
from referee.event_loop import run
from referee.exit_status import FINE
from referee.live import LivePicture
from referee.match.outcome import Outcome
from referee.match.recorder import for_the_owner, plain_file, seed_file
from referee.match.settings import DEFAULT_TIME_CONTROL, MatchSettings, parse_time_control
from referee.match.start import new_match_id, play_match
from referee.replays.render.escape import printable
from referee.replays.render.ranking import ending_words, ranking_table
from referee.streams import say

FLAG: Final = Parameter(negative="", show_default=False)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """The options of ``referee match``.

    Parameters
    ----------
    bot
        A bot, once per seat in seat order: a folder with a bot.toml (./mybot), a sample bot's name (greedy), a
        command ('python3 bot.py'), human for a person at this terminal, or wait:PORT for a bot that its author
        starts.
    seed
        Printable text; the same seed is the same island, dice and deck. Default: 128 secret random bits.
    rules
        A rule set by name, or a TOML file of rule fields.
    set_
        FIELD=VALUE: a rule field to change, such as points_to_win=8. May be given several times.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s in any order; the defaults are those, what is left out keeps its.
    no_timeout
        No time limits, to play under a debugger. So it is where somebody is human or waited for and no
        --time-control is given.
    on_illegal
        What a bad answer means: forfeit, or refuse: told why and asked again three times, then a default action.
        Default: refuse where somebody is human, else forfeit.
    cpu
        Keep the match, referee and bots, on this core of the machine. A match whose bots think only when asked needs
        no more, and a request need not wake another core.
    replay
        Where the replay goes; a name ending in .gz is compressed. Default: the match's id, in this folder.
    transcript
        Write every line both ways, with times, to this file.
    json
        Print the result as one JSON object.
    quiet
        No picture of the running match.
    """

    bot: Annotated[list[str], Parameter(name="--bot", negative="")]
    seed: str | None = None
    rules: str = "competition"
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", show_default=False)] = ()
    time_control: str | None = None
    no_timeout: Annotated[bool, FLAG] = False
    on_illegal: OnIllegal | None = None
    cpu: int | None = None
    replay: Path | None = None
    transcript: Path | None = None
    json: Annotated[bool, FLAG] = False
    quiet: Annotated[bool, FLAG] = False


def match(options: MatchOptions) -> int:
    """Play one match, a bot on each seat, and keep its replay."""
    specs = [parse_spec(text) for text in options.bot]
    settings = _settings(options, specs)
    _check_seats(specs, settings)
    if options.seed is not None:
        check_seed(options.seed)
    match_id = new_match_id()
    replay = _replay_file(options, match_id)
    _check_ports(specs)
    if options.cpu is not None:
        _keep_to_core(options.cpu)
    with ExitStack() as stack:
        log = None
        if options.transcript is not None:
            path = new_file(options.transcript, "--transcript")
            log = stack.enter_context(open(path, "x", encoding="utf-8", opener=for_the_owner))
        # A person is shown the match by the seat itself.
        has_picture = not (options.quiet or options.json or _any_human(specs))
        watcher = stack.enter_context(LivePicture()) if has_picture else None
        playing = play_match(
            settings, specs, replay, match_id=match_id, seed=options.seed, transcript=log, watcher=watcher
        )
        outcome = run(playing)
    if options.json:
        print(msgspec.json.encode(_as_object(outcome, match_id, settings, replay)).decode())
    else:
        _print_outcome(outcome, replay)
    return FINE


def _keep_to_core(cpu: int) -> None:
    """From now on this process, and the programs that it starts, run on this core alone."""
    if not hasattr(os, "sched_setaffinity"):
        raise UsageError(f"--cpu {cpu}: this system does not let a program choose its core")
    allowed = sorted(os.sched_getaffinity(0))
    if cpu not in allowed:
        raise UsageError(
            f"--cpu {cpu}: must be one of the cores that this process may use: {', '.join(map(str, allowed))}"
        )
    os.sched_setaffinity(0, {cpu})


def _any_human(specs: list[Spec]) -> bool:
    return any(isinstance(spec, HumanSpec) for spec in specs)


def _settings(options: MatchOptions, specs: list[Spec]) -> MatchSettings:
    if options.no_timeout and options.time_control is not None:
        raise UsageError("--time-control and --no-timeout contradict each other: give one of them")
    control = DEFAULT_TIME_CONTROL if options.time_control is None else parse_time_control(options.time_control)
    is_unhurried = options.time_control is None and not all(isinstance(spec, BotSpec) for spec in specs)
    return MatchSettings(
        rules=load_rules(options.rules, options.set_),
        time_control=None if options.no_timeout or is_unhurried else control,
        on_illegal=options.on_illegal or ("refuse" if _any_human(specs) else "forfeit"),
    )


def _check_seats(specs: list[Spec], settings: MatchSettings) -> None:
    seats, name = settings.rules.seats, settings.rules.name
    if len(specs) != seats:
        raise UsageError(f"{len(specs)} bots for {seats} seats: give --bot {seats} times, in seat order")
    for spec in specs:
        if spec.rules is not None and name not in (*spec.rules, CHANGED):  # of changed rules nobody can have heard
            raise UsageError(f"{spec.text}: its bot.toml claims {', '.join(spec.rules)}, not the rules {name}")


def _check_ports(specs: list[Spec]) -> None:
    """Is every port of its own and free? And say where the referee waits."""
    ports = [spec.port for spec in specs if isinstance(spec, WaitSpec)]
    for seat, spec in enumerate(specs):
        if not isinstance(spec, WaitSpec):
            continue
        if ports.count(spec.port) > 1:
            raise UsageError(f"{spec.text}: is given twice; each seat waits on a port of its own")
        try:
            WaitingLink.open_port(spec.port).close()
        except OSError as error:
            raise UsageError(f"{spec.text}: {error.strerror}; name another port") from None
        say(f"seat {seat} waits for a bot on port {spec.port} of this machine")


def _replay_file(options: MatchOptions, match_id: str) -> Path:
    replay = Path(f"{match_id}.jsonl") if options.replay is None else options.replay
    new_file(replay, "--replay")
    taken = (replay, plain_file(replay), seed_file(replay))
    for path in taken[1:]:
        new_file(path, "--replay")
    if options.transcript is not None and options.transcript.resolve() in [path.resolve() for path in taken]:
        raise UsageError(f"--transcript {options.transcript}: is where the replay goes; name another file")
    return replay


# -- what is told of the outcome ----------------------------------------------------------------------------


def _as_object(outcome: Outcome, match_id: str, settings: MatchSettings, replay: Path) -> dict[str, object]:
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
                "last_words": outcome.last_words[seat],
            }
            for seat in range(len(outcome.names))
        ],
        "replay": os.fsencode(replay).decode(errors="backslashreplace"),
        "game_digest": outcome.game_digest,
        "record_digest": outcome.record_digest,
        "wall_ms": outcome.wall_ms,
        "sandbox": "none",
        "evidence": None,
    }


def _print_outcome(outcome: Outcome, replay: Path) -> None:
    """The result on standard output, and beside it what the author of a bot that broke down needs."""
    console = Console()
    result = msgspec.to_builtins(outcome.result)
    table = ranking_table(result, outcome.names, [offence.seat for offence in outcome.offences])
    table.title = None  # the line below wraps at the terminal's edge, not at the table's
    console.print(Text(ending_words(result)), soft_wrap=True)
    console.print(table)
    console.print(Text(f"replay: {printable(str(replay), 4000)}"), soft_wrap=True)
    for offence in outcome.offences:
        words = printable(outcome.last_words[offence.seat])
        if words and offence.kind in ("crash", "no_start"):
            say(f"seat {offence.seat} wrote last to its standard error (--transcript FILE keeps it all): {words}")
