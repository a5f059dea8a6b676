"""Tries to write where it is not at home, and leaves what it can where it is: writes_everywhere FOLDER...

A new file in each folder, and an existing file opened for writing. Outside scratch folders the file is removed again,
so that a referee that lets it in is not spoilt.
"""

import os
import sys
from pathlib import Path

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

SCRATCH = {os.environ.get("TMPDIR", "/tmp"), "/tmp", "/dev/shm"}
FOLDERS = (".", "/", "/etc", "/usr", "/usr/bin", "/var/tmp", "/run", "/root", os.path.expanduser("~"), "/sys/fs/cgroup")
FILES = (__file__, sys.executable, "/etc/passwd", "/proc/sys/kernel/core_pattern")

findings = Findings()
for folder in (*sys.argv[1:-1], *FOLDERS, *SCRATCH):
    path = Path(folder) / f"written-by-a-bot-{os.getpid()}"
    with findings.trying(f"make a file in {folder}"):
        path.write_text("I was here")
        if folder not in SCRATCH:
            path.unlink()
for name in FILES:
    with findings.trying(f"change {name}"):
        os.close(os.open(name, os.O_WRONLY))
findings.report(scratch=sorted(SCRATCH))
say("ready scribbler")
for request in requests():
    say(request.answer)
