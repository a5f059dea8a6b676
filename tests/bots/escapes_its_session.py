"""Plays well; a grandchild in a session of its own, deaf to SIGTERM, holds every pipe: escapes_its_session NUMBER.

When asked for the time of this number the program ends without a word (-1: it plays to the end).
"""

import os
import signal
import sys
import time

from tests.bots.manners import requests, say


def escape() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(0.05)
        os._exit(0)
    os.wait()


escape()
say("ready fugitive")
for request in requests():
    if request.number == int(sys.argv[1]):
        os._exit(0)
    say(request.answer)
