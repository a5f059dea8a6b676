"""What of this machine a contained bot gets to see."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.bots.sandbox.shown_files import SYSTEM_PATH, shown_files
from referee.bots.spec import BotSpec, SpecError


def a_program(path: Path, text: str = "\x7fELF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def spec_of(program: Path | str, folder: Path, *, files: tuple[Path, ...] = ()) -> BotSpec:
    folder.mkdir(parents=True, exist_ok=True)
    return BotSpec("a bot", (str(program), "argument"), folder, "bot", files=files)


def own(spec: BotSpec, *kept_back: Path) -> set[Path]:
    return set(shown_files(spec, None, kept_back).own)


@pytest.fixture
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Path]:
    """Puts a program's folder first on the PATH: so the organiser says that bots may be shown what belongs to it."""

    def put(program: Path) -> Path:
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        return program

    return put


# -- its interpreter -----------------------------------------------------------------------------------------


def test_of_the_system_programs_and_libraries_are_shown_and_no_more(tmp_path: Path) -> None:
    shown = shown_files(spec_of("/usr/bin/python3", tmp_path / "bot", files=(tmp_path / "bot",)), None, ())
    places = [found for _, found in shown.system] + [found for _, found in shown.links]
    assert {place.parts[1] for place in places} <= {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc"}
    secret = {
        "passwd",
        "shadow",
        "group",
        "hosts",
        "hostname",
        "ssh",
        "ssl",
        "machine-id",
        "resolv.conf",
        "environment",
    }
    assert {place.name for place in places if place.parts[1] == "etc"} & secret == set()
    assert shown.own == (tmp_path / "bot",)
    assert shown.command == ("/usr/bin/python3", "argument")
    assert shown.path == f"/usr/bin:{SYSTEM_PATH}"


def test_a_virtual_environment_is_shown_with_the_installation_it_is_of(
    tmp_path: Path, on_the_path: Callable[[Path], Path]
) -> None:
    real = a_program(tmp_path / "pythons" / "3.13" / "bin" / "python3.13")
    (tmp_path / "pythons" / "3.13" / "lib").mkdir()
    middle = tmp_path / "links" / "python3"
    middle.parent.mkdir()
    middle.symlink_to("../pythons/3.13/bin/python3.13")
    environment = tmp_path / "venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    (environment / "bin" / "python").symlink_to(middle)
    bot = tmp_path / "bot"
    spec = spec_of(on_the_path(environment / "bin" / "python"), bot, files=(bot,))
    assert own(spec) == {bot, environment, middle, tmp_path / "pythons" / "3.13"}
    assert real.exists()


def test_one_of_the_systems_python_needs_only_itself(tmp_path: Path, on_the_path: Callable[[Path], Path]) -> None:
    environment = tmp_path / "venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    (environment / "bin" / "python").symlink_to("/usr/bin/python3")
    bot = tmp_path / "bot"
    assert own(spec_of(on_the_path(environment / "bin" / "python"), bot, files=(bot,))) == {bot, environment}


def test_a_program_in_a_home_folder_does_not_show_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_the_path: Callable[[Path], Path]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    program = a_program(tmp_path / ".local" / "bin" / "engine")
    (tmp_path / ".local" / "lib").mkdir()
    bot = tmp_path / "bot"
    assert own(spec_of(on_the_path(program), bot, files=(bot,))) == {bot, program}


def test_a_launcher_stands_for_the_systems_program_of_its_name(
    tmp_path: Path, on_the_path: Callable[[Path], Path]
) -> None:
    launcher = a_program(tmp_path / "shims" / "perl", "#!/bin/sh\nexec something perl\n")
    bot = tmp_path / "bot"
    shown = shown_files(spec_of(on_the_path(launcher), bot, files=(bot,)), None, ())
    assert (shown.command, shown.own) == (("/usr/bin/perl", "argument"), (bot,))


def test_a_launcher_of_what_the_system_has_not_is_refused(tmp_path: Path, on_the_path: Callable[[Path], Path]) -> None:
    launcher = a_program(tmp_path / "shims" / "no-such-language", "#!/bin/sh\n")
    with pytest.raises(SpecError, match="this machine has no no-such-language in /usr/local/bin /usr/bin /bin"):
        own(spec_of(on_the_path(launcher), tmp_path / "bot", files=(tmp_path / "bot",)))


def test_a_manifest_can_t_have_foreign_files_shown(tmp_path: Path) -> None:
    """By naming a program that lies among them; a bare command, which the organiser types, can."""
    program = a_program(tmp_path / "somebody" / "bin" / "engine")
    (tmp_path / "somebody" / "lib").mkdir()
    bot = tmp_path / "bot"
    with pytest.raises(SpecError, match="neither in its folder nor in the system"):
        own(spec_of(program, bot, files=(bot,)))
    assert own(spec_of(program, bot)) == {tmp_path / "somebody"}


@pytest.mark.parametrize("way", ["{rival}/bin/bot", "{rival}/../rival/bin/bot", "{bot}/../rival/bin/bot"])
def test_a_manifest_can_not_have_somebody_elses_program_shown(tmp_path: Path, way: str) -> None:
    bot, rival = tmp_path / "bot", tmp_path / "rival"
    a_program(rival / "bin" / "bot")
    (rival / "lib").mkdir()
    spec = spec_of(way.format(bot=bot, rival=rival), bot, files=(bot,))
    with pytest.raises(SpecError, match="neither in its folder nor in the system"):
        own(spec)


@pytest.mark.parametrize("way", ["/tmp/../bin/sh", "//bin/sh", "/home/../bin/sh"])
def test_a_way_round_to_the_system_shows_the_system_alone(tmp_path: Path, way: str) -> None:
    bot = tmp_path / "bot"
    shown = shown_files(spec_of(way, bot, files=(bot,)), None, ())
    assert shown.own == (bot,)
    assert os.path.normpath(shown.command[0]).endswith("/bin/sh")


def test_the_root_of_the_machine_is_no_installation(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="neither in its folder nor in the system"):
        own(spec_of("/proc/self/root/bin/sh", tmp_path / "bot", files=(tmp_path / "bot",)))


def test_a_link_in_a_folder_that_is_shown_in_parts_stays_a_link(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    a_program(bot / "bot.py")
    (bot / "out").symlink_to("/")
    shown = shown_files(spec_of("/usr/bin/python3", bot, files=(bot,)), None, [bot / "m.rec"])
    assert (shown.own, shown.own_links) == ((bot / "bot.py",), (("/", bot / "out"),))


def test_a_script_of_the_bots_own_is_run_as_it_is(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    script = a_program(bot / "run.sh", "#!/bin/sh\n")
    shown = shown_files(spec_of(script, bot, files=(bot,)), None, ())
    assert (shown.command[0], shown.own) == (str(script), (bot,))


# -- its own files -------------------------------------------------------------------------------------------


def test_of_a_bare_command_its_folder_is_shown_without_records_and_hidden_files(tmp_path: Path) -> None:
    records = ("m.jsonl", "m.jsonl.gz", "m.jsonl.seed", "m.evidence", "jury.key")
    for name in ("bot.py", "weights.bin", ".git", *records, "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "matches").mkdir()
    (tmp_path / "library").mkdir()
    spec = spec_of("/usr/bin/python3", tmp_path)
    kept_back = (tmp_path / "matches" / "final.rec", tmp_path / "notes.txt")
    assert {path.name for path in own(spec, *kept_back)} == {"bot.py", "weights.bin", "library"}


def test_a_folder_that_leads_to_what_is_kept_back_is_not_shown_by_another_name(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "same").symlink_to("../matches")
    assert own(spec_of("/usr/bin/python3", tmp_path / "bot"), tmp_path / "matches" / "m.rec") == set()


@pytest.mark.parametrize("where", [".", "records", "records/of/today"])
def test_a_record_in_a_bots_own_folder_is_kept_back(tmp_path: Path, where: str) -> None:
    bot = tmp_path / "bot"
    a_program(bot / "bot.py")
    a_program(bot / "data" / "weights.bin")
    replay = bot / where / "m.rec"
    replay.parent.mkdir(parents=True, exist_ok=True)
    beside = a_program(replay.parent / "beside")
    seed = a_program(replay.parent / "m.rec.seed")
    found = own(spec_of("/usr/bin/python3", bot, files=(bot,)), replay, seed)
    assert {bot / "bot.py", bot / "data", beside} <= found
    assert [path for path in found if replay.is_relative_to(path) or seed.is_relative_to(path)] == []


def test_a_folder_of_very_many_entries_is_refused(tmp_path: Path) -> None:
    for number in range(500):
        (tmp_path / str(number)).touch()
    assert len(own(spec_of("/usr/bin/python3", tmp_path))) == 500
    (tmp_path / "one more").touch()
    with pytest.raises(SpecError, match="more than 500 entries"):
        own(spec_of("/usr/bin/python3", tmp_path))


def test_what_lies_in_the_system_is_not_shown_twice(tmp_path: Path) -> None:
    assert own(spec_of("/usr/bin/python3", tmp_path / "bot", files=(Path("/usr/share"),))) == set()


# -- another root --------------------------------------------------------------------------------------------


@pytest.fixture
def rootfs(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for name in ("usr", "etc", "opt", "proc", "dev", "sys", "tmp", "run"):
        (root / name).mkdir(parents=True)
    a_program(root / "usr" / "bin" / "python3")
    (root / "bin").symlink_to("usr/bin")
    (root / "usr" / "bin" / "node").symlink_to("/opt/node/bin/node")
    return root


def test_all_of_another_root_is_shown_in_place_of_ours(tmp_path: Path, rootfs: Path) -> None:
    bot = tmp_path / "bot"
    shown = shown_files(spec_of("/usr/bin/python3", bot, files=(bot,)), rootfs, ())
    assert dict(shown.system) == {rootfs / name: Path("/", name) for name in ("usr", "etc", "opt")}
    assert shown.links == (("usr/bin", Path("/bin")),)
    assert shown.own == (bot,)
    assert shown.command[0] == "/usr/bin/python3"


def test_where_a_bot_lies_the_root_makes_room(rootfs: Path) -> None:
    """Nothing can be put into a folder of the root's, which is shown read-only."""
    bot = Path("/opt/bots/ann")
    (rootfs / "opt" / "bots" / "ben").mkdir(parents=True)
    (rootfs / "opt" / "link").symlink_to("target")
    shown = shown_files(BotSpec("a bot", ("/usr/bin/python3",), bot, "bot", files=(bot,)), rootfs, ())
    assert dict(shown.system) == {rootfs / name: Path("/", name) for name in ("usr", "etc", "opt/bots/ben")}
    assert ("target", Path("/opt/link")) in shown.links


def test_a_program_is_looked_for_in_that_root(tmp_path: Path, rootfs: Path) -> None:
    bot = tmp_path / "bot"
    command = shown_files(spec_of("/home/me/.nvm/bin/node", bot, files=(bot,)), rootfs, ()).command
    assert command[0] == "/usr/bin/node"  # a link into /opt of that root, wherever it leads in ours
    with pytest.raises(SpecError, match=f"{rootfs} has no gforth"):
        shown_files(spec_of("/usr/bin/gforth", bot, files=(bot,)), rootfs, ())


def test_a_program_of_the_bots_own_is_its_own_there_too(tmp_path: Path, rootfs: Path) -> None:
    bot = tmp_path / "bot"
    shown = shown_files(spec_of(a_program(bot / "engine"), bot, files=(bot,)), rootfs, ())
    assert shown.command[0] == str(bot / "engine")


def test_the_paths_shown_are_absolute(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    shown = shown_files(spec_of("/usr/bin/python3", bot, files=(bot,)), None, ())
    assert all(path.is_absolute() for pair in shown.system for path in pair)
    assert all(os.path.isabs(path) for path in shown.own)
