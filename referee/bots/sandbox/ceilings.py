"""How much of the machine a bot may use, and how that is written on a command line."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Final

_MIB: Final = 1024 * 1024
_UNITS: Final = {"": 1, "k": 1024, "m": _MIB, "g": 1024 * _MIB}
_AMOUNT: Final = re.compile(r"([0-9]{1,12})([kmg]?)(?:i?b)?", re.IGNORECASE)


class CeilingsError(ValueError):
    """A ceiling that can't be used; the text names it, its value and what would be right."""


@dataclass(frozen=True)
class Ceilings:
    """What one bot, with everything it starts, may have at most.

    ``memory`` and ``scratch`` are bytes, ``processes`` counts threads as processes, as the kernel does, ``files`` is
    open files of one process.
    """

    memory: int = 1024 * _MIB
    processes: int = 128
    scratch: int = 64 * _MIB
    files: int = 256

    @property
    def data_bytes(self) -> int:
        """The limit on one process's data. Above ``memory``, so that what counts the whole tree speaks first."""
        return self.memory * 5 // 4


_LEAST: Final = {"memory": "16M", "processes": "8", "scratch": "1M", "files": "16"}


def parse_ceilings(text: str) -> Ceilings:
    """``memory=1G,processes=128,scratch=64M,files=256`` in any order; what is left out keeps its default.

    Raises ``CeilingsError`` naming the part that is wrong.
    """
    ceilings, seen = Ceilings(), set[str]()
    names = [field.name for field in fields(Ceilings)]
    for part in text.split(","):
        name, equals, amount = part.strip().partition("=")
        if not equals or name not in names:
            raise CeilingsError(f"limit {part.strip()!r}: must be NAME=AMOUNT with NAME one of {', '.join(names)}")
        if name in seen:
            raise CeilingsError(f"limit {name!r} is given twice")
        seen.add(name)
        ceilings = replace(ceilings, **{name: _parse_amount(name, amount)})
    return ceilings


def _parse_amount(name: str, text: str) -> int:
    found = _AMOUNT.fullmatch(text)
    if not found or (found[2] and name in ("processes", "files")):
        example = "512M or 1G" if name in ("memory", "scratch") else "128"
        raise CeilingsError(f"limit {name}={text!r}: must be a whole number, such as {example}")
    amount = int(found[1]) * _UNITS[found[2].lower()]
    least = _AMOUNT.fullmatch(_LEAST[name])
    assert least is not None
    if amount < int(least[1]) * _UNITS[least[2].lower()]:
        raise CeilingsError(f"limit {name}={text}: must be at least {_LEAST[name]}")
    return amount
