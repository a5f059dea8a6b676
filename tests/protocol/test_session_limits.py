"""The ceilings of a conversation: overlong lines and floods, by scripted conversations."""

import pytest

from protocol.session import BotSession, Fault, Limits, Ready
from tests.protocol.script import play_script

SMALL = Limits(line_bytes=20, chatter_bytes=60)


def test_a_line_of_full_length_and_one_byte_more() -> None:
    play_script(
        f"""
        bot ready a
        < ready a
        ask 0
        bot {"x" * 20}
        < answer {"x" * 20}
        ask 1
        bot {"x" * 21}
        < fault line_too_long
        bot y
        < stray y
        """,
        SMALL,
    )


def test_a_line_without_end_is_reported_once_and_then_dropped() -> None:
    play_script(
        f"""
        bot ready a
        < ready a
        ask 0
        bot~ {"x" * 21}
        < fault line_too_long
        bot~ {"x" * 15}
        bot {"x" * 15}
        ask 1
        bot roll
        < answer roll
        """,
        SMALL,
    )


def test_overlong_lines_that_are_no_answers() -> None:
    play_script(
        f"""
        bot {"r" * 21}
        < fault line_too_long
        bot ready a
        < ready a
        bot {"s" * 21}
        < stray {"s" * 20}
        """,
        SMALL,
    )
    play_script(f"bot ready a\n< ready a\nask 0\nbot #{'c' * 20}\n< comment #{'c' * 19}\nbot y\n< answer y", SMALL)


def test_an_overlong_line_begun_before_the_request_is_stray() -> None:
    play_script(
        f"""
        bot ready a
        < ready a
        bot~ {"x" * 10}
        ask 0
        bot {"x" * 11}
        < stray {"x" * 20}
        bot roll
        < answer roll
        """,
        SMALL,
    )


def test_chatter_over_the_cap_is_a_flood_once_and_silent_after() -> None:
    play_script(
        f"""
        bot ready a
        < ready a
        bot #{"c" * 18}
        < comment #{"c" * 18}
        bot #{"c" * 18}
        < comment #{"c" * 18}
        ask 0
        bot #{"c" * 18}
        < comment #{"c" * 18}
        bot #
        < fault flood
        bot # again
        bot roll
        < answer roll
        bot stray
        """,
        SMALL,
    )


@pytest.mark.parametrize("noise", [b"\n", b"x\n", b"#\n", b"x", b"#x", b"\xff\n"])
def test_every_kind_of_noise_ends_as_a_flood(noise: bytes) -> None:
    session = BotSession(SMALL)
    assert session.hear(b"ready a\n") == [Ready("a", "")]
    heard = session.hear(noise * 100)
    assert sum(isinstance(one, Fault) and one.code == "flood" for one in heard) == 1
    assert len(heard) <= 61
    assert session.hear(noise * 100) == []
