"""From a trial to its row: whether the bot came to its end, or what it forfeited for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final

from protocol.replay_records import FaultKind
from referee.check.play import Observation
from referee.check.rows import MESSAGES, Row
from referee.match.verdicts import READ_ON

_ADVICE: Final[dict[FaultKind, str]] = {
    "illegal": "answer with one of the request's legal_actions, spelt as it stands there",
    "malformed": "print @<id> <action> and a line end for each request, and nothing else",
    "timeout": "answer every request in time, with a line that is flushed",
    "crash": "read what it wrote to standard error: the lines with ! in the transcript",
    "no_start": "come to print ready <name> as its first line, and flush it",
    "flood": "print answers only; what you want to read yourself goes to standard error",
    "disconnect": "stay until match_end has come",
    "memory": "keep less in memory: the limit is for all its processes together",
}
_AGAIN: Final = (
    "after an error the answer before was not played: answer the request that follows, under its new id; costs nothing "
    "as long as no answer is bad"
)


def trial_rows(observations: Sequence[Observation]) -> list[Row]:
    """How each trial ended for the bot."""
    kinds = {one.offence.kind for one in observations if one.offence is not None and not one.trial.mishears}
    return [_trial_row(one, kinds) for one in observations]


def _trial_row(one: Observation, kinds_elsewhere: Collection[FaultKind]) -> Row:
    """What comes of a refusal that we made up is a warning, unless the bot fails in the same way without one."""
    name, offence = one.trial.name, one.offence
    told = [e.error.message for e in one.player.exchanges if e.error is not None and not e.is_misheard]
    is_ours = _stumbled(one) and (offence is None or offence.kind not in kinds_elsewhere)
    if is_ours:
        value = offence.reason if offence is not None else f"refused again, {_times(len(told))}: {told[0]}"
        return Row(name, value, "warning", _AGAIN, MESSAGES)
    if offence is not None:
        return Row(name, offence.reason, "forfeit", _ADVICE[offence.kind], offence.read_on)
    if told:
        return Row(name, f"refused: {told[0]}", "forfeit", _ADVICE["illegal"], READ_ON["illegal"])
    return Row(name, _how_it_went(one))


def _stumbled(one: Observation) -> bool:
    """Did it do wrong at a request that came of our refusing a good answer? Whatever follows may come of that."""
    exchanges = one.player.exchanges
    misheard = next((number for number, exchange in enumerate(exchanges) if exchange.is_misheard), len(exchanges))
    again = takewhile(lambda exchange: exchange.attempt > 1, exchanges[misheard + 1 :])
    return one.player.flood is None and any(exchange.error is not None for exchange in again)


def _how_it_went(one: Observation) -> str:
    ended = one.outcome.result.verdict.replace("_", " ")
    asked = f"{len(one.player.exchanges)} requests, {'scored at the ' if ended.endswith('cap') else ''}{ended}"
    if one.trial.mishears:
        return f"answered again after a refusal; {asked}"
    return asked


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
