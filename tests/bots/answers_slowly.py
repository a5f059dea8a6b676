"""Takes so long for each answer: answers_slowly SECONDS."""

import sys
import time

from tests.bots.manners import requests, say

say("ready slow")
for request in requests():
    time.sleep(float(sys.argv[1]))
    say(request.answer)
