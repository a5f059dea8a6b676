"""What of this machine a contained bot gets to see: the system's programs and libraries, its interpreter, its files.

Everything is shown where it lies, read-only, so that paths in virtual environments and binaries stay true. What is not
listed here is not there.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.bots.spec import BotSpec, SpecError

SYSTEM_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_SYSTEM_TOPS: Final = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")
_MADE_ANEW: Final = ("proc", "dev", "sys", "tmp", "run")
_ETC: Final = (
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone", "locale.alias", "mime.types",
    "nsswitch.conf", "java-*", "python3*", "perl", "node*", "mono", "dotnet",
)  # fmt: skip
"""Settings that interpreters read. No names of users, hosts or keys are among them."""
_MOST_ENTRIES: Final = 500
_KEPT_BACK: Final = (".seed", ".jsonl", ".jsonl.gz", ".evidence", ".key")
"""Records, what lies beside them, and keys that sign: a match that runs in the same folder is nothing for a bot to
read."""


@dataclass(frozen=True)
class ShownFiles:
    """``system`` is (where it lies, where the bot finds it); ``own`` lies where the bot finds it.

    ``links`` and ``own_links`` are (target, where): a link is shown as a link, and what it points to is there only if
    that is shown as well.
    """

    system: tuple[tuple[Path, Path], ...]
    links: tuple[tuple[str, Path], ...]
    own: tuple[Path, ...]
    own_links: tuple[tuple[str, Path], ...]
    command: tuple[str, ...]
    path: str


def shown_files(spec: BotSpec, rootfs: Path | None, kept_back: Iterable[Path]) -> ShownFiles:
    """What the bot of this SPEC sees. Raises ``SpecError`` where its program could not be run so.

    ``rootfs``: a folder whose system is shown in place of this machine's. ``kept_back`` are files and folders of the
    match that the bot does not get to see even where they lie among its own.
    """
    root = Path("/") if rootfs is None else rootfs
    program, own = _program(spec, root)
    secret = [path.resolve() for path in kept_back]
    whole = {*own, *(spec.files or _entries_shown(spec, secret))}
    parts = {part for path in whole for part in _parts_shown(path, secret)}
    if len(parts) > _MOST_ENTRIES:
        raise SpecError(
            f"{spec.text}: keeping the match's own files from the bot takes showing it {len(parts)} files one by one, "
            f"and {_MOST_ENTRIES} is the most; put the replay into another folder than the bot's"
        )
    shown = {path for path in parts if path in own or not path.is_symlink()}
    system, links = _system() if rootfs is None else _whole_root(rootfs, [spec.folder, *shown])
    return ShownFiles(
        system=tuple(system),
        links=tuple(links),
        own=tuple(sorted(path for path in shown if not _is_in_system(path) or rootfs is not None)),
        own_links=tuple((os.readlink(path), path) for path in sorted(parts - shown)),
        command=(program, *spec.command[1:]),
        path=f"{Path(program).parent}:{SYSTEM_PATH}",
    )


_Shown = tuple[list[tuple[Path, Path]], list[tuple[str, Path]]]


def _system() -> _Shown:
    """The folders of the system and the links among them, such as /bin in a system where it is /usr/bin."""
    etc = Path("/etc")
    folders = [(path, path) for pattern in _ETC for path in sorted(etc.glob(pattern)) if path.exists()]
    links: list[tuple[str, Path]] = []
    for top in _SYSTEM_TOPS:
        _show(Path("/", top), Path("/", top), (), folders, links)
    return folders, links


def _whole_root(root: Path, own: Iterable[Path]) -> _Shown:
    """Everything in another root, but for the places of what is the bot's own: its folders are read-only."""
    folders: list[tuple[Path, Path]] = []
    links: list[tuple[str, Path]] = []
    for top in sorted(set(os.listdir(root)) - set(_MADE_ANEW)):
        _show(root / top, Path("/", top), own, folders, links)
    return folders, links


def _show(
    lies: Path,
    found: Path,
    own: Iterable[Path],
    folders: list[tuple[Path, Path]],
    links: list[tuple[str, Path]],
) -> None:
    """Add this folder; where the bot's own is to lie in it, add what else is in it."""
    if lies.is_symlink():
        links.append((os.readlink(lies), found))
    elif not any(path.is_relative_to(found) for path in own):
        if lies.exists():
            folders.append((lies, found))
    elif found not in own and lies.is_dir():
        for entry in sorted(lies.iterdir()):
            _show(entry, found / entry.name, own, folders, links)


def _program(spec: BotSpec, root: Path) -> tuple[str, set[Path]]:
    """What to run, and where it and what it belongs to lie, unless that is a part of the system.

    A bot's manifest may name any path. Only the organiser's word makes something be shown that is neither the system's
    nor the bot's own: a bare command is that, and so is what stands on the PATH.
    """
    program = Path(os.path.normpath(spec.command[0]))
    if root != Path("/"):
        if not _is_in_system(program) and program.is_relative_to(spec.folder):
            return str(program), set()
        inside = root / program.relative_to("/") if program.is_absolute() else None
        if inside is not None and _exists_within(inside, root):
            return str(program), set()
        return _in_system(program.name, root, spec), set()
    if _is_in_system(program) or (program.is_relative_to(spec.folder) and spec.files):
        return str(program), set()
    if spec.files and not _is_the_organisers(program):
        raise SpecError(
            f"{spec.text}: its program {spec.command[0]} is neither in its folder nor in the system, and a contained "
            "bot sees nothing else; name it by one word that is on the PATH, or put it into the folder"
        )
    if _is_script(program) and not program.is_relative_to(spec.folder):
        return _in_system(program.name, root, spec), set()
    return str(program), set(_interpreter(program))


def _is_the_organisers(program: Path) -> bool:
    """Is it what a word on the PATH means here, or the interpreter that runs the referee?"""
    on_path = shutil.which(program.name)
    return str(program) in (os.path.normpath(sys.executable), on_path and os.path.normpath(on_path))


def _exists_within(path: Path, root: Path) -> bool:
    """A link in a foreign root points into that root, not into ours; whether its target is there it says itself."""
    return path.is_symlink() or path.exists()


def _in_system(name: str, root: Path, spec: BotSpec) -> str:
    """The program of this name that the system has; of Python whatever the system calls it."""
    names = (name, "python3") if name.startswith("python") else (name,)
    if root == Path("/"):
        found = next((path for one in names if (path := shutil.which(one, path=SYSTEM_PATH))), None)
    else:
        places = [f"{folder}/{one}" for one in names for folder in SYSTEM_PATH.split(":")]
        found = next((place for place in places if _exists_within(root / place[1:], root)), None)
    if found is None:
        where = "this machine" if root == Path("/") else str(root)
        raise SpecError(
            f"{spec.text}: {spec.command[0]} is not among what a contained bot sees, and {where} has no {name} in "
            f"{' '.join(SYSTEM_PATH.split(':'))}; name the interpreter itself, or play with --sandbox none"
        )
    return found


def _interpreter(program: Path) -> Iterator[Path]:
    """A program outside the system, with the folder of the installation or virtual environment that it is from."""
    seen = program
    while True:
        installation = seen.parent.parent
        if (installation / "pyvenv.cfg").is_file() or _is_installation(installation):
            yield installation
        else:
            yield seen
        if not seen.is_symlink():
            break
        seen = Path(os.path.normpath(seen.parent / os.readlink(seen)))
        if _is_in_system(seen):
            break


def _is_installation(folder: Path) -> bool:
    """Has it programs and libraries, and is it not where a user keeps everything?"""
    holds_a_home = Path.home().is_relative_to(folder) or folder == Path.home() / ".local"
    return not holds_a_home and (folder / "bin").is_dir() and (folder / "lib").is_dir()


def _is_script(program: Path) -> bool:
    """Does another program run it, such as a launcher that chooses a version?"""
    with open(program, "rb") as file:
        return file.read(2) == b"#!"


def _is_in_system(path: Path) -> bool:
    return len(path.parts) > 1 and path.parts[1] in _SYSTEM_TOPS


def _parts_shown(path: Path, kept_back: list[Path]) -> Iterator[Path]:
    """The path itself; of a folder with something in it that is kept back all else that is in it now."""
    resolved = path.resolve()
    if path.is_symlink() or not any(secret.is_relative_to(resolved) for secret in kept_back):
        yield path
    elif resolved not in kept_back and path.is_dir():
        for entry in sorted(path.iterdir()):
            if not entry.name.endswith(_KEPT_BACK):
                yield from _parts_shown(entry, kept_back)


def _entries_shown(spec: BotSpec, kept_back: list[Path]) -> Iterator[Path]:
    """Of a bot that is a bare command: what lies in the folder that it runs in, records and hidden files apart."""
    count = 0
    for entry in sorted(spec.folder.iterdir()):
        resolved = entry.resolve()
        if entry.name.startswith(".") or entry.name.endswith(_KEPT_BACK):
            continue
        if any(path == resolved or path.is_relative_to(resolved) for path in kept_back):
            continue
        count += 1
        if count > _MOST_ENTRIES:
            raise SpecError(
                f"{spec.text}: the folder {spec.folder} has more than {_MOST_ENTRIES} entries, all of which the bot "
                "would be shown; give it a folder of its own with a bot.toml"
            )
        yield entry
