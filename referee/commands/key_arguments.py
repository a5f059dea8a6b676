"""Keys that are named on a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.commands.arguments import UsageError
from referee.signing.key_files import KeyFileError, read_private_key, read_trusted
from referee.signing.keys import PrivateKey, SigningUnavailable, check_available


def signing_key(file: Path, option: str) -> PrivateKey:
    """The private key in this file. Raises ``UsageError`` for a file of none, and where nothing can be signed here."""
    try:
        check_available()
        return read_private_key(file)
    except (KeyFileError, SigningUnavailable) as error:
        raise UsageError(f"{option} {error}") from None
    except OSError as error:
        raise UsageError(f"{option} {file}: {error.strerror}") from None


def trusted_keys(files: Sequence[Path]) -> Mapping[str, str]:
    """Names by public key. Raises ``UsageError`` as ``signing_key`` does."""
    if not files:
        return {}
    try:
        check_available()
        return read_trusted(files)
    except (KeyFileError, SigningUnavailable) as error:
        raise UsageError(f"--keys {error}") from None
    except OSError as error:
        raise UsageError(f"--keys {error.filename}: {error.strerror}") from None
