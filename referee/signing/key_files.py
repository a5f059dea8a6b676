"""Files of keys: a private one alone in a file that only its owner may open, public ones a line each."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from referee.signing.keys import KeyTextError, PrivateKey, PublicKey, read_key

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_MOST_BYTES: Final = 1024 * 1024


class KeyFileError(ValueError):
    """A file that holds no such key; the text names it and says what would be right."""


def private_file(folder: Path, name: str) -> Path:
    """Where the private key of this name lies: ``NAME.key``."""
    return folder / f"{name}.key"


def public_file(folder: Path, name: str) -> Path:
    """Where the public key of this name lies: ``NAME.pub``."""
    return folder / f"{name}.pub"


def write_pair(folder: Path, key: PrivateKey) -> tuple[Path, Path]:
    """Write ``NAME.key``, mode 0600, and ``NAME.pub``; returns both.

    Never writes over anything. Raises ``OSError``, ``FileExistsError`` among them, and then leaves neither file.
    """
    private, public = private_file(folder, key.name), public_file(folder, key.name)
    public_line = key.public().line()
    _write(private, key.line(), 0o600)
    try:
        _write(public, public_line, 0o644)
    except OSError:
        private.unlink()
        raise
    return private, public


def read_private_key(file: Path) -> PrivateKey:
    """The key in this file. Raises ``KeyFileError``, for a file that others may open too, and ``OSError``."""
    with file.open("rb") as opened:
        mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)  # of what is open: nobody can exchange it any more
        content = opened.read(_MOST_BYTES)
    keys = _keys_in(content, file)
    if len(keys) != 1 or not isinstance(keys[0], PrivateKey):
        raise KeyFileError(f"{file}: must hold one private key; `referee keys new` makes NAME.key")
    if mode & _OTHERS:
        raise KeyFileError(
            f"{file}: has mode {mode:04o}, so others than its owner may open it: chmod 600, and make a new key if "
            "somebody did"
        )
    return keys[0]


def read_trusted(files: Sequence[Path]) -> Mapping[str, str]:
    """Names by public key, from all these files. Raises ``KeyFileError``, for a private key too, and ``OSError``."""
    trusted: dict[str, str] = {}
    for file in files:
        for key in read_keys(file):
            if isinstance(key, PrivateKey):
                raise KeyFileError(f"{file}: is a private key, which is for signing; give the public one, NAME.pub")
            if trusted.setdefault(key.text, key.name) != key.name:
                raise KeyFileError(f"{file}: the key of {key.name} is that of {trusted[key.text]} as well")
    return trusted


def read_keys(file: Path) -> list[PublicKey | PrivateKey]:
    """Every key in this file. Raises ``KeyFileError`` for one with none, and ``OSError``."""
    with file.open("rb") as opened:
        keys = _keys_in(opened.read(_MOST_BYTES), file)
    if not keys:
        raise KeyFileError(f"{file}: holds no key")
    return keys


def _keys_in(content: bytes, file: Path) -> list[PublicKey | PrivateKey]:
    """Empty lines and those that begin with ``#`` are left alone.

    LF alone ends a line, and a CR before it: ``splitlines`` has others, after which a key could hide in a remark.
    """
    try:
        lines = [line.removesuffix("\r") for line in content.decode("ascii").split("\n")]
    except UnicodeDecodeError:
        raise KeyFileError(f"{file}: is no key file") from None
    keys = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            keys.append(read_key(line))
        except KeyTextError as error:
            raise KeyFileError(f"{file}: line {number}: {error}") from None
    return keys


def _write(path: Path, text: str, mode: int) -> None:
    """All of it in a new file, on the disk, or nothing. ``mode`` is from the first moment that it is there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
    except OSError as error:
        path.unlink()
        error.filename = str(path)
        raise
