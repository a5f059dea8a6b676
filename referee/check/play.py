"""Plays the trials, one after another: the bot as a program, contained as in a match, against stand-ins."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from engine import Game, Rules
from referee.bots.conduct import Conduct
from referee.bots.process import BotProcess, StartError
from referee.bots.sandbox.sandboxes import Sandbox
from referee.bots.spec import BotSpec
from referee.check.observed import ObservedPlayer
from referee.check.stand_in import StandIn
from referee.check.trials import Trial
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player, end_all
from referee.match.recorder import Recorder, for_the_owner
from referee.match.start import new_match_id
from referee.match.transcript import Transcript
from referee.match.verdicts import Offence

_ENDS_THE_CHECK: Final = ("no_start", "timeout")
"""After these nothing more is played: each takes as long as the clock allows, and would be the same again."""


@dataclass(frozen=True)
class Observation:
    """One trial that was played: how it ended, and what it showed of the bot. ``conduct`` None: it never ran."""

    trial: Trial
    outcome: Outcome
    player: ObservedPlayer
    conduct: Conduct | None
    replay: Path
    transcript: Path

    @property
    def offence(self) -> Offence | None:
        """What the bot forfeited for, if it did."""
        return next(iter(self.outcome.offences), None)


async def play_trials(
    trials: Sequence[Trial], spec: BotSpec, sandbox: Sandbox, folder: Path, starting: Callable[[Trial], None]
) -> list[Observation]:
    """Play them in order, until one shows that the rest would only take time; files of each go to ``folder``.

    ``starting`` is told of each before it is played. Raises as ``play_match`` does.
    """
    observations: list[Observation] = []
    for trial in trials:
        starting(trial)
        observations.append(await play_trial(trial, spec, sandbox, folder))
        offence = observations[-1].offence
        if offence is not None and offence.kind in _ENDS_THE_CHECK:
            break
    return observations


async def play_trial(trial: Trial, spec: BotSpec, sandbox: Sandbox, folder: Path) -> Observation:
    """Play one of them; nothing of the bot is left when this returns or raises."""
    replay, transcript = folder / f"{trial.file_stem}.jsonl", folder / f"{trial.file_stem}.transcript"
    with _open_new(transcript) as file:
        log = Transcript(file, time.perf_counter_ns)
        nonce = secrets.token_hex(32)
        recorder = Recorder(replay, trial.seed, nonce)
        players: list[Player] = []
        try:
            bot, process = _seat_the_bot(trial, spec, sandbox, log, folder)
            players.append(bot)
            _seat_others(trial, players)
            digests = [spec.digest if player is bot else None for player in players]
            match = Match(
                match_id=new_match_id(), settings=trial.settings, seed=trial.seed, nonce=nonce, players=players,
                recorder=recorder, digests=digests, sandbox=sandbox.level.word, prelude=prelude(trial),
            )  # fmt: skip
        except BaseException:
            try:
                await asyncio.shield(end_all(player.kill() for player in players))
            finally:
                recorder.discard()
            raise
        outcome = await match.play()
    others = [offence.reason for offence in outcome.offences if offence.seat != trial.seat]
    if others:
        raise RuntimeError(f"a stand-in was judged: {others[0]}")
    return Observation(trial, outcome, bot, None if process is None else process.conduct, replay, transcript)


def _open_new(path: Path) -> TextIO:
    return open(path, "x", encoding="utf-8", opener=for_the_owner)


def _seat_the_bot(
    trial: Trial, spec: BotSpec, sandbox: Sandbox, log: Transcript, folder: Path
) -> tuple[ObservedPlayer, BotProcess | None]:
    """The bot on its seat; a program that can't be started sits there without a link, to be judged by the match."""
    started_ns = time.perf_counter_ns()
    try:
        process = BotProcess.start(spec, sandbox, [folder])
    except StartError as error:
        player = ObservedPlayer(
            trial.seat, None, name=spec.name, version=spec.version, transcript=log, start_error=str(error),
            started_ns=started_ns,
        )  # fmt: skip
        return player, None
    player = ObservedPlayer(
        trial.seat, process, name=spec.name, version=spec.version, events=spec.events, transcript=log,
        freeze=trial.settings.freeze, mishears=trial.mishears, started_ns=started_ns,
    )  # fmt: skip
    process.listen(player)
    return player, process


def _seat_others(trial: Trial, players: list[Player]) -> None:
    """Put stand-ins around the bot, which is the only one of the players so far."""
    for seat in range(trial.settings.rules.seats):
        if seat != trial.seat:
            link = StandIn(trial.seat, f"{trial.seed} {seat}")
            player = Player(seat, link, name="stand-in")
            link.listen(player)
            players.insert(seat, player)


def prelude(trial: Trial) -> list[str]:
    """The actions of a random game before the bot joins it; other ones are drawn where it would have ended by then."""
    if trial.rolls_before == 0:
        return []
    dice = random.Random(trial.seed)
    while True:
        actions = _random_game(trial.settings.rules, trial.seed, trial.rolls_before, dice)
        if actions:
            return actions


def _random_game(rules: Rules, seed: str, rolls: int, dice: random.Random) -> list[str]:
    """Random actions up to this many rolls; empty where the game has its winner before."""
    game = Game(rules, seed=seed)
    actions: list[str] = []
    while game.rolls < rolls:
        if game.result is not None:
            return []
        legal = game.legal_actions()
        action = "end_turn" if "end_turn" in legal and dice.random() < 0.3 else dice.choice(legal)
        game.apply(action)
        actions.append(action)
    return actions
