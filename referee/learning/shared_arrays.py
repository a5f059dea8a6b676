"""The arrays that a vector of games and its worker processes have in common, in one block of shared memory."""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_ALIGNMENT: Final = 64
Shapes = dict[str, tuple[str, tuple[int, ...]]]
"""Name -> type and shape of each array."""


class SharedArrays:
    """Named arrays, filled with zeros where they are new; ``block`` None makes a new block, a name opens that one."""

    def __init__(self, shapes: Shapes, block: str | None = None) -> None:
        starts, size = {}, 0
        for name, (kind, shape) in shapes.items():
            starts[name] = size
            length = int(np.prod(shape)) * np.dtype(kind).itemsize
            size += -(-length // _ALIGNMENT) * _ALIGNMENT
        self._memory = SharedMemory(block, create=block is None, size=size)
        self._is_ours = block is None
        self._arrays: dict[str, NDArray[Any]] = {
            name: np.ndarray(shape, dtype=kind, buffer=self._memory.buf, offset=starts[name])
            for name, (kind, shape) in shapes.items()
        }

    @property
    def block(self) -> str:
        """The name by which another process opens the same block."""
        return self._memory.name

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name]

    def close(self) -> None:
        """Let go of the block; who made it also removes it. No array of it may be in use any more."""
        self._arrays.clear()
        self._memory.close()
        if self._is_ours:
            self._memory.unlink()
