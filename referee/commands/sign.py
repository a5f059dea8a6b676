"""``referee replay sign``: stands for a recorded match."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.commands.key_arguments import signing_key
from referee.exit_status import FINE
from referee.replays.render.escape import printable
from referee.replays.sign import SignError
from referee.replays.sign import sign as sign_record


def sign(file: Annotated[Path, Parameter(name="FILE")], /, *, key: Path) -> int:
    """Sign a replay: check that it plays back, and add a signature to it as its last line.

    Everything up to its end is signed, also a seed that is still sealed: it can be revealed later without another
    signature. A replay may have several signatures, one a key.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    key
        The private key, from referee keys new.
    """
    private = signing_key(key, "--key")
    try:
        line = sign_record(file, private)
    except SignError as error:
        raise UsageError(f"{file}: {error}") from None
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    print(f"signed {printable(str(file), 4000)} by {line.by} {line.key}")
    return FINE
