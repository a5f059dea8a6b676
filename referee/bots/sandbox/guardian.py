"""Ends what is left of bots when the referee itself is killed, which nothing in the referee can do then.

A small process beside the referee, in a session of its own. It reads on its standard input which bots run; when that
ends without a farewell the referee is gone, and it ends them and removes their folders.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

_PROGRAM: Final = Path(__file__).with_name("guard.py")


class Guardian:
    """The referee's side of it. The process is started with the first bot, and ends with the referee.

    One serves every bot of the referee: ``GUARDIAN``. If somebody ends the process, the next one is told everything
    that still holds.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._watched: dict[str, dict[str, object]] = {}
        self._removed: list[str] = []
        atexit.register(self.close)

    def remove_at_end(self, folders: list[str]) -> None:
        """Remove these folders when the referee has gone, by itself or not."""
        self._removed += folders
        self._tell({"remove": folders})

    def watch(self, mark: str, leader: int, folders: list[str]) -> None:
        """This bot runs: its mark, the number of its process group, and folders to be removed after it."""
        self._watched[mark] = {"watch": mark, "leader": leader, "folders": folders}
        self._tell(self._watched[mark])

    def forget(self, mark: str) -> None:
        """Nothing is left of this bot."""
        if self._watched.pop(mark, None) is not None:
            self._tell({"forget": mark})

    def close(self) -> None:
        """Let the process end, and wait for it."""
        if self._process is not None:
            process, self._process = self._process, None
            assert process.stdin is not None
            process.stdin.close()
            process.wait()

    def _tell(self, message: dict[str, object]) -> None:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = self._start()
            news: list[dict[str, object]] = [{"remove": self._removed}, *self._watched.values()]
        else:
            news = [message]
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # somebody ended it just now; the next message starts another
            for item in news:
                self._process.stdin.write(json.dumps(item).encode() + b"\n")

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            (sys.executable, "-I", "-S", str(_PROGRAM)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,
            bufsize=0,
        )


GUARDIAN: Final = Guardian()
