"""``make bench``: our figures side by side with a peer's, in one run. Not a test: a missed mark ends with 0 too.

    python -m tests.benchmarks [--json FILE] [--rounds N]

Processor time of this process unless a row says otherwise; medians over the rounds, and within a round everything
in turn, so that a slow moment of the machine falls on all of it. What can't be measured here is left out, with the
reason.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.event_loop import loop_factory
from tests.benchmarks.bench import Bench, UnavailableError, medians
from tests.benchmarks.engine_bench import EngineBench
from tests.benchmarks.learning_bench import LearningBench
from tests.benchmarks.machine import describe_machine, machine_line
from tests.benchmarks.many_bench import ManyBench
from tests.benchmarks.match_bench import MatchBench
from tests.benchmarks.peer import Catanatron
from tests.benchmarks.sandbox_bench import SandboxBench
from tests.benchmarks.series_bench import SeriesBench
from tests.benchmarks.store_bench import StoreBench
from tests.benchmarks.table import Section, render
from tests.benchmarks.tournament_bench import TournamentBench
from tests.benchmarks.verify_bench import VerifyBench


def main() -> None:
    """Measure, print, and write the file that was asked for."""
    arguments = _parse_arguments()
    machine, left_out = describe_machine(), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        benches = list(_benches(Path(folder), left_out))
        sections = _run(benches, arguments.rounds)
    print(machine_line(machine), f"medians of {arguments.rounds}", "", render(sections), sep="\n")
    for reason in left_out:
        print(f"left out: {reason}")
    if arguments.json:
        arguments.json.write_text(json.dumps(_as_dict(machine, sections, left_out, arguments.rounds), indent=2) + "\n")


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure and compare.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="medians of so many (default: 5)")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be 1 or more")
    return arguments


def _benches(folder: Path, left_out: list[str]) -> Iterator[Bench]:
    """All that can be measured on this machine; the reasons for the rest are added to ``left_out``."""
    try:
        peer = Catanatron()
    except UnavailableError as error:
        peer = None
        left_out.append(f"the peer: {error}")
    yield EngineBench(peer)
    uvloop = loop_factory()
    try:
        if uvloop is None:
            left_out.append("matches on uvloop: it is not installed")
        else:
            yield MatchBench("uvloop", uvloop, folder, is_held_to_marks=True)
            if hasattr(os, "sched_setaffinity"):
                name = "uvloop, all on one core"
                yield MatchBench(name, uvloop, folder, is_held_to_marks=True, on_one_core=True)
            else:
                left_out.append("matches on one core: this system can't keep a process on one")
        yield MatchBench("asyncio's own loop", None, folder, is_held_to_marks=uvloop is None)
        yield ManyBench("asyncio's own loop" if uvloop is None else "uvloop", uvloop, folder)
    except UnavailableError as error:
        left_out.append(f"refereed matches: {error}")
    try:
        yield SandboxBench(uvloop, folder)
    except UnavailableError as error:
        left_out.append(f"contained bots: {error}")
    try:
        yield SeriesBench(uvloop, folder)
    except UnavailableError as error:
        left_out.append(f"match after match: {error}")
    try:
        yield TournamentBench(folder)
    except UnavailableError as error:
        left_out.append(f"tournaments: {error}")
    yield StoreBench(folder)
    yield VerifyBench(folder)
    yield LearningBench()


def _run(benches: list[Bench], rounds: int) -> list[Section]:
    measured = []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        measured.append([bench.measure(number) for bench in benches])
    by_bench = zip(*measured, strict=True)
    return [Section(bench.title, bench.rows(medians(ones))) for bench, ones in zip(benches, by_bench, strict=True)]


def _as_dict(machine: dict[str, Any], sections: list[Section], left_out: list[str], rounds: int) -> dict[str, Any]:
    return {
        "machine": machine,
        "rounds": rounds,
        "sections": [{"title": one.title, "rows": [row.as_dict() for row in one.rows]} for one in sections],
        "left_out": left_out,
    }


if __name__ == "__main__":
    main()
