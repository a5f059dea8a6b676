"""Tournaments of quick bots, each in a folder of its own: its file, its command, what it stored, what it left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.match.evidence import evidence_folder
from referee.replays.seed_file import seed_file
from referee.replays.verify import verify
from referee.tournament.store.rows import BlockRow, MatchRow
from referee.tournament.store.store import Store
from tests.match.commands import BOT, command, environment
from tests.match.tables import running

MARK: Final = "REFEREE_TEST_CUP"
"""A variable of the environment with the cup's folder, by which its processes are found."""
KEPT: Final = ("replays", "run.lock", "tournament.db", "workers.log")
"""What a tournament's folder holds when nobody plays it."""
READERS_LEAVE: Final = ("tournament.db-shm", "tournament.db-wal")
"""What SQLite leaves there besides, until the next run closes it."""
INSTANT: Final = "abcdefgh"
"""Names of the bots of the fixture ``instant``."""
QUICK: Final[Mapping[str, Any]] = {
    "seed": "cup", "sandbox": "none", "sandbox_level": "none", "set": ["points_to_win=3"], "time_control": "start=60s",
}  # fmt: skip
"""Matches of a tenth of a second, uncontained, the same each time; bots have time to start on a busy machine."""


@dataclass(frozen=True)
class Cup:
    """A tournament file."""

    file: Path

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self.file.with_suffix("")

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start ``referee tournament run``, in a process group of its own. Its processes bear the cup's mark."""
        return subprocess.Popen(
            command("tournament", "run", self.file.name, *arguments), cwd=self.file.parent,
            env=environment({MARK: str(self.folder)}), encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    def play(self, *arguments: str) -> str:
        """Play it to its end, which must be a good one; returns what was told."""
        with self.start(*arguments) as process:
            out, told = process.communicate(timeout=600)
        assert process.returncode == 0, out + told
        return told

    def ask(self, what: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """``referee tournament WHAT`` of it, by another process. No traceback may show."""
        done = subprocess.run(
            command("tournament", what, self.file.name, *arguments), cwd=self.file.parent, env=environment(),
            capture_output=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stdout + done.stderr
        return done

    def standings(self) -> str:
        """The table as it is printed."""
        done = self.ask("standings")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def store(self) -> Store:
        """To be looked at, and closed."""
        return Store.open_to_read(self.folder)

    def matches(self) -> list[MatchRow]:
        """All that were stored."""
        with self.store() as store:
            return store.matches()

    def blocks(self) -> list[BlockRow]:
        """All that were begun."""
        with self.store() as store:
            return store.blocks()

    def games(self) -> dict[tuple[int, int], str | None]:
        """The digest of each match that has a result, by block and order; of a block's last attempt alone."""
        return {(row.block, row.order): row.game_digest for row in self.matches() if not row.is_void}

    def processes(self) -> list[str]:
        """The processes that bear its mark, runs and workers, or have its folder as an argument, as bots may."""
        wanted, found = f"{MARK}={self.folder}".encode(), running(str(self.folder))
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if wanted in (process / "environ").read_bytes().split(b"\0"):
                    found.append(f"{process.name}: {(process / 'cmdline').read_bytes().replace(bytes(1), b' ')!r}")
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue  # it has ended meanwhile, or is another user's
        return found

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        return sorted(int(line.partition(":")[0]) for line in self.processes() if "tournament.worker" in line)

    def left_running(self, within_s: float = 10.0) -> list[str]:
        """``processes`` once there are none, or as they are after this long."""
        end = time.monotonic() + within_s
        while (found := self.processes()) and time.monotonic() < end:
            time.sleep(0.02)
        return found


def new_cup(folder: Path, bots: Mapping[str, str], *, name: str = "cup", **keys: Any) -> Cup:
    """Write a tournament file: ``bots`` are SPECs by name, ``keys`` are added to ``QUICK``, or taken out where None."""
    folder.mkdir(exist_ok=True, parents=True)
    given = {key: value for key, value in {**QUICK, **keys}.items() if value is not None}
    lines = [f"{key} = {json.dumps(value)}" for key, value in given.items()]  # of these kinds TOML is like JSON
    for bot, spec in bots.items():
        lines += ["[[bots]]", f"name = {json.dumps(bot)}", f"spec = {json.dumps(spec)}"]
    cup = Cup(folder / f"{name}.toml")
    cup.file.write_text("\n".join(lines) + "\n")
    return cup


def polite(*names: str) -> dict[str, str]:
    """Well-behaved bots in Python of these names."""
    return {name: f"{BOT}polite {name}" for name in names}


def check_complete(cup: Cup, matches: int, orders: int = 4) -> None:
    """Exactly so many matches, each once and of a whole block; their records verified and revealed; nothing else."""
    rows, blocks = cup.matches(), cup.blocks()
    assert {block.state for block in blocks} == {"whole"}
    assert [(row.block, row.attempt, row.order) for row in rows] == [
        (block, 1, order) for block in range(matches // orders) for order in range(orders)
    ]
    assert len({row.match_id for row in rows}) == matches
    for row in rows:
        check_record(cup, row)
    assert {path.name for path in cup.folder.iterdir()} - set(READERS_LEAVE) == set(KEPT)
    found = {str(path.relative_to(cup.folder)) for path in (cup.folder / "replays").rglob("*") if path.is_file()}
    assert found == {row.replay for row in rows}


def check_record(cup: Cup, row: MatchRow) -> None:
    """It is the one that was stored, plays back, and has its seed in it."""
    assert row.replay is not None
    replay = cup.folder / row.replay
    verified = verify(replay)
    assert (verified.status, verified.reason) == ("ok", ""), row
    assert (verified.game_digest, verified.record_digest) == (row.game_digest, row.record_digest)
    assert not seed_file(replay).exists()
    assert not evidence_folder(replay).exists()


def wait_for(has_come: Callable[[], object], within_s: float = 60.0) -> None:
    """Until this is so; no longer than a busy machine takes."""
    end = time.monotonic() + within_s
    while not has_come():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.005)


def kill(pids: Sequence[int], number: int) -> None:
    """Send this signal to each that is still there."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def python_bot(folder: Path, name: str, text: str) -> str:
    """A SPEC of a bot in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(text)
    return f"env {sys.executable} -S {file}"
