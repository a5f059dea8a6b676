"""The live picture, on a terminal and elsewhere."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from engine import COMPETITION, Game
from referee.live import LivePicture
from tests.render.boards import EVENTS, ISLAND, NAMES, RESULT, STATE

RULES = COMPETITION.as_dict()


def terminal() -> Console:
    return Console(file=StringIO(), force_terminal=True, width=130, height=40, color_system="standard")


def plain() -> Console:
    return Console(file=StringIO(), force_terminal=False, width=40)


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def report(picture: LivePicture, names: tuple[str, ...] = NAMES) -> None:
    picture.started(ISLAND, RULES, names)
    for event in EVENTS:
        picture.moved(event, STATE, [30_000, 28_750, 30_000, 30_000])
    picture.finished(RESULT)


def test_elsewhere_a_line_a_turn() -> None:
    console = plain()
    report(LivePicture(console))
    assert written(console).splitlines() == [
        "competition match of greedy, trader, raw, random: 10 points win, 160 rolls at most",
        "roll 33: seat 0 greedy 3+5=8, points 4 5 2 3",
        "victory: seat 2 reached 10 points (71 rolls, 802 plies)",
    ]


def test_on_a_terminal_the_last_picture_stays() -> None:
    console = terminal()
    report(LivePicture(console))
    last = written(console).rpartition("\x1b[1A")[2]
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", last)
    assert "victory: seat 2 reached 10 points" in text
    assert "greedy rolls 8 (3+5): greedy gets 1 wheat" in text
    assert "28.8 s" in text
    assert "(R)" in text


def test_the_terminal_is_given_back() -> None:
    def interrupted(picture: LivePicture) -> None:
        with picture:
            picture.started(ISLAND, RULES, NAMES)
            assert "\x1b[?25l" in written(console), "the cursor is hidden"
            assert "\x1b[?25h" not in written(console)
            raise KeyboardInterrupt

    console = terminal()
    picture = LivePicture(console)
    with pytest.raises(KeyboardInterrupt):
        interrupted(picture)
    assert written(console).endswith("\x1b[?25h")
    picture.close()


def test_a_dumb_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    console = terminal()
    report(LivePicture(console))
    assert "\x1b[?25l" not in written(console)
    assert "roll 33: seat 0 greedy" in written(console)


@pytest.mark.parametrize("make", [terminal, plain])
def test_hostile_names_do_nothing_to_the_terminal(make: Any) -> None:
    console = make()
    report(LivePicture(console), ("\x1b]0;title\x07", "[bold]", "x\ny", "\u202e"))
    text = written(console)
    assert "\x1b]0;" not in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "[bold]" in text
    assert "\\x1b]0;" in text


def test_reports_in_the_wrong_order_are_refused() -> None:
    picture = LivePicture(plain())
    with pytest.raises(RuntimeError, match="started"):
        picture.moved(EVENTS[0], STATE)
    with pytest.raises(RuntimeError, match="started"):
        picture.finished(RESULT)


def test_it_writes_to_standard_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    report(LivePicture())
    out, err = capsys.readouterr()
    assert out == ""
    assert "roll 33" in err


def test_a_whole_match_is_told_from_setup_to_result() -> None:
    console, game = terminal(), Game(COMPETITION, seed="live")
    with LivePicture(console) as picture:
        picture.started(game.board, RULES, NAMES)
        for ply in range(100_000):
            if game.result is not None:
                break
            legal = game.legal_actions()
            for event in game.apply(legal[ply * 7 % len(legal)]):
                picture.moved(event.seen_by(None), game.public_state(None))
        assert game.result is not None
        picture.finished(game.result.as_dict())
    assert f"{game.result.plies} plies" in written(console)
