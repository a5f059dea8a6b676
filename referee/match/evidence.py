"""What a forfeit rests on, in three parts: for everybody, for the author of the bot, and sealed for who judges it.

The public part is a line of the record. The other two are files beside it, named by the digest of their content,
for the owner's eyes only: what a program wrote to its standard error is its author's, and the full position has what
the other seats hold and the seed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from protocol.json_lines import encode_line
from protocol.messages import Request, decode_message
from protocol.replay_records import EvidenceClock, EvidenceRecord
from protocol.session import Answer, Fault
from referee.bots.link import InfrastructureError
from referee.match.clock import Charge
from referee.match.player import Player
from referee.match.replies import Reply
from referee.match.verdicts import Offence

log = structlog.get_logger()

_DIGEST_BYTES: Final = 32


class Asked(NamedTuple):
    """A request as it was written, what came of it, and what that cost."""

    request: bytes
    reply: Reply
    charge: Charge


@dataclass(frozen=True)
class Case:
    """A forfeit when it is judged. ``asked`` is None where programs did not start, ``had_left`` who was gone by then.

    ``position`` is the whole state of the game: see ``Game.position``.
    """

    match_id: str
    ply: int
    offences: Sequence[Offence]
    asked: Asked | None
    position: Mapping[str, Any]
    had_left: frozenset[int]


class EvidenceFolder:
    """Where the evidence of one match lies: beside its replay, made with the first file.

    A disk that is full or a folder that is there already changes no verdict: it is logged, and the file is missing.
    """

    def __init__(self, replay: Path) -> None:
        self.replay = replay
        self.path = evidence_folder(replay)
        self.has_files = False

    def keep(self, content: Mapping[str, Any]) -> str | None:
        """Write a file of mode 0600, named by its digest. Returns the digest, None where it could not be written."""
        text = encode_line(content)
        name = blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()
        path = self.path / f"{name}.json"
        try:
            if not self.has_files:
                self.path.mkdir(mode=0o700)
            with open(path, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(text)
        except OSError as error:
            log.error("evidence lost", file=str(path), error=repr(error))
            return None
        self.has_files = True
        return f"b2:{name}"


def evidence_folder(replay: Path) -> Path:
    """The folder for a replay's evidence: ``final.evidence`` beside ``final.jsonl`` or ``final.jsonl.gz``."""
    name = replay.name.removesuffix(".gz").removesuffix(".jsonl")
    return replay.with_name(f"{name}.evidence")


async def gather_evidence(case: Case, players: Sequence[Player], folder: EvidenceFolder) -> list[EvidenceRecord]:
    """What each offender, which has ended, leaves behind: the files in the folder, and the lines for the record."""
    links = [players[offence.seat].link for offence in case.offences]
    statuses = [None if link is None else await link.exit_status(within_s=0) for link in links]
    sealed = folder.keep(sealed_part(case))
    records = []
    for offence, status in zip(case.offences, statuses, strict=True):
        author = folder.keep(author_part(case, offence, players[offence.seat], status))
        records.append(public_part(case, offence, folder.replay, author=author, sealed=sealed))
    return records


def author_part(case: Case, offence: Offence, player: Player, status: int | None) -> dict[str, Any]:
    """What the author of a bot may know beside the public part, once the bot has ended with ``status``."""
    return {
        "match_id": case.match_id,
        "n": case.ply,
        "seat": offence.seat,
        "kind": offence.kind,
        "reason": offence.reason,
        "read_on": offence.read_on,
        "request": None if case.asked is None else msgspec.Raw(case.asked.request.rstrip()),
        "had_left": offence.seat in case.had_left,
        "exit_status": status,
        "exit": _exit_words(player, status),
        "stderr": player.complaints.kept.decode("utf-8", "backslashreplace"),
        "stdout": player.own_lines.lines(),
        "stdout_is_cut": player.own_lines.is_cut,
        "stdout_after_close": player.own_lines.late_lines(),
    }


def _exit_words(player: Player, status: int | None) -> str:
    """How the program ended. Where its sandbox then failed too, that changes nothing of the verdict."""
    if player.link is None:
        return player.start_error
    try:
        return player.link.departure(status).words
    except InfrastructureError as error:
        return str(error)


def sealed_part(case: Case) -> dict[str, Any]:
    """What nobody at the table may know."""
    return {"match_id": case.match_id, "n": case.ply, "position": case.position}


def public_part(
    case: Case, offence: Offence, replay: Path, *, author: str | None, sealed: str | None
) -> EvidenceRecord:
    """What everybody may know, with the digests of the other two parts."""
    asked = case.asked
    name = os.fsencode(replay.name).decode(errors="backslashreplace")
    return EvidenceRecord(
        n=case.ply,
        seat=offence.seat,
        kind=offence.kind,
        request=None if asked is None else _request(asked),
        answer=None if asked is None else _line_as_it_came(asked.reply),
        clock=None if asked is None else _clock(offence.seat, asked),
        verdict=offence.verdict,
        reason=offence.reason,
        command=f"referee replay feed {shlex.quote(name)} --seat {offence.seat} --bot SPEC",
        author=author,
        sealed=sealed,
    )


def _request(asked: Asked) -> Request:
    request = decode_message(asked.request)
    assert isinstance(request, Request)
    return request


def _line_as_it_came(reply: Reply) -> str | None:
    if isinstance(reply, Answer):
        return reply.raw
    if isinstance(reply, Fault):
        return reply.text or None
    return reply.unfinished or None


def _clock(seat: int, asked: Asked) -> EvidenceClock:
    told, charge = _request(asked).clock, asked.charge
    return EvidenceClock(
        move_ms=told.move_ms,
        reserve_ms=None if told.reserve_ms is None else told.reserve_ms[seat],
        used_ms=charge.used_ms,
        overrun_ms=charge.overrun_ns // 1_000_000,
        given_back_ms=charge.given_back_ns // 1_000_000,
    )
