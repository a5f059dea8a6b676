"""Tokens, by which the referee knows whose bot it is that connects.

A token is 256 random bits, told once to the bot's author. The file holds a line for each bot, its name and the SHA-256
of its token: who reads the file can't connect with what is in it. Empty lines and lines beginning with ``#`` are left
alone.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from protocol.session import NAME_PATTERN

_TOKEN_BYTES: Final = 32
_NAME: Final = re.compile(NAME_PATTERN)
_ENTRY: Final = re.compile(rf"({NAME_PATTERN}) sha256:([0-9a-f]{{64}})")


class TokensError(ValueError):
    """A name or a token file that can't be used; the text says what would be right."""


def new_token(file: Path, name: str) -> str:
    """A new token for this name, and only this one from now on; its digest goes into the file, which may be new.

    The file is for its owner alone, and replaced as a whole: a referee that reads it meanwhile sees the old or the new.
    Raises ``TokensError`` for a name that no bot can have and for a file of something else, ``OSError`` where it can't
    be written.
    """
    if not _NAME.fullmatch(name):
        raise TokensError(f"{name!r}: a bot's name is 1 to 32 characters out of A-Z a-z 0-9 . _ -")
    kept = []
    if file.exists():
        read_tokens(file)  # something else than tokens is not to be written over
        kept = [line for line in file.read_text(encoding="utf-8").splitlines() if line.split(" ")[0] != name]
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    _replace(file, "".join(f"{line}\n" for line in [*kept, f"{name} sha256:{_digest(token)}"]))
    return token


def read_tokens(file: Path) -> Mapping[str, str]:
    """The digests by name. Raises ``TokensError`` naming a line that is wrong, ``OSError`` where it can't be read."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise TokensError(f"{file}: is no token file") from None
    digests = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None:
            raise TokensError(f"{file}: line {number} is not a bot's name and the SHA-256 of its token")
        digests[entry[1]] = entry[2]
    return digests


def name_of(token: str, digests: Mapping[str, str]) -> str | None:
    """Whose token it is, None for nobody's."""
    shown = _digest(token)
    found = None
    for name, digest in digests.items():
        if hmac.compare_digest(shown, digest):
            found = name
    return found


def _digest(token: str) -> str:
    return sha256(token.encode(errors="surrogateescape")).hexdigest()


def _replace(file: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # with mode 0600
    try:
        with open(descriptor, "w", encoding="utf-8") as new:
            new.write(text)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
