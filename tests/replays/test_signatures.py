"""Signed records: signing and what is refused; a seed that is revealed later; signatures that do not fit."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from protocol.replay_records import Signature, encode_record
from protocol.signed import replay_message
from referee.replays.additions import MOST_SIGNATURES
from referee.replays.reveal import reveal
from referee.replays.sign import SignError, sign
from referee.replays.signatures import authenticity, trusted_names
from referee.replays.verify import verify
from referee.signing.keys import PrivateKey
from tests.kit.disk import files_no_longer_than
from tests.replays.golden import FOLDER, ROLL_CAP, SIGNER, VICTORY, assert_differs, changed, lines_of, signed_anew
from tests.replays.test_sealed import REVEAL, SECRET, sealed_lines, write

KEY = PrivateKey(bytes(range(32)), "organiser")
DEPUTY = PrivateKey(bytes(32), "deputy")
TRUSTED = {KEY.public().text: "the organiser"}


def signature_of(lines: list[bytes], key: PrivateKey = KEY, by: str | None = None) -> bytes:
    """A line that signs the record of these, whatever stands in them."""
    end = next(json.loads(line) for line in lines if line.startswith(b'{"t":"end"'))
    name = key.name if by is None else by
    return encode_record(Signature(key.public().text, name, key.sign(replay_message(end["record_digest"], name))))


# -- signing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_a_signature_is_one_more_line(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, lines_of(VICTORY), name)
    before, unsigned = path.read_bytes(), verify(path)
    line = sign(path, KEY)
    after = path.read_bytes()
    assert after.startswith(before)
    content = gzip.decompress(after) if name.endswith(".gz") else after
    assert content == b"".join([*lines_of(VICTORY), signature_of(lines_of(VICTORY))])
    found = verify(path)
    assert found.signatures == (line,)
    assert (found.status, found.game_digest, found.record_digest) == (
        "ok",
        unsigned.game_digest,
        unsigned.record_digest,
    )


def test_a_record_is_authenticated_by_a_key_that_is_trusted_and_by_no_other(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY))
    assert authenticity(verify(path).signatures, TRUSTED) == "unsigned"
    sign(path, DEPUTY)
    assert authenticity(verify(path).signatures, TRUSTED) == "unknown_key"
    sign(path, KEY)
    found = verify(path)
    assert authenticity(found.signatures, TRUSTED) == "authenticated"
    assert trusted_names(found.signatures, TRUSTED) == ["the organiser"]  # the name that is trusted, not that it gives


@pytest.mark.parametrize("name", ["signed.jsonl", "signed_then_revealed.jsonl.gz"])
def test_the_golden_signatures_fit_for_ever(name: str) -> None:
    found = verify(FOLDER / name)
    assert found.status == "ok"
    assert authenticity(found.signatures, {SIGNER.public().text: SIGNER.name}) == "authenticated"


@pytest.mark.parametrize("is_signed_first", [True, False])
def test_a_sealed_record_stays_signed_when_its_seed_is_revealed(tmp_path: Path, is_signed_first: bool) -> None:
    path = write(tmp_path, sealed_lines(), secret=SECRET)
    if is_signed_first:
        sign(path, KEY)
        assert verify(path).is_sealed
        reveal(path)
    else:
        reveal(path)
        sign(path, KEY)
    found = verify(path)
    assert (found.status, found.is_sealed) == ("ok", False)
    assert authenticity(found.signatures, TRUSTED) == "authenticated"


def test_the_signature_of_a_sealed_record_is_checked_without_its_seed(tmp_path: Path) -> None:
    lines = sealed_lines()
    found = verify(write(tmp_path, [*lines, signature_of(lines)]))
    assert (found.status, authenticity(found.signatures, TRUSTED)) == ("sealed", "authenticated")
    found = verify(write(tmp_path, [*lines, signature_of(lines_of(ROLL_CAP))]))
    assert_differs(found, len(lines) + 1, "signature of 'organiser'", "not of this record")


def test_another_seed_is_not_revealed_behind_a_signature(tmp_path: Path) -> None:
    lines = sealed_lines()
    lines += [signature_of(lines), changed(REVEAL, seed="another"), signature_of(lines, DEPUTY)]
    assert_differs(verify(write(tmp_path, lines)), len(lines) - 1, "committed")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        pytest.param([*lines_of(VICTORY), signature_of(lines_of(VICTORY))], "signed by this key already", id="again"),
        pytest.param(lines_of(VICTORY)[:40], "sealed|interrupted", id="interrupted"),
        pytest.param(sealed_lines(), "sealed: .*its seed is not revealed", id="without its seed"),
        pytest.param([*lines_of(VICTORY), b"{}\n"], "differs at line", id="differs"),
        pytest.param([b"no replay\n"], "line 1", id="no replay"),
    ],
)
def test_what_can_not_be_signed_is_refused_and_left_alone(tmp_path: Path, lines: list[bytes], words: str) -> None:
    path = write(tmp_path, lines)
    with pytest.raises(SignError, match=words):
        sign(path, KEY)
    assert path.read_bytes() == b"".join(lines)


def test_on_a_full_disk_the_record_stays_unsigned(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY))
    before = path.read_bytes()
    with files_no_longer_than(len(before) + 20), pytest.raises(OSError, match="too large") as caught:
        sign(path, KEY)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == before


# -- signatures that do not fit --------------------------------------------------------------------------------


def test_a_signature_is_for_one_record(tmp_path: Path) -> None:
    lines = [*lines_of(VICTORY), signature_of(lines_of(ROLL_CAP))]
    assert_differs(verify(write(tmp_path, lines)), len(lines), "not of this record")


def test_nobody_signs_in_anothers_name(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    for values in ({"by": "deputy"}, {"key": DEPUTY.public().text}):
        changed_line = changed(signature_of(lines), **values)
        assert_differs(verify(write(tmp_path, [*lines, changed_line])), len(lines) + 1, "not of this record")


def test_a_change_of_what_only_the_referee_saw_is_found_in_a_signed_record(tmp_path: Path) -> None:
    """In an unsigned one it is not, where the digest is made anew."""
    lines = lines_of(VICTORY)
    other = signed_anew([changed(lines[0], match_id="m-OTHER"), *lines[1:]])
    assert verify(write(tmp_path, other)).status == "ok"
    assert_differs(verify(write(tmp_path, [*other, signature_of(lines)])), len(lines) + 1, "not of this record")


SIGNED = signature_of(lines_of(VICTORY))


@pytest.mark.parametrize(
    ("added", "place", "words"),
    [
        ([SIGNED, SIGNED], 2, "second signature by the key"),
        ([SIGNED.replace(b'","by"', b'", "by"')], 1, "not spelled as"),
        ([SIGNED.replace(b"organiser", b"\\u006frganiser")], 1, "not spelled as"),
        ([SIGNED[:-2] + b',"more":1}\n'], 1, "not spelled as"),
        ([SIGNED[:-1] + b" \n"], 1, "LF"),
        ([SIGNED[:-1] + b"\r\n"], 1, "LF"),
        ([SIGNED[:-1]], 1, "comes after the end"),
        ([SIGNED[:60]], 1, "comes after the end"),
        ([SIGNED, b"{}\n"], 2, "comes after the end"),
        ([changed(SIGNED, signature="")], 1, "64 bytes in base64"),
        ([changed(SIGNED, key="ed25519:")], 1, "32 bytes in base64"),
        ([changed(SIGNED, key="rsa:")], 1, "begins with ed25519:"),
        ([REVEAL], 1, "was not sealed"),
        ([SIGNED, REVEAL], 2, "was not sealed"),
    ],
)
def test_a_line_that_can_not_be_added_is_named(tmp_path: Path, added: list[bytes], place: int, words: str) -> None:
    lines = lines_of(VICTORY)
    assert_differs(verify(write(tmp_path, [*lines, *added])), len(lines) + place, words)


@pytest.mark.parametrize("place", [1, 10, -1])
def test_a_signature_stands_behind_the_end(tmp_path: Path, place: int) -> None:
    lines = lines_of(VICTORY)
    lines.insert(place, SIGNED)
    found = verify(write(tmp_path, signed_anew(lines)))
    assert_differs(found, lines.index(SIGNED) + 1, "signature before the end")


def test_there_is_an_end_to_signatures(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    many = [signature_of(lines, PrivateKey(bytes([number] * 32), "x")) for number in range(MOST_SIGNATURES + 1)]
    path = write(tmp_path, [*lines, *many[:-1]])
    assert len(verify(path).signatures) == MOST_SIGNATURES
    with pytest.raises(SignError, match=f"has {MOST_SIGNATURES} signatures"):
        sign(path, KEY)
    assert_differs(verify(write(tmp_path, [*lines, *many])), len(lines) + len(many), "too many")


def test_a_name_of_any_letters_is_signed_as_it_is(tmp_path: Path) -> None:
    """Our keys have plain names, but what others write must not be read as another name."""
    lines = lines_of(VICTORY)
    found = verify(write(tmp_path, [*lines, signature_of(lines, by="Zoë\n\x1b[31m")]))
    assert (found.status, found.signatures[0].by) == ("ok", "Zoë\n\x1b[31m")
