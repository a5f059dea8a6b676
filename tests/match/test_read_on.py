"""Every fault names a page to read on in, the page is there, and the author is told of it in every place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from protocol.replay_records import FaultKind
from referee.match.verdicts import READ_ON, READ_ON_SILENCE
from tests.match.commands import BOT, POLITE, referee
from tests.match.scripted_table import at, play
from tests.match.tables import ROOT


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_every_kind_of_fault_has_a_page() -> None:
    assert set(READ_ON) == set(get_args(FaultKind))


@pytest.mark.parametrize("place", sorted({*READ_ON.values(), READ_ON_SILENCE}))
def test_the_section_is_there(place: str) -> None:
    page, _, anchor = place.partition("#")
    assert anchor in anchors(ROOT / page)


@pytest.mark.parametrize(("said", "page"), [("place_road:0", READ_ON["illegal"]), ("ROLL", READ_ON["malformed"])])
async def test_the_message_to_the_bot_ends_with_it_and_the_record_has_it_not(
    tmp_path: Path, said: str, page: str
) -> None:
    outcome, links = await play(tmp_path, answering=at(1, lambda message: said))
    (error,) = links[1].messages("error")
    assert error["message"] == f"{outcome.result.reason} (see {page})"
    assert outcome.offences[0].read_on == page
    assert b"docs/" not in (tmp_path / "m.jsonl").read_bytes()


def test_the_command_tells_it_in_words_and_in_json(tmp_path: Path) -> None:
    bots = ("--bot", f"{BOT}raises_at 1", *POLITE[2:], "--sandbox", "none", "--quiet")
    done = referee("match", *bots, "--replay", "m.jsonl", cwd=tmp_path)
    assert f"seat 0 lost by crash: read on in {READ_ON['crash']}" in done.stderr
    seats = json.loads(referee("match", *bots, "--replay", "n.jsonl", "--json", cwd=tmp_path).stdout)["seats"]
    assert [seat["read_on"] for seat in seats] == [READ_ON["crash"], None, None, None]
