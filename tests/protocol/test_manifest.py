"""bot.toml: what may stand in it, and complaints that name file, key and what would be right."""

import os
from pathlib import Path

import pytest

from protocol.errors import ManifestError
from protocol.manifest import RIGHT_VALUES, BotManifest, load_manifest, parse_manifest

FULL = b"""
name = "settler"
version = "1.4"
authors = ["A. Uthor", "B. Othor"]
team = "Longest Roadies"
command = ["python3", "settler.py"]
build = [["make", "-s"], ["strip", "settler"]]
protocol = 1
rules = ["competition", "katan"]
matches = "many"
events = "at_once"
"""


def test_a_manifest_with_everything() -> None:
    assert parse_manifest(FULL) == BotManifest(
        name="settler",
        command=["python3", "settler.py"],
        version="1.4",
        authors=["A. Uthor", "B. Othor"],
        team="Longest Roadies",
        build=[["make", "-s"], ["strip", "settler"]],
        protocol=1,
        rules=["competition", "katan"],
        matches="many",
        events="at_once",
    )


def test_the_least_that_will_do(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "a"\ncommand = ["./a"]\n')
    manifest = load_manifest(tmp_path)
    assert (manifest.version, manifest.rules, manifest.matches, manifest.events) == (
        "",
        ["competition"],
        "one",
        "with_request",
    )


def test_every_key_has_its_right_value_described() -> None:
    assert set(RIGHT_VALUES) == set(BotManifest.__struct_fields__)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("name = 3", "name is not 1 to 32 characters"),
        ('name = ""', "name is not 1 to 32 characters"),
        ('name = "a b"', "name is not 1 to 32 characters"),
        ('name = "a\\n"', "name is not 1 to 32 characters"),
        (f'name = "{"n" * 33}"', "name is not 1 to 32 characters"),
        ('version = "1 4"', "version is not up to 32 printable"),
        ("version = 1.4", "version is not up to 32 printable"),
        ('command = "python3 bot.py"', r"command is not a list of 1 to 256 strings, .* command = \["),
        ("command = []", "command is not a list of 1 to 256 strings"),
        ('command = ["a\\u0000"]', "command is not a list of 1 to 256 strings"),
        ('authors = "me"', "authors is not a list of strings"),
        ("team = 1", "team is not a string"),
        ('build = ["make"]', "build is not a list of commands"),
        ("protocol = 2", "protocol is not the number 1"),
        ("rules = 1", "rules is not a list of strings"),
        ('matches = "two"', 'matches is not "one" or "many"'),
        ('events = "never"', 'events is not "with_request" or "at_once"'),
        ('comand = ["a"]', "unknown key 'comand'; known: name, command, version"),
        ("name = ", "not TOML: .*line 1"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    key = line.split()[0]
    right = {"name": 'name = "a"', "command": 'command = ["./a"]', key: line}
    (tmp_path / "bot.toml").write_text("\n".join(right.values()))
    with pytest.raises(ManifestError, match=complaint) as caught:
        load_manifest(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'bot.toml'}: ")


@pytest.mark.parametrize("missing", ["name", "command"])
def test_what_is_missing_is_named(missing: str) -> None:
    lines = [line for line in FULL.splitlines() if not line.startswith(missing.encode())]
    with pytest.raises(ManifestError, match=f"^{missing} is missing: "):
        parse_manifest(b"\n".join(lines))


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"bot\.toml: No such file"):
        load_manifest(tmp_path)


def test_a_manifest_without_end_or_that_is_no_file_is_not_read(tmp_path: Path) -> None:
    """Reading a pipe, or a link to the kernel's messages, would wait for ever."""
    path = tmp_path / "bot.toml"
    os.mkfifo(path)
    with pytest.raises(ManifestError, match=r"bot\.toml: must be a file, and no link"):
        load_manifest(tmp_path)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(ManifestError, match=r"bot\.toml: must be a file, and no link"):
        load_manifest(tmp_path)
    path.unlink()
    path.touch()
    os.truncate(path, 65_537)
    with pytest.raises(ManifestError, match=r"bot\.toml: has more than 65536 bytes"):
        load_manifest(tmp_path)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert parse_manifest(b'\xef\xbb\xbfname = "a"\ncommand = ["b"]').name == "a"


def test_a_manifest_nested_without_end() -> None:
    with pytest.raises(ManifestError, match="nested too deeply"):
        parse_manifest(b"name = " + b"[" * 5000)


def test_a_manifest_that_is_no_text() -> None:
    with pytest.raises(ManifestError, match="not UTF-8 at byte 8"):
        parse_manifest(b'name = "\xff"')


@pytest.mark.parametrize("number", ["1" * 6000, "0x" + "f" * 6000], ids=["decimal", "hexadecimal"])
def test_a_number_of_thousands_of_digits(number: str) -> None:
    with pytest.raises(ManifestError, match=r"too many digits|protocol is not the number 1"):
        parse_manifest(f'name = "a"\ncommand = ["b"]\nprotocol = {number}'.encode())
