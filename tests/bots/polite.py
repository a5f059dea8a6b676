"""Does nothing wrong: the others at the table. Its choices are the same in every run."""

from tests.bots.manners import requests, say

say("ready polite 1")
for request in requests():
    say(request.answer)
