"""Plays a case of the zoo on every seat, and looks at everything that may be left of it."""

from __future__ import annotations

import asyncio
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from glob import glob
from pathlib import Path
from typing import Final

from protocol.messages import TimeControl
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.event_loop import run
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.verify import verify
from tests.match.tables import RULES, TIME_CONTROL, bot, left_running, marked, open_descriptors
from tests.match.zoo_cases import Case

SETTINGS: Final = MatchSettings(rules=RULES, time_control=TIME_CONTROL)
PATIENT: Final = replace(SETTINGS, time_control=TimeControl(20_000, move_ms=100, reserve_ms=20_000, increment_ms=0))
"""For programs whose ruin takes its time."""
GROWTH_KIB: Final = 64 * 1024
"""How much more the referee may hold, at its worst moment, than before: four matches at once."""


def play_on_every_seat(
    case: Case,
    folder: Path,
    *,
    settings: MatchSettings = SETTINGS,
    seed: str = "zoo",
    sandbox: Sandbox = UNCONTAINED,
) -> list[Outcome]:
    """Four matches at once, the program on seat 0 of the first and so on; the outcomes in this order.

    Nothing may be left of them but four records that verify, and no seat but the program's may have done wrong.
    """
    before = open_descriptors()
    with memory_is_flat():
        outcomes = run(_four_matches(case, folder, settings, seed, sandbox))
    assert open_descriptors() == before
    evidence = {outcome.evidence for outcome in outcomes} - {None}
    assert {*folder.iterdir()} == {_replay(folder, seat) for seat in range(4)} | evidence  # no seed's file is left
    assert glob(f"/sys/fs/cgroup/**/referee-{os.getpid()}/bot-*", recursive=True) == []  # no control group is left
    for seat, outcome in enumerate(outcomes):
        assert left_running(str(_replay(folder, seat))) == []
        verified = verify(_replay(folder, seat))
        assert (verified.status, verified.reason) == ("ok", "")
        assert verified.game_digest == outcome.game_digest
        assert {offence.seat for offence in outcome.offences} <= {seat}, outcome.result.reason
        assert [words for other, words in enumerate(outcome.last_words) if other != seat] == ["", "", ""]
    return outcomes


async def _four_matches(
    case: Case, folder: Path, settings: MatchSettings, seed: str, sandbox: Sandbox
) -> list[Outcome]:
    transcripts = [io.StringIO() for _ in range(4)]
    matches = []
    for seat, transcript in enumerate(transcripts):
        seats = [bot(*case.others)] * 4
        seats[seat] = bot(case.program, *case.arguments)
        replay = _replay(folder, seat)
        matches.append(
            play_match(
                settings, marked(seats, replay), replay,
                match_id=f"m-ZOO{seat}", seed=seed, transcript=transcript, sandbox=sandbox,
            )
        )  # fmt: skip
    outcomes = await asyncio.gather(*matches)
    for transcript in transcripts:  # whatever a bot says can be shown on a terminal
        assert all(line.isprintable() for line in re.split(r"[\t\n]", transcript.getvalue()))
    return outcomes


def _replay(folder: Path, seat: int) -> Path:
    return folder / f"seat-{seat}.jsonl"


@contextmanager
def memory_is_flat() -> Iterator[None]:
    """Fails if the block makes this process hold much more at any moment than it held before."""
    Path("/proc/self/clear_refs").write_text("5")  # the high-water mark falls to what is held now
    before_kib = _held_at_most_kib()
    yield
    assert _held_at_most_kib() - before_kib < GROWTH_KIB


def _held_at_most_kib() -> int:
    found = re.search(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def assert_judged(outcome: Outcome, case: Case, seat: int) -> None:
    """The case's seat, and no other, lost the match for the case's fault; without a fault it was played to its end."""
    if case.kind is None:
        assert (outcome.result.verdict, outcome.offences) == ("roll_cap", ()), outcome.result.reason
    else:
        _assert_forfeit(outcome, case, seat)


def _assert_forfeit(outcome: Outcome, case: Case, seat: int) -> None:
    result, (offence,) = outcome.result, outcome.offences
    assert (result.verdict, result.offender) == (f"forfeit_{case.kind}", seat), result.reason
    assert (offence.seat, offence.kind) == (seat, case.kind)
    assert result.ranking[-1] == seat
    assert result.points[seat] == 0
    assert result.winner == result.ranking[0]
    for words in (f"seat {seat} ", *case.words):
        assert words in result.reason
    assert result.reason.isprintable()  # it can go to any terminal
    assert len(result.reason) < 500
