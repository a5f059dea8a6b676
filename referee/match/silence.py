"""Why no line came from a bot that was waited for, in words for its author.

That its output was not flushed is said where it is likely: the bot has read everything and waits for more. Where it
computes or sleeps, that is what is said; where nothing is known, the usual mistake is asked about.
"""

from __future__ import annotations

from typing import Final

from referee.bots.doing import Doing

_ELSEWHERE: Final[dict[Doing, str]] = {
    Doing.COMPUTING: "it was still computing",
    Doing.SLEEPING: "it was sleeping, in a timer of its own",
    Doing.LOCKED: "its threads waited for each other, as at a lock, and none for input",
    Doing.NOT_READING: "it had not read all that it was sent",
    Doing.STOPPED: "it was stopped by a signal, and not by the referee's",
    Doing.CLOSED_INPUT: "it had not read all that it was sent, and has closed its standard input",
}


def no_answer_because(doing: Doing | None, *, has_answered: bool) -> str:
    """Of a bot that was sent a request and did not write a line; ``has_answered`` one before."""
    if doing is None:
        return "no answer came on its standard output: was it flushed after the line?"
    if doing in _ELSEWHERE:
        return f"no answer came: {_ELSEWHERE[doing]}"
    if has_answered:
        return (
            "no answer came: it had read the request and waited for more input; every request needs an answer, "
            "flushed after its line end"
        )
    if doing is Doing.READING:
        return (
            "no answer came: it had read the request and waited for more input, so most likely its answer was "
            "printed but not flushed: flush standard output after every line"
        )
    return (
        "no answer came: it had read the request and waited for more input; was the answer printed, and flushed "
        "after the line?"
    )


def not_ready_because(doing: Doing | None) -> str:
    """Of a bot that did not write its first line in time. Nothing was sent to it so far."""
    if doing is None:
        return "is it printed, with \\n, and flushed?"
    if doing in _ELSEWHERE:
        return _ELSEWHERE[doing]
    if doing is Doing.READING:
        return (
            "it waited for input, of which there is none before ready: most likely ready was printed but not flushed, "
            "or was to be printed only after a first line"
        )
    return "it waited for input, of which there is none before ready: print ready first, with \\n, and flush"
