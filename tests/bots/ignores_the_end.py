"""Plays well, then neither leaves when the match ends nor when its input does, nor when it is asked to (SIGTERM)."""

import signal
import time

from tests.bots.manners import requests, say

signal.signal(signal.SIGTERM, signal.SIG_IGN)
say("ready stubborn")
for request in requests():
    say(request.answer)
while True:
    time.sleep(600)
