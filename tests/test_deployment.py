"""What stands beside the code to put it to work: the image, the unit of systemd, and the page that explains them."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from referee.bots.sandbox import ceilings
from referee.bots.sandbox.ceilings import Ceilings, parse_ceilings
from referee.bots.sandbox.protections import RATED, Level, Protection
from referee.bots.sandbox.slots import FIRST_UID, SLOTS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "referee-match@.service"
PACKAGES = ("bubblewrap", "libseccomp2")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its own heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_level_is_on_the_page() -> None:
    assert [row[0] for row in rows("Levels")] == [f"`{level.word}`" for level in Level]
    assert f"Rated play asks for `{RATED.word}`" in " ".join(PAGE.split())


def test_every_protection_is_on_the_page() -> None:
    assert len(rows("What is promised")) == len(Protection) - 1  # memory and processes of the whole bot are one row


def test_the_ceilings_are_those_on_the_page() -> None:
    found = re.search(r"`--limits (memory=\S+)`", PAGE)
    assert found
    assert parse_ceilings(found[1]) == Ceilings()
    told = {row[0].strip("`"): row[1] for row in rows("Ceilings")}
    assert list(told) == [field.name for field in fields(Ceilings)]
    assert told == ceilings._LEAST


def test_the_users_are_those_on_the_page() -> None:
    assert f"users {FIRST_UID} to {FIRST_UID + SLOTS - 1}" in " ".join(PAGE.split())


def test_every_line_of_the_unit_is_explained() -> None:
    names = {line.split("=")[0] for line in UNIT.read_text(encoding="utf-8").splitlines() if line[:1].isupper()}
    usual = {"Description", "Type", "EnvironmentFile", "StateDirectory", "StateDirectoryMode", "WorkingDirectory",
             "ExecStart", "SuccessExitStatus"}  # fmt: skip
    rest = {"ProtectKernelModules", "ProtectClock", "RestrictRealtime", "RestrictSUIDSGID", "SystemCallArchitectures"}
    assert [name for name in sorted(names - usual - rest) if f"{name}=" not in PAGE] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_with_the_unit(tmp_path: Path) -> None:
    text = re.sub("(?m)^ExecStart=[^ ]+", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"))
    (tmp_path / UNIT.name).write_text(text)
    instance = tmp_path / UNIT.name.replace("@", "@final")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(instance)], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("file", ["Dockerfile", ".ci/run"])
def test_what_the_sandbox_takes_is_installed(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [package for package in PACKAGES if package not in text] == []
