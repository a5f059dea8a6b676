"""What identifies a bot's program: the files that it consists of.

Left out is what appears by running or keeping a program and not by writing it: ``__pycache__``, and names that
begin with a dot, such as ``.git`` and ``.venv``.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import Final, NoReturn

_DIGEST_BYTES: Final = 32
MOST_GIB: Final = 4
"""How much a bot's folder may hold; all of it is read before every match."""


def program_files(folder: Path) -> list[Path]:
    """The regular files and the links in a bot's folder and in the folders in it, sorted; no link is followed.

    Raises ``OSError``, naming it, for a folder that can't be read.
    """
    return sorted(_walk(folder))


def files_digest(folder: Path, files: Iterable[Path]) -> str:
    """``b2:`` and BLAKE2b-128 in hex over the paths within ``folder`` and the contents of these files.

    Of a link its target's name counts: a link may lead to what is no file of the bot's, or has no end. Raises
    ``OSError``, naming it, for a file that can't be read, and where there is more than ``MOST_GIB``.
    """
    digest, room = blake2b(digest_size=_DIGEST_BYTES), MOST_GIB * 1024**3
    for path in files:
        try:
            room -= path.lstat().st_size
            if room < 0:
                raise OSError(errno.EFBIG, f"with it the folder has more than {MOST_GIB} GiB")
            content = _content_digest(path)
        except OSError as error:
            error.filename = str(path)  # only opening says it by itself
            raise
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0" + content)
    return f"b2:{digest.hexdigest()}"


def _content_digest(path: Path) -> bytes:
    if path.is_symlink():
        return blake2b(b"link to " + os.fsencode(os.readlink(path))).digest()
    with path.open("rb") as file:
        return file_digest(file, blake2b).digest()


def _walk(folder: Path) -> Iterator[Path]:
    for inner, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if _is_written(name)]
        for name in filter(_is_written, names + folders):
            path = Path(inner, name)
            if path.is_symlink() or path.is_file():
                yield path


def _is_written(name: str) -> bool:
    return name != "__pycache__" and not name.startswith(".")


def _raise(error: OSError) -> NoReturn:
    raise error
