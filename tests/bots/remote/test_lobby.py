"""Who comes in, and who does not: real sockets, no match."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import aiohttp
import pytest

from protocol.session import Limits
from referee.bots.remote.lobby import Lobby
from referee.bots.remote.tokens import new_token
from tests.bots.remote.remote_bot import WITHIN_S, RemoteBot, entrance

READY = "ready it 7\n"


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wrong", "Basic {token}", "{token}", "Bearer {token}x"])
async def test_who_shows_no_token_that_counts_is_turned_away(tmp_path: Path, header: str | None) -> None:
    async with entrance(tmp_path) as door, aiohttp.ClientSession() as session:
        headers = {} if header is None else {"Authorization": header.format(token=door.token)}
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect(f"http://127.0.0.1:{door.port}/play?token={door.token}", headers=headers)
        assert refusal.value.status == 401


async def test_a_token_made_later_counts_at_once_and_the_older_no_more(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        newer = new_token(door.tokens, "it")
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await door.bot()
        bot = await RemoteBot.connect(door.port, newer)
        await door.arrived()
        await bot.leave()


async def test_a_token_file_that_is_spoilt_lets_nobody_in_and_ends_nothing(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        good = door.tokens.read_text()
        for spoil in (lambda: door.tokens.write_text("nonsense\n"), door.tokens.unlink):
            spoil()
            with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
                await door.bot()
            assert refusal.value.status == 503
        door.tokens.write_text(good)
        await (await door.bot()).leave()


async def test_it_goes_by_the_name_of_its_token(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot("# hello\nready somebody-else 7")
        await door.arrived()
        link, ear = door.seat()
        assert await ear.told() == READY
        await bot.part(link.end())


@pytest.mark.parametrize(
    ("said", "code", "reason"),
    [
        ("hello", 4002, "the first line must be: ready <name> [<version>]"),
        ("x" * 5000, 4002, "a line has at most 4096 bytes"),
        ("ready it\n" + "#\n" * 40_000, 1009, ""),
    ],
)
async def test_another_first_line_is_told_and_costs_no_match(tmp_path: Path, said: str, code: int, reason: str) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot(said)
        got = await bot.closed()
        assert (got[0], got[1] if reason else "") == (code, reason)
        await bot.leave()


async def test_too_much_said_before_a_match(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        bot = await door.bot()
        for _ in range(Limits().chatter_bytes // 4000 + 1):
            await bot.say("#" * 3999)
        assert (await bot.closed())[0] == 4003
        await bot.leave()


async def test_who_does_not_say_ready_is_not_waited_for(tmp_path: Path) -> None:
    async with entrance(tmp_path, ready_s=0.1) as door:
        bot = await door.bot(hello="")
        assert await bot.closed() == (4002, "no ready within 0.1 s")
        await bot.leave()


async def test_who_does_not_finish_the_handshake_is_not_waited_for(tmp_path: Path) -> None:
    async with entrance(tmp_path, ready_s=0.2) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(b"GET /play HTTP/1.1\r\nHost: x\r\n")
        async with asyncio.timeout(WITHIN_S):
            assert await reader.read() == b"", "it is cut, without an answer to what was never asked"
        writer.close()


async def test_where_many_stand_at_the_door_no_more_may_wait_there(tmp_path: Path) -> None:
    async with entrance(tmp_path, most_connections=2, ready_s=600) as door:
        writers = []
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writers.append(writer)
        async with asyncio.timeout(WITHIN_S):
            assert await reader.read() == b"", "the third is sent away at once"
        for writer in writers:
            writer.close()


async def test_there_are_no_more_connections_than_allowed(tmp_path: Path) -> None:
    async with entrance(tmp_path, most_connections=1) as door:
        bot = await door.bot()
        await door.arrived()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await door.bot()
        assert refusal.value.status == 503
        await bot.leave()


async def test_who_is_turned_away_does_not_stay(tmp_path: Path) -> None:
    """Else anybody without a token could fill the descriptors of the referee."""
    async with entrance(tmp_path, ready_s=600) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(UPGRADE.replace("{token}", "wrong").encode())
        async with asyncio.timeout(WITHIN_S):
            assert (await reader.read()).startswith(b"HTTP/1.1 401 ")
        writer.close()


async def test_no_token_gets_into_a_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Not even where the line that it stands in is too long, which the error quotes."""
    async with entrance(tmp_path) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(UPGRADE.replace("{token}", door.token + " " + "y" * 20_000).encode())
        async with asyncio.timeout(WITHIN_S):
            answer = await reader.readline()
        writer.transport.abort()
    assert b" 400 " in answer
    out, err = capfd.readouterr()
    assert door.token not in out + err


async def test_one_token_does_not_keep_others_out(tmp_path: Path) -> None:
    async with entrance(tmp_path, most_connections=3, ready_s=600) as door:
        other = new_token(door.tokens, "other")
        silent = [await door.bot(hello="") for _ in range(8)]
        bot = await RemoteBot.connect(door.port, other)
        await door.arrived("other")
        for one in silent[:-1]:
            async with asyncio.timeout(WITHIN_S):
                assert (await one.socket.receive()).type is not aiohttp.WSMsgType.TEXT, "an older one is cut"
        for one in (bot, *silent):
            await one.leave()


UPGRADE = (
    "GET /play HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {token}\r\n\r\n"
)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"garbage\r\n\r\n", b" 400 "),
        (b"GET / HTTP/1.0\r\n\r\n", b" 404 "),
        (b"GET /play HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n\r\n", b" 401 "),
        (b"GET /play HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000 + b"\r\n\r\n", b" 400 "),
        (UPGRADE.encode() + b"\xff" * 100, b" 101 "),
        (UPGRADE.replace("Upgrade", "Other").encode(), b" 400 "),
    ],
)
async def test_nonsense_is_answered_and_fills_no_log_with_tracebacks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], said: bytes, answer: bytes
) -> None:
    async with entrance(tmp_path) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(said.replace(b"{token}", door.token.encode()))
        async with asyncio.timeout(WITHIN_S):
            assert answer in await reader.readline()
        writer.transport.abort()
        _, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(said.replace(b"{token}", door.token.encode()))
        writer.transport.abort()
        await (await door.bot()).leave()
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(OSError, match=f"Address already in use: '127.0.0.1:{port}'"):
            await Lobby(tmp_path / "tokens").open("127.0.0.1", port)


async def test_it_is_told_who_is_missing_whenever_that_changes(tmp_path: Path) -> None:
    told: list[list[str]] = []
    async with entrance(tmp_path) as door:
        other = new_token(door.tokens, "other")
        waiting = asyncio.create_task(door.lobby.wait_for(["it", "other"], lambda names: told.append(list(names))))
        first = await door.bot()
        await door.arrived()
        await first.leave()
        bots = [await RemoteBot.connect(door.port, other), await door.bot()]
        async with asyncio.timeout(WITHIN_S):
            await waiting
        assert told[0] == ["it", "other"]
        assert ["other"] in told
        for bot in bots:
            await bot.leave()
