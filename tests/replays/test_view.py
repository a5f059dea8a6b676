"""A recorded match as one seat saw it: what it was told, to the byte, and nothing that it could not know."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine import Game, Rules, SeededChance
from protocol.schema import generate_schemas
from protocol.view_records import VIEW_TYPES, Viewer, decode_view, encode_view
from referee.match.settings import MatchSettings
from referee.replays.playable import UnplayableError, read_playable
from referee.replays.seed_file import Secret
from referee.replays.verify import verify
from referee.replays.view import PUBLIC, view_of
from tests.match.commands import referee
from tests.match.scripted_link import Answering
from tests.match.scripted_table import RULES, SETTINGS, seat_them
from tests.replays.golden import EVIDENCE, RECORDS, VICTORY, assert_differs, lines_of
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_sealed import SECRET, sealed_lines, write

T = TypeVar("T")
VIEWERS: tuple[Viewer, ...] = (0, 1, 2, 3, PUBLIC)
VIEWS = [
    pytest.param(path, viewer, id=f"{path.name.partition('.')[0]}-{viewer}")
    for path in RECORDS
    for viewer in VIEWERS
    if viewer == PUBLIC or viewer < len(json.loads(lines_of(path)[0])["seats"])
]


def view(path: Path, viewer: Viewer, *, with_requests: bool = False) -> bytes:
    replay, secret = read_playable(path, None)
    return b"".join(map(encode_view, view_of(replay, secret, viewer, with_requests=with_requests)))


def lines(content: bytes, kind: str | None = None) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, content.splitlines()) if kind in (None, line["t"])]


# -- what the seat was told -----------------------------------------------------------------------------------


def plays_at_random(seat: int, slips: frozenset[int] = frozenset()) -> Answering:
    """Any legal action but offers, the same in every run; nonsense to requests of these numbers, its own counted."""
    choose, asked = random.Random(seat).choice, []

    def answer(message: dict[str, Any]) -> str:
        asked.append(message["id"])
        if len(asked) in slips:
            return f"@{message['id']} ROLL"
        actions = [action for action in message["legal_actions"] if not action.startswith("offer")]
        return f"@{message['id']} {choose(actions)}"

    return answer


async def test_events_and_requests_are_what_the_seat_was_sent(tmp_path: Path) -> None:
    slips = frozenset((5, 9, 10, 11, 12))
    settings: MatchSettings = replace(SETTINGS, rules=replace(RULES, roll_cap=60), on_illegal="refuse")
    answering = [plays_at_random(seat, slips if seat == 2 else frozenset()) for seat in range(4)]
    match, links = seat_them(tmp_path / "m.jsonl", answering=answering, settings=settings)
    outcome = await match.play()
    assert outcome.result.verdict == "roll_cap"
    for seat, link in enumerate(links):
        sent = [
            line
            for line in b"".join(link.writes).splitlines()
            if line.startswith((b'{"type":"event"', b'{"type":"request"'))
        ]
        assert any(b'"steal:' in line and b'"card":null' in line for line in sent)
        shown = view(tmp_path / "m.jsonl", seat, with_requests=True).splitlines()
        kinds = (b'{"t":"event","event":', b'{"t":"request","request":')
        told = [line for line in shown if line.startswith(kinds)]
        assert [kind for line in told for kind in kinds if line.startswith(kind)] == [
            kinds[0] if line.startswith(b'{"type":"event"') else kinds[1] for line in sent
        ]
        assert all(line.partition(b":{")[2].startswith(one[1:]) for line, one in zip(told, sent, strict=True))
    assert [fault["outcome"] for fault in lines(view(tmp_path / "m.jsonl", 2), "fault")] == [
        "refused", "refused", "refused", "refused", "default",
    ]  # fmt: skip
    assert lines(view(tmp_path / "m.jsonl", 1), "fault") == []


def test_a_spectator_sees_no_card_of_a_theft() -> None:
    events = [line["event"] for line in lines(view(VICTORY, PUBLIC), "event")]
    secret = [event for event in events if event["action"].startswith(("steal", "buy_dev_card"))]
    assert secret
    assert [event["card"] for event in secret] == [None] * len(secret)


def test_faults_and_evidence_are_shown_to_their_own_seat() -> None:
    record = lines(EVIDENCE.read_bytes(), "evidence")[0]
    own = lines(view(EVIDENCE, 1), "evidence")[0]
    assert own == {key: record[key] for key in own}
    assert set(record) - set(own) == {"seat", "author", "sealed"}
    assert [line["kind"] for line in lines(view(EVIDENCE, 1), "fault")] == ["malformed", "timeout"]
    for other in (0, 2, 3, PUBLIC):
        assert lines(view(EVIDENCE, other), "fault") + lines(view(EVIDENCE, other), "evidence") == []
        assert lines(view(EVIDENCE, other), "end")[0]["result"]["offender"] == 1


def test_the_last_request_has_the_clock_of_the_evidence() -> None:
    asked = lines(view(EVIDENCE, 1, with_requests=True), "request")[-1]["request"]
    assert asked == lines(EVIDENCE.read_bytes(), "evidence")[0]["request"]


# -- what it could not know -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "viewer"), VIEWS)
def test_no_seed_hash_or_digest_is_in_it(path: Path, viewer: Viewer) -> None:
    record = [json.loads(line) for line in lines_of(path) if line.endswith(b"\n")]
    _, secret = read_playable(path, None)
    secrets = [line["hash"] for line in record if line["t"] == "ply"]
    secrets += [record[0]["seed_commitment"].partition(":")[2], secret.nonce]
    secrets += [line[key] for line in record if line["t"] == "end" for key in ("game_digest", "record_digest")]
    secrets += [line[key][3:] for line in record if line["t"] == "evidence" for key in ("author", "sealed")]
    content = view(path, viewer, with_requests=True)
    assert [secret for secret in secrets if secret.encode() in content] == []
    words = [f'"{secret.seed}"', '"seed', '"nonce"', '"hash"', "digest", "b2:", "sha256:"]
    assert [word for word in words if word.encode() in content] == []


@pytest.mark.parametrize(("path", "viewer"), VIEWS)
def test_a_card_is_named_to_those_who_know_it_and_to_nobody_else(path: Path, viewer: Viewer) -> None:
    record = [json.loads(line) for line in lines_of(path) if line.endswith(b"\n")]
    plies = [line for line in record if line["t"] == "ply"]
    events = [line["event"] for line in lines(view(path, viewer), "event")]
    assert [event["ply"] for event in events] == [ply["n"] for ply in plies]
    for event, ply in zip(events, plies, strict=True):
        verb, _, victim = ply["action"].partition(":")
        if verb in ("steal", "buy_dev_card"):
            knows = viewer in ((ply["seat"], int(victim)) if verb == "steal" else (ply["seat"],))
            assert event["card"] == (ply["chance"] if knows else None)
        else:
            assert "card" not in event


@pytest.mark.parametrize(("path", "viewer"), VIEWS)
def test_requests_faults_and_evidence_are_the_viewer_s_own(path: Path, viewer: Viewer) -> None:
    """Of others' hands nothing is in a line: all that has ``your_`` keys was made for this seat."""
    shown = lines(view(path, viewer, with_requests=True))
    asked = [line["request"] for line in shown if line["t"] in ("request", "evidence") and line["request"]]
    assert {request["public_state"]["viewer"] for request in asked} <= {viewer}
    own = [json.loads(line) for line in lines_of(path) if line.startswith((b'{"t":"fault"', b'{"t":"evidence"'))]
    assert [line["t"] for line in shown if line["t"] in ("fault", "evidence")] == [
        line["t"] for line in own if line["seat"] == viewer
    ]


@pytest.mark.parametrize(("path", "viewer"), VIEWS)
def test_a_view_is_not_taken_for_the_record(tmp_path: Path, path: Path, viewer: Viewer) -> None:
    copy = tmp_path / "view.jsonl"
    copy.write_bytes(view(path, viewer))
    words = "is the public view" if viewer == PUBLIC else f"is the view of seat {viewer}"
    assert_differs(verify(copy), 1, words, "not the record")


class OtherCards(SeededChance):
    """The island and dice of a seed, with other thefts, and with knights and other cards changed about in the deck."""

    def steal(self, index: int, n: int) -> int:
        return (super().steal(index, n) + 1) % n

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        dealt = super().shuffle(stream, items)
        if stream != "deck":
            return dealt
        others = [item for item in dealt if item not in _VICTORY_POINT][::-1]
        return [item if item in _VICTORY_POINT else others.pop(0) for item in dealt]


_VICTORY_POINT = ("victory_point", 1)
"""The card, by name and by index: both decks have it in the same places, so that the result is the same."""


def two_records(monkeypatch: pytest.MonkeyPatch, folder: Path, viewer: int) -> tuple[bytes, bytes]:
    """Views of two matches in which everything that this seat was told is the same, and other things are not."""
    chances = (SeededChance, OtherCards)
    records = []
    for chance in chances:
        deal_with(monkeypatch, chance)
        records.append(MadeRecord(seed="hidden"))
    rng = random.Random(11)
    while action := same_to(viewer, [record.game for record in records], rng):
        for record in records:
            record.apply(action)
    cards = [[line["chance"] for line in lines(b"".join(record.lines), "ply")] for record in records]
    assert sum(one != other for one, other in zip(*cards, strict=True)) >= 2
    views = []
    for number, (record, chance) in enumerate(zip(records, chances, strict=True)):
        deal_with(monkeypatch, chance)
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(record.cancelled()))
        views.append(view(path, viewer, with_requests=True))
    return views[0], views[1]


def same_to(viewer: int, games: Sequence[Game], rng: random.Random) -> str | None:
    """An action that may be played in both games and looks the same to this seat; None: there is none any more."""
    actions = [action for action in games[0].legal_actions() if not action.startswith(("offer", "play_dev", "trade"))]
    rng.shuffle(actions)
    for action in sorted(actions, key=lambda action: action != "buy_dev_card"):
        if action in games[1].legal_actions():
            one, other = (game.copy().apply(action)[0] for game in games)
            if one.seen_by(viewer) == other.seen_by(viewer):
                return action
    return None


def deal_with(monkeypatch: pytest.MonkeyPatch, chance: type[SeededChance]) -> None:
    """Have matches dealt so, when they are recorded and when they are played again."""

    def dealt(rules: Rules, *, seed: str) -> Game:
        return Game(rules, chance=chance(seed))

    monkeypatch.setattr("tests.replays.made.Game", dealt)
    monkeypatch.setattr("referee.replays.playback.Game", dealt)


@pytest.mark.parametrize("viewer", range(4))
def test_what_is_hidden_from_a_seat_changes_no_byte_of_its_view(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, viewer: int
) -> None:
    one, other = two_records(monkeypatch, tmp_path, viewer)
    assert one == other
    assert (tmp_path / "0.jsonl").read_bytes() != (tmp_path / "1.jsonl").read_bytes()


# -- which records --------------------------------------------------------------------------------------------


def test_a_sealed_record_is_shown_with_the_seed_beside_it(tmp_path: Path) -> None:
    assert view(write(tmp_path, sealed_lines(), secret=SECRET), 1) == view(VICTORY, 1)
    with pytest.raises(UnplayableError, match="neither revealed nor in a file beside it"):
        read_playable(write(tmp_path, sealed_lines(), "n.jsonl"), 1)


@pytest.mark.parametrize("cut", [0, 7])
def test_an_interrupted_record_is_shown_as_far_as_it_goes(tmp_path: Path, cut: int) -> None:
    whole = lines_of(VICTORY)
    rest = [*whole[:30], whole[30][:cut]] if cut else whole[:30]
    path = write(tmp_path, rest, secret=SECRET)
    assert view(path, 1) == b"".join(view(VICTORY, 1).splitlines(keepends=True)[:30])


def test_names_of_an_anonymous_match_are_known_when_it_is_over(tmp_path: Path) -> None:
    record = MadeRecord(anonymous=True).play(20)
    path = write(tmp_path, record.lines, "begun.jsonl", Secret("made", NONCE))
    header = lines(view(path, 0))[0]
    assert header["anonymous"]
    assert header["seats"] == [{"name": None, "version": None}] * 4
    path = write(tmp_path, record.cancelled(), "over.jsonl")
    assert lines(view(path, 0))[0]["seats"] == [{"name": "made", "version": "1"}] * 4


# -- the types, and the command -------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "viewer"), VIEWS)
def test_every_line_can_be_read_and_is_the_same_every_time(path: Path, viewer: Viewer) -> None:
    content = view(path, viewer, with_requests=True)
    assert view(path, viewer, with_requests=True) == content
    for line in content.splitlines(keepends=True):
        assert encode_view(decode_view(line)) == line


def test_the_schema_has_every_line() -> None:
    document = json.loads(generate_schemas()["view_records.json"])
    assert document["oneOf"] == [{"$ref": f"#/$defs/{kind.__name__}"} for kind in VIEW_TYPES]


def test_the_command_writes_to_standard_output_or_a_new_file(tmp_path: Path) -> None:
    done = referee("replay", "view", str(VICTORY), "--seat", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout.encode()) == (0, view(VICTORY, 1))
    done = referee("replay", "view", str(VICTORY), "--public", "--out", "v.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "v.jsonl\n")
    assert (tmp_path / "v.jsonl").read_bytes() == view(VICTORY, PUBLIC)
    done = referee("replay", "view", str(VICTORY), "--seat", "1", "--requests", "--out", "v.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert (tmp_path / "v.jsonl").read_bytes() == view(VICTORY, PUBLIC)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "name one viewer"),
        (("--seat", "1", "--public"), "name one viewer"),
        (("--public", "--requests"), "it goes with --seat"),
        (("--seat", "4"), "there is no seat 4: it has seats 0 to 3"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    done = referee("replay", "view", str(VICTORY), *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
