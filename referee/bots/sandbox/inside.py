"""The program that a probe runs in a sandbox: tries what a bot must not be able to do, and prints what it could.

Standard library only. Its argument and its output are JSON objects; ``probe.py`` says what each key means.
"""

import json
import os
import resource
import socket
import sys


def main() -> None:
    """Try everything and print one line."""
    wanted = json.loads(sys.argv[1])
    status = dict(line.split(":\t", 1) for line in _read("/proc/self/status").splitlines() if ":\t" in line)
    scratch = os.environ.get("TMPDIR", "/tmp")
    room = os.statvfs(scratch)
    found = {
        "uid": os.getuid(),
        "processes": os.readlink("/proc/self/ns/pid"),
        "filtered": status.get("Seccomp", "").strip() == "2",
        "unprivileged": status.get("NoNewPrivs", "").strip() == "1" and int(status.get("CapEff", "1"), 16) == 0,
        "connects": _connects(wanted["port"]),
        "reads": any(_reads(path) for path in wanted["canaries"]),
        "writes": [path for path in ("/", "/usr", "/dev", wanted["folder"]) if _writes(path)],
        "scratch_bytes": room.f_blocks * room.f_frsize,
        "has_scratch": _writes(scratch),
        "data_bytes": resource.getrlimit(resource.RLIMIT_DATA)[1],
        "tasks": resource.getrlimit(resource.RLIMIT_NPROC)[1],
    }
    print(json.dumps(found), flush=True)


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()


def _reads(path: str) -> bool:
    try:
        _read(path)
    except OSError:
        return False
    return True


def _writes(folder: str) -> bool:
    path = os.path.join(folder, f"probe-{os.getpid()}")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except OSError:
        return False
    os.unlink(path)
    return True


def _connects(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
