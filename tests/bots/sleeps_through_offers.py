"""Plays well until somebody offers it a trade, and sleeps through that."""

import time

from tests.bots.manners import requests, say

say("ready no-trader")
for request in requests():
    if "accept_trade" in request.legal_actions:
        time.sleep(600)
    say(request.answer)
