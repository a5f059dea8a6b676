"""What ``protocol.connect`` makes of each line: the program is to notice nothing of a connection that is lost."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from protocol.connect.relay import Relay, StartOver, ToProgram, ToReferee

READY = b"ready settler 1\n"


def line(kind: str, **keys: Any) -> bytes:
    return json.dumps({"type": kind, **keys}).encode() + b"\n"


def start(match_id: str = "m-1", plies: int = 0) -> bytes:
    history = [json.loads(event(ply)) for ply in range(plies)]
    return line("match_start", match_id=match_id, history=history, later={"a": [1]})


def event(ply: int) -> bytes:
    return line("event", ply=ply, seat=0, action="roll")


def request(number: int) -> bytes:
    return line("request", id=number, attempt=1)


ERROR = line("error", code="illegal", request=1, message="no")


def playing(relay: Relay, *lines: bytes) -> Relay:
    """It is connected, and this has come since; match_start first."""
    relay.from_program(READY)
    relay.connected()
    for one in lines:
        relay.from_referee(one)
    return relay


def lost_and_back(relay: Relay) -> None:
    relay.disconnected()
    assert relay.connected() == [ToReferee(READY)]


def test_ready_is_what_a_connection_begins_with() -> None:
    relay = Relay()
    assert relay.from_program(b"# hello\n") == []
    assert not relay.is_ready
    assert relay.from_program(READY) == []
    assert relay.is_ready
    assert relay.connected() == [ToReferee(READY)]


def test_lines_are_passed_on_as_they_are() -> None:
    relay = playing(Relay())
    for one in (start(), event(0), request(1), ERROR, line("of_later"), line("match_end")):
        assert relay.from_referee(one) == [ToProgram(one)]
    assert relay.is_over
    relay = playing(Relay(), start(), request(1))
    for said in (b"# thinking\n", b"\n", b"@1 roll\n", b"stray\n", b"\xff\n"):
        assert relay.from_program(said) == [ToReferee(said)]


def test_what_is_said_before_the_match_is_no_answer_to_anything() -> None:
    relay = playing(Relay())
    assert relay.from_program(b"roll\n") == []


def test_a_second_match_start_is_not_passed_on_and_only_news_of_its_history_are() -> None:
    relay = playing(Relay(), start(), event(0), event(1))
    lost_and_back(relay)
    told = relay.from_referee(start(plies=4))
    assert [json.loads(step.line)["ply"] for step in told if isinstance(step, ToProgram)] == [2, 3]
    assert relay.from_referee(event(3)) == []
    assert relay.from_referee(event(4)) == [ToProgram(event(4))]


def test_a_history_before_the_first_connection_is_for_the_program() -> None:
    relay = playing(Relay())
    assert relay.from_referee(start(plies=3)) == [ToProgram(start(plies=3))]
    assert relay.from_referee(event(2)) == []
    assert relay.from_referee(event(3)) == [ToProgram(event(3))]


def test_a_request_is_passed_on_once() -> None:
    relay = playing(Relay(), start(), request(1))
    lost_and_back(relay)
    assert relay.from_referee(start()) == []
    assert relay.from_referee(request(1)) == []
    assert relay.from_program(b"@1 roll\n") == [ToReferee(b"@1 roll\n")]
    assert relay.from_referee(request(2)) == [ToProgram(request(2))]


@pytest.mark.parametrize("answer", [b"@1 roll\n", b"roll\n"])
@pytest.mark.parametrize("is_given_while_away", [True, False])
def test_an_answer_that_may_not_have_arrived_is_given_again(answer: bytes, is_given_while_away: bool) -> None:
    relay = playing(Relay(), start(), request(1))
    if is_given_while_away:
        relay.disconnected()
        assert relay.from_program(answer) == []
    else:
        relay.from_program(answer)
        relay.disconnected()
    relay.connected()
    relay.from_referee(start())
    assert relay.from_referee(request(1)) == [ToReferee(answer)]
    assert relay.from_referee(request(1)) == [], "once for each connection"


@pytest.mark.parametrize("answer", [b"@1 roll\n", b"roll\n"])
def test_an_answer_that_did_arrive_is_not_given_again(answer: bytes) -> None:
    relay = playing(Relay(), start(), request(1))
    relay.from_program(answer)
    lost_and_back(relay)
    relay.from_referee(start(plies=1))
    assert relay.from_referee(request(2)) == [ToProgram(request(2))]
    assert relay.from_referee(request(2)) == []


def test_an_answer_between_match_start_and_the_repeated_request_is_given_once() -> None:
    relay = playing(Relay(), start(), request(1))
    lost_and_back(relay)
    relay.from_referee(start())
    assert relay.from_program(b"roll\n") == [ToReferee(b"roll\n")]
    assert relay.from_referee(request(1)) == []


def test_neither_comments_nor_answers_to_older_requests_are_taken_for_the_answer() -> None:
    relay = playing(Relay(), start(), request(1), request(2))
    for said in (b"# hm\n", b"\n", b"@1 roll\n", b"@2 end_turn\n", b"@2 roll\n"):
        relay.from_program(said)
    lost_and_back(relay)
    relay.from_referee(start())
    assert relay.from_referee(request(2)) == [ToReferee(b"@2 end_turn\n")]


def test_an_error_is_told_once() -> None:
    relay = playing(Relay(), start(), ERROR)
    lost_and_back(relay)
    relay.from_referee(start())
    assert relay.from_referee(ERROR) == []
    other = line("error", code="illegal", request=2, message="no")
    assert relay.from_referee(other) == [ToProgram(other)]


def test_another_match_is_for_another_run_of_the_program() -> None:
    relay = playing(Relay(), start("m-1"))
    lost_and_back(relay)
    assert relay.from_referee(start("m-2")) == [StartOver()]


@pytest.mark.parametrize("said", [b"hello\n", b"[]\n", b"{}\n", b'{"type":1}\n'])
def test_what_is_no_message_is_refused(said: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        playing(Relay()).from_referee(said)
