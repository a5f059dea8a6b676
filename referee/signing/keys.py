"""Keys that sign replays and rulings: Ed25519, each with the name of who holds it.

As text a key is one line, ``ed25519:`` and 32 bytes in base64, a space and the name; a private one begins with
``ed25519-private:``. Arithmetic is done by cryptography, which the extra ``sign`` brings and nothing loads before.
"""

from __future__ import annotations

import base64
import binascii
import re
import secrets
from dataclasses import dataclass, field
from typing import Final

from protocol.session import NAME_PATTERN

NEEDS_SIGN: Final = "signatures need cryptography: pip install 'catan-referee[sign]'"
NAME_RULE: Final = "a name is 1 to 32 characters out of A-Z a-z 0-9 . _ -"
PUBLIC: Final = "ed25519:"
PRIVATE: Final = "ed25519-private:"
_NAME: Final = re.compile(NAME_PATTERN)
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64


class SigningUnavailable(RuntimeError):
    """cryptography is not installed; the text says what to install."""


class KeyTextError(ValueError):
    """Text that is no key, or no name of one; it says what would be right, and never shows a private key."""


@dataclass(frozen=True)
class PublicKey:
    """What a signature is checked with. ``text`` is ``ed25519:`` and the key, in its only spelling."""

    text: str
    name: str

    def line(self) -> str:
        """The key as one line of a key file."""
        return f"{self.text} {self.name}\n"


@dataclass(frozen=True)
class PrivateKey:
    """What signs. ``seed``: the 32 secret bytes of RFC 8032, kept out of every ``repr``."""

    seed: bytes = field(repr=False)
    name: str

    def line(self) -> str:
        """The key as the only line of its file."""
        return f"{PRIVATE}{_base64(self.seed)} {self.name}\n"

    def public(self) -> PublicKey:
        """The key that others check with. Raises ``SigningUnavailable``."""
        check_available()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        raw = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return PublicKey(PUBLIC + _base64(raw), self.name)

    def sign(self, message: bytes) -> str:
        """The signature of this message, in base64, always the same one. Raises ``SigningUnavailable``."""
        check_available()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return _base64(Ed25519PrivateKey.from_private_bytes(self.seed).sign(message))


def check_available() -> None:
    """Raise ``SigningUnavailable`` unless signatures can be made and checked here."""
    if not is_available():
        raise SigningUnavailable(NEEDS_SIGN)


def is_available() -> bool:
    """Whether signatures can be made and checked here."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401
    except ImportError:
        return False
    return True


def new_key(name: str) -> PrivateKey:
    """A new key from the system's randomness. Raises ``KeyTextError`` for a name that none can have."""
    return PrivateKey(secrets.token_bytes(_KEY_BYTES), checked_name(name))


def checked_name(name: str) -> str:
    """The name, if a key may have it; else raises ``KeyTextError``."""
    if not _NAME.fullmatch(name):
        raise KeyTextError(f"{name!r}: {NAME_RULE}")
    return name


def read_key(line: str) -> PublicKey | PrivateKey:
    """The key in this line, without its LF. Raises ``KeyTextError``."""
    text, _, name = line.partition(" ")
    if text.startswith(PRIVATE):
        return PrivateKey(_bytes_of(text.removeprefix(PRIVATE), _KEY_BYTES), checked_name(name))
    if text.startswith(PUBLIC):
        return PublicKey(checked_key(text), checked_name(name))
    raise KeyTextError(f"a key is {PUBLIC}<base64> NAME, or {PRIVATE}<base64> NAME")


def checked_key(text: str) -> str:
    """The public key, if it is one and spelled as the referee does; else raises ``KeyTextError``."""
    if not text.startswith(PUBLIC):
        raise KeyTextError(f"a public key begins with {PUBLIC}")
    _bytes_of(text.removeprefix(PUBLIC), _KEY_BYTES)
    return text


def is_signed(message: bytes, key: str, signature: str) -> bool:
    """Did the holder of this public key sign this message?

    Raises ``KeyTextError`` for a key or a signature that is none, and for another spelling of either, and
    ``SigningUnavailable``.
    """
    check_available()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    raw = _bytes_of(checked_key(key).removeprefix(PUBLIC), _KEY_BYTES)
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(_bytes_of(signature, _SIGNATURE_BYTES), message)
    except InvalidSignature:
        return False
    return True


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _bytes_of(text: str, length: int) -> bytes:
    """These bytes, if it is their only spelling: the last letter has bits that a decoder would let be anything."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != length or _base64(raw) != text:
        raise KeyTextError(f"must be {length} bytes in base64")
    return raw
