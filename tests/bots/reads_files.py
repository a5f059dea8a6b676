"""Tries to read what is not its own, the files and folders given among it: reads_files PATH..."""

import os
import sys
from pathlib import Path

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

MACHINE = ("/etc/shadow", "/etc/machine-id", "/etc/hostname", "/var/log", "/boot", "/sys/class/net", "/proc/1/environ")
HOME = (".ssh", ".bash_history", ".bashrc", ".profile", ".gitconfig")

findings = Findings()
record, home = sys.argv[-1], os.path.expanduser("~")
for name in (*sys.argv[1:], f"{record}.seed", *MACHINE, *(f"{home}/{name}" for name in HOME)):
    path = Path(name)
    with findings.trying(f"read {name}"):
        if path.is_dir():
            os.listdir(path)
        else:
            path.read_bytes()
findings.report()
say("ready reader")
for request in requests():
    say(request.answer)
