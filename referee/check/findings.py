"""From what the trials showed to rows: what a referee would hold against the bot, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from protocol.lines import MAX_LINE_BYTES
from protocol.messages import TimeControl
from protocol.session import Limits
from referee.bots.conduct import Conduct
from referee.bots.doing import Doing
from referee.bots.sandbox.ceilings import Ceilings
from referee.check.play import Observation
from referee.check.rows import CLOCKS, CONTAINMENT, LIFE, LINES, MANIFEST, PITFALLS, Grade, Row
from referee.check.trial_rows import trial_rows
from referee.match.complaints import STDERR_BYTES
from referee.match.replies import TimedOut
from referee.match.verdicts import shown

_USUAL_MATCH: Final = 100
_LONG_MATCH: Final = 300
"""How many answers a match asks of a seat: of good bots 50 to 150, of weak ones up to 521 (docs/strategy.md)."""
_MIB: Final = 1024 * 1024


@dataclass(frozen=True)
class Inspection:
    """What is judged: the trials, in the order played, and the limits that hold in a match.

    ``unknown_rules`` are rule sets that the bot claims and that there are not.
    """

    observations: Sequence[Observation]
    control: TimeControl
    ceilings: Ceilings
    unknown_rules: Sequence[str] = ()

    @property
    def conducts(self) -> list[Conduct]:
        """How the bot's program left the trials that it played to their end."""
        return [one.conduct for one in self.observations if one.conduct is not None and one.offence is None]

    @property
    def answer_ms(self) -> list[float]:
        """The time of every answer in milliseconds, as it was charged."""
        return [e.used_ns / 1e6 for one in self.observations for e in one.player.exchanges if e.answer is not None]


def rows_of(inspection: Inspection) -> list[Row]:
    """A row for each trial, then one for each habit that could be looked at."""
    habits = [rule(inspection) for rule in _RULES]
    return [*trial_rows(inspection.observations), *(row for row in habits if row is not None)]


# -- time -------------------------------------------------------------------------------------------------------


def _start(inspection: Inspection) -> Row | None:
    times = [one.player.ready_ns for one in inspection.observations if one.player.ready_ns is not None]
    if not times:
        return None
    slowest, limit = max(times) / 1e6, inspection.control.start_ms
    value = f"ready after {slowest:.0f} ms of {limit}"
    if slowest > limit / 2:
        advice = "say ready first and load what takes long afterwards, on a busy machine it may be too late"
        return Row("start time", value, "warning", advice, CLOCKS)
    return Row("start time", value)


def _answer_times(inspection: Inspection) -> Row | None:
    times, control = inspection.answer_ms, inspection.control
    if not times:
        return None
    middle, slowest = median(times), max(times)
    value = f"median {middle:.1f} ms, slowest {slowest:.1f} ms of {control.move_ms}"
    spent_ms = middle - control.move_ms - control.increment_ms
    if spent_ms > 0:
        answers = int(control.reserve_ms / spent_ms)
        value += f"; the reserve lasts {answers} answers"
        grade: Grade = "forfeit" if answers < _USUAL_MATCH else "warning"
        advice = f"answer sooner: a match asks a seat for {_USUAL_MATCH} answers and more, up to {_LONG_MATCH}"
        return Row("answer times", value, grade, advice, CLOCKS)
    if slowest > control.move_ms:
        return Row("answer times", value, "warning", "what goes beyond is taken from the reserve of the match", CLOCKS)
    if slowest > control.move_ms / 2:
        return Row("answer times", value, "warning", "leave some of the time for a slower machine", CLOCKS)
    return Row("answer times", value)


def _flushing(inspection: Inspection) -> Row | None:
    """Proved by what comes when the input is closed, of a bot that slept at its input while its time ran out."""
    for one in inspection.observations:
        if one.player.spoke_late and _doing_when_late(one) in (Doing.READING, Doing.LISTENING):
            value = f"came only when its input was closed: {shown(one.player.spoke_late)}"
            advice = "flush after every line: flush=True, fflush(stdout), std::endl, System.out.flush()"
            return Row("flushing", value, "forfeit", advice, PITFALLS)
    return Row("flushing", "no answer was kept back") if inspection.answer_ms else None


def _doing_when_late(one: Observation) -> Doing | None:
    """What the bot did when its time was up; None if it was in time, or that is not known."""
    last = one.player.exchanges[-1].reply if one.player.exchanges else None
    if isinstance(last, TimedOut):
        return last.doing
    is_no_start = one.offence is not None and one.offence.kind == "no_start"
    return one.player.doing_when_late if is_no_start else None


# -- what it says -----------------------------------------------------------------------------------------------


def _strays(inspection: Inspection) -> Row | None:
    strays = [text for one in inspection.observations for text in one.player.session.strays]
    if not strays:
        return Row("stray lines", "none") if inspection.answer_ms else None
    value = f"{_lines(len(strays))} that nobody asked for, the first: {shown(strays[0])}"
    return Row("stray lines", value, "warning", "print one line for each request, once it has come", LINES)


def _chatter(inspection: Inspection) -> Row | None:
    """Comments and strays are counted against a limit for a whole match, of which a trial is a part."""
    most = Limits().chatter_bytes
    worst = max(
        (o.player.session.chatter / max(1, len(o.player.exchanges)) for o in inspection.observations), default=0
    )
    value = f"up to {worst:.0f} bytes a request of comments and stray lines"
    if worst * _LONG_MATCH > most:
        advice = f"at this rate a long match goes beyond {most} bytes, a forfeit: write to standard error instead"
        return Row("chatter", value, "warning", advice, CLOCKS)
    return Row("chatter", value) if worst else None


def _line_ends(inspection: Inspection) -> Row | None:
    if not inspection.answer_ms:
        return None
    uses_crlf = any(one.player.session.uses_crlf for one in inspection.observations)
    return Row("line ends", "CR LF, which will do" if uses_crlf else "LF")


def _answer_size(inspection: Inspection) -> Row | None:
    longest = max((one.player.session.longest_answer for one in inspection.observations), default=0)
    if not longest:
        return None
    value = f"at most {longest} bytes of {MAX_LINE_BYTES}"
    if longest > MAX_LINE_BYTES / 2:
        return Row("answer size", value, "warning", "a longer line is a forfeit; no action needs that much", CLOCKS)
    return Row("answer size", value)


def _request_ids(inspection: Inspection) -> Row | None:
    own = [exchange for one in inspection.observations for exchange in one.player.exchanges if not exchange.is_misheard]
    answers = [exchange.answer for exchange in own if exchange.answer is not None]
    if not answers:
        return None
    addressed = sum(answer.raw.startswith("@") for answer in answers)
    value = f"{addressed} of {len(answers)} answers begin with @<id>"
    if addressed < len(answers):
        advice = "without it a line that comes late or twice counts for the next request"
        return Row("request ids", value, "warning", advice, LINES)
    return Row("request ids", value)


def _standard_error(inspection: Inspection) -> Row | None:
    most = max((len(one.player.complaints.kept) for one in inspection.observations), default=0)
    value = f"at most {most} bytes a trial"
    if most >= STDERR_BYTES:
        advice = f"only the last {STDERR_BYTES} bytes of a match are kept: write less"
        return Row("standard error", value, "warning", advice, CLOCKS)
    return Row("standard error", value) if most else None


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"


# -- the program ------------------------------------------------------------------------------------------------


def _memory(inspection: Inspection) -> Row | None:
    peaks = [conduct.peak_bytes for conduct in inspection.conducts if conduct.peak_bytes is not None]
    if not peaks:
        return None
    peak, limit = max(peaks), inspection.ceilings.memory
    value = f"at most {max(1, peak // _MIB)} MiB of {limit // _MIB}"
    if peak > limit:
        return Row("memory", value, "warning", "hold less: where the limit is enforced, this is a forfeit", CONTAINMENT)
    if peak > limit * 3 / 4:
        advice = "close to the limit, beyond which is a forfeit; longer matches may need more"
        return Row("memory", value, "warning", advice, CONTAINMENT)
    return Row("memory", value)


def _ending(inspection: Inspection) -> Row | None:
    conducts = inspection.conducts
    if not conducts:
        return None
    forced = [conduct for conduct in conducts if conduct.leaving != "itself"]
    if forced:
        how = "SIGKILL" if any(conduct.leaving == "forced" for conduct in forced) else "SIGTERM"
        value = f"did not end by itself in {len(forced)} of {len(conducts)} trials: {how} ended it"
        return Row("ending", value, "warning", "exit after match_end, or when the input ends", LIFE)
    failed = [conduct.exit_status for conduct in conducts if conduct.exit_status]
    if failed:
        value = f"exit status {failed[0]} in {len(failed)} of {len(conducts)} trials"
        return Row("ending", value, "warning", "a program that ends well has status 0: see its standard error", LIFE)
    latest_ms = max(conduct.after_ms for conduct in conducts)
    return Row("ending", f"by itself, at most {latest_ms} ms after its input was closed")


def _processes(inspection: Inspection) -> Row | None:
    most = max((conduct.processes for conduct in inspection.conducts), default=0)
    return Row("processes", f"{most} at the end, which end with its match") if most > 1 else None


def _claims(inspection: Inspection) -> Row | None:
    if not inspection.unknown_rules:
        return None
    value = f"claims {', '.join(inspection.unknown_rules)}, which this referee does not know"
    return Row("rule sets", value, "warning", "name rule sets that `referee rules` prints", MANIFEST)


_RULES: Final[tuple[Callable[[Inspection], Row | None], ...]] = (
    _start, _answer_times, _flushing, _strays, _chatter, _line_ends, _answer_size, _request_ids, _standard_error,
    _memory, _processes, _ending, _claims,
)  # fmt: skip
"""Every habit that is looked at, in the order in which they are told; None where a trial showed nothing of it."""
