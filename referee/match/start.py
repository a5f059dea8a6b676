"""Bringing a match about: programs are started, seats taken, the record opened."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from referee.bots.process import BotProcess, StartError
from referee.bots.spec import BotSpec, HumanSpec, Spec
from referee.bots.waiting import WaitingLink
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player, end_all
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.match.transcript import Transcript
from referee.match.watcher import Watcher
from referee.people.human import HumanSeat
from referee.people.terminal import Terminal

_ID_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that are taken for each other


def new_match_id() -> str:
    """A name for a match, unlikely to be given twice."""
    return "m-" + "".join(secrets.choice(_ID_LETTERS) for _ in range(8))


async def play_match(
    settings: MatchSettings,
    specs: Sequence[Spec],
    replay: Path,
    *,
    match_id: str,
    seed: str | None = None,
    transcript: TextIO | None = None,
    watcher: Watcher | None = None,
) -> Outcome:
    """Fill every seat, most of them with a program, and play one match; its record goes to ``replay``.

    ``seed`` None: 128 bits of the system's randomness. Raises ``ValueError`` unless there is one spec per seat,
    and ``OSError`` where the record can't be written or the system has no room for another program; no program
    is left running in any case, apart from what has left its process group (see ``BotLink.kill``).
    """
    if len(specs) != settings.rules.seats:
        raise ValueError(f"{len(specs)} bots for {settings.rules.seats} seats")
    seed = secrets.token_hex(16) if seed is None else seed
    nonce = secrets.token_hex(32)
    recorder = Recorder(replay, seed, nonce)
    log = None if transcript is None else Transcript(transcript, time.perf_counter_ns)
    players: list[Player] = []
    try:
        terminal = Terminal() if any(isinstance(spec, HumanSpec) for spec in specs) else None
        for seat, spec in enumerate(specs):
            players.append(_fill_seat(seat, spec, log, terminal))
        match = Match(
            match_id=match_id, settings=settings, seed=seed, nonce=nonce, players=players, recorder=recorder,
            digests=[spec.digest for spec in specs], watcher=watcher,
        )  # fmt: skip
    except BaseException:
        try:
            await asyncio.shield(end_all(player.kill() for player in players))
        finally:
            recorder.discard()
        raise
    return await match.play()


def _fill_seat(seat: int, spec: Spec, log: Transcript | None, terminal: Terminal | None) -> Player:
    """Who plays on this seat; a program that can't be started sits there without a link, to be judged with others."""
    link: BotProcess | WaitingLink | HumanSeat
    try:
        if isinstance(spec, BotSpec):
            link = BotProcess.start(spec)
        elif isinstance(spec, HumanSpec):
            assert terminal is not None
            link = HumanSeat(seat, terminal)
        else:
            link = WaitingLink(spec.port)
    except StartError as error:
        return Player(seat, None, name=spec.name, version=spec.version, transcript=log, start_error=str(error))
    player = Player(seat, link, name=spec.name, version=spec.version, events=spec.events, transcript=log)
    link.listen(player)
    return player
