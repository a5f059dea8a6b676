"""Plays well; beside it a process forks and dies, and its child does, each in a session of its own: respawns FILE.

So it goes on for a minute, with a heartbeat of one byte to FILE from each where that may be written. Who looks at a
list of processes and ends what stands there comes too late.
"""

import contextlib
import os
import sys
import time

from tests.bots.manners import requests, say


def go_on(end: float) -> None:
    while time.monotonic() < end:
        if os.fork() != 0:
            os._exit(0)
        os.setsid()
        with contextlib.suppress(OSError), open(sys.argv[1], "ab") as heart:
            heart.write(b".")
        time.sleep(0.001)
    os._exit(0)


if os.fork() == 0:
    go_on(time.monotonic() + 60)
say("ready hydra")
for request in requests():
    say(request.answer)
