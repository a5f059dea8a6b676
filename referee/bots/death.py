"""When a program ends."""

from __future__ import annotations

import asyncio
import os
import subprocess


async def death(process: subprocess.Popen[bytes]) -> None:
    """Wait for the program's end. Where the system can tell of it, the exit status is not collected yet."""
    try:
        pidfd = os.pidfd_open(process.pid)
    except (AttributeError, OSError):  # not on this system, or no descriptor is left: a thread needs neither
        await asyncio.to_thread(os.waitid, os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        return
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(pidfd, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(pidfd)
        os.close(pidfd)
