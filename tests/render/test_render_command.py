"""``referee replay render`` and ``referee match --html``: what they write, and what they say where they can't."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from engine.island import Island
from referee.commands.page_file import write_page_after_match
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.playable import read_playable
from referee.replays.plies import game_after
from referee.replays.render.svg import board_svg
from tests.match.commands import POLITE, referee
from tests.render.pages import page_of
from tests.replays.golden import VICTORY, lines_of
from tests.replays.test_sealed import sealed_lines, write


def test_the_page_is_of_the_viewer_that_is_named(tmp_path: Path) -> None:
    asked: tuple[tuple[list[str], Viewer], ...] = (([], FULL), (["--seat", "2"], 2), (["--public"], PUBLIC))
    for arguments, viewer in asked:
        name = f"{len(list(tmp_path.iterdir()))}.html"
        done = referee("replay", "render", str(VICTORY), "--html", name, *arguments, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{name}\n", "")
        assert (tmp_path / name).read_text(encoding="utf-8") == page_of(VICTORY, viewer)


@pytest.mark.parametrize("ply", ["0", "10", "-2", None])
def test_the_picture_is_of_the_ply_that_is_named(tmp_path: Path, ply: str | None) -> None:
    arguments = () if ply is None else ("--ply", ply)
    done = referee("replay", "render", str(VICTORY), "--svg", "board.svg", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    numbers = range(len(lines_of(VICTORY)) - 2)  # all lines but the header and the end are plies
    game = game_after(*read_playable(VICTORY, None), numbers[int(ply or -1)] + 1)
    island = Island(game.board.terrain, game.board.tokens, game.board.harbours)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == board_svg(island, game.public_state(None))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name what to write: --html FILE, --svg FILE or both"),
        (["--html", "a.html", "--ply", "3"], "--ply goes with --svg"),
        (["--svg", "a.svg", "--seat", "1"], "--seat and --public go with --html"),
        (["--html", "a", "--seat", "1", "--public"], "name one viewer: --seat N or --public"),
        (["--html", "a", "--svg", "./a"], "both name a; name two files"),
        (["--html", "there.html"], "--html there.html: is there already"),
        (["--html", "none/a.html"], "there is no folder none"),
        (["--html", "a.html", "--seat", "4"], "there is no seat 4: it has seats 0 to 3"),
        (["--svg", "a.svg", "--ply", "5000"], "--ply 5000: there is no ply 5000"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(tmp_path: Path, arguments: list[str], says: str) -> None:
    (tmp_path / "there.html").write_text("mine")
    done = referee("replay", "render", str(VICTORY), *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there.html"]
    assert (tmp_path / "there.html").read_text() == "mine"


def test_a_record_without_its_seed_makes_no_page(tmp_path: Path) -> None:
    record = write(tmp_path, sealed_lines())
    done = referee("replay", "render", str(record), "--html", "a.html", "--public", cwd=tmp_path)
    assert done.returncode == 2
    assert "its seed is neither revealed nor in a file beside it" in done.stderr


@pytest.mark.parametrize("replay", ["m.jsonl", "m.jsonl.gz"])
def test_a_match_writes_its_page(tmp_path: Path, replay: str) -> None:
    done = referee(
        "match", *POLITE, "--set", "roll_cap=3", "--quiet", "--replay", replay, "--html", "m.html", cwd=tmp_path
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "page: m.html"
    content = (tmp_path / replay).read_bytes()
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(gzip.decompress(content) if replay.endswith(".gz") else content)
    assert (tmp_path / "m.html").read_text(encoding="utf-8") == page_of(plain)


@pytest.mark.parametrize(
    ("html", "says"),
    [
        ("m.jsonl", "is where --replay writes; name another file"),
        ("none/m.html", "there is no folder none"),
        ("log", "is where --transcript writes; name another file"),
    ],
)
def test_a_page_that_has_no_place_is_refused_before_the_match(tmp_path: Path, html: str, says: str) -> None:
    files = ("--replay", "m.jsonl", "--transcript", "log", "--html", html)
    done = referee("match", *POLITE, "--quiet", *files, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_can_not_be_written_is_told_and_no_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "m.html"
    page.write_text("somebody's, since the match began")
    assert not write_page_after_match(page, VICTORY)
    assert "the match is over and recorded, but its page was not written" in capsys.readouterr().err
    assert page.read_text() == "somebody's, since the match began"
    assert not write_page_after_match(tmp_path / "n.html", tmp_path / "gone.jsonl")
    assert "No such file" in capsys.readouterr().err
