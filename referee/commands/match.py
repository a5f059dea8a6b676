"""``referee match``: from the arguments to a match."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from engine.rules import CHANGED
from protocol.json_lines import encode_line
from referee.bots.sandbox.protections import RATED, Level
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec, HumanSpec, RemoteSpec, Spec, WaitSpec, parse_spec
from referee.bots.waiting import WaitingLink
from referee.commands.arguments import UsageError, new_file
from referee.commands.key_arguments import signing_key
from referee.commands.match_options import MatchOptions
from referee.commands.match_report import outcome_object, print_outcome
from referee.commands.page_file import write_page_after_match
from referee.commands.rated import check_rated
from referee.commands.remote_options import RemoteOptions, lobby_with, remote_names
from referee.commands.sandbox_options import SandboxOptions, sandbox_from
from referee.commands.seed_input import STANDARD_INPUT, read_seed_file
from referee.config import check_seed, load_rules
from referee.event_loop import run
from referee.exit_status import FINE
from referee.live import LivePicture
from referee.match.evidence import evidence_folder
from referee.match.outcome import Outcome
from referee.match.recorder import for_the_owner, plain_file
from referee.match.settings import DEFAULT_TIME_CONTROL, MatchSettings, parse_time_control
from referee.match.start import new_match_id, play_match
from referee.replays.render.escape import printable
from referee.replays.seed_file import seed_file
from referee.replays.sign import sign
from referee.signing.keys import PrivateKey
from referee.streams import say


def match(
    options: MatchOptions, containment: SandboxOptions | None = None, connections: RemoteOptions | None = None
) -> int:
    """Play one match, a bot on each seat, and keep its replay."""
    specs = [parse_spec(text) for text in options.bot]
    if options.rated:
        check_rated(options, specs)
    settings = match_settings(options, specs)
    check_seats(specs, settings)
    return play_one(options, containment, connections, specs, settings, seed=_seed(options, specs))


def play_one(
    options: MatchOptions,
    containment: SandboxOptions | None,
    connections: RemoteOptions | None,
    specs: list[Spec],
    settings: MatchSettings,
    *,
    seed: str | None,
    prelude: Sequence[str] = (),
    hidden: Sequence[Path] = (),
) -> int:
    """Play a match of these, with what the options say beside ``settings``, and tell how it ended.

    ``seed`` None is a secret one; ``prelude`` are actions that the match begins with. Contained bots see nothing of
    the files ``hidden`` either.
    """
    connections = connections or RemoteOptions()
    remote = remote_names(connections, specs)
    key = None if options.sign is None else signing_key(options.sign, "--sign")
    match_id = new_match_id()
    replay = _replay_file(options, match_id)
    _check_ports(specs)
    if options.cpu is not None:
        keep_to_core(options.cpu)
    sandbox = sandbox_for(options, containment or SandboxOptions(), specs)
    if options.html is not None:
        _check_page_file(options.html, replay, options.transcript)
    with ExitStack() as stack:
        log = None
        if options.transcript is not None:
            path = new_file(options.transcript, "--transcript")
            log = stack.enter_context(open(path, "x", encoding="utf-8", opener=for_the_owner))
        # A person is shown the match by the seat itself.
        has_picture = not (options.quiet or options.json or _any_human(specs))
        watcher = stack.enter_context(LivePicture()) if has_picture else None
        files = (evidence_folder(replay), options.transcript, options.seed_file, options.sign, connections.tokens)
        kept_back = [*hidden, *(file for file in files if file is not None)]

        async def play() -> Outcome:
            async with lobby_with(connections, remote) as lobby:
                return await play_match(
                    settings, specs, replay, match_id=match_id, seed=seed, transcript=log, watcher=watcher,
                    sandbox=sandbox, kept_back=kept_back, reception=lobby,
                    prelude=prelude,
                )  # fmt: skip

        outcome = run(play())
    try:
        if options.json:
            print(encode_line(outcome_object(outcome, match_id, settings, replay)).decode(), end="", flush=True)
        else:
            print_outcome(outcome, replay)
            _say_what_to_build(outcome, specs)
    finally:
        _finish(options, replay, key)
    return FINE


def _finish(options: MatchOptions, replay: Path, key: PrivateKey | None) -> None:
    """Sign the record and write the page, where that was asked for.

    After the result has been told, which stands in any case, and also where its reader has left.
    """
    if key is not None:
        sign(replay, key)
    has_page = options.html is not None and write_page_after_match(options.html, replay)
    if has_page and not options.json:
        print(f"page: {printable(str(options.html), 4000)}")


def _say_what_to_build(outcome: Outcome, specs: Sequence[Spec]) -> None:
    """To who did not start and has a build: a program that its interpreter finds can't be seen to be missing."""
    for offence in outcome.offences:
        spec = specs[offence.seat]
        if offence.kind == "no_start" and isinstance(spec, BotSpec) and spec.build:
            say(f"seat {offence.seat} has a build in its bot.toml, which nobody but its author runs: {spec.build}")


def keep_to_core(cpu: int) -> None:
    """From now on this process, and the programs that it starts, run on this core alone."""
    if not hasattr(os, "sched_setaffinity"):
        raise UsageError(f"--cpu {cpu}: this system does not let a program choose its core")
    allowed = sorted(os.sched_getaffinity(0))
    if cpu not in allowed:
        raise UsageError(
            f"--cpu {cpu}: must be one of the cores that this process may use: {', '.join(map(str, allowed))}"
        )
    os.sched_setaffinity(0, {cpu})


def sandbox_for(options: MatchOptions, containment: SandboxOptions, specs: list[Spec]) -> Sandbox:
    """What the programs of the match are contained in; where there are none nothing need be tried."""
    if not any(isinstance(spec, BotSpec) for spec in specs):
        return UNCONTAINED
    return sandbox_from(containment, RATED if options.rated else Level.NONE)


def _any_human(specs: list[Spec]) -> bool:
    return any(isinstance(spec, HumanSpec) for spec in specs)


def match_settings(options: MatchOptions, specs: list[Spec]) -> MatchSettings:
    """What the options say of a match of these. Raises ``UsageError`` where they contradict each other."""
    if options.no_timeout and options.time_control is not None:
        raise UsageError("--time-control and --no-timeout contradict each other: give one of them")
    if options.freeze and any(isinstance(spec, WaitSpec | RemoteSpec) for spec in specs):
        raise UsageError("--freeze: the referee can't stop a bot that its author starts (wait:PORT, remote:NAME)")
    control = DEFAULT_TIME_CONTROL if options.time_control is None else parse_time_control(options.time_control)
    is_unhurried = options.time_control is None and any(isinstance(spec, HumanSpec | WaitSpec) for spec in specs)
    return MatchSettings(
        rules=load_rules(options.rules, options.set_),
        time_control=None if options.no_timeout or is_unhurried else control,
        on_illegal=options.on_illegal or ("refuse" if _any_human(specs) else "forfeit"),
        freeze=options.rated if options.freeze is None else options.freeze,
        rated=options.rated,
        seal=options.seal,
    )


def _seed(options: MatchOptions, specs: list[Spec]) -> str | None:
    """The seed that was given, if one was."""
    if options.seed is not None:
        check_seed(options.seed)
    if options.seed_file is None:
        return options.seed
    if options.seed is not None:
        raise UsageError("--seed and --seed-file contradict each other: give one of them")
    if options.seed_file == STANDARD_INPUT and _any_human(specs):
        raise UsageError("--seed-file -: standard input is where a human answers; name a file")
    return read_seed_file(options.seed_file)


def check_seats(specs: list[Spec], settings: MatchSettings) -> None:
    """Raise ``UsageError`` unless there is a bot for each seat that claims to know the rules."""
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


def _check_page_file(html: Path, replay: Path, transcript: Path | None) -> None:
    """Raise ``UsageError`` unless the page has a place of its own."""
    new_file(html, "--html")
    for path, option in ((replay, "--replay"), (plain_file(replay), "--replay"), (transcript, "--transcript")):
        if path is not None and path.resolve() == html.resolve():
            raise UsageError(f"--html {html}: is where {option} writes; name another file")


def _replay_file(options: MatchOptions, match_id: str) -> Path:
    replay = Path(f"{match_id}.jsonl") if options.replay is None else options.replay
    new_file(replay, "--replay")
    taken = (replay, plain_file(replay), seed_file(replay), evidence_folder(replay))
    for path in taken[1:]:
        new_file(path, "--replay")
    if options.transcript is not None and options.transcript.resolve() in [path.resolve() for path in taken]:
        raise UsageError(f"--transcript {options.transcript}: is where the replay goes; name another file")
    return replay
