"""What a sandbox really does on this machine: a program is run in it that tries what a bot must not be able to do."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.bots.process import BotProcess
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import Cgroups
from referee.bots.sandbox.protections import Missing, Protection
from referee.bots.sandbox.sandboxes import Sandbox
from referee.bots.sandbox.shown_files import SYSTEM_PATH
from referee.bots.sandbox.slots import FIRST_UID, SlotsError
from referee.bots.spec import BotSpec, SpecError

_PROGRAM: Final = Path(__file__).with_name("inside.py")
_FOREIGN: Final = Path(__file__).parents[1] / "process.py"
"""A file that is beside what the probe is shown, and none of it."""
_WITHIN_S: Final = 30.0
_SHORTAGES: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)


class ProbeError(OSError):
    """Nothing can be run in this sandbox here; the text says why."""


class ProbeUnfinished(ProbeError):
    """Whether something can be run in this sandbox could not be found out, for want of time or room just now."""


@dataclass(frozen=True)
class Causes:
    """Why a protection is not there, where that is known before anything is tried."""

    own_user: str = "only root can start programs as another user"
    system_calls: str = "no filter of system calls"


async def missing_protections(sandbox: Sandbox, ceilings: Ceilings, cgroups: Cgroups, causes: Causes) -> list[Missing]:
    """Try the sandbox: what it does not protect from, and why. Raises ``ProbeError`` where nothing runs in it."""
    with tempfile.NamedTemporaryFile(prefix="referee-probe-") as canary, socket.create_server(("127.0.0.1", 0)) as port:
        os.fchmod(canary.fileno(), 0o644)
        canaries = [canary.name, str(_FOREIGN)]
        wanted = {"port": port.getsockname()[1], "canaries": canaries, "folder": str(_PROGRAM.parent)}
        found = await _try(sandbox, json.dumps(wanted))
    return list(_judge(found, ceilings, cgroups, causes))


class _Notes:
    """Collects what the program says."""

    def __init__(self) -> None:
        self.said, self.complaints = b"", b""

    def heard(self, data: bytes) -> None:
        self.said += data

    def complained(self, data: bytes) -> None:
        self.complaints += data

    def gone(self) -> None:
        """The end of its process is waited for."""

    def broke(self, error: Exception) -> None:
        raise error


async def _try(sandbox: Sandbox, wanted: str) -> dict[str, Any]:
    command = (_python(), "-I", "-S", str(_PROGRAM), wanted)
    spec = BotSpec("the probe", command, _PROGRAM.parent, "probe", files=(_PROGRAM.parent,))
    notes = _Notes()
    try:
        process = BotProcess.start(spec, sandbox)
    except (OSError, SpecError) as error:
        is_passing = isinstance(error, SlotsError) or (isinstance(error, OSError) and error.errno in _SHORTAGES)
        raise (ProbeUnfinished if is_passing else ProbeError)(0, str(error)) from error
    process.listen(notes)
    try:
        status = await process.exit_status(_WITHIN_S)
    finally:
        await process.kill()
    if status is None:
        raise ProbeUnfinished(0, f"the probe did not end within {_WITHIN_S:.0f} s: is this machine very busy?")
    if status != 0:
        words = notes.complaints.decode("utf-8", "replace").strip().splitlines()
        raise ProbeError(0, words[-1] if words else f"the probe ended with status {status}")
    found: dict[str, Any] = json.loads(notes.said)
    return found


def _python() -> str:
    """The referee's own interpreter, or the system's where that is in a folder that is closed to others."""
    program = Path(os.path.realpath(sys.executable))
    is_open = all(path.stat().st_mode & 0o001 for path in (program, *program.parents))
    return sys.executable if is_open else shutil.which("python3", path=SYSTEM_PATH) or sys.executable


def _judge(found: dict[str, Any], ceilings: Ceilings, cgroups: Cgroups, causes: Causes) -> list[Missing]:
    is_own_namespace = found["processes"] != os.readlink("/proc/self/ns/pid")
    has_own_user = found["uid"] >= FIRST_UID
    counts_alone = is_own_namespace or has_own_user  # else the kernel counts the user's other processes too
    unlimited = found["data_bytes"] != ceilings.data_bytes
    unlimited = unlimited or (counts_alone and found["tasks"] != ceilings.processes)
    written = ", ".join(found["writes"])
    checks = (
        (Protection.NETWORK, not found["connects"], "it reached a port of this machine"),
        (Protection.FILES, not (found["reads"] or found["writes"]),
         f"it wrote to {written}" if written else "it read a file of somebody else's"),
        (Protection.PROCESSES, is_own_namespace, "no namespace of processes"),
        (Protection.SYSTEM_CALLS, found["filtered"], causes.system_calls),
        (Protection.PRIVILEGES, found["unprivileged"], "it keeps rights of the user who started it"),
        (Protection.SCRATCH, found["has_scratch"] and found["scratch_bytes"] <= ceilings.scratch,
         "its scratch folder lies on this machine's disk"),
        (Protection.PROCESS_LIMITS, not unlimited and found["uid"] != 0, "root is not held by limits"
         if found["uid"] == 0 else "the limits were not taken over"),
        (Protection.END, is_own_namespace or cgroups.unified is not None, "no namespace of processes"),
        (Protection.OWN_USER, has_own_user, causes.own_user),
        (Protection.TREE_MEMORY, cgroups.limits_memory, cgroups.causes.get("memory", "")),
        (Protection.TREE_SIZE, cgroups.limits_processes, cgroups.causes.get("pids", "")),
    )  # fmt: skip
    return [Missing(protection, cause) for protection, is_there, cause in checks if not is_there]
