"""Repeats its last answer from a thread of its own, whoever's turn it is."""

import threading
import time

from tests.bots.manners import requests, say

last = "# nothing to repeat yet"


def repeat() -> None:
    while True:
        time.sleep(0.005)
        say(last)


say("ready parrot")
threading.Thread(target=repeat, daemon=True).start()
for request in requests():
    say(request.answer)
    last = request.answer
