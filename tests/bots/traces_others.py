"""Tries to get into every other process that it sees: by ptrace, its memory, its open files."""

import os

from tests.bots.findings import Findings
from tests.bots.kernel import call
from tests.bots.manners import play_until, requests, say

SEIZE = 0x4206

say("ready spy")
request = play_until(0)
findings = Findings()
others = [int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]
for other in others[:200]:
    with findings.trying(f"trace {other}"):
        call("ptrace", SEIZE, other, 0, 0)
    with findings.trying(f"read the memory of {other}"):
        os.close(os.open(f"/proc/{other}/mem", os.O_RDONLY))
    with findings.trying(f"copy the memory of {other}"):
        call("process_vm_readv", other, 0, 0, 0, 0, 0)
    with findings.trying(f"take a file of {other}"):
        os.close(call("pidfd_getfd", call("pidfd_open", other, 0), 0, 0))
with findings.trying("let itself be traced"):
    call("ptrace", 0, 0, 0, 0)
findings.report(others=len(others))
say(request.answer)
for request in requests():
    say(request.answer)
