"""The build commands of a ``bot.toml``, which its author runs: as a shell takes them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence


def build_line(build: Sequence[Sequence[str]], folder: str) -> str:
    """One line to type that runs these commands (at least one) in this folder, and stops at the first that fails."""
    return f"(cd {shlex.quote(folder)} && {' && '.join(map(shlex.join, build))})"
