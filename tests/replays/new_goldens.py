"""``python -m tests.replays.new_goldens``: add to the golden records those that are missing; none is ever changed.

A golden record is a real match of the referee, played by scripted bots and kept as it was written. What it came to
when it was new stands beside it, in ``digests.json``, and is what it comes to for ever.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final, Literal
from unittest import mock

import msgspec

from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from protocol.messages import TimeControl
from protocol.replay_records import MachineRecord
from referee.bots.link import Departure
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.replays.reveal import reveal
from referee.replays.seed_file import seed_file
from referee.replays.sign import sign
from referee.replays.verify import verify
from tests.kit.random_games import any_verb, next_action
from tests.match.scripted_link import Answering, Later, ScriptedLink
from tests.replays.golden import DIGESTS, FOLDER, SIGNER

_MACHINE: Final = MachineRecord("Linux", "6.12.48", "x86_64", "3.12.7", 2)
_NONCE: Final = "5e" * 32
_CONTROL: Final = TimeControl(start_ms=200, move_ms=50, reserve_ms=100, increment_ms=5, match_ms=3_600_000)
_ALMOST_NO_TIME: Final = msgspec.structs.replace(_CONTROL, match_ms=90)
_SHORT: Final = MatchSettings(rules=replace(COMPETITION, roll_cap=8), time_control=_CONTROL)
_LIKED: Final = ("build_city", "build_settlement", "buy_dev_card", "play_dev", "accept", "build_road", "trade_bank")
_SLOW_S: Final = 0.003
_OFFENDER: Final = 2


@dataclass(frozen=True)
class Golden:
    """One match to record: what is decided about it, and what its offender does to requests from the fourth on.

    ``prelude`` is with how many random actions it begins. ``slip`` is what the offender says, or does to its link,
    and ``slips`` how often. ``then`` is what becomes of the record.
    """

    settings: MatchSettings = _SHORT
    slip: str | Callable[[GoldenLink], None] | None = None
    slips: int = 0
    prelude: int = 0
    hello: bytes = b"ready scripted 1\n"
    is_slow: bool = False
    then: Literal["nothing", "interrupted", "revealed", "signed", "signed and revealed"] = "nothing"


class GoldenLink(ScriptedLink):
    """A bot whose departure is of the kind that it is told to be, and that can have the match broken off."""

    kind: Literal["crash", "disconnect", "memory"] = "crash"
    playing: asyncio.Future[Outcome]

    def departure(self, status: int | None) -> Departure:
        return Departure(self.kind, f"left as a golden of {self.kind} does")


def _leaves(kind: Literal["crash", "disconnect", "memory"]) -> Callable[[GoldenLink], None]:
    def leave(link: GoldenLink) -> None:
        link.kind = kind
        link.leave(1 if kind == "crash" else None)

    return leave


def _breaks_off(link: GoldenLink) -> None:
    link.playing.cancel()


def _rules(rules: Rules, points: int, **values: Any) -> MatchSettings:
    return replace(_SHORT, rules=replace(rules, points_to_win=points, **values))


_REFUSE: Final = replace(_SHORT, on_illegal="refuse", refusals=2)
GOLDENS: Final = {
    "competition_victory.jsonl": Golden(_rules(COMPETITION, 4)),
    "katan_victory.jsonl": Golden(_rules(KATAN, 4)),
    "standard_victory.jsonl": Golden(_rules(STANDARD, 4)),
    "three_seats.jsonl.gz": Golden(_rules(KATAN, 4, seats=3)),
    "ply_cap.jsonl": Golden(replace(_SHORT, ply_cap=30)),
    "time_cap.jsonl": Golden(replace(_SHORT, time_control=_ALMOST_NO_TIME), is_slow=True),
    "no_time_control.jsonl": Golden(replace(_SHORT, time_control=None)),
    "anonymous.jsonl": Golden(replace(_SHORT, rated=True)),
    "prelude.jsonl": Golden(replace(_SHORT, ply_cap=40), prelude=25),
    "every_verb.jsonl.gz": Golden(replace(_SHORT, rules=KATAN, ply_cap=460), prelude=440),
    "refused.jsonl": Golden(_REFUSE, slip="build_city:99", slips=1),
    "default_played.jsonl": Golden(_REFUSE, slip="end_turn", slips=3),
    "forfeit_malformed.jsonl": Golden(slip="ROLL \x1b[31m <b>", slips=1),
    "forfeit_timeout.jsonl": Golden(slip="", slips=1),
    "forfeit_crash.jsonl": Golden(slip=_leaves("crash"), slips=1),
    "forfeit_memory.jsonl": Golden(slip=_leaves("memory"), slips=1),
    "forfeit_disconnect.jsonl": Golden(slip=_leaves("disconnect"), slips=1),
    "forfeit_flood.jsonl": Golden(slip=lambda link: link.say(b"# chatter\n" * 7_000), slips=1),
    "forfeit_no_start.jsonl": Golden(hello=b"hello\n"),
    "cancelled.jsonl": Golden(slip=_breaks_off, slips=1),
    "interrupted.jsonl": Golden(then="interrupted"),
    "sealed.jsonl": Golden(replace(_SHORT, seal=True)),
    "revealed.jsonl": Golden(replace(_SHORT, seal=True), then="revealed"),
    "signed.jsonl": Golden(then="signed"),
    "signed_then_revealed.jsonl.gz": Golden(replace(_SHORT, seal=True), then="signed and revealed"),
}


# -- playing ----------------------------------------------------------------------------------------------------


def _plays(golden: Golden, seat: int, link: GoldenLink) -> Answering:
    """Builds what it can and trades at random, the same in every run but for the offender's slips."""
    rng, asked = Random(seat), []

    def answer(message: dict[str, Any]) -> str | Later | None:
        asked.append(message["id"])
        if seat == _OFFENDER and 0 <= len(asked) - 4 < golden.slips:
            if callable(golden.slip):
                return golden.slip(link)
            return f"@{message['id']} {golden.slip}" if golden.slip else None
        liked = [action for action in message["legal_actions"] if action.startswith(_LIKED)]
        chosen = rng.choice(liked or message["legal_actions"])
        if "offer_trade" in message["free_form"] and rng.random() < 0.3:
            chosen = _offer(message["public_state"]["your_resources"], rng) or chosen
        reply = f"@{message['id']} {chosen}"
        return Later(_SLOW_S, reply) if golden.is_slow else reply

    return answer


def _offer(held: dict[str, int], rng: Random) -> str | None:
    """Two cards of a kind for one of another, to all; None where there are no two."""
    pairs = [name for name, count in held.items() if count >= 2]
    if not pairs:
        return None
    give = rng.choice(pairs)
    return f"offer_trade:all:2{give}:{rng.choice([name for name in held if name != give])}"


def _first_actions(rules: Rules, seed: str, plies: int) -> list[str]:
    game, rng = Game(rules, seed=seed), Random(seed)
    return [game.apply(next_action(game, rng, any_verb))[0].action for _ in range(plies)]


async def _play(golden: Golden, name: str, path: Path) -> None:
    rules, seed = golden.settings.rules, f"golden {name}"
    links = [GoldenLink() for _ in range(rules.seats)]
    players = [Player(seat, link, name=f"bot{seat}") for seat, link in enumerate(links)]
    match = Match(
        match_id="m-GOLDEN", settings=golden.settings, seed=seed, nonce=_NONCE, players=players,
        recorder=Recorder(path, seed, _NONCE), digests=["b2:" + "00" * 32, *[None] * (rules.seats - 1)],
        prelude=_first_actions(rules, seed, golden.prelude),
    )  # fmt: skip
    for seat, link in enumerate(links):
        link.answering = _plays(golden, seat, link)
        link.listen(players[seat], golden.hello if seat == _OFFENDER else b"ready scripted 1\n")
    playing = asyncio.ensure_future(match.play())
    for link in links:
        link.playing = playing
    await asyncio.wait([playing])


def _make(golden: Golden, name: str, folder: Path) -> Path:
    """The record of this match, in this folder, with its seed beside it where it is not in it."""
    path = folder / name
    with mock.patch("referee.match.recorder.this_machine", return_value=_MACHINE):
        asyncio.run(_play(golden, name, path))
    if golden.then.startswith("signed"):
        sign(path, SIGNER)
    if golden.then.endswith("revealed"):
        reveal(path)
    if golden.then == "interrupted":
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:25]) + lines[25][:40])
        seed_file(path).write_text(json.dumps({"seed": f"golden {name}", "nonce": _NONCE}), encoding="utf-8")
    return path


def _add(names: Sequence[str]) -> None:
    digests = json.loads(DIGESTS.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = _make(GOLDENS[name], name, Path(folder))
            found = verify(path)
            if found.status == "differs":
                raise SystemExit(f"{name} differs at line {found.line}: {found.reason}")
            for file in (path, seed_file(path)):
                if file.exists():
                    shutil.copyfile(file, FOLDER / file.name)
            digests["replays"][name] = {
                "status": found.status, "plies": found.plies,
                "game_digest": found.game_digest, "record_digest": found.record_digest,
            }  # fmt: skip
            print(name, file=sys.stderr)
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _add([name for name in GOLDENS if not (FOLDER / name).exists()])
