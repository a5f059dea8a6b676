"""Begins with a line that is given as its argument (with Python's escapes) instead of a good ready: says_first TEXT."""

import sys

from tests.bots.manners import requests, say

line = sys.argv[1].encode("ascii").decode("unicode_escape").encode("latin-1")
sys.stdout.buffer.write(line + b"\n")
sys.stdout.buffer.flush()
for request in requests():
    say(request.answer)
