"""The faults by which a match ends: judged, put on record, told to their seats, and proven."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import structlog

from engine import Game
from protocol.messages import Error, encode_message
from referee.match import verdicts
from referee.match.evidence import Asked, Case, EvidenceFolder, gather_evidence
from referee.match.player import Player, end_all
from referee.match.recorder import Recorder
from referee.match.verdicts import Offence

log = structlog.get_logger()


class Forfeits:
    """Those of one match: ``judge`` ends the game by them, then ``prove`` gathers what they rest on.

    ``offences`` are the faults that were judged. What was judged and not proven yet, an interrupted match can still
    ``submit``.
    """

    def __init__(self, match_id: str, players: Sequence[Player], recorder: Recorder) -> None:
        self._match_id, self._players, self._recorder = match_id, players, recorder
        self._folder = EvidenceFolder(recorder.path)
        self._case: Case | None = None
        self.offences: Sequence[Offence] = ()

    @property
    def folder(self) -> Path | None:
        """Where files of evidence lie; None where there are none."""
        return self._folder.path if self._folder.has_files else None

    def judge(self, game: Game, offences: Sequence[Offence], asked: Asked | None, request: int | None) -> None:
        """End the game by these seats' fault, on record too, and tell each of them what was wrong.

        ``asked`` is what they were asked and what came of it, ``request`` its id; None where they did not start.
        """
        self.offences = offences
        had_left = frozenset(offence.seat for offence in offences if self._players[offence.seat].is_gone)
        self._case = Case(self._match_id, game.ply, offences, asked, game.position(), had_left)
        for offence in offences:
            self._recorder.fault(game.ply, offence, "forfeit")
        reason = "; ".join(offence.reason for offence in offences)
        game.forfeit([offence.seat for offence in offences], reason, verdict=offences[0].verdict)
        for offence in offences:
            message = verdicts.with_page(offence.reason, offence.read_on)
            self._players[offence.seat].tell(encode_message(Error(offence.code, request, message)))

    async def prove(self, match_end: bytes) -> None:
        """End the offenders with this line, so that how they ended and their last words are known, then ``submit``."""
        offenders = [self._players[offence.seat] for offence in self.offences]
        for player in offenders:
            player.tell(match_end)
        try:
            await end_all(player.end() for player in offenders)
        except asyncio.CancelledError:
            log.info("cancelled after a forfeit", match_id=self._match_id)  # which stands; they have ended, only sooner
        await self.submit()

    async def submit(self) -> None:
        """Write every part of the evidence that is not written yet, of bots that have ended."""
        if self._case is None:
            return
        records = await gather_evidence(self._case, self._players, self._folder)
        self._case = None
        for record in records:
            self._recorder.evidence(record)
