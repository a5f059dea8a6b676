"""Time controls as they are written on a command line."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import TimeControl
from referee.match.settings import DEFAULT_TIME_CONTROL, MatchSettings, SettingsError, parse_time_control

HOUR_MS = 60 * 60 * 1000


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("move=1s,reserve=30s,start=10s,increment=0s,match=60m", DEFAULT_TIME_CONTROL),
        ("move=500ms", TimeControl(10_000, 500, 30_000, 0, HOUR_MS)),
        ("start=2m, move=1.5s ,increment=100ms,reserve=0s", TimeControl(120_000, 1_500, 0, 100, HOUR_MS)),
        ("increment=1min", TimeControl(10_000, 1_000, 30_000, 60_000, HOUR_MS)),
        ("move=0s", TimeControl(10_000, 0, 30_000, 0, HOUR_MS)),
        ("match=30m", TimeControl(10_000, 1_000, 30_000, 0, HOUR_MS // 2)),
        ("match=0s", TimeControl(10_000, 1_000, 30_000, 0, 0)),
    ],
)
def test_a_time_control(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "NAME=TIME"),
        ("fast", "'fast'"),
        ("move", "'move'"),
        ("moves=1s", "start, move, reserve, increment, match"),
        ("move=1", "move='1'"),
        ("move=1h", "such as 500ms"),
        ("move=-1s", "move='-1s'"),
        ("move=1e3s", "move='1e3s'"),
        ("move=1s,", "NAME=TIME"),
        ("move=1s;reserve=3s", "move="),
        ("move=1s,move=2s", "given twice"),
        ("move=0s,reserve=0s", "--no-timeout"),
        ("start=0s", "start"),
        ("move=\u0661s", "move="),
        ("move=99999999999999999999s", "at most a day"),
        ("move=" + "9" * 400 + "s", "at most a day"),
    ],
)
def test_what_is_no_time_control_says_why(text: str, words: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_time_control(text)
    assert words in str(caught.value)
    assert str(caught.value).startswith("time control")


def test_a_bot_is_told_the_terms_that_hold() -> None:
    terms = MatchSettings(ply_cap=100).terms("at_once")
    assert (terms.on_illegal, terms.refusals, terms.ply_cap, terms.freeze, terms.events) == (
        "forfeit", 3, 100, False, "at_once",
    )  # fmt: skip


parts = st.builds("{}={}{}".format, st.sampled_from(("start", "move", "reserve", "increment", "")), st.sampled_from(
    ("0", "1", "1.5", "9" * 400, "1e5", "-1", "\u0663", "nan", ""),
), st.sampled_from(("ms", "s", "m", "min", "h", "")))  # fmt: skip


@given(st.lists(parts | st.text(max_size=8), max_size=5).map(",".join) | st.text(max_size=30))
def test_any_text_is_a_time_control_or_refused(text: str) -> None:
    try:
        control = parse_time_control(text)
    except SettingsError:
        return
    assert control.start_ms > 0
    assert control.move_ms + control.reserve_ms > 0
    assert all(0 <= ms <= 24 * 60 * 60 * 1000 for ms in msgspec.structs.astuple(control))
