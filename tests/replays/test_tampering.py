"""A signed record: whatever byte is changed, put in or taken out, it is found."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.replay_records import Reveal, encode_record
from referee.replays.reader import Replay, ReplayError
from referee.replays.signatures import authenticity
from referee.replays.verify import Verification, revealed_seed, verify_replay
from tests.replays.golden import changed, signed_anew
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_signatures import TRUSTED, signature_of


def _signed(is_sealed: bool) -> bytes:
    """A short match, signed; the seed in its end, or behind the signature."""
    lines = MadeRecord().play(3).cancelled()
    if not is_sealed:
        return b"".join([*lines, signature_of(lines)])
    lines = signed_anew([*lines[:-1], changed(lines[-1], seed=None, nonce=None)])
    return b"".join([*lines, signature_of(lines), encode_record(Reveal("made", NONCE))])


RECORDS: Final = {"open": _signed(False), "revealed": _signed(True)}


def verified(content: bytes) -> Verification:
    try:
        return verify_replay(Replay(content))
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)


def is_found(content: bytes) -> bool:
    found = verified(content)
    return found.status != "ok" or authenticity(found.signatures, TRUSTED) != "authenticated"


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_unchanged_it_is_authentic(record: bytes) -> None:
    assert not is_found(record)
    assert revealed_seed(Replay(record)) is not None


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("bit", [0x01, 0x20, 0x80])
def test_every_byte_counts_and_it_is_said_where(record: bytes, bit: int) -> None:
    end_line = next(n for n, line in enumerate(record.splitlines(), 1) if line.startswith(b'{"t":"end"'))
    seed_line = Replay(record).seed_line
    unfound, misplaced = [], []
    for place in range(len(record)):
        found = verified(record[:place] + bytes([record[place] ^ bit]) + record[place + 1 :])
        own_line = record.count(b"\n", 0, place) + 1
        # There; where its digest or the seed that it is committed to stands; at the next, where it is no line any more.
        where = {own_line, end_line, seed_line, own_line + 1} if own_line <= end_line else {own_line}
        if found.status == "ok":
            unfound.append(place)
        if found.status == "differs" and found.line not in where:
            misplaced.append((place, found.line, found.reason))
    assert (unfound, misplaced) == ([], [])


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_every_byte_is_needed(record: bytes) -> None:
    assert [n for n in range(len(record)) if not is_found(record[:n] + record[n + 1 :])] == []
    assert [n for n in range(len(record)) if not is_found(record[:n])] == []


@given(record=st.sampled_from(list(RECORDS.values())), data=st.data())
def test_no_byte_can_be_put_in_or_exchanged(record: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(record)))
    taken = data.draw(st.integers(0, 3))
    put = data.draw(st.binary(max_size=3) | st.sampled_from([b" ", b"\n", b"\r", b"\r\n", b",", b"{}\n", b"\\"]))
    other = record[:place] + put + record[place + taken :]
    assert other == record or is_found(other)


@given(record=st.sampled_from(list(RECORDS.values())), data=st.data())
def test_no_line_can_be_moved_doubled_or_taken_out(record: bytes, data: st.DataObject) -> None:
    lines = record.splitlines(keepends=True)
    order = data.draw(st.permutations(range(len(lines))) | st.lists(st.sampled_from(range(len(lines))), max_size=12))
    other = b"".join(lines[index] for index in order)
    same = [record]
    if Replay(record).reveal is not None:  # the seed may be revealed before a signature or after it
        same.append(b"".join([*lines[:-2], lines[-1], lines[-2]]))
    assert is_found(other) is (other not in same)
