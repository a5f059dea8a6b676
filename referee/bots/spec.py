"""What is to be started: a SPEC from the command line, resolved to a program.

A SPEC beginning with ``./``, ``../`` or ``/`` is a folder with a ``bot.toml``; a bare known word is a sample bot;
``human`` is a person at the terminal, ``wait:PORT`` a bot that its author starts and ``remote:NAME`` one that connects
with a token; anything else is a command, split as a shell splits words and run without one.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import engine
import protocol
import sample_bots
from protocol.errors import ManifestError
from protocol.manifest import MANIFEST_FILE, BotManifest, load_manifest
from protocol.session import NAME_PATTERN
from protocol.vocabulary import EventDelivery, MatchesPerProcess
from referee.bots.building import build_line
from referee.bots.program_files import files_digest, program_files
from sample_bots import SAMPLE_BOTS

_FOLDER_STARTS: Final = ("./", "../", "/")


class SpecError(ValueError):
    """A SPEC that names nothing that can be started; the text says what would be right, in one line.

    It may quote a manifest of somebody else's, who is not to write lines of ours.
    """

    def __init__(self, text: str) -> None:
        super().__init__("".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text))


@dataclass(frozen=True)
class BotSpec:
    """A program that can be started: its command, the folder it runs in, and what is known of it beforehand.

    ``name`` and ``version`` are used until the bot says ``ready``. ``digest`` identifies the files (``b2:`` and
    hex), None where they are not known. ``rules`` are the rule sets it claims, None where it claims nothing.
    ``files`` are the folders that the program consists of; empty for a bare command, of which that is not known.
    ``matches``: whether one process can play many, one after another. ``build`` is the line that builds the program,
    which its author types; empty where there is nothing to build.
    """

    text: str
    command: tuple[str, ...]
    folder: Path
    name: str
    version: str = ""
    digest: str | None = None
    events: EventDelivery = "with_request"
    rules: tuple[str, ...] | None = None
    files: tuple[Path, ...] = ()
    matches: MatchesPerProcess = "one"
    build: str = ""


@dataclass(frozen=True)
class HumanSpec:
    """A person who plays from the terminal. What is shown of the others' moves is shown as they happen."""

    text: str = "human"
    name: str = "human"
    version: str = ""
    digest: str | None = None
    events: EventDelivery = "at_once"
    rules: tuple[str, ...] | None = None


@dataclass(frozen=True)
class WaitSpec:
    """A bot that its author starts, under a debugger for instance, and that connects to a port of this machine."""

    text: str
    port: int
    name: str = "waited-for"
    version: str = ""
    digest: str | None = None
    events: EventDelivery = "with_request"
    rules: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RemoteSpec:
    """A bot that runs elsewhere and connects with the token that was made for this name."""

    text: str
    name: str
    version: str = ""
    digest: str | None = None
    events: EventDelivery = "with_request"
    rules: tuple[str, ...] | None = None


Spec = BotSpec | HumanSpec | WaitSpec | RemoteSpec
_WAIT: Final = "wait:"
_REMOTE: Final = "remote:"
_NAME: Final = re.compile(NAME_PATTERN)
_PORT: Final = re.compile("[0-9]{1,5}")


def parse_spec(text: str) -> Spec:
    """Resolve a SPEC. Raises ``SpecError``."""
    if text == HumanSpec.text:
        return HumanSpec()
    if text.startswith(_WAIT):
        return _wait_spec(text)
    if text.startswith(_REMOTE):
        return _remote_spec(text)
    if text in (".", "..") or text.startswith(_FOLDER_STARTS):
        return _folder_spec(text)
    if text in SAMPLE_BOTS:
        return _sample_spec(text)
    return _command_spec(text)


def _wait_spec(text: str) -> WaitSpec:
    port = text.removeprefix(_WAIT)
    if not (_PORT.fullmatch(port) and 1 <= int(port) <= 65_535):
        raise SpecError(f"{text}: must be wait:PORT with a port from 1 to 65535, such as wait:4000")
    return WaitSpec(text, int(port))


def _remote_spec(text: str) -> RemoteSpec:
    name = text.removeprefix(_REMOTE)
    if not _NAME.fullmatch(name):
        raise SpecError(f"{text}: must be remote:NAME, the name being 1 to 32 characters out of A-Z a-z 0-9 . _ -")
    return RemoteSpec(text, name)


def _sample_spec(name: str) -> BotSpec:
    bot = SAMPLE_BOTS[name]
    return BotSpec(
        text=name,
        command=(sys.executable, str(bot.file)),
        folder=Path(sample_bots.__file__).parent,
        name=name,
        version=bot.version,
        digest=_sample_digest(),
        matches=bot.matches,
        files=tuple(Path(str(package.__file__)).parent for package in (sample_bots, protocol, engine)),
    )


@cache
def _sample_digest() -> str:
    """Of all sample bots together, since some of them build on others."""
    folder = Path(sample_bots.__file__).parent
    return files_digest(folder, (path for path in program_files(folder) if path.suffix == ".py"))


def _folder_spec(text: str) -> BotSpec:
    folder = Path(text)
    try:
        if not folder.is_dir():
            raise SpecError(
                f"{text}: is not a folder; a SPEC that begins with ./, ../ or / is a folder with a bot.toml. "
                f"A program is given as a command: 'python3 bot.py', 'bin/bot --fast' or, by such a path, 'env {text}'"
            )
        if not (folder / MANIFEST_FILE).exists():
            raise SpecError(f"{text}: the folder has no {MANIFEST_FILE}")
        manifest = load_manifest(folder)
        folder = folder.resolve()
        _check_is_built(manifest, folder, text)
        digest = files_digest(folder, program_files(folder))
    except ManifestError as error:
        raise SpecError(str(error)) from None
    except OSError as error:
        raise SpecError(f"{text}: {error.filename}: {error.strerror}") from None
    return BotSpec(
        text=text,
        command=(_program(manifest.command[0], folder, text), *manifest.command[1:]),
        folder=folder,
        name=manifest.name,
        version=manifest.version,
        digest=digest,
        events=manifest.events,
        matches=manifest.matches,
        build=build_line(manifest.build, text) if manifest.build else "",
        rules=tuple(manifest.rules),
        files=(folder,),
    )


def _check_is_built(manifest: BotManifest, folder: Path, text: str) -> None:
    """Of a program that its build makes, and that is not there, say how it is made: nobody but its author runs that."""
    program = manifest.command[0]
    if manifest.build and "/" in program and not os.path.lexists(folder / program):
        raise SpecError(f"{text}: is not built, {program} is not there. Build it: {build_line(manifest.build, text)}")


def _command_spec(text: str) -> BotSpec:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SpecError(f"{text!r}: can't be split into words: {error}") from None
    if "\0" in text:
        raise SpecError(f"{text!r}: has a NUL character, which no argument of a program can have")
    if not words:
        raise SpecError("an empty SPEC; give a folder, a sample bot's name or a command")
    folder = Path.cwd()
    try:
        program = _program(words[0], folder, text)
    except SpecError as error:
        if words[0] in SAMPLE_BOTS:
            raise SpecError(f"{text}: the sample bot {words[0]} takes no arguments") from None
        known = ", ".join(SAMPLE_BOTS)
        raise SpecError(f"{error}; the sample bots are {known}") from None
    name = "".join(c for c in Path(words[-1]).stem if (c.isalnum() and c.isascii()) or c in "._-")[:32]
    return BotSpec(text=text, command=(program, *words[1:]), folder=folder, name=name or "bot")


def _program(word: str, folder: Path, text: str) -> str:
    """The program's absolute path: beside the bot if the word has a slash, else on PATH."""
    if "/" in word:
        path = folder / word
        if not os.path.isfile(path):  # false, where pathlib would raise, for a path too long to be one
            raise SpecError(f"{text}: there is no program {path}")
        if not os.access(path, os.X_OK):
            raise SpecError(f"{text}: {path} can't be run: make it executable with chmod +x, or name its interpreter")
        return str(path)
    found = shutil.which(word)
    if found is None:
        raise SpecError(f"{text}: there is no program {word!r} on the PATH")
    return found
