"""Doing something as a user to whom a file's mode says no, in folders that such a user can reach."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[2]
_SOMEBODY: Final = 12_345
_NOBODY: Final = 65534


@contextmanager
def without_root() -> Iterator[None]:
    """Root may read everything; for as long as this lasts we are somebody else, unless we were all along."""
    user = os.geteuid()
    os.seteuid(user or _NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def open_folder(within: Path | None = None) -> Iterator[Path]:
    """A new folder that all may enter; pytest's own are for one user alone."""
    with TemporaryDirectory(dir=within) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def run_python_as_somebody(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program that imports ours, as a user without any rights, to its end. Skips where that can't be."""
    interpreter = next((path for path in _interpreters() if _is_open(Path(path))), None)
    packages = sysconfig.get_path("purelib")
    if interpreter is None or not _is_open(_ROOT) or not _is_open(Path(packages)):
        pytest.skip("no Python of this version, or none of our files, can be read by another user")
    words = [interpreter, "-B", "-c", program, *arguments]
    if os.geteuid() == 0:
        words = ["setpriv", "--reuid", str(_SOMEBODY), "--regid", str(_SOMEBODY), "--clear-groups", *words]
    path = f"{_ROOT}{os.pathsep}{packages}"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "HOME": "/tmp", "LANG": "C.UTF-8"}
    return subprocess.run(
        words, env=environment, cwd="/", capture_output=True, encoding="utf-8", timeout=120, check=False
    )


def _interpreters() -> Iterator[str]:
    """Ours, and the system's if the packages that are made for ours serve it too."""
    yield sys.executable
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if found := shutil.which(f"python{version}", path="/usr/local/bin:/usr/bin"):
        yield found


def _is_open(path: Path) -> bool:
    real = path.resolve()
    return all(part.stat().st_mode & 0o001 for part in (real, *real.parents))
