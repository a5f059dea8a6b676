"""Ends its lines as another system does."""

from tests.bots.manners import requests, say

say("ready dos 3.11\r")
for request in requests():
    say(request.answer + "\r")
