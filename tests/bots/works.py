"""Plays well, and needs so much of a processor for every second of its answers: works SECONDS."""

import sys
import time

from tests.bots.manners import requests, say


def work(seconds: float) -> None:
    """Until this thread itself has run for so long, however long that takes."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


if __name__ == "__main__":
    say("ready worker")
    for request in requests():
        if request.number % 2 == 0:
            work(float(sys.argv[1]))
        say(request.answer)
