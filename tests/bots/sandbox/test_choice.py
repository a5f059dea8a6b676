"""From what is asked for to what is had: the best that works, never less than was asked for, and why not more."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.bots.sandbox import choice, seccomp
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.choice import SandboxUnavailable, Wanted, open_sandbox
from referee.bots.sandbox.protections import Level, Protection
from referee.bots.sandbox.sandboxes import Bubblewrap, Limits, Uncontained
from referee.bots.sandbox.slots import SlotsError
from tests.kit.unprivileged import open_folder, run_python_as_somebody

pytestmark = pytest.mark.usefixtures("containment")

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can have users for bots")
OPENS = """
import asyncio, json, sys
from referee.bots.sandbox.choice import SandboxUnavailable, Wanted, open_sandbox
try:
    found = asyncio.run(open_sandbox(Wanted(sys.argv[1])))
except SandboxUnavailable as error:
    print(json.dumps(str(error)))
else:
    print(json.dumps([found.level.word, {absence.protection.name: absence.cause for absence in found.missing}]))
"""


@pytest.fixture
def without_libseccomp(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    seccomp.seccomp_program.cache_clear()
    yield
    seccomp.seccomp_program.cache_clear()


@pytest.fixture
def bin_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The first folder on the PATH, for programs that stand in for the system's."""
    with open_folder() as folder:
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        yield folder


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


@needs_root
async def test_root_gets_users_for_bots() -> None:
    sandbox = await open_sandbox(Wanted())
    assert isinstance(sandbox, Bubblewrap)
    assert sandbox.level >= Level.BUBBLEWRAP
    assert Protection.OWN_USER not in {absence.protection for absence in sandbox.missing}


def test_an_ordinary_user_gets_a_namespace_of_its_own() -> None:
    done = run_python_as_somebody(OPENS, "auto")
    assert done.stderr == ""
    level, missing = json.loads(done.stdout)
    assert level == "userns"
    assert missing.pop("OWN_USER") == "only root can start programs as another user"
    assert set(missing) <= {"TREE_MEMORY", "TREE_SIZE"}
    assert all(missing.values())


def test_an_ordinary_user_gets_limits() -> None:
    level, missing = json.loads(run_python_as_somebody(OPENS, "limits").stdout)
    assert level == "limits"
    assert {"FILES", "PROCESSES", "SCRATCH", "OWN_USER"} <= set(missing)
    assert {"PRIVILEGES", "PROCESS_LIMITS", "SYSTEM_CALLS", "NETWORK"} & set(missing) == set()
    assert all(missing.values())


async def test_none_is_none_and_not_told_as_missing() -> None:
    sandbox = await open_sandbox(Wanted("none"))
    assert isinstance(sandbox, Uncontained)
    assert (sandbox.level, sandbox.missing) == (Level.NONE, ())


@needs_root
async def test_limits_are_no_more_than_that() -> None:
    sandbox = await open_sandbox(Wanted("limits"))
    assert isinstance(sandbox, Limits)
    assert sandbox.level is Level.LIMITS


async def test_no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox = await open_sandbox(Wanted())
    assert sandbox.level is Level.NONE
    assert {absence.protection for absence in sandbox.missing} == set(Protection)
    assert "bwrap is not installed (Debian: bubblewrap)" in sandbox.missing[0].cause
    with pytest.raises(SandboxUnavailable, match="bwrap is not installed"):
        await open_sandbox(Wanted("bubblewrap"))


async def test_a_bubblewrap_that_fails(bin_folder: Path) -> None:
    put(bin_folder, "bwrap", "echo 'bwrap: No permissions to create a new namespace' >&2; exit 1")
    sandbox = await open_sandbox(Wanted())
    assert (sandbox.level, type(sandbox)) == (Level.NONE, Uncontained)
    assert "No permissions to create a new namespace" in sandbox.missing[0].cause
    with pytest.raises(SandboxUnavailable, match="No permissions to create a new namespace"):
        await open_sandbox(Wanted("bubblewrap"))


@needs_root
async def test_where_roots_way_fails_the_users_is_taken(bin_folder: Path) -> None:
    """A container, for instance, may let a user namespace through and no mount without one."""
    put(bin_folder, "bwrap", 'case "$*" in *--unshare-user*) exec /usr/bin/bwrap "$@";; esac; echo no >&2; exit 1')
    sandbox = await open_sandbox(Wanted())
    assert sandbox.level >= Level.BUBBLEWRAP


async def test_a_bubblewrap_that_contains_nothing_is_found_out(bin_folder: Path) -> None:
    """Only what was tried counts: this one runs the program as it is."""
    put(bin_folder, "bwrap", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    sandbox = await open_sandbox(Wanted())
    assert sandbox.level is Level.LIMITS  # for setpriv and prlimit are what they should be
    missing = {absence.protection for absence in sandbox.missing}
    assert {Protection.NETWORK, Protection.FILES, Protection.PROCESSES, Protection.SYSTEM_CALLS} <= missing


async def test_no_libseccomp(without_libseccomp: None) -> None:
    sandbox = await open_sandbox(Wanted())
    assert isinstance(sandbox, Bubblewrap)
    assert sandbox.level < Level.USERNS
    causes = {absence.protection: absence.cause for absence in sandbox.missing}
    assert "libseccomp2" in causes[Protection.SYSTEM_CALLS]
    with pytest.raises(SandboxUnavailable, match=r"the level limits, and userns is needed: .*libseccomp2"):
        await open_sandbox(Wanted(least=Level.USERNS))


@needs_root
async def test_no_file_of_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise SlotsError(30, "Read-only file system", "/run/referee-bot-users.lock")

    monkeypatch.setattr(choice, "user_slots", refuse)
    sandbox = await open_sandbox(Wanted())
    assert sandbox.level is Level.NONE  # rather than to run a bot as root
    assert sandbox.missing[0].cause == "bubblewrap: /run/referee-bot-users.lock: Read-only file system"


async def test_less_than_was_asked_for_is_refused() -> None:
    with pytest.raises(SandboxUnavailable, match="the level none, and userns is needed: --sandbox none was asked for"):
        await open_sandbox(Wanted("none", least=Level.USERNS))


async def test_the_ceilings_are_those_asked_for() -> None:
    """The probe reads them inside; were they not there, limits on each process would be missing."""
    sandbox = await open_sandbox(Wanted(ceilings=Ceilings(memory=512 << 20, processes=40, scratch=4 << 20)))
    assert sandbox.level >= Level.USERNS


@pytest.mark.parametrize("wanted", [Wanted(ceilings=Ceilings(files=2_000_000_000)), Wanted(rootfs=Path("/nowhere"))])
async def test_who_asks_for_more_than_containment_does_not_get_none_instead(wanted: Wanted) -> None:
    """No system lets so many files be open, and none is there: that is no reason to let bots do as they please."""
    with pytest.raises(SandboxUnavailable, match="bubblewrap: "):
        await open_sandbox(wanted)


async def test_a_root_in_which_nothing_runs_is_told(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable) as caught:
        await open_sandbox(Wanted("bubblewrap", rootfs=tmp_path))
    assert "bubblewrap: " in str(caught.value)
