"""From what a bot did to a typed verdict, and to words in which its author understands it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine import IllegalAction, NotationError
from protocol.messages import TimeControl
from protocol.replay_records import FaultKind
from protocol.session import Fault
from protocol.vocabulary import ErrorCode, Verdict
from referee.bots.doing import Doing
from referee.match.clock import Charge
from referee.match.replies import Gone, TimedOut
from referee.match.silence import no_answer_because

VERDICT_OF: Final[dict[FaultKind, Verdict]] = {
    "illegal": "forfeit_illegal",
    "malformed": "forfeit_malformed",
    "timeout": "forfeit_timeout",
    "crash": "forfeit_crash",
    "no_start": "forfeit_no_start",
    "flood": "forfeit_flood",
    "disconnect": "forfeit_disconnect",
    "memory": "forfeit_memory",
}
REFUSED: Final[tuple[FaultKind, ...]] = ("illegal", "malformed")
"""The kinds that a match with ``on_illegal = refuse`` asks again after: words, never silence or death."""
_SHOWN: Final = 120
_TO_STDERR: Final = "; print one answer a request, and notes to standard error"
_PROTOCOL: Final = "docs/protocol.md"
READ_ON: Final[dict[FaultKind, str]] = {
    "illegal": f"{_PROTOCOL}#actions",
    "malformed": f"{_PROTOCOL}#lines-from-the-bot",
    "timeout": f"{_PROTOCOL}#clocks-and-limits",
    "crash": "docs/cli.md#how-to-find-out-why-you-lost",
    "no_start": f"{_PROTOCOL}#the-life-of-a-match",
    "flood": f"{_PROTOCOL}#clocks-and-limits",
    "disconnect": "docs/remote.md#when-the-connection-is-lost",
    "memory": "docs/sandbox.md#ceilings",
}
"""Where the author of a bot reads on, by the kind of its fault; pages of this project and sections of them."""
READ_ON_SILENCE: Final = f"{_PROTOCOL}#pitfalls"
"""The same where a bot is late that was not busy."""
_RIGHT_INSTEAD: Final[dict[FaultKind, str]] = {
    "crash": "; a bot runs on until it has read match_end, and what it wrote to standard error may say why it did not",
    "disconnect": "; a seat is to be kept until the match is over",
    "memory": "; what it and all that it started hold counts together",
}


@dataclass(frozen=True, slots=True)
class Offence:
    """What a seat did wrong: its kind, the line in question if there was one, and the reason in words.

    ``reason`` is for everybody and goes on record. ``read_on`` is for the author alone: the page and section that
    explain it, such as ``docs/protocol.md#actions``.
    """

    seat: int
    kind: FaultKind
    answer: str | None
    reason: str
    code: ErrorCode
    read_on: str
    ms: int = 0

    @property
    def verdict(self) -> Verdict:
        return VERDICT_OF[self.kind]


def refused_action(seat: int, answer: str, error: IllegalAction | NotationError, ms: int) -> Offence:
    """An answer that the engine did not accept."""
    if isinstance(error, NotationError):
        reason = f"seat {seat} answered {error}"
        return Offence(seat, "malformed", answer, reason, "malformed", READ_ON["malformed"], ms)
    return Offence(seat, "illegal", answer, f"seat {seat} answered {error}", "illegal", READ_ON["illegal"], ms)


def no_answer(seat: int, reply: Fault | TimedOut | Gone, charge: Charge, control: TimeControl | None) -> Offence:
    """Whatever came instead of an answer, and cost this."""
    if isinstance(reply, Fault):
        return bad_line(seat, reply, charge.used_ms)
    if isinstance(reply, Gone):
        return departed(seat, reply, charge.used_ms)
    assert control is not None
    return late(seat, reply, charge, control)


def bad_line(seat: int, fault: Fault, ms: int) -> Offence:
    """A line that is no answer at all, or too many lines."""
    if fault.code == "flood":
        reason = f"seat {seat} said too much: {fault.detail}{_TO_STDERR}"
        return Offence(seat, "flood", None, reason, "flood", READ_ON["flood"], ms)
    reason = f"seat {seat} answered {shown(fault.text)}: {fault.detail}"
    if fault.code == "line_too_long":
        reason += _TO_STDERR
    return Offence(seat, "malformed", fault.text, reason, fault.code, READ_ON["malformed"], ms)


def late(seat: int, reply: TimedOut, charge: Charge, control: TimeControl) -> Offence:
    """No answer in time; the overrun is what went beyond the time for a move."""
    reason = (
        f"seat {seat} did not answer in time: {charge.used_ms} ms, {charge.overrun_ns // 1_000_000} ms over the "
        f"{control.move_ms} ms for a move, and its reserve is used up"
    )
    reason += f"; {_instead(reply)}"
    read_on = READ_ON["timeout"] if reply.doing is Doing.COMPUTING else READ_ON_SILENCE
    return Offence(seat, "timeout", reply.unfinished or None, reason, "timeout", read_on, charge.used_ms)


def _instead(reply: TimedOut) -> str:
    """What came in place of an answer, and the mistake that it looks like."""
    if reply.unfinished:
        return f"it wrote {shown(reply.unfinished)} without a line end: print it with \\n and flush"
    if reply.stray.startswith("@") and not reply.is_early:
        return f"it wrote {shown(reply.stray)}, which answers another request: check the @<id>"
    if reply.stray.startswith("ready"):
        return f"it wrote {shown(reply.stray)}, which answers nothing: it is said once, at the start"
    if reply.stray:
        return f"it wrote {shown(reply.stray)} before it was asked: wait for the request, then answer it"
    if reply.comments:
        return f"only comments came, {reply.comments} since its last answer: an answer does not begin with #"
    return no_answer_because(reply.doing, has_answered=reply.has_answered)


def departed(seat: int, reply: Gone, ms: int) -> Offence:
    """The program ended, closed its output or lost its connection while the match went on."""
    reason = f"seat {seat} {reply.departure.words} during the match"
    if reply.unfinished:
        reason += f"; it wrote {shown(reply.unfinished)} without a line end: print it with \\n"
    kind = reply.departure.kind
    return Offence(seat, kind, None, reason + _RIGHT_INSTEAD[kind], "protocol", READ_ON[kind], ms)


def never_ready(seat: int, why: str) -> Offence:
    """The program did not get to ``ready``."""
    return Offence(seat, "no_start", None, f"seat {seat} did not start: {why}", "protocol", READ_ON["no_start"])


def with_page(message: str, read_on: str) -> str:
    """A message to an author, and where to read on."""
    return f"{message} (see {read_on})"


def shown(text: str) -> str:
    """What a bot wrote, quoted, escaped and at a length that fits a reason."""
    quoted = ascii(text)
    return quoted if len(quoted) <= _SHOWN else quoted[: _SHOWN - 3] + "..."
