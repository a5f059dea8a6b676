"""A process that plays a tournament's matches, one at a time: ``python -m referee.tournament.worker``.

Orders come in on standard input and replies go out on standard output, as ``assignments`` has them. When the input
ends, by whatever fate of the process that started it, the match that is on is broken off and its bots are ended.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

from referee.event_loop import loop_factory
from referee.logs import configure_logs
from referee.tournament.assignments import Reply, Unable, decode_order, encode
from referee.tournament.table_staff import TableStaff


async def serve(orders: asyncio.StreamReader, reply: Callable[[Reply], None]) -> None:
    """Do what is ordered, one thing after another, until the orders end."""
    line = await orders.readline()
    if not line:
        return
    staff = TableStaff(decode_order(line))
    reply(await staff.prepare())
    waiting = asyncio.ensure_future(orders.readline())
    while line := await waiting:
        waiting = asyncio.ensure_future(orders.readline())
        work = asyncio.ensure_future(staff.carry_out(decode_order(line)))
        await asyncio.wait({work, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():  # nobody orders anything before the reply: this is the end of the orders
            work.cancel()
            await asyncio.wait({work})
            return
        reply(work.result())


async def _serve_streams(channel: int) -> None:
    loop = asyncio.get_running_loop()
    orders = asyncio.StreamReader(limit=1 << 24, loop=loop)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)

    def reply(message: Any) -> None:
        rest = encode(message) + b"\n"
        while rest:
            rest = rest[os.write(channel, rest) :]

    try:
        await serve(orders, reply)
    except BrokenPipeError:  # who ordered it is gone
        return
    except OSError as error:
        reply(Unable(reason=f"{error.filename or 'the system'}: {error.strerror or error}"))


def main() -> None:
    """Serve until the orders end. What anything here prints goes to standard error, never among the replies."""
    channel = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    configure_logs()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve_streams(channel))


if __name__ == "__main__":
    main()
