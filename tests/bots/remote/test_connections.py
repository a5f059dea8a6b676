"""What becomes of the connections of a bot that plays: real sockets, no match."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from referee.bots.link import Departure
from referee.bots.remote.connection import MOST_FRAME_BYTES, MOST_UNREAD_BYTES
from referee.bots.remote.link import RemoteLink
from tests.bots.remote.remote_bot import Ear, RemoteBot, entrance
from tests.kit.network import Network

READY = "ready it 7\n"


async def test_lines_are_frames_both_ways(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        await bot.say("@1 roll")
        await bot.say("@2 end_turn\n")
        assert [await ear.told(), await ear.told()] == ["@1 roll\n", "@2 end_turn\n"]
        link.write(b'{"a":1}\n{"a":2}\n')
        assert [await bot.hear(), await bot.hear()] == [{"a": 1}, {"a": 2}]
        link.write(b'{"a":3}\n')
        assert await bot.hear() == {"a": 3}
        assert await bot.part(link.end()) == (1000, "match over")


async def test_a_line_that_is_too_long_is_for_the_session_to_judge(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        await ear.told()
        await bot.say("x" * 5000)
        assert await ear.told() == "x" * 5000 + "\n"
        await bot.say("x" * (MOST_FRAME_BYTES + 1))
        assert await ear.told() == "[lost]"
        assert "1009" in link.departure(None).words
        await link.end()
        await bot.leave()


async def test_binary_frames_end_the_connection(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        await ear.told()
        await bot.socket.send_bytes(b"@1 roll")
        assert await bot.closed() == (1003, "text frames only")
        assert await ear.told() == "[lost]"
        assert link.departure(None) == Departure(
            "disconnect", "lost its connection (it sent a binary frame) and was not back in time"
        )
        await link.end()
        await bot.leave()


@pytest.mark.parametrize(
    ("code", "reason", "told", "words"),
    [
        (1000, "left", "[gone]", "closed its connection for good"),
        (1000, "", "[lost]", "lost its connection (closed by the bot with code 1000) and was not back in time"),
        (1001, "left", "[lost]", "lost its connection (closed by the bot with code 1001) and was not back in time"),
    ],
)
async def test_leaving_is_for_good_only_where_the_bot_says_so(
    tmp_path: Path, code: int, reason: str, told: str, words: str
) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        await ear.told()
        await bot.leave(code, reason)
        assert await ear.told() == told
        assert link.departure(None) == Departure("disconnect", words)
        await link.end()


async def test_a_fault_of_ours_is_the_matchs_and_not_the_connections(tmp_path: Path) -> None:
    class Deaf(Ear):
        def heard(self, data: bytes) -> None:
            raise ZeroDivisionError

        def broke(self, error: Exception) -> None:
            faults.append(error)

    faults: list[Exception] = []
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link = RemoteLink("it", door.lobby)
        link.listen(Deaf())
        assert [type(fault) for fault in faults] == [ZeroDivisionError]
        assert await bot.part(link.kill()) == (1001, "match broken off")


async def test_a_cut_connection_is_lost_and_another_goes_on(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door, Network(door.port) as network:
        bot = await door.bot(port=network.port)
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        network.cut()
        assert await ear.told() == "[lost]"
        link.write(b'{"in":"vain"}\n')
        again = await door.bot(port=network.port)
        assert await ear.told() == READY
        link.write(b'{"a":1}\n')
        assert await again.hear() == {"a": 1}
        await again.part(link.end())
        await bot.leave()


async def test_who_comes_back_to_a_match_that_is_over_is_told_so(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        waiting = await door.bot()
        await door.arrived()
        back = await RemoteBot.connect(door.port, door.token, match_id="m-1")
        assert await back.closed() == (1000, "match over")
        link, ear = door.seat()
        assert await ear.told() == READY, "who waits for the next is not disturbed"
        back_in_time = await RemoteBot.connect(door.port, door.token, match_id="m-1")
        assert [await ear.told(), await ear.told()] == ["[lost]", READY]
        await back_in_time.part(link.end())
        await waiting.leave()
        await back.leave()


async def test_a_connection_that_died_without_a_word_is_noticed_by_its_silence(tmp_path: Path) -> None:
    async with entrance(tmp_path, heartbeat_s=0.2) as door, Network(door.port) as network:
        bot = await door.bot(port=network.port)
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        network.go_dead()
        assert await ear.told() == "[lost]"
        assert "no answer to a ping" in link.departure(None).words
        await link.end()
        network.cut()
        await bot.leave()


@pytest.mark.parametrize("is_playing", [True, False])
async def test_the_newer_of_two_connections_takes_over(tmp_path: Path, is_playing: bool) -> None:
    async with entrance(tmp_path) as door:
        older = await door.bot()
        await door.arrived()
        if is_playing:
            link, ear = door.seat()
            assert await ear.told() == READY
        newer = await door.bot("ready itself 8")
        assert await older.closed() == (4001, "replaced by a newer connection with the same token")
        if not is_playing:
            link, ear = door.seat()
        else:
            assert await ear.told() == "[lost]"
        assert await ear.told() == "ready it 8\n"
        await newer.say("@1 roll")
        assert await ear.told() == "@1 roll\n"
        await newer.part(link.end())
        await older.leave()


async def test_a_dead_connection_keeps_its_owner_out_not_for_a_moment(tmp_path: Path) -> None:
    async with entrance(tmp_path, heartbeat_s=600) as door, Network(door.port) as network:
        dead = await door.bot(port=network.port)
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        network.go_dead()
        newer = await door.bot()
        assert [await ear.told(), await ear.told()] == ["[lost]", READY]
        await newer.part(link.end())
        network.cut()
        await dead.leave()


async def test_who_says_too_much_is_read_no_more_and_not_let_in_again_for_this_match(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        link.stop_reading()
        assert await bot.closed() == (4003, "said too much")
        again = await door.bot()
        await door.arrived()
        await link.end()
        _, next_ear = door.seat()
        assert await next_ear.told() == READY, "the next match is another"
        assert ear.has_been_told_all
        await bot.leave()
        await again.leave()


async def test_who_does_not_read_is_dropped_before_it_costs_memory(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door, Network(door.port) as network:
        bot = await door.bot(port=network.port)
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        network.go_dead()
        line = json.dumps({"a": "x" * 60_000}).encode() + b"\n"
        for _ in range(2 * MOST_UNREAD_BYTES // len(line)):
            link.write(line)
        assert await ear.told() == "[lost]"
        assert "left more than 1024 KiB unread" in link.departure(None).words
        await link.end()
        network.cut()
        await bot.leave()


async def test_a_match_that_ends_does_not_wait_for_who_does_not_read(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door, Network(door.port) as network:
        bot = await door.bot(port=network.port)
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        network.go_dead()
        link.write((json.dumps({"a": "x" * 60_000}).encode() + b"\n") * 15)
        async with asyncio.timeout(5):
            await link.end()
        network.cut()
        await bot.leave()


async def test_a_match_broken_off_and_a_lobby_closed_say_that_the_bot_may_come_again(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        playing = await door.bot()
        await door.arrived()
        link, ear = door.seat()
        await ear.told()
        assert await playing.part(link.kill()) == (1001, "match broken off")
        waiting = await door.bot()
        await door.arrived()
        assert await waiting.part(door.lobby.close()) == (1001, "the referee goes away")
