"""Without ids, answers its first request and, in the same write, what it guesses will be asked next: a wrong guess."""

from tests.bots.manners import requests, say

say("ready guess")
for request in requests():
    guess = "\nbuild_road:99" if request.number == 0 else ""
    say(request.choice + guess)
