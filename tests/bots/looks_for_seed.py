"""Looks for the seed in every process that it sees and on the disk: looks_for_seed REVERSED.

The seed comes reversed, or the program would find its own argument.
"""

import os
import stat
import sys
from collections.abc import Iterator

from tests.bots.findings import Findings
from tests.bots.manners import play_until, requests, say

LARGEST_BYTES = 1024 * 1024


def listed(folder: str) -> list[str]:
    """The paths in a folder, a thousand at the most; none where we may not look."""
    try:
        return [f"{folder}/{name}" for name in os.listdir(folder)[:1000]]
    except OSError:
        return []


def places() -> Iterator[str]:
    """Files beside the record, files in folders that are everybody's, what each process shows of itself."""
    record = sys.argv[-1]
    yield from (record, f"{record}.seed")
    for folder in (os.path.dirname(record), "/tmp", "/var/tmp", "/dev/shm", "/run"):
        yield from listed(folder)
    for process in listed("/proc"):
        yield from (f"{process}/{name}" for name in ("cmdline", "environ", "maps", "mountinfo"))
        yield from listed(f"{process}/fd")


def has(path: str, seed: bytes) -> bool:
    """Whether the seed is in it; only regular files are read, a pipe would keep us waiting."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with open(path, "rb") as file:
            return seed in file.read(LARGEST_BYTES)
    except OSError:
        return False  # gone, or not for us


say("ready seeker")
request = play_until(0)
seed = sys.argv[1][::-1].encode()
looked = list(places())
processes = sum(name.isdecimal() for name in os.listdir("/proc"))
Findings().report(found=[path for path in looked if has(path, seed)], looked=len(looked), processes=processes)
say(request.answer)
for request in requests():
    say(request.answer)
