"""Answers its first request well and then writes lines that nobody asked for, without end."""

import os

from tests.bots.manners import play_until, say

say("ready chatter")
request = play_until(0)
say(request.answer)
while True:
    os.write(1, b"end_turn\n" * 2000)
