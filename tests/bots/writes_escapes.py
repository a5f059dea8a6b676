"""Terminal escapes wherever a text is free: comments, lines that nobody asked for, standard error."""

import sys

from tests.bots.manners import requests, say

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x1b[31m\x9b1A\r\x08\u202e"

say("ready painter")
for request in requests():
    print(f"{ESCAPES} thinking", file=sys.stderr, flush=True)
    say(f"# {ESCAPES} thinking\n@{request.id} {request.choice}\n{ESCAPES} played")
