"""Who plays on a seat: a program that is started or has stayed, a person, or a bot that connects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.bots.kept import KeptBots
from referee.bots.process import BotProcess, StartError
from referee.bots.remote.link import Reception, RemoteLink
from referee.bots.sandbox.sandboxes import Sandbox
from referee.bots.spec import BotSpec, HumanSpec, RemoteSpec, Spec
from referee.bots.waiting import WaitingLink
from referee.match.player import Player
from referee.match.transcript import Transcript
from referee.people.human import HumanSeat
from referee.people.terminal import Terminal


@dataclass(frozen=True, kw_only=True)
class Seating:
    """What the seats of one match are filled with. Programs see nothing of the files ``kept_back``.

    ``kept`` None: each match has new processes. ``terminal`` is needed where somebody is human, ``reception`` where a
    bot is remote.
    """

    sandbox: Sandbox
    kept_back: Sequence[Path]
    transcript: Transcript | None
    terminal: Terminal | None
    reception: Reception | None
    kept: KeptBots | None
    freeze: bool

    def fill(self, seat: int, spec: Spec) -> Player:
        """Who plays on this seat; a program that can't be started sits there without a link, to be judged with others.

        Raises ``SpecError`` where the sandbox can't run a program, and ``OSError`` for what this machine lacks.
        """
        try:
            link = self._link(seat, spec)
        except StartError as error:
            start_error = str(error)
            return Player(
                seat, None, name=spec.name, version=spec.version, transcript=self.transcript, start_error=start_error
            )
        player = Player(
            seat, link, name=spec.name, version=spec.version, events=spec.events, transcript=self.transcript,
            freeze=self.freeze, has_played=isinstance(link, BotProcess) and link.has_played,
        )  # fmt: skip
        link.listen(player)
        return player

    def _link(self, seat: int, spec: Spec) -> BotProcess | HumanSeat | RemoteLink | WaitingLink:
        if isinstance(spec, BotSpec):
            return self._process(seat, spec)
        if isinstance(spec, HumanSpec):
            assert self.terminal is not None
            return HumanSeat(seat, self.terminal)
        if isinstance(spec, RemoteSpec):
            assert self.reception is not None
            return RemoteLink(spec.name, self.reception)
        return WaitingLink(spec.port)

    def _process(self, seat: int, spec: BotSpec) -> BotProcess:
        def start() -> BotProcess:
            return BotProcess.start(spec, self.sandbox, self.kept_back)

        return start() if self.kept is None else self.kept.process(seat, spec, start)
