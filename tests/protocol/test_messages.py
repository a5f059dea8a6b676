"""Messages: the same bytes in and out, tolerant where the protocol grows, precise where it is wrong."""

import json

import pytest
from msgspec import UNSET

from protocol.errors import LineTooLongError, ProtocolError, UnknownTypeError
from protocol.json_lines import MAX_LINE_BYTES
from protocol.messages import (
    MESSAGE_TYPES,
    Clock,
    Error,
    Event,
    MatchEnd,
    MatchStart,
    Request,
    decode_message,
    encode_event,
    encode_message,
    encode_request,
)

EVENT = b'{"type":"event","ply":59,"seat":2,"action":"steal:1"%s}'


def test_every_golden_message_is_written_as_it_was_read(golden_messages: list[bytes]) -> None:
    for line in golden_messages:
        assert encode_message(decode_message(line)) == line


def test_the_goldens_show_every_message_and_every_key_of_an_event(golden_messages: list[bytes]) -> None:
    decoded = [decode_message(line) for line in golden_messages]
    assert {type(message) for message in decoded} == set(MESSAGE_TYPES)
    shown = {key for line in golden_messages for key in json.loads(line) if b'"type":"event"' in line[:20]}
    assert shown == {"type", *Event.__struct_fields__}


def test_a_request_made_of_built_ins_is_the_golden_line(golden_messages: list[bytes]) -> None:
    for line in golden_messages:
        made = json.loads(line)
        if made.pop("type") == "request":
            clock = Clock(**made.pop("clock"))
            assert encode_request(clock=clock, **made) == line


def test_an_event_made_of_built_ins_is_the_golden_line(golden_messages: list[bytes]) -> None:
    for line in golden_messages:
        made = json.loads(line)
        if made.pop("type") == "event":
            assert encode_event(made) == line


def test_messages_can_be_read_from_text_too(golden_messages: list[bytes]) -> None:
    for line in golden_messages:
        assert decode_message(line.decode("ascii")) == decode_message(line)


def test_start_request_and_end_carry_what_they_say(golden_messages: list[bytes]) -> None:
    decoded = [decode_message(line) for line in golden_messages]
    start = next(message for message in decoded if isinstance(message, MatchStart))
    assert start.seat == 1
    assert start.rules["points_to_win"] == 10
    assert start.board.hexes[18].vertices[0] in start.board.edges[start.board.hexes[18].edges[0]].vertices
    assert start.history[0].action == "place_settlement:7"
    request = next(message for message in decoded if isinstance(message, Request))
    assert (request.id, request.attempt, request.clock.attempts_left) == (41, 2, 2)
    assert request.public_state.offer
    assert request.public_state.offer.from_seat == request.public_state.current_seat
    end = next(message for message in decoded if isinstance(message, MatchEnd))
    assert end.result.ranking == [2, 0, 1, 3]


def test_a_card_that_may_not_be_known_is_null_and_one_that_never_was_is_absent() -> None:
    hidden = decode_message(EVENT % b',"card":null')
    none = decode_message(EVENT % b"")
    assert isinstance(hidden, Event)
    assert isinstance(none, Event)
    assert hidden.card is None
    assert none.card is UNSET


def test_unknown_keys_are_ignored() -> None:
    assert decode_message(EVENT % b',"later":[1]') == decode_message(EVENT % b"")


def test_a_message_of_an_unknown_type_can_be_told_from_a_broken_one() -> None:
    with pytest.raises(UnknownTypeError, match="'weather'; known: error, event"):
        decode_message(b'{"type":"weather"}')


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"type":"event","ply":-1,"seat":0,"action":"roll"}', r"event: .*\$\.ply"),
        (b'{"type":"event","ply":1,"seat":7,"action":"roll"}', r"event: .*\$\.seat"),
        (b'{"type":"event","ply":1,"seat":0}', r"event: .*`action`"),
        (b'{"type":"error","code":"odd","request":1,"message":""}', r"error: .*\$\.code"),
        (b'{"type":3}', r"\$\.type"),
        (b"{}", "type"),
        (b"[]", "object"),
        (b'{"type":"event"', "truncated"),
        (b"ready x", "malformed"),
        (b"\xff", "malformed"),
        (EVENT.replace(b"steal:1", b"\xff") % b"", "UTF-8"),
        (EVENT.decode() % ',"x":"\ud800"', "UTF-8"),
        (b"", "truncated"),
    ],
)
def test_what_is_no_message_is_refused_with_the_place(line: bytes | str, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint) as caught:
        decode_message(line)
    assert not isinstance(caught.value, UnknownTypeError)


def test_lines_are_ascii_whatever_a_bot_is_called() -> None:
    line = encode_message(Error("malformed", 3, "größer \U0001f600 \x00\x7f"))
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert decode_message(line) == Error("malformed", 3, "größer \U0001f600 \x00\x7f")
    assert b"gr\\u00f6\\u00dfer \\ud83d\\ude00" in line


def test_no_line_to_a_bot_is_longer_than_promised() -> None:
    frame = len(encode_message(Error("illegal", 1, "")))
    longest = encode_message(Error("illegal", 1, "x" * (MAX_LINE_BYTES - frame)))
    assert len(longest) == MAX_LINE_BYTES
    with pytest.raises(LineTooLongError, match="65536"):
        encode_message(Error("illegal", 1, "x" * (MAX_LINE_BYTES - frame + 1)))
