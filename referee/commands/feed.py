"""``referee replay feed``: plays a recorded match to a bot once more, and tells where it acts otherwise."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final, TextIO

from cyclopts import Parameter

from protocol.json_lines import encode_line
from protocol.messages import TimeControl
from protocol.replay_records import Header
from referee.bots.process import BotProcess, StartError
from referee.bots.sandbox.protections import Level
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec, HumanSpec, RemoteSpec, WaitSpec, parse_spec
from referee.bots.waiting import WaitingLink
from referee.commands.arguments import FLAG, UsageError, new_file
from referee.commands.replay_argument import playable
from referee.commands.sandbox_options import SandboxOptions, sandbox_from
from referee.event_loop import run
from referee.exit_status import FINE, NEGATIVE
from referee.match.evidence import evidence_folder
from referee.match.feed import Feed
from referee.match.feed_findings import Comparison, Findings, Reaction
from referee.match.player import Player
from referee.match.recorder import for_the_owner
from referee.match.settings import parse_time_control
from referee.match.transcript import Transcript
from referee.replays.reader import Replay
from referee.replays.render.escape import printable
from referee.replays.seed_file import Secret, seed_file
from referee.streams import say

_SHOWN: Final = 300


def feed(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    seat: int,
    bot: str,
    time_control: str | None = None,
    transcript: Path | None = None,
    json: Annotated[bool, FLAG] = False,
    containment: SandboxOptions | None = None,
) -> int:
    """Play a recorded match to a bot once more, in the place of one seat, and compare its answers.

    The bot is sent what the seat was sent, request by request; after an answer that differs the match goes on as
    recorded. Exit status 0 if every answer is the same, and the seat's forfeit if it ended the match; 1 if not.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    seat
        The seat that the bot takes.
    bot
        The bot: a folder, a sample bot's name, a command, or wait:PORT for one that its author starts.
    time_control
        How long the bot is waited for, such as move=1m, instead of as long as in the recorded match. With wait:PORT
        it is waited for without end where this is not given. What the bot is told of clocks stays as recorded.
    transcript
        Write every line both ways, with times, to this file.
    json
        Print what was found as one JSON object.
    """
    spec = parse_spec(bot)
    if isinstance(spec, HumanSpec):
        raise UsageError("--bot human: a person's answers can't be compared; name a program")
    if isinstance(spec, RemoteSpec):
        raise UsageError(f"--bot {bot}: a remote bot plays matches only; give its folder, its command or wait:PORT")
    patience = None if time_control is None else parse_time_control(time_control)
    replay, secret = playable(file, seat)
    _compare_programs(spec, replay.header, seat)
    is_started_here = isinstance(spec, BotSpec)
    sandbox = sandbox_from(containment or SandboxOptions(), Level.NONE) if is_started_here else UNCONTAINED
    kept_back = [path for path in (file, seed_file(file), evidence_folder(file), transcript) if path is not None]
    with ExitStack() as stack:
        log = None
        if transcript is not None:
            path = new_file(transcript, "--transcript")
            log = stack.enter_context(open(path, "x", encoding="utf-8", opener=for_the_owner))
        findings, last_words = run(_feed(replay, secret, seat, spec, patience, log, sandbox, kept_back))
    if json:
        print(encode_line(_as_object(findings, replay.header, seat, spec, last_words)).decode(), end="")
    else:
        _print_findings(findings)
        if last_words:
            say(f"the bot wrote last to its standard error: {printable(last_words)}")
    return NEGATIVE if findings.differences else FINE


def _compare_programs(spec: BotSpec | WaitSpec, header: Header, seat: int) -> None:
    """Another program than the one that played may well differ; say so."""
    recorded = header.seats[seat].digest
    if spec.digest is not None and recorded is not None and spec.digest != recorded:
        say(f"{printable(spec.text)} is not the program that played: its digest is {spec.digest}, not {recorded}")


async def _feed(
    replay: Replay,
    secret: Secret,
    seat: int,
    spec: BotSpec | WaitSpec,
    patience: TimeControl | None,
    log: TextIO | None,
    sandbox: Sandbox,
    kept_back: Sequence[Path],
) -> tuple[Findings, str]:
    """What feeding shows, and the bot's last words. Raises ``OSError`` for what this machine lacks."""
    player = _take_seat(seat, spec, None if log is None else Transcript(log, time.perf_counter_ns), sandbox, kept_back)
    has_limits = patience is not None or isinstance(spec, BotSpec)
    findings = await Feed(replay, secret, player, patience=patience, has_limits=has_limits).run()
    return findings, player.last_words


def _take_seat(
    seat: int, spec: BotSpec | WaitSpec, log: Transcript | None, sandbox: Sandbox, kept_back: Sequence[Path]
) -> Player:
    """The bot on its seat; one that can't be started has no link, and a start error."""
    try:
        link = BotProcess.start(spec, sandbox, kept_back) if isinstance(spec, BotSpec) else WaitingLink(spec.port)
    except StartError as error:
        return Player(seat, None, name=spec.name, version=spec.version, transcript=log, start_error=str(error))
    player = Player(seat, link, name=spec.name, version=spec.version, events=spec.events, transcript=log)
    link.listen(player)
    return player


# -- what is told of the findings ---------------------------------------------------------------------------


def _as_object(
    findings: Findings, header: Header, seat: int, spec: BotSpec | WaitSpec, last_words: str
) -> dict[str, object]:
    fault = findings.fault
    return {
        "match_id": header.match_id,
        "seat": seat,
        "bot": spec.text,
        "digest": spec.digest,
        "recorded_digest": header.seats[seat].digest,
        "requests": findings.requests,
        "same": findings.same,
        "different": findings.requests - findings.same,
        "slowest_ms": findings.slowest_ms,
        "differences": [_comparison(one) for one in findings.differences],
        "fault": None
        if fault is None
        else {**_comparison(fault), "is_reproduced": fault.is_same, "is_legal_now": fault.now.fault is None},
        "last_words": last_words,
    }


def _comparison(one: Comparison) -> dict[str, object]:
    now = {"fault": one.now.fault, "answer": one.now.answer, "reason": one.now.reason or None}
    recorded = {"fault": one.recorded.fault, "answer": one.recorded.answer}
    return {"request": one.request, "ply": one.ply, "recorded": recorded, "now": now, "ms": one.ms}


def _print_findings(findings: Findings) -> None:
    """A line for each difference, a summary, and a line for the forfeit."""
    for one in findings.differences:
        print(f"{_where(one)}: recorded {_shown(one.recorded)}, now {_shown(one.now)} ({one.ms} ms)")
    requests, same = findings.requests, findings.same
    print(f"{requests} requests, {same} the same, {requests - same} different, slowest {findings.slowest_ms} ms")
    fault = findings.fault
    if fault is None:
        return
    if fault.is_same:
        why = f": {printable(fault.now.reason, _SHOWN)}" if fault.now.reason else ""
        print(f"the forfeit happens again at {_where(fault)}{why}")
    else:
        now = _shown(fault.now) + ("" if fault.now.fault else ", which is legal")
        print(f"the forfeit at {_where(fault)} ({_shown(fault.recorded)}) does not happen: {now}")


def _where(one: Comparison) -> str:
    return "the start" if one.request is None else f"request {one.request} ply {one.ply}"


def _shown(reaction: Reaction) -> str:
    """A fault with the referee's reason, or as far as the record tells it; else the action."""
    answer = "" if reaction.answer is None else printable(reaction.answer, _SHOWN)
    if reaction.fault is None:
        return answer
    told = printable(reaction.reason, _SHOWN) if reaction.reason else answer
    return f"{reaction.fault} ({told})" if told else reaction.fault
