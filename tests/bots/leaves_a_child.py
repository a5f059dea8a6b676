"""Plays well; a child that it has started sleeps on, holding every pipe: leaves_a_child NUMBER.

When asked for the time of this number the parent ends without a word (-1: it plays to the end).
"""

import os
import sys
import time

from tests.bots.manners import requests, say

say("ready parent")
if os.fork() == 0:
    while True:
        time.sleep(600)
for request in requests():
    if request.number == int(sys.argv[1]):
        os._exit(0)
    say(request.answer)
