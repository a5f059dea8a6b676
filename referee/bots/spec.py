"""What is to be started: a SPEC from the command line, resolved to a program.

A SPEC beginning with ``./``, ``../`` or ``/`` is a folder with a ``bot.toml``; a bare known word is a sample bot;
anything else is a command, split as a shell splits words and run without one.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from protocol.errors import ManifestError
from protocol.manifest import load_manifest
from protocol.vocabulary import EventDelivery
from sample_bots import SAMPLE_BOTS

_FOLDER_STARTS: Final = ("./", "../", "/")


class SpecError(ValueError):
    """A SPEC that names nothing that can be started; the text says what would be right."""


@dataclass(frozen=True)
class BotSpec:
    """A program that can be started: its command, the folder it runs in, and what is known of it beforehand.

    ``name`` and ``version`` are used until the bot says ``ready``. ``digest`` identifies the files (``b2:`` and
    hex), None where they are not known. ``rules`` are the rule sets it claims, None where it claims nothing.
    """

    text: str
    command: tuple[str, ...]
    folder: Path
    name: str
    version: str = ""
    digest: str | None = None
    events: EventDelivery = "with_request"
    rules: tuple[str, ...] | None = None


def parse_spec(text: str) -> BotSpec:
    """Resolve a SPEC. Raises ``SpecError``."""
    if text in (".", "..") or text.startswith(_FOLDER_STARTS):
        return _folder_spec(text)
    if text in SAMPLE_BOTS:
        return _sample_spec(text)
    return _command_spec(text)


def _sample_spec(name: str) -> BotSpec:
    bot = SAMPLE_BOTS[name]
    return BotSpec(
        text=name,
        command=(sys.executable, str(bot.file)),
        folder=Path.cwd(),
        name=name,
        version=bot.version,
        digest=_digest(bot.file.parent, [bot.file]),
    )


def _folder_spec(text: str) -> BotSpec:
    folder = Path(text)
    if not folder.is_dir():
        raise SpecError(
            f"{text}: is not a folder; a SPEC that begins with ./, ../ or / is a folder with a bot.toml. "
            "A program is given as a command: 'python3 bot.py' or 'bin/bot --fast'"
        )
    try:
        manifest = load_manifest(folder)
    except ManifestError as error:
        raise SpecError(str(error)) from None
    folder = folder.resolve()
    return BotSpec(
        text=text,
        command=(_program(manifest.command[0], folder, text), *manifest.command[1:]),
        folder=folder,
        name=manifest.name,
        version=manifest.version,
        digest=_digest(folder, sorted(path for path in folder.rglob("*") if path.is_file())),
        events=manifest.events,
        rules=tuple(manifest.rules),
    )


def _command_spec(text: str) -> BotSpec:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SpecError(f"{text!r}: can't be split into words: {error}") from None
    if not words:
        raise SpecError("an empty SPEC; give a folder, a sample bot's name or a command")
    folder = Path.cwd()
    try:
        program = _program(words[0], folder, text)
    except SpecError as error:
        known = ", ".join(SAMPLE_BOTS)
        raise SpecError(f"{error}; the sample bots are {known}") from None
    name = "".join(c for c in Path(words[-1]).stem if (c.isalnum() and c.isascii()) or c in "._-")[:32]
    return BotSpec(text=text, command=(program, *words[1:]), folder=folder, name=name or "bot")


def _program(word: str, folder: Path, text: str) -> str:
    """The program's absolute path: beside the bot if the word has a slash, else on PATH."""
    if "/" in word:
        path = folder / word
        if not path.is_file():
            raise SpecError(f"{text}: there is no program {path}")
        return str(path)
    found = shutil.which(word)
    if found is None:
        raise SpecError(f"{text}: there is no program {word!r} on the PATH")
    return found


def _digest(folder: Path, files: list[Path]) -> str:
    """BLAKE2b over the paths within the folder and the contents of these files."""
    digest = blake2b(digest_size=16)
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder)}\0{len(content)}\0".encode())
        digest.update(content)
    return f"b2:{digest.hexdigest()}"
