"""A match with one remote bot on its table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

from protocol.messages import TimeControl
from referee.bots.remote.link import RemoteLink
from referee.bots.remote.lobby import Lobby
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.replays.verify import verify
from tests.bots.remote.remote_bot import WITHIN_S
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import NONCE, RULES, first_legal

UNHURRIED: Final = MatchSettings(rules=RULES, time_control=TimeControl(20_000, 20_000, 0, 0))
SEAT: Final = 2


class Table:
    """A match with ``it`` on seat 2, which is played in a task of its own.

    It ``has_begun`` when seat 0 is asked: everybody has been sent ``match_start``. Seat 2 ``has_moved`` when seat 3 is
    asked for the first time.
    """

    def __init__(self, lobby: Lobby, replay: Path, settings: MatchSettings, match_id: str = "m-TEST") -> None:
        self.has_begun, self.has_moved = asyncio.Event(), asyncio.Event()

        def answer(request: dict[str, Any]) -> str:
            self.has_begun.set()
            if request["public_state"]["to_act"] > SEAT:
                self.has_moved.set()
            return first_legal(request)

        links = [ScriptedLink(answer) if seat != SEAT else RemoteLink("it", lobby) for seat in range(4)]
        players = [Player(seat, link, name="spec") for seat, link in enumerate(links)]
        match = Match(
            match_id=match_id, settings=settings, seed="table", nonce=NONCE, players=players,
            recorder=Recorder(replay, "table", NONCE), digests=[None] * 4,
        )  # fmt: skip
        for link, player in zip(links, players, strict=True):
            link.listen(player)
        self.playing = asyncio.create_task(match.play())
        self._replay = replay

    async def outcome(self) -> Outcome:
        async with asyncio.timeout(WITHIN_S):
            outcome = await self.playing
        assert verify(self._replay).status == "ok"
        assert outcome.names[SEAT] == "it"
        return outcome
