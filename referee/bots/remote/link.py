"""A bot on a machine of its own: its connection may be lost and made again while the match goes on."""

from __future__ import annotations

from typing import Protocol

from referee.bots.link import Departure, NoHold, PatientListener
from referee.bots.remote.closing import FLOOD, GOING_AWAY, OVER, Parting


class Line(Protocol):
    """One connection, as a link uses it."""

    def send(self, lines: bytes) -> None:
        """Send these lines when the bot reads; never blocks, never raises."""

    def close(self, code: int, reason: str) -> None:
        """Send what is left, then close."""

    async def ended(self) -> None:
        """Wait until nothing of it is left."""


class Reception(Protocol):
    """Where connections come in."""

    def seat(self, link: RemoteLink) -> None:
        """From now on this link is told of the connections of the bot of its name, of one that is there at once."""

    def release(self, link: RemoteLink) -> None:
        """Tell it no more: what comes now is for another match. The connection that it had is its to close."""


class RemoteLink(NoHold):
    """The seat of the bot of this name in one match, through all its connections; see ``BotLink``.

    Between ``lost`` and the bot's next ``ready`` what is written goes nowhere: whoever listens tells it all again then.
    """

    def __init__(self, name: str, reception: Reception) -> None:
        self.name = name
        self._reception = reception
        self._listener: PatientListener | None = None
        self._line: Line | None = None
        self._parting: Parting | None = None
        self._is_over = False

    def listen(self, listener: PatientListener) -> None:
        """Tell this listener from now on."""
        self._listener = listener
        self._reception.seat(self)

    # -- what the lobby tells ---------------------------------------------------------------------------------

    def connected(self, line: Line, ready: bytes) -> None:
        """The bot is there, on a new connection, and has said ``ready``; an older connection is no longer heard."""
        assert self._listener is not None
        if self._line is not None:
            self.disconnected(Parting("another took its place"))
        self._line = line
        self.heard(ready)

    def heard(self, data: bytes) -> None:
        """A line came on the connection."""
        assert self._listener is not None
        try:
            self._listener.heard(data)
        except Exception as error:  # no connection's fault: it is the match that has to know
            self._listener.broke(error)

    def disconnected(self, parting: Parting) -> None:
        """The connection has ended."""
        assert self._listener is not None
        self._line, self._parting = None, parting
        if parting.is_for_good:
            self._leave()
            self._listener.gone()
        else:
            self._listener.lost()

    # -- what a match asks of a link --------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if self._line is not None:
            self._line.send(data)

    def read_waiting(self) -> None:
        """What has arrived is told as it comes."""

    def stop_reading(self) -> None:
        """Let it say no more, on this connection or another: it is judged when it is asked next."""
        if self._line is not None:
            self._line.close(FLOOD, "said too much")
        self._line = None
        self._leave()

    async def exit_status(self, within_s: float) -> int | None:
        """Not ours to know."""
        return None

    def departure(self, status: int | None) -> Departure:
        if self._parting is None:
            return Departure("disconnect", "did not connect")
        if self._parting.is_for_good:
            return Departure("disconnect", "closed its connection for good")
        return Departure("disconnect", f"lost its connection ({self._parting.words}) and was not back in time")

    async def end(self) -> None:
        """Send what is left and close: the match is over."""
        await self._part(OVER, "match over")

    async def kill(self) -> None:
        await self._part(GOING_AWAY, "match broken off")

    async def _part(self, code: int, reason: str) -> None:
        line, self._line = self._line, None
        self._leave()
        if line is not None:
            line.close(code, reason)
            await line.ended()

    def _leave(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._reception.release(self)
