"""The listening session: what it notes, and what it takes a first answer for."""

from __future__ import annotations

import pytest

from protocol.session import Answer, Comment, Fault, Stray
from referee.check.observed import MISHEARD, ListeningSession


def asked(*, mishears: bool = False) -> ListeningSession:
    session = ListeningSession(mishears=mishears)
    session.hear(b"ready bot 1\n")
    session.expect_answer(7)
    return session


@pytest.mark.parametrize("pieces", [[b"@7 roll\n"], [b"@7", b" ro", b"ll", b"\n"], [b"\n@7 roll\n"]], ids=str)
def test_the_first_answer_is_taken_for_another_under_its_own_id(pieces: list[bytes]) -> None:
    session = asked(mishears=True)
    heard = [said for piece in pieces for said in session.hear(piece)]
    assert heard == [Answer(MISHEARD, f"@7 {MISHEARD}")]
    assert session.has_misheard
    session.expect_answer(8, 2)
    assert session.hear(b"@8 roll\n") == [Answer("roll", "@8 roll")]


def test_a_line_without_end_is_not_held_for_ever() -> None:
    session = asked(mishears=True)
    heard = [said for _ in range(3) for said in session.hear(b"x" * 4096)]
    assert [said.code for said in heard if isinstance(said, Fault)] == ["line_too_long"]
    assert not session.has_misheard


def test_a_second_ready_is_no_answer_to_be_misheard() -> None:
    """On a busy machine it may be read when the bot has been asked already."""
    session = ListeningSession(mishears=True)
    session.hear(b"ready a\n")
    session.expect_answer(0)
    assert session.hear(b"ready a\n") == [Stray("ready a")]
    assert session.hear(b"@0 place_settlement:1\n") == [Answer("end_turn", "@0 end_turn")]


def test_a_bare_answer_stays_bare_and_comments_stay_comments() -> None:
    session = asked(mishears=True)
    assert session.hear(b"# hm\nroll\n") == [Comment("# hm"), Answer(MISHEARD, MISHEARD)]


def test_without_it_every_answer_is_heard_as_said() -> None:
    session = asked()
    assert session.hear(b"@7 roll\n") == [Answer("roll", "@7 roll")]
    assert not session.has_misheard


@pytest.mark.parametrize(
    ("pieces", "uses_crlf"), [([b"roll\r\n"], True), ([b"roll\r", b"\n"], True), ([b"roll\n"], False)], ids=str
)
def test_line_ends_are_told_apart_across_pieces(pieces: list[bytes], uses_crlf: bool) -> None:
    session = asked()
    for piece in pieces:
        session.hear(piece)
    assert session.uses_crlf is uses_crlf


def test_strays_are_noted_only_while_the_bot_is_in_time() -> None:
    session = asked()
    assert session.hear(b"@3 roll\n") == [Stray("@3 roll")]
    session.withdraw_request()
    assert session.hear(b"@7 roll\n") == [Stray("@7 roll")]
    assert session.strays == ["@3 roll"]


def test_what_comes_after_the_end_is_kept_and_means_nothing() -> None:
    session = asked()
    session.close()
    assert session.hear(b"@7 roll\n" + b"x" * 10_000) == []
    assert session.said_late.startswith(b"@7 roll\n")
    assert len(session.said_late) == 4096
