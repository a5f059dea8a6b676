"""Starts children that sleep, until it is refused or has 2,000, and plays well."""

import os
import time

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

findings, started = Findings(), 0
with findings.trying("start 2000 children"):
    while started < 2000:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
        started += 1
findings.report(started=started)
say("ready patriarch")
for request in requests():
    say(request.answer)
