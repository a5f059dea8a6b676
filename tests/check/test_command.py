"""``referee check`` as its users start it: what it prints, keeps and returns."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from referee.replays.verify import verify
from sample_bots import SAMPLE_BOTS
from tests.match.commands import BOT, referee, start
from tests.match.tables import ROOT

QUICK = ("--time-control", "start=1s,move=100ms,reserve=500ms")
KEYS = (
    "bot", "name", "version", "digest", "rules", "sandbox", "would_forfeit", "rows", "trials", "not_played", "folder",
)  # fmt: skip


def check(spec: str, *options: str, cwd: Path) -> tuple[int, str, str]:
    """Exit status and both outputs; its temporary files go to ``cwd``."""
    done = referee("check", spec, *options, cwd=cwd, extra={"TMPDIR": str(cwd)})
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", SAMPLE_BOTS)
def test_sample_bots_come_out_clean(name: str, tmp_path: Path) -> None:
    status, out, _ = check(name, cwd=tmp_path)
    assert "Nothing that a referee would hold against it." in out
    assert (status, "warning" in out, "forfeit" in out) == (0, False, False)
    assert list(tmp_path.iterdir()) == []


def test_the_python_starter_comes_out_clean_under_all_that_it_claims(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sample_bots" / "starters" / "python", tmp_path / "mybot")
    status, out, _ = check("./mybot", "--json", cwd=tmp_path)
    found = json.loads(out)
    assert tuple(found) == KEYS
    assert (status, found["would_forfeit"], found["not_played"], found["folder"]) == (0, False, [], None)
    assert found["rules"] == ["competition", "katan", "standard"]
    assert {row["grade"] for row in found["rows"]} == {"ok"}
    assert [trial["forfeit"] for trial in found["trials"]] == [None] * 7
    assert found["digest"].startswith("b2:")


def test_a_bot_that_would_forfeit_leaves_its_records(tmp_path: Path) -> None:
    status, out, _ = check(f"{BOT}raises_at 3", "--json", *QUICK, cwd=tmp_path)
    found = json.loads(out)
    assert (status, found["would_forfeit"]) == (1, True)
    folder = Path(found["folder"])
    assert folder.parent == tmp_path
    for trial in found["trials"]:
        assert trial["forfeit"] == "crash"
        assert trial["last_words"].startswith("RuntimeError")
        assert verify(Path(trial["replay"])).status == "ok"
        assert Path(trial["transcript"]).parent == Path(trial["evidence"]).parent == folder


def test_the_table_says_what_to_do_and_where_to_look(tmp_path: Path) -> None:
    status, out, _ = check(f"{BOT}unflushed_answer", *QUICK, cwd=tmp_path)
    assert status == 1
    assert "It would forfeit: rules competition, flushing." in out
    assert "fflush(stdout)" in out
    assert "docs/protocol.md#pitfalls" in out
    assert "not played after that: rated terms, three seats, refusals, near the roll cap" in out
    (folder,) = tmp_path.iterdir()
    assert f"replays, transcripts and evidence: {folder}" in out


def test_what_a_bot_says_is_escaped(tmp_path: Path) -> None:
    status, out, _ = check(f"{BOT}writes_escapes", *QUICK, cwd=tmp_path)
    assert status == 0
    assert "\x1b" not in out
    assert r"\x1b[2J" in out


def test_files_are_kept_on_request(tmp_path: Path) -> None:
    status, out, _ = check("raw", "--keep", "kept", cwd=tmp_path)
    assert (status, "replays, transcripts and evidence: kept" in out) == (0, True)
    assert len(list((tmp_path / "kept").glob("*.jsonl"))) == 5
    assert os.stat(tmp_path / "kept").st_mode & 0o777 == 0o700
    status, _, err = check("raw", "--keep", "kept", cwd=tmp_path)
    assert (status, "is there already" in err) == (2, True)


@pytest.mark.parametrize(
    ("spec", "words"),
    [("human", "must start the bot itself"), ("wait:4000", "must start the bot itself"), ("./nowhere", "not a folder")],
)
def test_a_wrong_spec_is_explained(spec: str, words: str, tmp_path: Path) -> None:
    status, out, err = check(spec, cwd=tmp_path)
    assert (status, out, words in err) == (2, "", True)
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_cannot_be_started_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["./x"]\n')
    (tmp_path / "x").write_bytes(b"\x7fno program")
    (tmp_path / "x").chmod(0o755)
    status, out, _ = check("./", "--json", cwd=tmp_path)
    found = json.loads(out)
    assert (status, [trial["forfeit"] for trial in found["trials"]]) == (1, ["no_start"])
    assert found["trials"][0]["requests"] == 0


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    running = start(["check", f"{BOT}sleeps_at 0"], cwd=tmp_path, before=["env", f"TMPDIR={tmp_path}"])
    end = time.monotonic() + 30
    while not any("request" in file.read_text() for file in tmp_path.glob("referee-check-*/*.transcript")):
        assert time.monotonic() < end, "the check does not get on"
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out, "Traceback" in err) == (130, "", False)
    assert list(tmp_path.iterdir()) == []


def test_a_bot_that_claims_nothing_known_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["python3", "x.py"]\nrules = ["chess"]\n')
    status, _, err = check("./", cwd=tmp_path)
    assert (status, "chess" in err) == (2, True)
