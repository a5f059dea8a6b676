"""What the record of a match says of the machine that it was played on."""

from __future__ import annotations

import os
import platform

from protocol.replay_records import MachineRecord


def this_machine() -> MachineRecord:
    """This one. Neither its name nor its owner's is in it: records are published."""
    return MachineRecord(
        system=platform.system(),
        release=platform.release(),
        architecture=platform.machine(),
        python=platform.python_version(),
        cores=_cores(),
    )


def _cores() -> int:
    """Processors that this process may use, which `--cpu` of a match narrows."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
