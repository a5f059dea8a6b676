"""`bot.toml`: what a bot is called, how it is built and started, and what it asks for."""

import re
import stat
import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from protocol import PROTOCOL_VERSION
from protocol.errors import ManifestError
from protocol.session import NAME_PATTERN, VERSION_PATTERN
from protocol.vocabulary import EventDelivery, MatchesPerProcess

MANIFEST_FILE = "bot.toml"
MOST_BYTES = 65_536
"""How long a manifest may be."""

Argument = Annotated[str, Meta(pattern=r"^[^\x00]*$", max_length=4096)]
Command = Annotated[list[Argument], Meta(min_length=1, max_length=256)]
"""Bounded, for a command that no system could take would be found out in the middle of a match."""


# `$` alone would let a line end pass in Python; in the dialect of JSON Schema the look-ahead changes nothing.
_NAME = rf"^{NAME_PATTERN}(?!\n)$"
_VERSION = rf"^({VERSION_PATTERN})?(?!\n)$"


class BotManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a `bot.toml`; only `name` and `command` must be there."""

    name: Annotated[str, Meta(pattern=_NAME)]
    command: Command
    """A list, run in the bot's own folder without a shell."""
    version: Annotated[str, Meta(pattern=_VERSION)] = ""
    authors: list[str] = []
    team: str = ""
    build: list[Command] = []
    """Commands run once, in order, before the first match."""
    protocol: Annotated[int, Meta(ge=PROTOCOL_VERSION, le=PROTOCOL_VERSION)] = PROTOCOL_VERSION
    rules: list[str] = field(default_factory=lambda: ["competition"])
    """Rule sets that the bot can play."""
    matches: MatchesPerProcess = "one"
    """`many`: one process plays match after match; trusted, unrated play only."""
    events: EventDelivery = "with_request"
    """`at_once`: each event is sent as it happens instead of with the bot's next request."""


RIGHT_VALUES: dict[str, str] = {
    "name": '1 to 32 characters out of A-Z a-z 0-9 . _ -, as in name = "settler"',
    "command": 'a list of 1 to 256 strings, as in command = ["python3", "settler.py"]',
    "version": 'up to 32 printable ASCII characters without spaces, as in version = "1.4"',
    "authors": 'a list of strings, as in authors = ["A. Uthor"]',
    "team": 'a string, as in team = "Longest Roadies"',
    "build": 'a list of commands, each a list of strings, as in build = [["make", "-s"]]',
    "protocol": f"the number {PROTOCOL_VERSION}",
    "rules": 'a list of strings, as in rules = ["competition"]',
    "matches": '"one" or "many"',
    "events": '"with_request" or "at_once"',
}
"""Per key, what would be right; every field of BotManifest has its line."""

_AT_KEY = re.compile(r" - at `\$\.(\w+)")
_NAMED_KEY = re.compile(r"field `([^`]*)`")


def load_manifest(folder: Path) -> BotManifest:
    """Read the `bot.toml` in `folder`; ManifestError where there is none or it is wrong.

    The folder may be anybody's: what would be read without end, or is no file of the folder, is not read at all.
    """
    path = folder / MANIFEST_FILE
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise ManifestError("must be a file, and no link")
        if status.st_size > MOST_BYTES:
            raise ManifestError(f"has more than {MOST_BYTES} bytes")
        return parse_manifest(path.read_bytes())
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror or error}") from error
    except ManifestError as error:
        raise ManifestError(f"{path}: {error}") from error


def parse_manifest(text: bytes) -> BotManifest:
    """The manifest in the text of a `bot.toml`; ManifestError naming the key and what would be right."""
    try:
        table = tomllib.loads(text.removeprefix(BOM_UTF8).decode())  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        raise ManifestError(f"not UTF-8 at byte {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"not TOML: {error}") from error
    except RecursionError:
        raise ManifestError("nested too deeply") from None
    except ValueError:
        raise ManifestError("a number has too many digits") from None
    try:
        return msgspec.convert(table, BotManifest)
    except msgspec.ValidationError as error:
        raise ManifestError(_explain(table, str(error))) from error


def _explain(table: Mapping[str, object], reason: str) -> str:
    unknown = [key for key in table if key not in RIGHT_VALUES]
    if unknown:
        return f"unknown key {unknown[0]!r}; known: {', '.join(RIGHT_VALUES)}"
    found = _AT_KEY.search(reason)
    if found:
        return f"{found[1]} is not {RIGHT_VALUES[found[1]]}"
    missing = _NAMED_KEY.search(reason)
    if missing:
        return f"{missing[1]} is missing: {RIGHT_VALUES[missing[1]]}"
    return reason
