"""Keys: the published vector, one spelling for each, and no secret in what is shown."""

from __future__ import annotations

import base64

import pytest

from referee.signing.keys import KeyTextError, PrivateKey, PublicKey, checked_key, is_signed, new_key, read_key

# RFC 8032, section 7.1, test 2.
SEED = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
KEY = PrivateKey(SEED, "organiser")


def text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def test_the_published_vector() -> None:
    assert KEY.public() == PublicKey(f"ed25519:{text(PUBLIC)}", "organiser")
    assert KEY.sign(b"\x72") == text(SIGNATURE)
    assert is_signed(b"\x72", KEY.public().text, text(SIGNATURE))


def test_another_message_key_or_signature_does_not_fit() -> None:
    other = new_key("other")
    assert not is_signed(b"\x73", KEY.public().text, KEY.sign(b"\x72"))
    assert not is_signed(b"\x72", other.public().text, KEY.sign(b"\x72"))
    assert not is_signed(b"\x72", KEY.public().text, other.sign(b"\x72"))


def test_a_key_is_read_as_it_was_written() -> None:
    assert read_key(KEY.line().rstrip("\n")) == KEY
    assert read_key(KEY.public().line().rstrip("\n")) == KEY.public()


def test_two_new_keys_are_not_the_same() -> None:
    assert new_key("a").seed != new_key("a").seed


def test_a_private_key_is_not_shown_by_accident() -> None:
    assert text(SEED) not in repr(KEY) + str(KEY)
    assert repr(SEED) not in repr(KEY)


@pytest.mark.parametrize("name", ["", "a b", "a" * 33, "a\n", "x/y", "\x1b[31m"])
def test_a_name_that_none_can_have_is_refused(name: str) -> None:
    with pytest.raises(KeyTextError, match="1 to 32 characters"):
        new_key(name)


SHORT = text(PUBLIC[:-1])
LOOSE = text(PUBLIC)[:-2] + chr(ord(text(PUBLIC)[-2]) + 1) + "="
"""The same bytes to a decoder that ignores the bits left over."""


@pytest.mark.parametrize(
    "wrong",
    ["", "ed25519:", f"ed25519:{SHORT}", f"ed25519:{text(PUBLIC)}=", f"ed25519:{text(PUBLIC)}\n", f"ed25519:{LOOSE}",
     f"rsa:{text(PUBLIC)}", text(PUBLIC), f"ed25519: {text(PUBLIC)}", "ed25519:é"],
)  # fmt: skip
def test_a_key_has_one_spelling(wrong: str) -> None:
    if wrong.endswith(LOOSE):
        assert base64.b64decode(LOOSE) == PUBLIC
    with pytest.raises(KeyTextError):
        checked_key(wrong)
    with pytest.raises(KeyTextError):
        read_key(f"{wrong} organiser")


@pytest.mark.parametrize("wrong", ["", text(SIGNATURE)[:-4], text(SIGNATURE) + "\n", "!" * 88, text(SIGNATURE[:-1])])
def test_a_signature_has_one_spelling(wrong: str) -> None:
    with pytest.raises(KeyTextError, match="64 bytes in base64"):
        is_signed(b"\x72", KEY.public().text, wrong)
