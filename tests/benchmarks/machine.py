"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any


def describe_machine() -> dict[str, Any]:
    """Processor, cores, system, Python, and the versions of the parts that matter here (None: not installed)."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "msgspec": _version("msgspec"),
        "uvloop": _version("uvloop"),
    }


def machine_line(machine: dict[str, Any]) -> str:
    """The same on one line."""
    parts = [f"{name} {machine[name] or 'not installed'}" for name in ("msgspec", "uvloop")]
    return ", ".join([machine["processor"], f"{machine['cores']} cores", machine["system"], machine["python"], *parts])


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
