"""The page that shows a match: right at every ply, in one file, and without what its viewer may not know."""

from __future__ import annotations

import hashlib
import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import SeededChance
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.playable import read_playable
from referee.replays.playback import Playback
from referee.replays.render.page import match_page
from referee.replays.seed_file import Secret
from tests.render.pages import FORFEIT, MATCHES, data_of, page_of
from tests.replays.golden import RECORDS, VICTORY, changed, lines_of, signed_anew
from tests.replays.golden import write as write_lines
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_sealed import write
from tests.replays.test_view import OtherCards, deal_with, lines, two_records

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, PUBLIC)
RESOURCES = ("wood", "brick", "sheep", "wheat", "ore")


def states_of(page: str) -> Iterator[dict[str, Any]]:
    """The state after each ply, put together as the page does."""
    state: dict[str, Any] = {}
    for ply in data_of(page)["plies"]:
        state = {**state, **ply["set"]}
        yield state


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_at_every_ply_it_knows_what_the_engine_does(path: Path) -> None:
    replay, secret = read_playable(path, None)
    playback = Playback(replay)
    playback.begin(secret)
    states = states_of(page_of(path))
    next(states)
    for (number, record), shown in zip(replay.moves(), states, strict=False):
        playback.take(number, record)
        game = playback.game
        state = game.public_state(None)
        same = ("robber", "dice", "turn", "rolls", "settlements", "cities", "roads", "resource_counts", "to_act")
        assert {key: shown[key] for key in same} == {key: state[key] for key in same}
        assert shown["bank"] == list(state["bank"].values())
        assert shown["hands"] == [game.hand(seat) for seat in range(game.seats)]
        assert shown["points"] == game.totals
    assert next(states, None) is None


def test_a_seat_sees_its_own_hand_and_the_public_none() -> None:
    viewers: dict[Viewer, list[int]] = {0: [0], 2: [2], PUBLIC: [], FULL: [0, 1, 2, 3]}
    for viewer, known in viewers.items():
        for state in states_of(page_of(MATCHES[0], viewer)):
            for key in ("hands", "dev_cards"):
                assert [seat for seat, cards in enumerate(state[key]) if cards is not None] == known


def test_the_same_record_makes_the_same_page() -> None:
    assert page_of(VICTORY) == page_of(VICTORY)


def test_an_offer_has_who_was_asked_and_what_they_said() -> None:
    offers = [state["offer"] for state in states_of(page_of(MATCHES[0])) if state["offer"]]
    assert any(offer["waiting"] and not offer["said"] for offer in offers)
    said = [words for offer in offers for _, words in offer["said"]]
    assert any("declines" in words for words in said)
    assert any("accepts: gives" in words for words in said)
    assert all(not offer["waiting"] for offer in offers if any("accepts: gives" in words for _, words in offer["said"]))


@pytest.mark.parametrize(("viewer", "count"), [(FULL, 2), (1, 2), (0, 0), (PUBLIC, 0)])
def test_faults_are_shown_to_whom_they_were_told(viewer: Viewer, count: int) -> None:
    data = data_of(page_of(FORFEIT, viewer))
    assert sum(len(ply.get("faults", ())) for ply in data["plies"]) == count
    assert data["ending"].startswith("forfeit timeout: ")


def test_seats_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = write(tmp_path, MadeRecord().play(20).cancelled())
    assert data_of(page_of(path))["names"] == ["made (0)", "made (1)", "made (2)", "made (3)"]


def test_an_interrupted_anonymous_match_names_nobody_to_who_sees_not_all(tmp_path: Path) -> None:
    path = write(tmp_path, MadeRecord(anonymous=True).play(20).lines, secret=Secret("made", NONCE))
    for viewer in VIEWERS:
        page = page_of(path, viewer)
        assert data_of(page)["names"] == ["seat 0", "seat 1", "seat 2", "seat 3"]
        assert "made" not in json.dumps(data_of(page))
        assert "The match was interrupted: it has no result." in page
        assert data_of(page)["ending"] is None
    assert data_of(page_of(path, FULL))["names"] == ["made (0)", "made (1)", "made (2)", "made (3)"]


# -- one file that runs nothing else ----------------------------------------------------------------------------


def test_no_words_of_a_bot_are_read_as_markup(tmp_path: Path) -> None:
    evil = '</script><img src=x onerror="alert(1)">&\u2028\u202e'
    record = lines_of(VICTORY)
    header = lines(record[0])[0]
    seats = [{**seat, "name": evil} for seat in header["seats"]]
    path = write_lines(tmp_path, signed_anew([changed(record[0], seats=seats, match_id=evil), *record[1:]]))
    page = page_of(path)
    assert "<img" not in page
    assert page.count("</script") == 2
    assert "\u202e" not in page
    assert html.escape('<img src=x onerror="') in page


def test_the_policy_allows_what_is_in_it_and_no_network() -> None:
    page = page_of(VICTORY)
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = {rule.split()[0]: set(rule.split()[1:]) for rule in policy.split(";")}
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, flags=re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, flags=re.DOTALL)
    assert rules == {
        "default-src": {"'none'"},
        "script-src": {source(script)},
        "style-src": {source(style) for style in styles},
        "base-uri": {"'none'"},
        "form-action": {"'none'"},
    }
    addresses = re.findall(r"https?://[^\"]+", page)
    assert set(addresses) == {"http://www.w3.org/2000/svg"}  # a name, which nothing fetches


def source(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# -- secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [*VIEWERS, FULL])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_seed_hash_or_digest_is_in_it(path: Path, viewer: Viewer) -> None:
    record = lines(b"".join(line for line in lines_of(path) if line.endswith(b"\n")))
    replay, secret = read_playable(path, None)
    secrets = [line["hash"] for line in record if line["t"] == "ply"]
    secrets += [secret.nonce, record[0]["seed_commitment"].partition(":")[2]]
    secrets += [line[key] for line in record if line["t"] == "end" for key in ("game_digest", "record_digest")]
    page = match_page(replay, secret, viewer)
    assert [one for one in secrets if one in page] == []
    data = json.dumps(data_of(page))
    words = [f'"{secret.seed}"', "seed", "nonce", "hash", "digest", "commitment", "b2:", "sha256:", '"deck"']
    assert [word for word in words if word in data] == []


@pytest.mark.parametrize("viewer", range(4))
def test_what_is_hidden_from_a_viewer_changes_no_byte_of_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, viewer: int
) -> None:
    two_records(monkeypatch, tmp_path, viewer)
    pages: dict[Viewer, list[str]] = {viewer: [], PUBLIC: [], FULL: []}
    for number, chance in enumerate((SeededChance, OtherCards)):
        deal_with(monkeypatch, chance)
        for whose, made in pages.items():
            made.append(page_of(tmp_path / f"{number}.jsonl", whose))
    assert {whose: one == other for whose, (one, other) in pages.items()} == {viewer: True, PUBLIC: True, FULL: False}
