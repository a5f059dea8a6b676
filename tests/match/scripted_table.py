"""A match of the referee against four scripted links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import COMPETITION
from protocol.messages import TimeControl
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.match.transcript import Transcript
from referee.match.watcher import Watcher
from referee.replays.verify import verify
from tests.match.scripted_link import Answering, ScriptedLink

RULES = replace(COMPETITION, roll_cap=4)
SETTINGS = MatchSettings(rules=RULES, time_control=TimeControl(200, 50, 0, 0))
NONCE = "ab" * 32


def first_legal(message: dict[str, Any]) -> str:
    return f"@{message['id']} {message['legal_actions'][0]}"


def seat_them(
    replay: Path,
    answering: Sequence[Answering | None] = (first_legal,) * 4,
    settings: MatchSettings = SETTINGS,
    hello: Sequence[bytes] = (b"ready scripted 1\n",) * 4,
    transcript: Transcript | None = None,
    watcher: Watcher | None = None,
    **options: Any,
) -> tuple[Match, list[ScriptedLink]]:
    links = [ScriptedLink(one) for one in answering]
    players = [Player(seat, link, name="spec", transcript=transcript, **options) for seat, link in enumerate(links)]
    recorder = Recorder(replay, "table", NONCE)
    match = Match(
        match_id="m-TEST", settings=settings, seed="table", nonce=NONCE, players=players, recorder=recorder,
        digests=[None] * len(links), watcher=watcher,
    )  # fmt: skip
    for link, player, said in zip(links, players, hello, strict=True):
        link.listen(player, said)
    return match, links


async def play(tmp_path: Path, **options: Any) -> tuple[Outcome, list[ScriptedLink]]:
    replay = tmp_path / "m.jsonl"
    match, links = seat_them(replay, **options)
    outcome = await match.play()
    assert [link.ended for link in links] == [["end"]] * len(links)
    verified = verify(replay)
    assert (verified.status, verified.reason) == ("ok", "")
    return outcome, links


def at(seat: int, answering: Answering | None) -> list[Answering | None]:
    table: list[Answering | None] = [first_legal] * 4
    table[seat] = answering
    return table


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
