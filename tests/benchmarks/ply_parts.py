"""What the referee does in a ply, part by part, each over all plies of the same random match."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine import COMPETITION, Event, Game
from protocol.messages import encode_event, encode_request
from protocol.session import BotSession
from referee.match.clock import MatchClock
from referee.match.settings import DEFAULT_TIME_CONTROL
from tests.benchmarks.bench import Figures
from tests.benchmarks.records import open_record

PARTS: Final = {
    "engine": "engine: list and apply",
    "request": "view and request encoded",
    "hash": "state hash",
    "events": "events encoded",
    "record": "record written",
    "answer": "answer judged, clock charged",
}
"""The parts and what they are called in the table."""

_TIMES: Final = 3


def measure(seed: str) -> Figures:
    """Microseconds of processor time per ply and part."""
    match = _Match(seed)
    parts: dict[str, Callable[[], None]] = {
        "engine": match.play,
        "request": match.encode_requests,
        "hash": match.hash_states,
        "events": match.encode_events,
        "record": match.write_record,
        "answer": match.judge_answers,
    }
    return {name: _us(part) / len(match.actions) for name, part in parts.items()}


def _us(part: Callable[[], None]) -> float:
    started = time.process_time()
    for _ in range(_TIMES):
        part()
    return (time.process_time() - started) / _TIMES * 1e6


class _Match:
    """A random match with the state before each action and the event after it."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.actions: list[str] = []
        self._seats: list[int] = []
        self._states: list[Game] = []
        self._events: list[Event] = []
        self._hashes: list[str] = []
        game, choose = Game(COMPETITION, seed=seed), random.Random(seed).choice
        while game.to_act is not None:
            self._seats.append(game.to_act)
            self.actions.append(choose(game.legal_actions()))
            self._states.append(game.copy())
            self._events += game.apply(self.actions[-1])
            self._hashes.append(game.state_hash())

    def play(self) -> None:
        game = Game(COMPETITION, seed=self._seed)
        for action in self.actions:
            game.legal_actions()
            game.apply(action)

    def encode_requests(self) -> None:
        clock = MatchClock(DEFAULT_TIME_CONTROL, COMPETITION.seats)
        for number, (seat, game) in enumerate(zip(self._seats, self._states, strict=True)):
            listed = game.legal_actions()  # kept by the state: only the encoding is in the figure
            encode_request(number, 1, clock.on_the_wire(1), listed, game.free_form_verbs(), game.public_state(seat))

    def hash_states(self) -> None:
        for game in self._states:
            game.state_hash()

    def encode_events(self) -> None:
        """Once for all seats, or for each where they see different things."""
        for event in self._events:
            for viewer in range(COMPETITION.seats) if event.is_secret else (None,):
                encode_event(event.seen_by(viewer))

    def write_record(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            recorder = open_record(Path(folder) / "parts.jsonl", self._seed)
            for event, state_hash in zip(self._events, self._hashes, strict=True):
                recorder.ply(event, 1, state_hash)
            recorder.discard()

    def judge_answers(self) -> None:
        session, clock = BotSession(), MatchClock(DEFAULT_TIME_CONTROL, COMPETITION.seats)
        session.hear(b"ready fast_bot 1\n")
        for number, (seat, action) in enumerate(zip(self._seats, self.actions, strict=True)):
            clock.allowance_ns(seat)
            session.expect_answer(number)
            session.hear(f"@{number} {action}\n".encode())
            clock.charge(seat, 50_000)
