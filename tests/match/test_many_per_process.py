"""Match after match over one pair of pipes."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from protocol.messages import TimeControl
from referee.bots.kept import KeptBots
from referee.bots.spec import BotSpec, parse_spec
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.verify import verify
from tests.match.tables import RULES

SETTINGS = MatchSettings(rules=RULES, time_control=TimeControl(20_000, 5_000, 0, 0))

NUMBERED = """
import json, os, sys
behaviour = sys.argv[1]
matches = 0
while True:
    matches += 1
    print(f"ready pid-{os.getpid()} {matches}", flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "request":
            answer = f"@{message['id']} {message['legal_actions'][0]}"
            if behaviour == "illegal-second" and matches == 2:
                answer = f"@{message['id']} build_road:0"
            print(answer, flush=True)
            if behaviour == "twice":
                print(answer, flush=True)
            if behaviour == "dies-second" and matches == 2:
                sys.exit(3)
        elif message["type"] == "match_end":
            if behaviour == "is-slow-between":
                sys.stdin.readline()
            if behaviour == "chatters":
                print("good game", flush=True)
            break
    else:
        break
    if behaviour == "leaves":
        break
"""


def numbered(folder: Path, behaviour: str = "", matches: str = "many") -> BotSpec:
    """A bot that says its process by its name, and by its version which match of that process it is."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(NUMBERED)
    (folder / "bot.toml").write_text(
        f'name = "numbered"\ncommand = ["{sys.executable}", "bot.py", "{behaviour}"]\nmatches = "{matches}"\n'
    )
    spec = parse_spec(str(folder.resolve()))
    assert isinstance(spec, BotSpec)
    return spec


async def play(
    tmp_path: Path, specs: list[BotSpec], kept: KeptBots | None, matches: int = 3, settings: MatchSettings = SETTINGS
) -> list[Outcome]:
    outcomes = []
    for number in range(matches):
        replay = tmp_path / f"{number}.jsonl"
        outcomes.append(
            await play_match(settings, specs, replay, match_id=f"m-{number}", seed=f"many/{number}", kept=kept)
        )
        assert verify(replay).status == "ok"
    return outcomes


def is_alive(name: str) -> bool:
    return os.path.exists(f"/proc/{name.removeprefix('pid-')}")


async def test_one_process_plays_them_all(tmp_path: Path) -> None:
    specs = [numbered(tmp_path / "bot")] * 4
    kept = KeptBots()
    outcomes = await play(tmp_path, specs, kept)
    assert [outcome.result.verdict for outcome in outcomes] == ["roll_cap"] * 3
    assert len({outcome.names for outcome in outcomes}) == 1
    assert len(set(outcomes[0].names)) == 4
    assert [outcome.versions for outcome in outcomes] == [("1",) * 4, ("2",) * 4, ("3",) * 4]
    assert all(is_alive(name) for name in outcomes[0].names)
    await kept.end()
    assert not any(is_alive(name) for name in outcomes[0].names)


async def test_the_matches_are_those_of_new_processes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    specs, kept = [numbered(tmp_path / "bot")] * 4, KeptBots()
    of_one = await play(tmp_path / "a", specs, kept)
    await kept.end()
    of_new = await play(tmp_path / "b", specs, None)
    assert [outcome.game_digest for outcome in of_one] == [outcome.game_digest for outcome in of_new]


async def test_only_who_says_so_stays(tmp_path: Path) -> None:
    kept = KeptBots()
    specs = [numbered(tmp_path / "bot"), *[numbered(tmp_path / "one", matches="one")] * 3]
    outcomes = await play(tmp_path, specs, kept, 2)
    assert outcomes[1].versions == ("2", "1", "1", "1")
    await kept.end()


async def test_rated_matches_have_new_processes(tmp_path: Path) -> None:
    kept = KeptBots()
    settings = MatchSettings(rules=RULES, time_control=SETTINGS.time_control, rated=True)
    outcomes = await play(tmp_path, [numbered(tmp_path / "bot")] * 4, kept, 2, settings)
    assert outcomes[1].versions == ("1",) * 4
    await kept.end()


async def test_who_forfeits_is_ended_and_starts_anew(tmp_path: Path) -> None:
    kept = KeptBots()
    specs = [numbered(tmp_path / "bad", "illegal-second"), *[numbered(tmp_path / "bot")] * 3]
    outcomes = await play(tmp_path, specs, kept, 3)
    assert [outcome.result.verdict for outcome in outcomes] == ["roll_cap", "forfeit_illegal", "roll_cap"]
    assert [outcome.versions for outcome in outcomes] == [("1",) * 4, ("2",) * 4, ("1", "3", "3", "3")]
    await kept.end()


@pytest.mark.parametrize("behaviour", ["dies-second", "leaves"])
async def test_who_has_left_starts_anew(tmp_path: Path, behaviour: str) -> None:
    kept = KeptBots()
    specs = [numbered(tmp_path / "bad", behaviour), *[numbered(tmp_path / "bot")] * 3]
    outcomes = await play(tmp_path, specs, kept, 3)
    assert outcomes[0].result.verdict == outcomes[2].result.verdict == "roll_cap"
    assert outcomes[1].result.verdict == ("forfeit_crash" if behaviour == "dies-second" else "roll_cap")
    await kept.end()


async def test_a_bot_that_answers_twice_is_not_blamed_in_the_next_match(tmp_path: Path) -> None:
    """The second copy of its last answer may still be under way when that match is over."""
    kept = KeptBots()
    outcomes = await play(tmp_path, [numbered(tmp_path / "bot", "twice")] * 4, kept, 5)
    assert {outcome.result.verdict for outcome in outcomes} == {"roll_cap"}
    await kept.end()


async def test_one_that_is_waited_for_when_the_series_is_cancelled_is_ended(tmp_path: Path) -> None:
    """It has not said that it is ready for the second match."""
    kept = KeptBots()
    specs = [numbered(tmp_path / "slow", "is-slow-between"), *[numbered(tmp_path / "one", matches="one")] * 3]
    (outcome,) = await play(tmp_path, specs, kept, 1)
    waiting = asyncio.ensure_future(kept.settle())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert is_alive(outcome.names[0])
    await kept.end()
    assert not is_alive(outcome.names[0])


async def test_what_is_said_before_ready_is_of_the_match_before(tmp_path: Path) -> None:
    kept = KeptBots()
    outcomes = await play(tmp_path, [numbered(tmp_path / "bot", "chatters")] * 4, kept, 3)
    assert {outcome.result.verdict for outcome in outcomes} == {"roll_cap"}
    assert outcomes[2].versions == ("3",) * 4
    await kept.end()


async def test_frozen_bots_are_let_run_to_get_ready(tmp_path: Path) -> None:
    kept = KeptBots()
    settings = MatchSettings(rules=RULES, time_control=SETTINGS.time_control, freeze=True)
    outcomes = await play(tmp_path, [numbered(tmp_path / "bot")] * 4, kept, 3, settings)
    assert outcomes[2].versions == ("3",) * 4
    await kept.end()


async def test_who_was_kept_from_playing_is_not_blamed_in_the_next_match(tmp_path: Path) -> None:
    """A match that another bot's failure to start has ended has ``match_end`` and no ``match_start``."""
    kept, specs = KeptBots(), [parse_spec(name) for name in ("false", "random", "greedy", "trader")]
    bots = [spec for spec in specs if isinstance(spec, BotSpec)]
    for outcome in await play(tmp_path, bots, kept, 3):
        assert [offence.seat for offence in outcome.offences] == [0]
    await kept.end()


@pytest.mark.parametrize("name", ["random", "greedy", "trader", "heuristic"])
async def test_sample_bots_play_many(tmp_path: Path, name: str) -> None:
    kept, spec = KeptBots(), parse_spec(name)
    assert isinstance(spec, BotSpec)
    assert spec.matches == "many"
    outcomes = await play(tmp_path, [spec] * 4, kept, 2)
    assert {outcome.result.verdict for outcome in outcomes} == {"roll_cap"}
    await kept.end()
