"""Rulings on recorded matches: made and signed, read, and held against the replay. The replay is never changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from protocol.rulings import RULING_FORMAT, Ruling, RulingVerdict, encode_ruling, ruling_digest
from protocol.signed import ruling_message
from referee.replays.reader import Replay, ReplayError, content_of, read_replay
from referee.replays.seed_file import SeedFileError, seed_beside
from referee.replays.utc import utc_now
from referee.replays.verify import revealed_seed, verify_replay
from referee.signing.keys import KeyTextError, PrivateKey, is_signed

_MOST_BYTES: Final = 1024 * 1024
_ENDING: Final = ".ruling.json"


class RulingError(ValueError):
    """A ruling that can't be made, read or believed; the text says why."""


@dataclass(frozen=True)
class Decision:
    """What an adjudicator decides: a verdict, a ranking where the verdict is ``adjudicated``, and why.

    ``replaces`` is the ruling on the same replay that no longer holds by this one, if there was one.
    """

    verdict: RulingVerdict
    ranking: tuple[int, ...] | None
    reason: str
    replaces: Path | None = None


def ruling_file(replay: Path) -> Path:
    """Where the ruling on this replay lies: ``final.jsonl.ruling.json``, also of ``final.jsonl.gz``."""
    return replay.with_name(replay.name.removesuffix(".gz") + _ENDING)


def replays_ruled_by(ruling: Path) -> list[Path]:
    """Where the replay of this ruling may lie: beside it, packed or not; nowhere, if the name is not as usual."""
    if not ruling.name.endswith(_ENDING):
        return []
    plain = ruling.with_name(ruling.name.removesuffix(_ENDING))
    return [plain, plain.with_name(plain.name + ".gz")]


def make_ruling(replay: Path, decision: Decision, key: PrivateKey) -> Ruling:
    """A signed ruling on the match in this file, which is played again first.

    Raises ``RulingError`` for a replay that does not play back or has no result, a ranking that does not name each seat
    once, or one where the verdict has none, and an earlier ruling on something else; ``SigningUnavailable``;
    ``OSError``.
    """
    record = _verified(replay)
    seats = len(record.header.seats)
    if decision.verdict == "adjudicated" and sorted(decision.ranking or ()) != list(range(seats)):
        raise RulingError(f"the ranking must name each of the seats 0 to {seats - 1} once, the best first")
    if decision.verdict != "adjudicated" and decision.ranking is not None:
        raise RulingError(f"a ranking goes with the verdict adjudicated, not with {decision.verdict}")
    if not decision.reason.strip():
        raise RulingError("a ruling needs a reason")
    if any("\ud800" <= letter <= "\udfff" for letter in decision.reason):  # what Python makes of other bytes
        raise RulingError("the reason is not in UTF-8")
    assert record.end is not None, "what plays back as ok has an end"
    public = key.public()
    draft = Ruling(
        format=RULING_FORMAT,
        match_id=record.header.match_id,
        game_digest=record.end.game_digest,
        record_digest=record.end.record_digest,
        verdict=decision.verdict,
        ranking=None if decision.ranking is None else list(decision.ranking),
        reason=decision.reason,
        by=public.name,
        ruled=utc_now(),
        replaces=None if decision.replaces is None else _digest_of_earlier(decision.replaces, record),
        key=public.text,
        signature="",
    )
    return msgspec.structs.replace(draft, signature=key.sign(ruling_message(draft)))


def read_ruling(path: Path) -> Ruling:
    """The ruling in this file, its signature checked; whose key it is, and which replay, is for others to ask.

    Raises ``RulingError`` for anything else than a ruling as the referee writes it, with a signature that fits,
    ``SigningUnavailable``, and ``OSError``.
    """
    content = content_of(path)
    if len(content) > _MOST_BYTES:
        raise RulingError("is no ruling: it has more than 1 MiB")
    try:
        ruling = msgspec.json.decode(content, type=Ruling)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RulingError(f"is no ruling: {error}") from None
    if encode_ruling(ruling) != content:
        raise RulingError("is not spelled as the referee spells a ruling: one line, without keys that it does not have")
    try:
        is_right = is_signed(ruling_message(ruling), ruling.key, ruling.signature)
    except KeyTextError as error:
        raise RulingError(f"its signature: {error}") from None
    if not is_right:
        raise RulingError(f"it was changed since it was signed, or not signed by the key {ruling.key}")
    if (ruling.verdict == "adjudicated") is (ruling.ranking is None):
        raise RulingError(f"a ranking goes with the verdict adjudicated and with no other, here with {ruling.verdict}")
    return ruling


def check_ruling(ruling: Ruling, replay: Path) -> None:
    """Raise ``RulingError`` unless this is a ruling on the match in this file, which is played again; ``OSError``."""
    record = _verified(replay)
    _check_is_on(ruling, record)
    seats = len(record.header.seats)
    if ruling.ranking is not None and sorted(ruling.ranking) != list(range(seats)):
        raise RulingError(f"its ranking does not name each of the seats 0 to {seats - 1} once")


def _verified(path: Path) -> Replay:
    """The replay, if it plays back to its end."""
    try:
        replay = read_replay(path)
        found = verify_replay(replay, None if revealed_seed(replay) else seed_beside(path))
    except (ReplayError, SeedFileError) as error:
        raise RulingError(f"the replay {path.name}: {error}") from None
    if found.status != "ok":
        raise RulingError(f"the replay {path.name}: {found.complaint}")
    return replay


def _check_is_on(ruling: Ruling, record: Replay) -> None:
    assert record.end is not None, "what plays back as ok has an end"
    on_record = {
        "match_id": record.header.match_id,
        "game_digest": record.end.game_digest,
        "record_digest": record.end.record_digest,
    }
    for key, value in on_record.items():
        if getattr(ruling, key) != value:
            raise RulingError(f"is on another replay: its {key} is {getattr(ruling, key)}, the replay has {value}")


def _digest_of_earlier(path: Path, record: Replay) -> str:
    try:
        earlier = read_ruling(path)
        _check_is_on(earlier, record)
    except RulingError as error:
        raise RulingError(f"the earlier ruling {path.name}: {error}") from None
    return ruling_digest(encode_ruling(earlier))
