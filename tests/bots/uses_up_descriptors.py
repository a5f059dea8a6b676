"""Opens all the files that it may, 100,000 at the most, and plays well with what it has."""

import os

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

findings, opened = Findings(), 0
with findings.trying("open 100000 files"):
    while opened < 100_000:
        os.open(os.devnull, os.O_RDONLY)
        opened += 1
findings.report(opened=opened)
say("ready greedy-hands")
for request in requests():
    say(request.answer)
