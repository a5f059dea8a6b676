"""Bringing a match about: programs are started, seats taken, the record opened."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from referee.bots.process import BotProcess, StartError
from referee.bots.spec import BotSpec
from referee.match.match import Match, Outcome, Watcher
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.match.transcript import Transcript

_ID_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that are taken for each other


def new_match_id() -> str:
    """A name for a match, unlikely to be given twice."""
    return "m-" + "".join(secrets.choice(_ID_LETTERS) for _ in range(8))


async def play_match(
    settings: MatchSettings,
    specs: Sequence[BotSpec],
    replay: Path,
    *,
    match_id: str,
    seed: str | None = None,
    transcript: TextIO | None = None,
    watcher: Watcher | None = None,
) -> Outcome:
    """Start a program per seat and play one match; its record goes to ``replay``.

    ``seed`` None: 128 bits of the system's randomness. Raises ``ValueError`` unless there is one spec per seat,
    and ``OSError`` where the record can't be written; no program is left running in any case.
    """
    if len(specs) != settings.rules.seats:
        raise ValueError(f"{len(specs)} bots for {settings.rules.seats} seats")
    seed = secrets.token_hex(16) if seed is None else seed
    nonce = secrets.token_hex(32)
    recorder = Recorder(replay, seed, nonce)
    log = None if transcript is None else Transcript(transcript, time.perf_counter_ns)
    players: list[Player] = []
    try:
        for seat, spec in enumerate(specs):
            players.append(_seat_bot(seat, spec, log))
        match = Match(match_id, settings, seed, nonce, players, recorder, [spec.digest for spec in specs], watcher)
    except BaseException:
        recorder.discard()
        await asyncio.shield(asyncio.gather(*(player.kill() for player in players)))
        raise
    return await match.play()


def _seat_bot(seat: int, spec: BotSpec, log: Transcript | None) -> Player:
    """The bot on its seat; one that can't be started gets there without a link, to be judged with the others."""
    try:
        process = BotProcess.start(spec)
    except StartError as error:
        return Player(seat, None, name=spec.name, version=spec.version, transcript=log, start_error=str(error))
    player = Player(seat, process, name=spec.name, version=spec.version, events=spec.events, transcript=log)
    process.listen(player)
    return player
