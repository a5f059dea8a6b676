"""What programs of the zoo are not to reach, laid out within the reach of any program that is not contained."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

EVERYBODYS: Final = ("/tmp", "/dev/shm", "/var/tmp")


@dataclass(frozen=True)
class Listeners:
    """Sockets of this machine that wait for anybody to call."""

    tcp: socket.socket
    udp: socket.socket
    abstract: socket.socket
    filed: socket.socket

    def arguments(self) -> tuple[str, str, str]:
        """Port, name in the abstract name space, path: as ``opens_sockets`` takes them."""
        return str(self.tcp.getsockname()[1]), self.abstract.getsockname()[1:].decode(), self.filed.getsockname()

    def reached(self) -> list[str]:
        """Which of them somebody has called."""
        return [name for name, one in vars(self).items() if _was_called(one)]


def _was_called(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_DGRAM:
            listener.recv(1)
        else:
            listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


@contextmanager
def listeners(folder: Path) -> Iterator[Listeners]:
    """Open all four, one of them as a file in this folder."""
    with ExitStack() as opened:
        tcp = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(tcp.getsockname())
        abstract = opened.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0zoo-{tcp.getsockname()[1]}")
        filed = opened.enter_context(socket.socket(socket.AF_UNIX))
        filed.bind(str(folder / "socket"))
        (folder / "socket").chmod(0o777)
        for listener in (tcp, udp, abstract, filed):
            listener.setblocking(False)
            if listener is not udp:
                listener.listen(16)
        yield Listeners(tcp, udp, abstract, filed)


@contextmanager
def canaries(folder: Path, content: str) -> Iterator[list[str]]:
    """Files that everybody may read with this content, in this folder and in those that are everybody's."""
    with ExitStack() as made:
        paths = []
        for place in (str(folder), *EVERYBODYS):
            descriptor, name = tempfile.mkstemp(prefix="canary-", dir=place, text=True)
            made.callback(os.unlink, name)
            with open(descriptor, "w") as file:
                file.write(content)
            os.chmod(name, 0o644)
            paths.append(name)
        yield paths


def left_by_bots(*folders: Path) -> list[Path]:
    """Files that programs of the zoo made and that are still there."""
    places = [*map(Path, (*EVERYBODYS, "/run")), *folders]
    return [path for place in places for path in place.glob("*-by-a-bot-*")]
