"""What a SPEC names, and in which words one is refused that names nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.bots.spec import BotSpec, HumanSpec, RemoteSpec, SpecError, WaitSpec, parse_spec
from sample_bots import SAMPLE_BOTS
from tests.match.tables import ROOT


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bot in a folder, a program and a text in it."""
    monkeypatch.chdir(tmp_path)
    for name, manifest in {
        "mine": 'name = "mine"\nversion = "2"\ncommand = ["./run", "--fast"]\nevents = "at_once"',
        "unbuilt": 'name = "u"\ncommand = ["./text"]',
        "lost": 'name = "l"\ncommand = ["./nothing"]',
        "to build": 'name = "b"\ncommand = ["./b"]\nbuild = [["make", "-s"], ["strip", "my b"]]',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(manifest)
        (tmp_path / name / "text").write_text("no program")
    (tmp_path / "none").mkdir()
    for program in (tmp_path / "mine" / "run", tmp_path / "a.out"):
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("text", ["./mine", "./mine/", "./none/../mine"])
def test_a_folder_is_a_bot_with_a_manifest(folder: Path, text: str) -> None:
    spec = program(text)
    assert spec.digest is not None
    assert spec == BotSpec(
        text=text,
        command=(str(folder / "mine" / "run"), "--fast"),
        folder=folder / "mine",
        name="mine",
        version="2",
        digest=spec.digest,
        events="at_once",
        rules=("competition",),
        files=(folder / "mine",),
    )


@pytest.mark.parametrize("name", SAMPLE_BOTS)
def test_a_known_word_is_a_sample_bot(name: str) -> None:
    spec = program(name)
    assert (spec.name, spec.folder, spec.command[0]) == (name, ROOT / "sample_bots", sys.executable)
    assert {file.name for file in spec.files} == {"sample_bots", "protocol", "engine"}
    assert spec.digest is not None


@pytest.mark.parametrize(
    ("text", "command", "name"),
    [
        ("sh -c 'exit 3'", ("-c", "exit 3"), "exit3"),
        ("sh my_bot.sh", ("my_bot.sh",), "my_bot"),
        ("sh ''", ("",), "bot"),
        ("env ./a.out", ("./a.out",), "a"),
    ],
)
def test_anything_else_is_a_command(folder: Path, text: str, command: tuple[str, ...], name: str) -> None:
    spec = program(text)
    assert Path(spec.command[0]).is_absolute()
    assert (spec.command[1:], spec.name, spec.folder, spec.digest) == (command, name, folder, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("./missing", "./missing: is not a folder; a SPEC that begins with ./, ../ or / is a folder with a bot.toml"),
        ("./a.out", "by such a path, 'env ./a.out'"),
        (".", ".: the folder has no bot.toml"),
        ("./none", "./none: the folder has no bot.toml"),
        ("./unbuilt", "unbuilt/text can't be run: make it executable with chmod +x"),
        ("./lost", "there is no program"),
        (
            "./to build",
            "./to build: is not built, ./b is not there. Build it: (cd './to build' && make -s && strip 'my b')",
        ),
        ("unbuilt/text", "unbuilt/text can't be run: make it executable with chmod +x"),
        ("greedy --fast", "greedy --fast: the sample bot greedy takes no arguments"),
        ("gready", "there is no program 'gready' on the PATH; the sample bots are random"),
        ("sh 'x", "can't be split into words"),
        ("sh a\0b", "has a NUL character"),
        (f"./{'n' * 300}", "File name too long"),
        (f"bin/{'n' * 300}", "there is no program"),
        ("", "an empty SPEC"),
    ],
)
def test_what_names_nothing_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(SpecError) as refused:
        parse_spec(text)
    assert words in str(refused.value)


def program(text: str) -> BotSpec:
    """A SPEC that names a program."""
    spec = parse_spec(text)
    assert isinstance(spec, BotSpec)
    return spec


def test_people_and_bots_that_others_start() -> None:
    assert parse_spec("human") == HumanSpec()
    assert parse_spec("wait:4000") == WaitSpec("wait:4000", 4000)
    assert parse_spec("remote:settler") == RemoteSpec("remote:settler", "settler")


@pytest.mark.parametrize("name", ["", "a b", "a" * 33, "\u00e9", "a\n", "../a"])
def test_a_remote_name_that_no_bot_can_have_is_refused(name: str) -> None:
    with pytest.raises(SpecError, match="must be remote:NAME, the name being 1 to 32 characters"):
        parse_spec(f"remote:{name}")


@pytest.mark.parametrize("port", ["", "0", "65536", "x", "-1", "4000 ", "\u0664", "9" * 5000])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(SpecError, match="must be wait:PORT with a port from 1 to 65535"):
        parse_spec(f"wait:{port}")


words = st.sampled_from(
    ("./", "../", "/", "~", "mine", "none", "a.out", "sh", "-c", "greedy", "human", "wait:", "4000", " ", "'", '"',
     "\\", "\0", "\n", "\udcff", "n" * 300, "9" * 5000)
)  # fmt: skip


@given(st.lists(words | st.text(max_size=4), max_size=6).map("".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    try:
        spec = parse_spec(text)
    except SpecError:
        return
    if isinstance(spec, BotSpec):
        assert Path(spec.command[0]).is_absolute()
        assert not any("\0" in word for word in spec.command)


def test_a_manifest_writes_no_lines_of_ours(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["./x\\nreferee: all is well"]\n')
    with pytest.raises(SpecError) as refused:
        parse_spec(str(tmp_path))
    assert str(refused.value).isprintable()
    assert r"x\nreferee: all is well" in str(refused.value)
