"""Answers its first request well and then repeats that answer without end."""

import os

from tests.bots.manners import play_until, say

say("ready chatter")
request = play_until(0)
say(request.answer)
while True:
    os.write(1, f"{request.answer}\n".encode() * 2000)
