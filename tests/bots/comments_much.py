"""Comments of 3 KiB, twenty of them: much, and allowed."""

from tests.bots.manners import requests, say

say("ready verbose")
for request in requests():
    if request.number < 20:
        say("# " + "thinking " * 340)
    say(request.answer)
