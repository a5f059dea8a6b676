"""A conversation in any order: whatever a bot sends and a match asks, what is heard keeps the promises of the wire."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.errors import ProtocolMisuseError
from protocol.session import Answer, BotSession, Comment, Fault, Heard, Limits, Ready, State, Stray

LIMITS = Limits(line_bytes=24, chatter_bytes=200)
WORDS = (
    *(b"\n", b"\r", b" ", b"#", b"@", b"\x00", b"\xff", b"\xc3", b"\x1b[2J", b"x" * 25),
    *(b"ready a 1\n", b"ready\n", b"roll\n", b"end_turn", b"@0 roll\n", b"@1 roll\n", b"@2 ", b"@3\n", b"# hm\n"),
)
said = st.lists(st.sampled_from(WORDS) | st.binary(max_size=8), max_size=6).map(b"".join)


class Conversation(RuleBasedStateMachine):
    """A session, and what a plain account of the conversation knows: who waits for what, and what was let through."""

    def __init__(self) -> None:
        super().__init__()
        self.session = BotSession(LIMITS)
        self.awaited: int | None = None
        self.requests = 0
        self.sent_since_request = b""
        self.is_ready = self.used_ids = self.has_flooded = self.has_closed = False
        self.chatter = 0

    # -- what the bot does ------------------------------------------------------------------------------------

    @rule(data=said)
    def the_bot_says(self, data: bytes) -> None:
        self.sent_since_request += data
        for heard in self.session.hear(data):
            assert not self.has_closed
            self.check(heard)
        self.used_ids = self.session.uses_ids

    @precondition(lambda self: not self.is_ready)
    @rule(version=st.sampled_from(["", " 1"]))
    def the_bot_is_ready(self, version: str) -> None:
        self.the_bot_says(f"\nready a{version}\n".encode())

    @rule(
        form=st.sampled_from(["@{id} roll\n", "\n@{id} end_turn\r\n", "\n@{id}\n", "\n@{id} x\n@{id} y\n", "@{id} ro"]),
        ahead=st.sampled_from([-1, -1, 0, 0, 0, 1]),
    )
    def the_bot_answers(self, form: str, ahead: int) -> None:
        """The last request, or the one before or after it: the match may wait for it or not."""
        self.the_bot_says(form.replace("{id}", str(max(0, self.requests - 1 + ahead))).encode())

    @rule(text=st.sampled_from(["roll\n", "ro", "ll\n", "end_turn\nroll\n"]))
    def the_bot_answers_without_an_id(self, text: str) -> None:
        self.the_bot_says(text.encode())

    # -- what the match does ----------------------------------------------------------------------------------

    @precondition(lambda self: self.session.state is State.IDLE)
    @rule(attempt=st.integers(1, 3))
    def the_match_asks(self, attempt: int) -> None:
        self.session.expect_answer(self.requests, attempt)
        self.awaited, self.sent_since_request = self.requests, b""
        self.requests += 1

    @precondition(lambda self: self.awaited is not None)
    @rule()
    def the_time_is_up(self) -> None:
        self.session.withdraw_request()
        self.awaited = None

    @precondition(lambda self: self.session.state is not State.IDLE)
    @rule()
    def asking_out_of_order_is_misuse(self) -> None:
        before = self.session.state
        with pytest.raises(ProtocolMisuseError, match=before.value):
            self.session.expect_answer(99)
        assert self.session.state is before

    @precondition(lambda self: self.awaited is None)
    @rule()
    def withdrawing_nothing_is_misuse(self) -> None:
        before = self.session.state
        with pytest.raises(ProtocolMisuseError, match=before.value):
            self.session.withdraw_request()
        assert self.session.state is before

    @precondition(lambda self: self.requests > 2)
    @rule()
    def the_match_ends(self) -> None:
        self.session.close()
        self.awaited, self.has_closed = None, True

    # -- what must hold ---------------------------------------------------------------------------------------

    def check(self, heard: Heard) -> None:
        """Against the account, which this brings up to date."""
        if isinstance(heard, Ready):
            assert not self.is_ready
            assert (heard.name, heard.version) == (self.session.name, self.session.version)
            self.is_ready = True
        elif isinstance(heard, Answer):
            self.check_answer(heard)
        elif isinstance(heard, Fault):
            if heard.code == "flood":
                assert not self.has_flooded
                self.has_flooded = True
            else:
                assert not self.is_ready or self.awaited is not None
                self.awaited = None
        else:
            assert not self.has_flooded
            assert heard.text
            assert heard.text.startswith("#") == isinstance(heard, Comment)
            self.chatter += len(heard.text)

    def check_answer(self, answer: Answer) -> None:
        """One an answer a request, in the words that the bot has sent since it was asked, addressed to that request."""
        assert self.awaited is not None
        assert answer.text == answer.text.strip(" \r") != ""
        assert answer.raw.encode() in self.sent_since_request
        if answer.raw.startswith("@"):
            number, text = answer.raw[1:].split(" ", 1)
            assert (int(number), text.lstrip(" ")) == (self.awaited, answer.text)
        else:
            assert not self.used_ids
        self.awaited = None

    @invariant()
    def it_waits_for_what_the_match_waits_for(self) -> None:
        if self.has_closed:
            expected = State.CLOSED
        elif not self.is_ready:
            expected = State.AWAITING_READY
        else:
            expected = State.IDLE if self.awaited is None else State.AWAITING_ANSWER
        assert self.session.state is expected

    @invariant()
    def it_holds_and_lets_through_no_more_than_its_limits(self) -> None:
        assert len(self.session.unfinished_text.encode("utf-8", "replace")) <= 3 * LIMITS.line_bytes
        assert self.chatter <= LIMITS.chatter_bytes


TestConversation = Conversation.TestCase
TestConversation.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)


def test_a_stray_is_no_comment() -> None:
    session = BotSession(LIMITS)
    session.hear(b"ready a\n")
    assert session.hear(b"roll\n#\n") == [Stray("roll"), Comment("#")]
