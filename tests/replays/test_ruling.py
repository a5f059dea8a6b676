"""Rulings: what can be ruled, that none can be changed or put to another match, and that the replay stays as it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.rulings import Ruling, encode_ruling, ruling_digest
from protocol.signed import replay_message, ruling_message
from referee.replays.ruling import (
    Decision,
    RulingError,
    check_ruling,
    make_ruling,
    read_ruling,
    replays_ruled_by,
    ruling_file,
)
from referee.signing.keys import PrivateKey
from tests.replays.golden import FORFEIT, VICTORY, changed, lines_of
from tests.replays.test_sealed import SECRET, sealed_lines, write

KEY = PrivateKey(bytes(range(32)), "jury")
NEW_ORDER = Decision("adjudicated", (2, 0, 1, 3), "seat 1 was told the seed")
VOID = Decision("void", None, "the wrong rules were played")


def saved(folder: Path, ruling: Ruling) -> Path:
    path = folder / "r.ruling.json"
    path.write_bytes(encode_ruling(ruling))
    return path


def signed_anew(ruling: Ruling, **values: Any) -> Ruling:
    """The ruling with these values, with a signature that fits."""
    other = msgspec.structs.replace(ruling, **values)
    return msgspec.structs.replace(other, signature=KEY.sign(ruling_message(other)))


@pytest.mark.parametrize("decision", [NEW_ORDER, VOID, Decision("upheld", None, "nothing was wrong")])
def test_a_ruling_names_the_replay_and_is_read_as_it_was_made(tmp_path: Path, decision: Decision) -> None:
    ruling = make_ruling(VICTORY, decision, KEY)
    end = lines_of(VICTORY)[-1].decode()
    assert ruling.game_digest in end
    assert ruling.record_digest in end
    assert f'"match_id":"{ruling.match_id}"' in lines_of(VICTORY)[0].decode()
    assert (ruling.verdict, ruling.reason, ruling.by, ruling.replaces) == (
        decision.verdict,
        decision.reason,
        "jury",
        None,
    )
    assert read_ruling(saved(tmp_path, ruling)) == ruling
    check_ruling(ruling, VICTORY)


def test_the_replay_stays_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY))
    make_ruling(path, VOID, KEY)
    assert (path.read_bytes(), [file.name for file in tmp_path.iterdir()]) == (VICTORY.read_bytes(), [path.name])


def test_a_ruling_may_replace_an_earlier_one_on_the_same_replay(tmp_path: Path) -> None:
    earlier = saved(tmp_path, make_ruling(VICTORY, VOID, KEY))
    later = make_ruling(VICTORY, Decision("upheld", None, "on appeal", replaces=earlier), KEY)
    assert later.replaces == ruling_digest(earlier.read_bytes())
    with pytest.raises(RulingError, match=r"the earlier ruling r.ruling.json: is on another replay"):
        make_ruling(FORFEIT, Decision("upheld", None, "on appeal", replaces=earlier), KEY)


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision("adjudicated", None, "x"), "each of the seats 0 to 3 once"),
        (Decision("adjudicated", (0, 1, 2), "x"), "each of the seats 0 to 3 once"),
        (Decision("adjudicated", (0, 1, 2, 2), "x"), "each of the seats 0 to 3 once"),
        (Decision("void", (0, 1, 2, 3), "x"), "goes with the verdict adjudicated, not with void"),
        (Decision("void", None, " \n"), "needs a reason"),
        (Decision("void", None, "fair\udcff"), "the reason is not in UTF-8"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(decision: Decision, words: str) -> None:
    with pytest.raises(RulingError, match=words):
        make_ruling(VICTORY, decision, KEY)


def test_only_a_replay_that_plays_back_to_its_end_is_ruled_on(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    broken = [*lines[:6], changed(lines[6], hash="0" * 32), *lines[7:]]
    for content, words in (
        (broken, "differs at line 7"),
        (lines[:9], "its seed is not revealed"),
        ([b"x\n"], "line 1"),
    ):
        with pytest.raises(RulingError, match=words):
            make_ruling(write(tmp_path, content), VOID, KEY)
    with pytest.raises(RulingError, match="interrupted"):
        make_ruling(write(tmp_path, lines[:9], secret=SECRET), VOID, KEY)
    make_ruling(write(tmp_path, sealed_lines(), "s.jsonl", SECRET), VOID, KEY)


# -- rulings that are not to be believed -----------------------------------------------------------------------


def test_every_byte_of_a_ruling_counts(tmp_path: Path) -> None:
    content = encode_ruling(make_ruling(VICTORY, NEW_ORDER, KEY))
    path = tmp_path / "r"
    believed = []
    for place in range(len(content)):
        for byte in (content[place] ^ 1, content[place] ^ 0x20, content[place] ^ 0x80, None):
            put = b"" if byte is None else bytes([byte])
            path.write_bytes(content[:place] + put + content[place + 1 :])
            try:
                read_ruling(path)
            except RulingError:
                continue
            believed.append((place, byte))
    assert believed == []


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"t":"ruling","format":2}', b"{" + b" " * 2**20]
)
def test_what_is_no_ruling_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "r"
    path.write_bytes(content)
    with pytest.raises(RulingError, match="is no ruling"):
        read_ruling(path)


def test_nobody_waits_for_a_ruling_that_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "r")
    with pytest.raises(OSError, match="no regular file"):
        read_ruling(tmp_path / "r")


def test_a_ruling_is_on_one_replay_only() -> None:
    ruling = make_ruling(VICTORY, VOID, KEY)
    with pytest.raises(RulingError, match="is on another replay"):
        check_ruling(ruling, FORFEIT)
    for key in ("match_id", "game_digest", "record_digest"):
        with pytest.raises(RulingError, match=f"another replay: its {key} is x"):
            check_ruling(signed_anew(ruling, **{key: "x"}), VICTORY)


def test_a_signed_ruling_that_makes_no_sense_is_not_believed(tmp_path: Path) -> None:
    ruling = make_ruling(VICTORY, NEW_ORDER, KEY)
    for values in ({"verdict": "void"}, {"ranking": None}):
        with pytest.raises(RulingError, match="goes with the verdict adjudicated"):
            read_ruling(saved(tmp_path, signed_anew(ruling, **values)))
    for ranking in ([0, 1, 2], [0, 1, 2, 2]):
        with pytest.raises(RulingError, match="each of the seats"):
            check_ruling(read_ruling(saved(tmp_path, signed_anew(ruling, ranking=ranking))), VICTORY)


def test_a_signature_of_a_replay_is_none_of_a_ruling(tmp_path: Path) -> None:
    ruling = make_ruling(VICTORY, VOID, KEY)
    borrowed = KEY.sign(replay_message(ruling.record_digest, ruling.by))
    with pytest.raises(RulingError, match="changed since it was signed"):
        read_ruling(saved(tmp_path, msgspec.structs.replace(ruling, signature=borrowed)))


# -- names of files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["final.jsonl", "final.jsonl.gz"])
def test_ruling_and_replay_find_each_other_by_name(name: str) -> None:
    ruling = ruling_file(Path("a") / name)
    assert ruling == Path("a/final.jsonl.ruling.json")
    assert Path("a") / name in replays_ruled_by(ruling)
    assert replays_ruled_by(Path("a/other.json")) == []
