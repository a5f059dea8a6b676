"""Whole matches with a bot that is far away: connections cut, dead, doubled and slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol.messages import TimeControl
from referee.match.settings import MatchSettings
from tests.bots.remote.far_table import SEAT, UNHURRIED, Table
from tests.bots.remote.remote_bot import RemoteBot, entrance, first_legal
from tests.kit.network import Network
from tests.match.scripted_table import RULES


@asynccontextmanager
async def table(
    tmp_path: Path, settings: MatchSettings = UNHURRIED, delay_s: float = 0.0, **options: Any
) -> AsyncIterator[tuple[Table, RemoteBot, Network]]:
    """A match that begins, its remote bot there, behind a network."""
    async with entrance(tmp_path, **options) as door, Network(door.port, delay_s) as network:
        bot = await door.bot(port=network.port)
        await door.arrived()
        try:
            yield Table(door.lobby, tmp_path / "m.jsonl", settings), bot, network
        finally:
            await bot.leave()


async def request_number(bot: RemoteBot, number: int) -> dict[str, Any]:
    """Answer so many requests; the one after them, unanswered."""
    for _ in range(number):
        request = (await bot.hear_until("request"))[-1]
        await bot.say(first_legal(request))
    return (await bot.hear_until("request"))[-1]


async def test_a_match_over_a_network_is_a_match_like_any_other(tmp_path: Path) -> None:
    async with table(tmp_path) as (match, bot, _):
        start = await bot.hear()
        assert (start["type"], start["seat"], start["history"]) == ("match_start", SEAT, [])
        end, how = await bot.play_on()
        outcome = await match.outcome()
        assert end["result"]["verdict"] == outcome.result.verdict == "roll_cap"
        assert how == (1000, "match over")


async def test_a_slow_network_costs_time_and_nothing_else(tmp_path: Path) -> None:
    async with table(tmp_path, delay_s=0.05) as (match, bot, _):
        await bot.play_on()
        outcome = await match.outcome()
        assert outcome.result.verdict == "roll_cap"
        assert outcome.slowest_ns[SEAT] >= 100_000_000, "the way is on the bot's clock"


@pytest.mark.parametrize("how", ["cut", "go_dead"])
async def test_cut_off_while_it_is_asked_it_is_asked_again_under_the_same_id(tmp_path: Path, how: str) -> None:
    async with table(tmp_path, heartbeat_s=600) as (match, bot, network):
        request = await request_number(bot, 2)
        getattr(network, how)()
        again = await RemoteBot.connect(network.port, bot.token)
        start, *between, repeated = await again.hear_until("request")
        assert (start["type"], between) == ("match_start", [])
        assert [event["ply"] for event in start["history"]] == list(range(request["public_state"]["ply"]))
        assert repeated == request
        await again.say(first_legal(repeated))
        await again.play_on()
        assert (await match.outcome()).result.verdict == "roll_cap"
        network.cut()
        await again.leave()


async def test_cut_off_while_others_are_to_move(tmp_path: Path) -> None:
    async with table(tmp_path) as (match, bot, network):
        request = await request_number(bot, 2)
        await bot.say(first_legal(request))
        await bot.leave(1001, "a moment")
        again = await RemoteBot.connect(network.port, bot.token)
        start, *_, following = await again.hear_until("request")
        assert following["id"] > request["id"]
        assert [event["ply"] for event in start["history"]][: request["public_state"]["ply"] + 1] == list(
            range(request["public_state"]["ply"] + 1)
        )
        await again.say(first_legal(following))
        await again.play_on()
        assert (await match.outcome()).result.verdict == "roll_cap"
        await again.leave()


async def test_two_connections_with_one_token(tmp_path: Path) -> None:
    """What the older says after that is nobody's."""
    async with table(tmp_path) as (match, bot, network):
        request = await request_number(bot, 1)
        again = await RemoteBot.connect(network.port, bot.token)
        assert (await again.hear_until("request"))[-1] == request
        await bot.say(f"@{request['id']} nonsense")
        assert (await bot.closed())[0] == 4001
        await again.say(first_legal(request))
        await again.play_on()
        assert (await match.outcome()).result.verdict == "roll_cap"
        await again.leave()


async def test_who_does_not_come_back_in_time_has_lost_by_that(tmp_path: Path) -> None:
    hurried = MatchSettings(rules=RULES, time_control=TimeControl(20_000, 300, 0, 0))
    async with table(tmp_path, hurried) as (match, bot, network):
        await request_number(bot, 0)
        network.cut()
        outcome = await match.outcome()
        assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_disconnect", SEAT)
        assert f"seat {SEAT} lost its connection (cut off) and was not back in time" in outcome.result.reason


async def test_who_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async with table(tmp_path) as (match, bot, _):
        await request_number(bot, 0)
        await bot.leave(1000, "left")
        outcome = await match.outcome()
        assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_disconnect", SEAT)
        assert f"seat {SEAT} closed its connection for good" in outcome.result.reason


async def test_who_was_there_and_is_gone_when_the_match_begins_did_not_start(tmp_path: Path) -> None:
    hurried = MatchSettings(rules=RULES, time_control=TimeControl(300, 300, 0, 0))
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        await bot.leave()
        outcome = await Table(door.lobby, tmp_path / "m.jsonl", hurried).playing
        assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_no_start", SEAT)


@pytest.mark.parametrize(("said", "verdict"), [("nonsense", "forfeit_malformed"), ("x" * 5000, "forfeit_malformed")])
async def test_a_bad_line_is_judged_as_ever(tmp_path: Path, said: str, verdict: str) -> None:
    async with table(tmp_path) as (match, bot, _):
        request = await request_number(bot, 0)
        await bot.say(f"@{request['id']} {said}")
        *_, error, end = await bot.hear_until("match_end")
        assert (error["type"], error["request"]) == ("error", request["id"])
        assert end["result"]["verdict"] == verdict
        await bot.closed()
        assert (await match.outcome()).result.offender == SEAT


async def test_a_flood_is_judged_as_ever(tmp_path: Path) -> None:
    async with table(tmp_path) as (match, bot, _):
        await request_number(bot, 0)
        for _ in range(17):
            await bot.say("#" * 4000)
        assert (await bot.closed())[0] == 4003
        assert (await match.outcome()).result.verdict == "forfeit_flood"


async def test_a_match_that_is_cancelled_lets_its_bot_come_again(tmp_path: Path) -> None:
    async with table(tmp_path) as (match, bot, _):
        await request_number(bot, 0)
        match.playing.cancel()
        assert await bot.closed() == (1001, "match broken off")
        with pytest.raises(asyncio.CancelledError):
            await match.playing
