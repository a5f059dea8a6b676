"""Whatever bytes arrive, in whatever pieces: no exception, no growth, and the pieces make no difference."""

import re
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from protocol.lines import Discarded, Framed, LineBuffer, Overlong
from protocol.session import BotSession, Comment, Fault, Heard, Limits, State, Stray

LIMITS = Limits(line_bytes=24, chatter_bytes=100)

# Mostly what bots say, so that random streams get somewhere; some of it broken, some of it endless.
pieces = st.one_of(
    st.sampled_from(
        [
            *(b"\n", b"\r\n", b"ready a 1\n", b"roll\n", b"@0 roll\n", b"@1 end_turn\n", b"# hm\n", b"\xc3\xa9\n"),
            *(b"@", b"@2", b"#", b" ", b"ready ", b"\xff", b"\x00", b"x" * 23, b"x" * 24, b"x" * 25),
        ]
    ),
    st.binary(max_size=30),
)
streams = st.lists(pieces, max_size=12).map(b"".join)
cuts = st.lists(st.integers(0, 400), max_size=8)


def in_pieces(data: bytes, at: Sequence[int]) -> list[bytes]:
    bounds = [0, *sorted(min(cut, len(data)) for cut in at), len(data)]
    return [data[low:high] for low, high in pairwise(bounds)]


def joined(framed: list[Framed]) -> list[Framed]:
    """With the counts of what was discarded added up where they follow each other."""
    whole: list[Framed] = []
    for one in framed:
        if isinstance(one, Discarded) and whole and isinstance(whole[-1], Discarded):
            whole[-1] = Discarded(whole[-1].count + one.count)
        else:
            whole.append(one)
    return whole


def plainly_framed(data: bytes, limit: int) -> list[Framed]:
    """The same by the simplest means: the whole stream in memory."""
    framed: list[Framed] = []
    for line in re.findall(rb"[^\n]*\n|[^\n]+", data):
        text = line.removesuffix(b"\n")
        if len(text) > limit:
            framed += [Overlong(text[:limit]), Discarded(len(text) - limit)]
        elif text != line:
            framed.append(text)
    return framed


@given(streams, cuts)
def test_lines_are_cut_as_if_the_stream_had_come_at_once(data: bytes, at: list[int]) -> None:
    buffer = LineBuffer(LIMITS.line_bytes)
    framed: list[Framed] = []
    for piece in in_pieces(data, at):
        framed += buffer.feed(piece)
        assert len(buffer.partial) <= LIMITS.line_bytes
    assert joined(framed) == joined(plainly_framed(data, LIMITS.line_bytes))


def converse(segments: list[bytes], at: list[int]) -> tuple[list[list[Heard]], BotSession]:
    """Feed each segment in pieces, and ask the next request after it where the session is idle."""
    session = BotSession(LIMITS)
    heard_by_segment = []
    for request_id, segment in enumerate(segments):
        heard: list[Heard] = []
        for piece in in_pieces(segment, at):
            heard += session.hear(piece)
        heard_by_segment.append(heard)
        if session.state is State.IDLE:
            session.expect_answer(request_id)
    return heard_by_segment, session


@given(st.lists(streams, max_size=5), cuts)
def test_how_a_stream_is_cut_does_not_change_what_is_heard(segments: list[bytes], at: list[int]) -> None:
    segments.insert(0, b"ready a 1\n")
    heard, session = converse(segments, at)
    heard_whole, session_whole = converse(segments, [])
    assert heard == heard_whole
    assert (session.state, session.uses_ids) == (session_whole.state, session_whole.uses_ids)
    assert session.unfinished_text == session_whole.unfinished_text


@given(st.lists(streams, max_size=5), cuts)
def test_what_is_let_through_is_bounded(segments: list[bytes], at: list[int]) -> None:
    heard, _ = converse(segments, at)
    everything = [one for part in heard for one in part]
    chatter = sum(len(one.text) for one in everything if isinstance(one, Comment | Stray))
    assert chatter <= LIMITS.chatter_bytes
    assert sum(isinstance(one, Fault) and one.code == "flood" for one in everything) <= 1
