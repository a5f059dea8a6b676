"""What a bot or a file says is no markup in a report, neither in Markdown nor in HTML."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from protocol.replay_records import EvidenceRecord, SeatRecord, decode_record, encode_record
from referee.replays.reader import ReplayError
from referee.replays.report.as_json import as_json
from referee.replays.report.facts import Report
from referee.replays.report.gather import report_of
from tests.replays.golden import EVIDENCE, FOLDER, VICTORY, lines_of, write
from tests.replays.made import MadeRecord
from tests.replays.reports import in_html, in_markdown

NASTY: Final = "<script>alert(1)</script> |`` [x](http://e.vil) **b** www.e.vil a@e.vil &lt; \x1b[2J \u202e\n# h"


def nasty_record(tmp_path: Path) -> Report:
    """Every text in it that a bot or a file can choose is markup."""
    record = MadeRecord().play(20)
    seat = record.game.to_act or 0
    lines = record.fault(seat, "malformed", NASTY).forfeited([seat], "forfeit_malformed", NASTY)
    header = decode_record(lines[0])
    texts = ("referee", "match_id", "block", "seed_commitment", "sandbox", "started")
    changes: dict[str, Any] = dict.fromkeys(texts, NASTY)
    changes["seats"] = [SeatRecord(NASTY, NASTY, NASTY)] * 4
    changes["rules"] = json.loads(lines[0])["rules"] | {NASTY: NASTY}
    changes["match"] = json.loads(lines[0])["match"] | {NASTY: NASTY}
    changes["time_control"] = {NASTY: 1}
    lines[0] = encode_record(msgspec.structs.replace(header, **changes))
    proof = EvidenceRecord(
        20, seat, "malformed", None, NASTY, None, "forfeit_malformed", NASTY, NASTY, author=NASTY, sealed=NASTY
    )
    return report_of(write(tmp_path, [*lines[:-1], encode_record(proof), lines[-1]]))


class Page(HTMLParser):
    """What a browser would find: elements, attributes, and the text that stands in code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.code: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["code"]:
            self.code.append(data)


def test_foreign_text_is_no_markup_in_html(tmp_path: Path) -> None:
    text = in_html(nasty_record(tmp_path))
    page, plain = Page(text), Page(in_html(report_of(VICTORY)))
    assert set(page.tags) <= set(plain.tags) | {"ul", "li", "h3"}
    assert {"script", "a", "img", "link", "iframe"} & {*page.tags} == set()
    assert not [name for name in page.attributes if name.startswith("on") or name in ("href", "src")]
    assert sum(code.startswith("<script>") for code in page.code) > 20
    assert "\x1b" not in text
    assert "\u202e" not in text


def parsed(text: str) -> list[Token]:
    """As GitHub reads it, every inline token on its own."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    return [token for outer in tokens for token in (outer, *(outer.children or ()))]


def test_foreign_text_is_no_markup_in_markdown(tmp_path: Path) -> None:
    text = in_markdown(nasty_record(tmp_path))
    tokens = parsed(text)
    kinds = {token.type for token in tokens}
    assert {"html_block", "html_inline", "link_open", "image", "em_open"} & kinds == set()
    code = [token.content for token in tokens if token.type == "code_inline"]
    assert sum(piece.startswith("<script>alert(1)</script> |`` [x]") for piece in code) > 20
    ours = "".join(token.content for token in tokens if token.type == "text")
    assert "script" not in ours
    assert "e.vil" not in ours
    headings = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open"]
    assert not [heading for heading in headings if heading.startswith("h")]


def test_every_row_of_a_markdown_table_has_as_many_cells_as_its_head(tmp_path: Path) -> None:
    for report in (nasty_record(tmp_path), report_of(EVIDENCE)):
        rows, widths = 0, []
        for token in parsed(in_markdown(report)):
            if token.type == "tr_open":
                rows, cells = rows + 1, 0
            elif token.type in ("th_open", "td_open"):
                cells += 1
            elif token.type == "tr_close":
                widths.append(cells)
            elif token.type == "table_close":
                assert len(set(widths)) == 1, widths
                widths = []
        lines = [line for line in in_markdown(report).splitlines() if line.startswith("| ")]
        assert rows == len(lines) - len([line for line in lines if set(line) <= set("|-: ")])


def spoilt(lines: list[bytes], rng: Random) -> list[bytes]:
    """The lines with a value of one of them made another's, and now and then one line gone or twice there."""
    index = rng.randrange(len(lines))
    record, other = json.loads(lines[index]), json.loads(rng.choice(lines))
    record[rng.choice([*record])] = rng.choice([*other.values(), None, -1, 3, "x", [], {}, 2**53 - 1, {"name": []}])
    line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
    return [*lines[:index], *[line] * rng.choice((1, 1, 1, 2)), *lines[index + rng.choice((1, 1, 1, 0)) :]]


@pytest.mark.parametrize("name", ["evidence.jsonl", "three_seats.jsonl.gz", "default_played.jsonl"])
def test_whatever_is_wrong_with_a_record_there_is_a_report_or_a_reason(tmp_path: Path, name: str) -> None:
    lines, rng, written = lines_of(FOLDER / name), Random(name), 0
    for _ in range(60):
        try:
            report = report_of(write(tmp_path, spoilt(lines, rng)))
        except ReplayError:
            continue
        written += report.verified.status == "differs"
        for text in (in_markdown(report), in_html(report), as_json(report)):
            assert report.verified.status in text
    assert written > 10
