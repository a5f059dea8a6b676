"""Bringing a match about: programs are started, seats taken, the record opened."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from referee.bots.kept import KeptBots
from referee.bots.remote.link import Reception
from referee.bots.sandbox.protections import Level
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec, HumanSpec, Spec
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player, end_all
from referee.match.recorder import Recorder, plain_file
from referee.match.seating import Seating
from referee.match.settings import MatchSettings
from referee.match.transcript import Transcript
from referee.match.watcher import Watcher
from referee.people.terminal import Terminal
from referee.replays.seed_file import seed_file

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
    block: str | None = None,
    seed: str | None = None,
    transcript: TextIO | None = None,
    watcher: Watcher | None = None,
    sandbox: Sandbox = UNCONTAINED,
    kept_back: Sequence[Path] = (),
    prelude: Sequence[str] = (),
    reception: Reception | None = None,
    kept: KeptBots | None = None,
) -> Outcome:
    """Fill every seat, most of them with a program, and play one match; its record goes to ``replay``.

    ``block`` is the name of the block that the match belongs to, for the record; bots are not told.
    ``seed`` None: 128 bits of the system's randomness. Contained bots see nothing of the record, nor of ``kept_back``.
    ``prelude`` are actions that are legal from the start of the match with this seed, played before anybody is asked;
    fewer than the settings' cap on plies, which is looked at after answers.
    ``reception`` is where remote bots come in, needed where there are any. In unrated play programs that play many
    matches are taken from ``kept`` and stay there.
    Raises ``ValueError`` unless there is one spec per seat, ``SpecError`` where ``sandbox`` can't run one of the
    programs, and ``OSError`` where the record can't be written or the system has no room for another program; no
    program is left running, apart from what is uncontained, in no control group and bent on surviving.
    """
    if len(specs) != settings.rules.seats:
        raise ValueError(f"{len(specs)} bots for {settings.rules.seats} seats")
    seed = secrets.token_hex(16) if seed is None else seed
    nonce = secrets.token_hex(32)
    recorder = Recorder(replay, seed, nonce)
    log = None if transcript is None else Transcript(transcript, time.perf_counter_ns)
    kept_back = [replay, plain_file(replay), seed_file(replay), *kept_back]
    players: list[Player] = []
    try:
        terminal = Terminal() if any(isinstance(spec, HumanSpec) for spec in specs) else None
        seating = Seating(
            sandbox=sandbox, kept_back=kept_back, transcript=log, terminal=terminal, reception=reception,
            kept=None if settings.rated else kept, freeze=settings.freeze,
        )  # fmt: skip
        if seating.kept is not None:
            await seating.kept.settle()
        for seat, spec in enumerate(specs):
            players.append(seating.fill(seat, spec))
        match = Match(
            match_id=match_id, settings=settings, seed=seed, nonce=nonce, players=players, recorder=recorder,
            digests=[spec.digest for spec in specs], watcher=watcher, sandbox=_level(sandbox, specs).word,
            prelude=prelude, block=block,
        )  # fmt: skip
    except BaseException:
        try:
            await asyncio.shield(end_all(player.kill() for player in players))
        finally:
            recorder.discard()
        raise
    return await match.play()


def _level(sandbox: Sandbox, specs: Sequence[Spec]) -> Level:
    """How far the bots of the match are contained; who is started by somebody else is not at all."""
    return sandbox.level if all(isinstance(spec, BotSpec) for spec in specs) else Level.NONE
