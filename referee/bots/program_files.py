"""What identifies a bot's program: the files that it consists of.

Left out is what appears by running or keeping a program and not by writing it: ``__pycache__``, and names that
begin with a dot, such as ``.git`` and ``.venv``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import NoReturn

_DIGEST_BYTES = 16


def program_files(folder: Path) -> list[Path]:
    """The regular files of a bot's folder and of the folders in it, sorted; links to folders are not followed.

    Raises ``OSError``, naming it, for a folder that can't be read.
    """
    return sorted(_walk(folder))


def files_digest(folder: Path, files: Iterable[Path]) -> str:
    """``b2:`` and BLAKE2b-128 in hex over the paths within ``folder`` and the contents of these files.

    Raises ``OSError``, naming it, for a file that can't be read.
    """
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for path in files:
        try:
            with path.open("rb") as file:
                content = file_digest(file, blake2b).digest()
        except OSError as error:
            error.filename = str(path)  # only opening says it by itself
            raise
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0" + content)
    return f"b2:{digest.hexdigest()}"


def _walk(folder: Path) -> Iterator[Path]:
    for inner, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if _is_written(name)]
        yield from (path for name in names if _is_written(name) and (path := Path(inner, name)).is_file())


def _is_written(name: str) -> bool:
    return name != "__pycache__" and not name.startswith(".")


def _raise(error: OSError) -> NoReturn:
    raise error
