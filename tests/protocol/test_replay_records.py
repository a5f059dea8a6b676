"""Replay records: the same bytes in and out, and errors that name the place."""

import pytest

from protocol.errors import ProtocolError, UnknownTypeError
from protocol.replay_records import RECORD_TYPES, Ply, decode_record, encode_record


def test_every_golden_record_is_written_as_it_was_read(golden_records: list[bytes]) -> None:
    for line in golden_records:
        assert encode_record(decode_record(line)) == line


def test_the_goldens_show_every_record(golden_records: list[bytes]) -> None:
    assert {type(decode_record(line)) for line in golden_records} == set(RECORD_TYPES)


def test_chance_is_dice_a_card_or_nothing(golden_records: list[bytes]) -> None:
    plies = [record for line in golden_records if isinstance(record := decode_record(line), Ply)]
    assert [ply.chance for ply in plies] == [None, [3, 4], "ore", "victory_point"]


def test_a_record_of_an_unknown_kind_can_be_told_from_a_broken_one() -> None:
    with pytest.raises(
        UnknownTypeError, match="unknown t 'note'; known: end, evidence, fault, header, ply, reveal, signature"
    ):
        decode_record(b'{"t":"note"}')


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"t":"ply","n":"0","seat":0,"action":"roll","chance":null,"ms":0,"hash":""}', r"ply: .*\$\.n"),
        (b'{"t":"ply","n":0,"seat":0,"action":"roll","chance":[7,1],"ms":0,"hash":""}', r"ply: .*\$\.chance"),
        (b'{"t":"ply","n":0,"seat":0,"action":"roll","chance":[1],"ms":0,"hash":""}', r"ply: .*\$\.chance"),
        (
            b'{"t":"fault","n":0,"seat":0,"kind":"odd","answer":null,"ms":0,"outcome":"noted"}',
            r"fault: .*\$\.kind",
        ),
        (b'{"t":"end"', "truncated"),
        (b'{"type":"event"}', "`t`"),
        (b"\xff\xfe", "malformed"),
    ],
)
def test_what_is_no_record_is_refused_with_the_place(line: bytes, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        decode_record(line)
