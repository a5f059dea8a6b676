"""What may come when: scripted conversations with a session, no process and no clock."""

import pytest

from protocol.errors import ProtocolMisuseError
from protocol.session import Answer, BotSession, Comment, Fault, Limits, Ready, State, Stray
from tests.protocol.script import play_script


def test_a_plain_conversation() -> None:
    session = play_script("""
        bot ready settler 1.4
        < ready settler 1.4
        ask 0
        bot place_settlement:14
        < answer place_settlement:14
        ask 1
        bot place_road:9
        < answer place_road:9
    """)
    assert (session.name, session.version, session.uses_ids) == ("settler", "1.4", False)
    assert session.state is State.IDLE


def test_an_answer_keeps_the_line_it_came_in() -> None:
    session = play_script("bot ready a\n< ready a\nask 7")
    assert session.hear(b"  @7   build_road:3 \r\n") == [Answer("build_road:3", "@7   build_road:3")]


def test_spaces_cr_blank_lines_and_comments_are_no_answers() -> None:
    play_script(r"""
        bot # starting
        < comment # starting
        bot ready a\r
        < ready a
        ask 0
        bot
        bot \x20\x20\r
        bot \x20 # thinking
        < comment # thinking
        bot \x20 roll \x20\r
        < answer roll
    """)


@pytest.mark.parametrize(
    "line",
    [
        "roll",
        "ready",
        "ready ",
        "READY a",
        "ready a b c",
        "ready bad/name",
        "ready " + "n" * 33,
        "ready a " + "v" * 33,
        r"ready a v\x07",
        r"ready a\tb",
        "@0 roll",
    ],
)
def test_before_ready_nothing_else_will_do(line: str) -> None:
    session = play_script(f"bot {line}\n< fault malformed")
    assert session.state is State.AWAITING_READY


def test_the_longest_name_and_version() -> None:
    session = play_script(f"bot ready  {'N' * 32}  {'~' * 32}\n< ready {'N' * 32} {'~' * 32}")
    assert session.state is State.IDLE


def test_bytes_that_are_no_text_before_ready() -> None:
    play_script(r"""
        bot ready caf\xe9
        < fault not_utf8
    """)


def test_what_nobody_asked_for_is_stray_and_never_answers_later() -> None:
    play_script("""
        bot ready a
        < ready a
        bot roll
        < stray roll
        ask 0
        bot end_turn
        < answer end_turn
        bot end_turn
        < stray end_turn
    """)


def test_what_follows_an_answer_in_one_read_is_stray() -> None:
    play_script(r"""
        bot ready a\nroll
        < ready a
        < stray roll
        ask 0
        bot roll\nend_turn
        < answer roll
        < stray end_turn
    """)


def test_a_line_begun_before_the_request_is_stray() -> None:
    play_script(r"""
        bot ready a
        < ready a
        bot~ end_
        ask 0
        bot turn
        < stray end_turn
        bot roll
        < answer roll
        bot~ \x20
        ask 1
        bot end_turn
        < answer end_turn
    """)


def test_a_second_ready_is_stray() -> None:
    session = play_script("""
        bot ready a 1
        < ready a 1
        ask 0
        bot ready b 2
        < stray ready b 2
        bot roll
        < answer roll
    """)
    assert session.name == "a"


def test_ids_keep_late_and_doubled_lines_apart() -> None:
    session = play_script("""
        bot ready a
        < ready a
        ask 41
        bot @40 roll
        < stray @40 roll
        bot @41 end_turn
        < answer end_turn
        bot @41 end_turn
        < stray @41 end_turn
        ask 42
        bot @41 end_turn
        < stray @41 end_turn
        bot @42 roll
        < answer roll
    """)
    assert session.uses_ids


@pytest.mark.parametrize("first", ["ask 0\nbot @0 roll\n< answer roll", "bot @9 roll\n< stray @9 roll"])
def test_a_bot_that_has_used_ids_must_go_on(first: str) -> None:
    play_script(f"""
        bot ready a
        < ready a
        {first}
        ask 1
        bot roll
        < fault malformed
        ask 1 2
        bot @1 roll
        < answer roll
    """)


@pytest.mark.parametrize("line", ["@", "@x roll", "@-1 roll", "@5:roll", "@5roll", "@ 5 roll", "@5", "@5 "])
def test_an_address_that_is_none(line: str) -> None:
    session = play_script(f"bot ready a\n< ready a\nask 5\nbot {line}\n< fault malformed")
    assert session.state is State.IDLE


def test_the_fault_of_a_bot_says_which_attempt_it_was() -> None:
    session = play_script("bot ready a\n< ready a\nask 5 3")
    [fault] = session.hear(b"@x roll\n")
    assert isinstance(fault, Fault)
    assert fault.detail.endswith("(request 5, attempt 3)")
    assert fault.text == "@x roll"


def test_odd_bytes() -> None:
    play_script(
        r"""
        bot ready a
        < ready a
        ask 0
        bot # caf\xe9
        < comment # caf�
        bot caf\xe9
        < fault not_utf8
        bot caf\xe9
        < stray caf�
    """.replace("caf�", "caf\ufffd")
    )


def test_control_characters_are_for_the_grammar_to_judge() -> None:
    session = play_script("bot ready a\n< ready a\nask 0")
    assert session.hear(b"ro\x00ll\x1b\n") == [Answer("ro\x00ll\x1b", "ro\x00ll\x1b")]


def test_a_withdrawn_request_is_answered_in_vain() -> None:
    play_script("""
        bot ready a
        < ready a
        ask 0
        withdraw
        bot roll
        < stray roll
        ask 1
        bot roll
        < answer roll
    """)


def test_a_closed_session_hears_nothing_and_keeps_nothing() -> None:
    session = play_script("bot ready a\n< ready a\nask 0\nclose\nbot roll\nbot~ " + "x" * 5000)
    assert session.unfinished_text == ""


def test_an_unfinished_line_can_be_shown() -> None:
    session = play_script("bot ready a\n< ready a\nask 0\nbot~ end_turn")
    assert session.unfinished_text == "end_turn"


def test_the_referee_is_held_to_the_order_of_things() -> None:
    session = BotSession()
    with pytest.raises(ProtocolMisuseError, match="awaiting_ready"):
        session.expect_answer(0)
    with pytest.raises(ProtocolMisuseError, match="awaiting_ready"):
        session.withdraw_request()
    session.hear(b"ready a\n")
    session.expect_answer(0)
    with pytest.raises(ProtocolMisuseError, match="awaiting_answer"):
        session.expect_answer(1)
    session.close()
    with pytest.raises(ProtocolMisuseError, match="closed"):
        session.expect_answer(1)


def test_of_a_bot_that_has_played_before_what_comes_ahead_of_ready_is_stray() -> None:
    """Its second answer to the last request of the match before, say, which nobody has waited for."""
    session = BotSession(has_played=True)
    assert session.hear(b"@41 roll\n# well\nready a 2\n") == [Stray("@41 roll"), Comment("# well"), Ready("a", "2")]
    assert not session.uses_ids, "a new match, and it may do without"


def test_so_is_a_line_that_is_too_long() -> None:
    said = BotSession(Limits(line_bytes=8), has_played=True).hear(b"@41 " + b"x" * 20 + b"\nready a\n")
    assert said == [Stray("@41 xxxx"), Ready("a", "")]


@pytest.mark.parametrize("line", [b"ready\n", b"ready " + b"x" * 5000])
def test_but_a_bad_ready_is_a_fault_all_the_same(line: bytes) -> None:
    (fault,) = BotSession(has_played=True).hear(line)
    assert isinstance(fault, Fault)


def test_and_chatter_ahead_of_ready_is_bounded() -> None:
    heard = BotSession(Limits(chatter_bytes=20), has_played=True).hear(b"twenty-one or more bytes\n")
    assert [said.code for said in heard if isinstance(said, Fault)] == ["flood"]
