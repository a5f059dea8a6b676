"""``referee doctor``: what it says of this machine, and of machines where nothing is there."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path
from typing import Any

import pytest

from referee import doctor
from referee.bots.sandbox import cgroups, seccomp
from referee.bots.sandbox.protections import Level, Protection
from referee.commands.doctor import promised_from
from referee.doctor import Examination, examine
from referee.event_loop import run
from tests.kit.unprivileged import run_python_as_somebody
from tests.match.commands import referee
from tests.match.contained import best_sandbox

EVERY_PROGRAM = ("bwrap", "setpriv", "prlimit")


def examined() -> Examination:
    return run(examine())


def part(examination: Examination, name: str) -> doctor.Part:
    return next(part for part in examination.parts if part.name == name)


@pytest.fixture
def a_folder_first_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


@pytest.fixture
def without_libseccomp(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(__import__("sys").modules, "pyseccomp", None)
    seccomp.seccomp_program.cache_clear()
    yield
    seccomp.seccomp_program.cache_clear()


def test_it_reaches_what_a_match_reaches(tmp_path: Path) -> None:
    sandbox = best_sandbox()
    done = referee("doctor", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["level"], found["is_fit_for_rated_play"]) == (sandbox.level.word, True)
    assert found["cores"] == len(os.sched_getaffinity(0))
    missing = {absence.protection.name.lower(): absence.cause for absence in sandbox.missing}
    assert {name: told["cause"] for name, told in found["protections"].items() if not told["is_there"]} == missing
    assert [level for level, told in found["levels"].items() if told["is_reached"]][-1] == sandbox.level.word


def test_it_leaves_no_control_groups_behind(tmp_path: Path) -> None:
    found = json.loads(referee("doctor", "--json", cwd=tmp_path).stdout)
    folders = [told["detail"] for told in found["parts"] if told["name"].startswith("limit on") and told["is_there"]]
    assert [folder for folder in folders if Path(folder).exists()] == []


def test_every_protection_is_told_in_words(tmp_path: Path) -> None:
    text = referee("doctor", cwd=tmp_path).stdout
    assert [protection for protection in Protection if protection.value not in text] == []
    assert [level for level in Level if f"level {level.word}: " not in text] == []


def test_without_the_programs_it_names_each_package_once(tmp_path: Path) -> None:
    done = referee("doctor", "--json", cwd=tmp_path, extra={"PATH": str(tmp_path)})
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["level"], found["is_fit_for_rated_play"]) == ("none", False)
    assert [told["name"] for told in found["parts"] if told["name"] in EVERY_PROGRAM and not told["is_there"]] == [
        *EVERY_PROGRAM
    ]
    assert [advice for advice in found["advice"] if "apt-get" in advice] == [
        "apt-get install bubblewrap", "apt-get install util-linux",
    ]  # fmt: skip
    text = referee("doctor", cwd=tmp_path, extra={"PATH": str(tmp_path)}).stdout
    assert "Rated play needs userns: not reached." in text
    assert text.count("bwrap is not installed") == 1


def test_a_machine_that_is_not_linux_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(cgroups, "_MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(cgroups, "_MEMBERSHIP", tmp_path / "cgroup")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = examined()
    assert not found.is_fit_for_rated_play
    assert found.parts[0] == doctor.Part(
        "Linux", False, "this is Darwin", "bots can be contained on Linux only: play rated matches there"
    )
    assert [advice for advice in found.advice if "apt-get" in advice] == []
    assert found.cores == os.cpu_count()


def test_without_libseccomp_the_level_is_lower(without_libseccomp: None) -> None:
    best_sandbox_but_for_the_filter = examined()
    assert best_sandbox_but_for_the_filter.level < Level.USERNS
    assert not part(best_sandbox_but_for_the_filter, "libseccomp").is_there
    assert "apt-get install libseccomp2" in best_sandbox_but_for_the_filter.advice


@pytest.mark.parametrize(("name", "closed", "opened"), doctor._SWITCHES)
def test_a_setting_that_is_in_the_way_is_named(
    a_folder_first_on_the_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, closed: str, opened: str
) -> None:
    bwrap = a_folder_first_on_the_path / "bwrap"
    bwrap.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    settings = a_folder_first_on_the_path / "settings"
    (settings / name).parent.mkdir(parents=True)
    (settings / name).write_text(f"{closed}\n")
    monkeypatch.setattr(doctor, "_KERNEL_SETTINGS", settings)
    monkeypatch.setattr(doctor, "_CONTAINER_MARKS", ())
    found = examined()
    assert found.level is Level.NONE
    told = part(found, "namespaces")
    assert "No permissions to create a new namespace" in told.detail
    assert told.advice == f"sysctl -w {name.replace('/', '.')}={opened}"
    (settings / name).write_text(f"{opened}\n")
    assert "docs/sandbox.md" in part(examined(), "namespaces").advice
    monkeypatch.setattr(doctor, "_CONTAINER_MARKS", (bwrap,))
    assert "start the container" in part(examined(), "namespaces").advice


def test_an_ordinary_user_is_told_what_root_would_have() -> None:
    best_sandbox()
    done = run_python_as_somebody("from referee.cli import main; main()", "doctor", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["level"] == "userns"
    assert "own_user" in found["levels"]["bubblewrap"]["lacking"]
    assert [advice for advice in found["advice"] if "as root" in advice]


def test_each_protection_is_promised_from_some_level() -> None:
    assert {promised_from(protection) for protection in Protection} == set(Level) - {Level.NONE}
