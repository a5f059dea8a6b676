"""Records of random matches played without any bots: what a referee would have written."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Final

import msgspec

from engine import COMPETITION, Game
from protocol.digests import seed_commitment
from protocol.messages import ResultRecord
from protocol.replay_records import SeatRecord
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings

_SEATS: Final = [SeatRecord("random", "1", None) for _ in range(COMPETITION.seats)]


def open_record(path: Path, seed: str) -> Recorder:
    """A record with its header written."""
    nonce = secrets.token_hex(32)
    recorder = Recorder(path, seed, nonce)
    game = Game(COMPETITION, seed=seed)
    recorder.header(game, MatchSettings(), "bench", seed_commitment(nonce, seed), _SEATS, "none")
    return recorder


def close_record(recorder: Recorder, game: Game) -> None:
    """Write the end line of a match that is over."""
    assert game.result is not None
    recorder.end(msgspec.convert(game.result.as_dict(), ResultRecord))


def record_random_match(path: Path, seed: str) -> None:
    """Play at random and leave the whole record in ``path``."""
    recorder, game, choose = open_record(path, seed), Game(COMPETITION, seed=seed), random.Random(seed).choice
    while game.result is None:
        (event,) = game.apply(choose(game.legal_actions()))
        recorder.ply(event, 1, game.state_hash())
    close_record(recorder, game)
