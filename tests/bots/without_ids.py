"""Never uses @<id>, which is allowed."""

from tests.bots.manners import requests, say

say("ready plain")
for request in requests():
    say(request.choice)
