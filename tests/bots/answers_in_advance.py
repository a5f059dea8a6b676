"""Answers a request and, in the same write, every id that may come next."""

from tests.bots.manners import requests, say

say("ready hasty")
for request in requests():
    ahead = "".join(f"\n@{request.id + step} end_turn" for step in range(1, 9))
    say(request.answer + ahead)
