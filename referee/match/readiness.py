"""Why a bot did not get to ``ready``, in words for its author."""

from __future__ import annotations

from typing import Final

from protocol.messages import TimeControl
from referee.match.player import Player
from referee.match.silence import not_ready_because
from referee.match.verdicts import shown

_SEE_STDERR: Final = "; what it wrote to its standard error may say why"
_OF_SHELLS: Final = {
    126: "; that is what a shell says of a program that can't be run: is it executable?",
    127: "; that is what a shell says of a program that is not there: is it installed, and spelt right?",
}
"""Exit status -> what it means by the custom of shells, ``env`` and the like."""


async def why_not_ready(player: Player, control: TimeControl | None) -> str:
    """What the player did instead, after ``Player.ready`` has said that it is not.

    ``control`` says how long it was waited for; without one the wait only ends with the bot. Raises
    ``InfrastructureError`` where that was no doing of the bot's.
    """
    if player.link is None:
        return f"{player.start_error}; its command must name a program that can be run here"
    fault = player.start_fault or player.flood
    if fault is not None:
        return f"{fault.detail}; it wrote {shown(fault.text)}" if fault.text else fault.detail
    unfinished = player.session.unfinished_text
    hint = f"it wrote {shown(unfinished)} without a line end" if unfinished else ""
    if player.is_gone:
        status = await player.link.exit_status(within_s=1.0)
        departure = player.link.departure(status)
        more = _OF_SHELLS.get(status or 0, _SEE_STDERR) if departure.kind == "crash" else ""
        return f"it {departure.words} before it was ready{hint and '; '}{hint}{more}"
    assert control is not None
    if player.is_away:
        return f"it {player.link.departure(None).words}{hint and '; '}{hint}"
    player.link.departure(None)  # raises where its sandbox does not stand yet: the program had no time at all
    return f"no ready within {control.start_ms} ms: {hint or not_ready_because(player.doing_when_late)}"
