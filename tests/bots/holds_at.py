"""Holds the match in the middle: holds_at NUMBER TOLD GO.

Before its answer it opens the pipe TOLD, which whoever waits for that hears, and goes on when GO has been written.
"""

import sys
from pathlib import Path

from tests.bots.manners import requests, say

say("ready holds 1")
for request in requests():
    if request.number == int(sys.argv[1]):
        Path(sys.argv[2]).write_bytes(b"asked")
        Path(sys.argv[3]).read_bytes()
    say(request.answer)
