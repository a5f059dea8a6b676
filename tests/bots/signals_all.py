"""Kills every process that it can, itself excepted: signals_all NAMESPACE.

NAMESPACE is how the referee's process namespace is called. In that one the program asks only whether it might: it
would end whatever else runs on the machine.
"""

import os
import signal
import sys

from tests.bots.findings import Findings
from tests.bots.manners import play_until, requests, say

say("ready killer")
request = play_until(0)
findings = Findings()
is_apart = os.readlink("/proc/self/ns/pid") != sys.argv[1]
number = signal.SIGKILL if is_apart else 0
others = [int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]
for other in (*others, os.getppid(), -1):
    if other not in (0, os.getpid()):
        with findings.trying(f"kill {other}"):
            os.kill(other, number)
findings.report(is_apart=is_apart, others=len(others))
say(request.answer)
for request in requests():
    say(request.answer)
