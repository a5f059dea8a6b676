"""Files that were made to do harm: a clear error for each, in bounded time and memory, and never a traceback."""

from __future__ import annotations

import gzip
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from referee.replays.reader import LARGEST_MIB, LONGEST_LINE_MIB, MOST_LINES
from referee.replays.verify import verify
from tests.match.commands import command, environment
from tests.replays.golden import EVIDENCE, lines_of

MIB: Final = 1024 * 1024
MOST_MIB: Final = 700
"""Address space for the command: its program and libraries, and a file of 64 MiB with its lines."""
MOST_S: Final = 60
LINES: Final = lines_of(EVIDENCE)
HEADER, PLY = LINES[0], LINES[1]
DEEP: Final = b"[" * 400_000


def verify_command(*files: Path) -> subprocess.CompletedProcess[str]:
    """``referee replay verify`` with little memory and little time."""
    return subprocess.run(
        command("replay", "verify", "--jobs", "1", *map(str, files)),
        env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=MOST_S, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MIB * MIB, MOST_MIB * MIB)),
    )  # fmt: skip


def padded(line: bytes, size: int) -> bytes:
    """A line of this type and size."""
    return b'{"t":"' + line + b'","x":"' + b"x" * (size - len(line) - 15) + b'"}\n'


HUGE: Final[dict[str, tuple[int, list[bytes], str]]] = {
    "a million lines": (1_000_000, [b'{"t":"later"}\n'], f"more than {MOST_LINES} lines"),
    "as many lines as there may be": (MOST_LINES - 3, [b'{"t":"later"}\n'], "interrupted before the first ply"),
    "as much as there may be": (62, [padded(b"later", MIB - 100)], "interrupted before the first ply"),
    "empty lines": (60 * MIB, [b"\n"], f"more than {MOST_LINES} lines"),
    "one line without an end": (63, [b"x" * MIB], f"line 2: has more than {LONGEST_LINE_MIB} MiB"),
    "more than there may be": (LARGEST_MIB + 1, [padded(b"later", MIB)], f"more than {LARGEST_MIB} MiB"),
    "a million headers": (100_000, [HEADER[:600] + b"\n"], "line 2:"),
    "lists in a line": (1, [b'{"t":"later","x":[' + b"[]," * 300_000 + b"[]]}\n"], "interrupted before the first ply"),
    "keys in a line": (1, [b'{"t":"ply",' + b'"n":0,' * 150_000 + PLY[11:]], "line 2: has the key 'n' twice"),
}


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_fills_no_memory(tmp_path: Path, name: str, is_packed: bool) -> None:
    count, parts, words = HUGE[name]
    path = tmp_path / ("huge.jsonl.gz" if is_packed else "huge.jsonl")
    with gzip.open(path, "wb", compresslevel=1) if is_packed else path.open("wb") as file:
        file.write(HEADER)
        at_a_time = max(1, MIB // len(parts[0]))
        for start in range(0, count, at_a_time):
            file.write(parts[0] * min(at_a_time, count - start))
    done = verify_command(path)
    assert (done.returncode, done.stderr) == (1, ""), done.stderr[-600:]
    assert words.removeprefix("line 2:").strip() in done.stdout


def test_a_bomb_of_gzip_in_gzip_is_opened_once(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(gzip.compress(bytes(60 * MIB))))
    done = verify_command(path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "differs" in done.stdout
    path.write_bytes(gzip.compress(b"", 1) * 100_000)
    done = verify_command(path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "the file is empty" in done.stdout


def whole() -> bytes:
    return b"".join(LINES)


FOREIGN: Final[dict[str, bytes]] = {
    "nothing": b"",
    "a NUL": b"\0",
    "NULs": bytes(5000),
    "half a NUL line": whole()[:3000] + bytes(1000) + b"\n",
    "a PNG": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9,
    "a PDF": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
    "other JSON lines": b'{"level":"info","msg":"started"}\n{"level":"warn","msg":"\\ud800"}\n',
    "messages to a bot": b'{"type":"match_start","protocol":1}\n{"type":"event","ply":0}\n',
    "a JSON array": b'[{"t":"header"}]\n',
    "a string": b'"header"\n',
    "a number": b"1e999\n",
    "NaN": b"NaN\n",
    "UTF-16": whole().decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + whole(),
    "CR for LF": whole().replace(b"\n", b"\r"),
    "CRLF for LF": whole().replace(b"\n", b"\r\n"),
    "a line of escapes": b"\x1b[2J\x1b]0;owned\x07\n",
    "escapes in a type": b'{"t":"\\u001b[2Jheader"}\n',
    "escapes in a value": HEADER.replace(b'"format":1', b'"format":99').replace(b'"0.1.0"', b'"\\u001b[2J\\u202e"'),
    "deep at once": DEEP + b"\n",
    "deep in a header": HEADER[:-2] + b',"x":' + DEEP + b"\n",
    "deep and whole": HEADER[:-2] + b',"x":' + DEEP + b"]" * len(DEEP) + b"}\n" + b"".join(LINES[1:]),
    "deep rules": HEADER.replace(b'"rules":{', b'"rules":{"x":' + DEEP + b"]" * len(DEEP) + b",", 1),
    "a huge number": HEADER.replace(b'"format":1', b'"format":' + b"1" * 100_000),
    "a huge rule": HEADER.replace(b'"points_to_win":', b'"points_to_win":' + b"1" * 100_000, 1) + b"".join(LINES[1:]),
    "no island": HEADER.replace(b'"terrain":[', b'"terrain":[[', 1),
    "half a surrogate": HEADER.replace(b'"match_id":"', b'"match_id":"\\ud800', 1),
    "a gzip header": gzip.compress(whole(), mtime=0)[:10],
    "half a gzip": gzip.compress(whole(), mtime=0)[:900],
    "a gzip with a wrong sum": gzip.compress(whole(), mtime=0)[:-8] + bytes(8),
    "gzip and garbage": gzip.compress(whole(), mtime=0) + b"garbage",
    "gzip of garbage": gzip.compress(b"garbage", mtime=0),
    "gzip with a flag for all": b"\x1f\x8b\x08\xff" + bytes(100),
    "a record twice": whole() + whole(),
}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What one run of the command says of all the files above, by name."""
    folder = tmp_path_factory.mktemp("foreign")
    paths = {name: folder / f"{number}.jsonl" for number, name in enumerate(FOREIGN)}
    for name, path in paths.items():
        path.write_bytes(FOREIGN[name])
    done = verify_command(*paths.values())
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    return {name: next(line for line in lines if str(path) in line) for name, path in paths.items()}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_record_is_refused_in_words(verdicts: dict[str, str], name: str) -> None:
    said = verdicts[name]
    assert said.startswith("differs")
    assert " at line " in said
    assert said.isprintable()
    assert len(said) < 3000


def test_cut_off_anywhere_it_is_interrupted_or_differs(tmp_path: Path) -> None:
    content, path = whole(), tmp_path / "cut.jsonl"
    last = content.rindex(b"\n", 0, -1) + 1
    edges = (last - 1, last, last + 1, len(content) - 1)
    for size in (*range(0, len(HEADER) + 200, 7), *range(last - 300, len(content), 3), *edges):
        path.write_bytes(content[:size])
        found = verify(path)
        assert found.status == ("interrupted" if size >= len(HEADER) else "differs"), size
        assert found.reason


def not_files(folder: Path) -> Iterator[tuple[Path, str]]:
    fifo, loop = folder / "fifo.jsonl", folder / "loop.jsonl"
    os.mkfifo(fifo)
    loop.symlink_to(loop)
    yield fifo, "no regular file"
    yield Path("/dev/zero"), "no regular file"
    yield folder / "missing.jsonl", "No such file"
    yield loop, "symbolic links"
    yield EVIDENCE / "x", "Not a directory"
    yield folder / ("x" * 300), "File name too long"


def test_what_is_no_file_is_a_wrong_argument_and_nobody_waits_for_it(tmp_path: Path) -> None:
    files = dict(not_files(tmp_path))
    done = verify_command(*files)
    assert (done.returncode, done.stdout) == (2, "")
    told = done.stderr.splitlines()
    for path, words in files.items():
        assert [line for line in told if f"{path}: " in line and words in line], (path, done.stderr)
    assert len(told) == len(files)


def test_a_file_that_grows_or_shrinks_is_judged_as_it_was_when_it_was_read(tmp_path: Path) -> None:
    """A match may be running: what it has written so far is an interrupted match, whatever comes later."""
    path = tmp_path / "running.jsonl"
    with path.open("ab", buffering=0) as file:
        for number, line in enumerate(LINES[:-1], 1):
            file.write(line[:-1])
            assert verify(path).status == ("interrupted" if number > 1 else "differs")
            file.write(b"\n")
            assert verify(path).status == "interrupted"
        file.write(LINES[-1])
        assert verify(path).status == "ok"
        file.truncate(len(HEADER))
        assert verify(path).status == "interrupted"
