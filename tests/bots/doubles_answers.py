"""Answers everything twice in one write: the second must never count for what is asked next."""

from tests.bots.manners import requests, say

say("ready stutter")
for request in requests():
    say(f"{request.answer}\n{request.answer}")
