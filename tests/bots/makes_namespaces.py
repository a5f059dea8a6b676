"""Tries to make rooms of its own, in which it would be root, and to change what is mounted where."""

import os
import signal
import tempfile
from functools import partial

from tests.bots.findings import Findings
from tests.bots.kernel import call, in_a_child
from tests.bots.manners import requests, say

KINDS = {
    "user": 0x1000_0000, "mount": 0x0002_0000, "pid": 0x2000_0000, "network": 0x4000_0000, "ipc": 0x0800_0000,
    "host name": 0x0400_0000, "cgroup": 0x0200_0000, "time": 0x0000_0080,
}  # fmt: skip


findings = Findings()
for kind, flag in KINDS.items():
    with findings.trying(f"leave the {kind} namespace"):
        in_a_child(partial(call, "unshare", flag))
with findings.trying("start a child in a user namespace"):
    if (child := call("clone", KINDS["user"] | signal.SIGCHLD, 0, 0, 0, 0)) == 0:
        os._exit(0)
    os.waitpid(child, 0)
with findings.trying("enter the first process's namespace"):
    in_a_child(lambda: call("setns", os.open("/proc/1/ns/mnt", os.O_RDONLY), 0))
folder = tempfile.mkdtemp()
with findings.trying("mount"):
    call("mount", b"none\0", f"{folder}\0".encode(), b"tmpfs\0", 0, 0)
    call("umount2", f"{folder}\0".encode(), 0)
os.rmdir(folder)
with findings.trying("make a file system"):
    os.close(call("fsopen", b"tmpfs\0", 0))
with findings.trying("copy a tree of mounts"):
    os.close(call("open_tree", -100, b"/\0", 1))
with findings.trying("change its root"):
    call("chroot", b"/\0")
with findings.trying("turn the root round"):
    call("pivot_root", b".\0", b".\0")
findings.report()
say("ready landlord")
for request in requests():
    say(request.answer)
