"""A program as a link: how it is started, what it gets, what is kept of what it says, how it ends."""

from __future__ import annotations

import errno
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.process import BotProcess, StartError
from referee.bots.sandbox.guardian import Guardian
from referee.bots.sandbox.process_tree import MARK
from referee.bots.spec import BotSpec
from referee.match.complaints import STDERR_BYTES
from referee.match.player import Player
from tests.match.tables import bot, left_running, open_descriptors


@pytest.fixture
def inheritable() -> Iterator[int]:
    """A file of the referee's that a careless start would hand to a bot."""
    with open(os.devnull) as file:
        os.set_inheritable(file.fileno(), True)
        yield file.fileno()


class Notes:
    """A listener that keeps everything."""

    def __init__(self) -> None:
        self.out = b""
        self.errors = b""
        self.is_gone = False

    def heard(self, data: bytes) -> None:
        self.out += data

    def complained(self, data: bytes) -> None:
        self.errors += data

    def gone(self) -> None:
        self.is_gone = True

    def broke(self, error: Exception) -> None:
        raise error


def script(text: str, *arguments: str, folder: Path | None = None) -> BotSpec:
    command = (sys.executable, "-S", "-E", "-c", text, *arguments)
    return BotSpec(text="script", command=command, folder=folder or Path.cwd(), name="script")


async def run_script(spec: BotSpec) -> tuple[BotProcess, Notes]:
    """Start it, listen, and wait until it has ended by itself."""
    process, notes = BotProcess.start(spec), Notes()
    process.listen(notes)
    await process.exit_status(within_s=20)
    await process.kill()
    return process, notes


async def test_it_runs_in_its_folder_in_a_session_of_its_own(tmp_path: Path) -> None:
    text = "import os; print(os.getcwd(), os.getsid(0) == os.getpid() == os.getpgid(0), file=__import__('sys').stderr)"
    _, notes = await run_script(script(text, folder=tmp_path))
    assert notes.errors.decode().split() == [str(tmp_path), "True"]


async def test_its_environment_is_an_allow_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_SECRET", "x")
    monkeypatch.setenv("LANG", "C.UTF-8")
    _, notes = await run_script(script("import os, sys, json; json.dump(dict(os.environ), sys.stderr)"))
    environment = json.loads(notes.errors)
    environment.pop("LC_CTYPE", None)  # Python's own, when it finds the C locale
    assert set(environment) <= {"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", MARK}
    assert environment["LANG"] == "C.UTF-8"


async def test_a_program_gets_three_streams_and_no_more(inheritable: int) -> None:
    assert os.get_inheritable(inheritable)
    text = "import os, sys; print(sorted(map(int, os.listdir('/proc/self/fd'))), file=sys.stderr)"
    _, notes = await run_script(script(text))
    assert notes.errors == b"[0, 1, 2, 3]\n"  # 3 is the folder being listed


async def test_a_program_that_is_not_there_is_a_start_error(tmp_path: Path) -> None:
    open_before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(StartError, match="No such file"):
        BotProcess.start(replace(bot("polite"), command=(str(tmp_path / "missing"),)))
    (tmp_path / "text").write_text("no program")
    with pytest.raises(StartError, match="Permission denied"):
        BotProcess.start(replace(bot("polite"), command=(str(tmp_path / "text"),)))
    assert len(os.listdir("/proc/self/fd")) <= open_before + 2  # the loop's own watcher of children, at the most


@pytest.mark.parametrize("room", range(10))
async def test_a_lack_of_descriptors_is_not_the_programs_fault(room: int) -> None:
    before = open_descriptors()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = [number for number in range(max(before) + 20) if number not in before]
    resource.setrlimit(resource.RLIMIT_NOFILE, (free[room], hard))  # so many can be opened and no more
    try:
        process = BotProcess.start(script("pass"))
        await process.kill()
    except OSError as error:
        caught: OSError | None = error
    else:
        caught = None
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert open_descriptors() == before
    assert (caught is None) == (room >= 8)
    if caught is not None:
        assert (type(caught), caught.errno) == (OSError, errno.EMFILE)


async def test_the_status_tells_how_it_ended() -> None:
    process, _ = await run_script(script("raise SystemExit(5)"))
    assert await process.exit_status(within_s=0) == 5
    process, _ = await run_script(script("import os; os.kill(os.getpid(), 15)"))
    assert await process.exit_status(within_s=0) == -15


async def test_a_polite_program_gets_time_to_leave(tmp_path: Path) -> None:
    process = BotProcess.start(script("import sys; sys.stdin.read(); print('bye', file=sys.stderr)"))
    notes = Notes()
    process.listen(notes)
    await process.end()
    assert notes.errors == b"bye\n"
    assert await process.exit_status(within_s=0) == 0


async def test_one_that_does_not_leave_is_asked_and_then_forced(tmp_path: Path) -> None:
    mark = str(tmp_path)
    process = BotProcess.start(replace(bot("ignores_the_end"), command=(*bot("ignores_the_end").command, mark)))
    notes = Notes()
    process.listen(notes)
    while b"ready" not in notes.out:
        process.read_waiting()
        await process.exit_status(within_s=0.01)
    started = time.monotonic()
    await process.end()
    assert 2.0 <= time.monotonic() - started < 4.0  # a second for its input's end, one for SIGTERM
    assert await process.exit_status(within_s=0) == -9
    assert left_running(mark) == []


async def test_it_is_asked_to_leave_before_it_is_forced() -> None:
    text = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(print('asked', file=sys.stderr)))\n"
        "print('up', flush=True)\n"
        "while True: time.sleep(600)"
    )
    process, notes = BotProcess.start(script(text)), Notes()
    process.listen(notes)
    while b"up" not in notes.out:
        process.read_waiting()
        await process.exit_status(within_s=0.01)
    await process.end()
    assert notes.errors == b"asked\n"
    assert await process.exit_status(within_s=0) == 0


async def test_all_that_it_was_sent_is_read_before_its_input_ends() -> None:
    process = BotProcess.start(script("import sys; print(len(sys.stdin.buffer.read()), file=sys.stderr)"))
    notes = Notes()
    process.listen(notes)
    for _ in range(40):
        process.write(b"x" * 100_000)
    await process.end()
    assert notes.errors.strip() == b"4000000"


async def test_writing_to_one_that_has_gone_is_no_error() -> None:
    process, notes = await run_script(script("pass"))
    process.write(b"x" * 1_000_000)
    await process.end()
    assert notes.is_gone


class TakenBack:
    """What tells that output has arrived, for a bot that then takes it back: it may read its own pipe."""

    def __init__(self, pid: int) -> None:
        self.reader = os.open(f"/proc/{pid}/fd/1", os.O_RDONLY)

    def poll(self, timeout_ms: int) -> bool:
        return bool(os.read(self.reader, 100)) if timeout_ms == 0 else True


async def test_output_that_the_bot_has_taken_back_is_no_output() -> None:
    process, notes = BotProcess.start(script("print('ready', flush=True); input()")), Notes()
    try:
        process.listen(notes)
        taken_back = TakenBack(process._process.pid)
        process._arrival = taken_back  # type: ignore[assignment]
        process.read_waiting()
        process.wait_briefly()
    finally:
        await process.kill()
        os.close(taken_back.reader)
    assert notes.out == b""


class Refills(Notes):
    """Whenever output is taken, as much lies there again: of a program that writes as fast as it is read."""

    def __init__(self, pid: int) -> None:
        super().__init__()
        self.writer = os.open(f"/proc/{pid}/fd/1", os.O_WRONLY)
        self.refill()

    def refill(self) -> None:
        os.write(self.writer, bytes(65_536))  # a full pipe

    def heard(self, data: bytes) -> None:
        super().heard(data)
        assert len(self.out) < 10_000_000, "it is read for ever"
        self.refill()


async def test_one_that_writes_without_end_does_not_hold_up_the_loop() -> None:
    process = BotProcess.start(script("input()"))
    refills = Refills(process._process.pid)
    try:
        process.listen(refills)
        process.read_waiting()
        process.stop_reading()
        assert len(refills.out) == 1024**2, "a pipe holds no more"
    finally:
        await process.kill()
        os.close(refills.writer)


async def test_a_program_that_nobody_would_end_after_us_is_not_left_running(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(self: Guardian, mark: str, leader: int, folders: list[str]) -> None:
        raise OSError(errno.EAGAIN, "no more processes")

    monkeypatch.setattr(Guardian, "watch", fails)
    before = open_descriptors()
    with pytest.raises(OSError, match="no more processes"):
        BotProcess.start(script("import time; time.sleep(600)", str(tmp_path)))
    assert left_running(str(tmp_path)) == []
    assert open_descriptors() == before


async def test_what_it_started_ends_where_no_descriptor_is_left_to_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(pid: int) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    text = (
        "import os, time\nheard, says = os.pipe()\n"
        "if os.fork() == 0: os.setsid(); os.write(says, b'away'); time.sleep(600)\nos.read(heard, 4)"
    )
    process, notes = BotProcess.start(script(text, str(tmp_path))), Notes()
    released: list[bool] = []
    monkeypatch.setattr(process._cell, "release", lambda: released.append(True))
    monkeypatch.setattr(os, "pidfd_open", fails)
    process.listen(notes)
    await process.exit_status(within_s=20)
    with pytest.raises(OSError, match="Too many open files"):
        await process.kill()
    assert left_running(str(tmp_path)) == []
    assert released == [True]
    assert notes.is_gone


async def test_of_a_long_complaint_the_end_is_kept() -> None:
    spec = script("import sys; sys.stderr.write('x' * 8_000_000 + 'last words')")
    process = BotProcess.start(spec)
    player = Player(0, process, name="noisy")
    process.listen(player)
    await process.exit_status(within_s=20)
    await process.kill()
    assert player.complaints.kept.endswith(b"xxlast words")
    assert STDERR_BYTES <= len(player.complaints.kept) <= 2 * STDERR_BYTES


async def test_ending_twice_is_harmless() -> None:
    process, _ = await run_script(script("pass"))
    await process.end()
    await process.kill()
    assert await process.exit_status(within_s=1.0) == 0
