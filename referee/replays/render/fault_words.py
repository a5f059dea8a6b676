"""A fault of a bot in words, as an action of one is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.replay_records import FaultOutcome, FaultRecord
from referee.replays.render.escape import LONGEST_NAME, printable

_CAME_OF_IT: Final[Mapping[FaultOutcome, str]] = {
    "forfeit": "the match ends by it",
    "refused": "refused, and asked again",
    "default": "refused, and the default action is played",
    "noted": "noted, without effect",
}


def fault_words(fault: FaultRecord, names: Sequence[str]) -> str:
    """One line such as ``greedy answers "ROLL": malformed (refused, and asked again)``, printable."""
    answer = "" if fault.answer is None else f' answers "{printable(fault.answer)}"'
    kind = fault.kind.replace("_", " ")
    return f"{printable(names[fault.seat], LONGEST_NAME)}{answer}: {kind} ({_CAME_OF_IT[fault.outcome]})"
