"""Fills every folder that is everybody's with files, 4 GiB at the most, and plays well with full disks.

``mib`` says how much each took.
"""

import os

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

BLOCK = bytes(1024 * 1024)
findings, mib = Findings(), {}
for folder in dict.fromkeys((os.environ.get("TMPDIR", "/tmp"), "/tmp", "/var/tmp", "/dev/shm", "/run", "/")):
    mib[folder] = 0
    with findings.trying(f"write without end in {folder}"):
        file = os.open(f"{folder}/filled-by-a-bot-{os.getpid()}", os.O_CREAT | os.O_WRONLY)
        while sum(mib.values()) < 4096:
            os.write(file, BLOCK)
            mib[folder] += 1
findings.report(mib=mib)
say("ready hoarder")
for request in requests():
    say(request.answer)
