"""Why a bot did not get to ``ready``, in words for its author."""

from __future__ import annotations

from protocol.messages import TimeControl
from referee.match.player import Player
from referee.match.verdicts import shown


async def why_not_ready(player: Player, control: TimeControl | None) -> str:
    """What the player did instead, after ``Player.ready`` has said that it is not.

    ``control`` says how long it was waited for; without one the wait only ends with the bot. Raises
    ``InfrastructureError`` where that was no doing of the bot's.
    """
    if player.link is None:
        return player.start_error
    fault = player.start_fault or player.flood
    if fault is not None:
        return f"{fault.detail}; it wrote {shown(fault.text)}" if fault.text else fault.detail
    unfinished = player.session.unfinished_text
    hint = f"; it wrote {shown(unfinished)} without a line end" if unfinished else ""
    if player.is_gone:
        status = await player.link.exit_status(within_s=1.0)
        return f"it {player.link.departure(status).words} before it was ready{hint}"
    assert control is not None
    player.link.departure(None)  # raises where its sandbox does not stand yet: the program had no time at all
    return f"no ready within {control.start_ms} ms (is it printed, with \\n, and flushed?){hint}"
