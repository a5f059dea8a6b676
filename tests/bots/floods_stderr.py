"""Writes 8 MiB to standard error before each of its first three answers, the last line being `last words`."""

import sys

from tests.bots.manners import requests, say

say("ready noisy")
for request in requests():
    if request.number < 3:
        sys.stderr.write(("x" * 1023 + "\n") * 8192 + "last words\n")
        sys.stderr.flush()
    say(request.answer)
