"""``make bench``: our figures side by side with Catanatron's in one run. Not a timed test.

Processor time of this process unless a row says otherwise; medians of five, ours and theirs in turn.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from engine import COMPETITION
from referee.event_loop import loop_factory
from tests.benchmarks import engine_bench, match_bench

CATANATRON = "catanatron==3.2.1"
PEER_VENV = Path(".bench-venv")
ROUNDS = 5
GAMES = 8


def main() -> None:
    """Measure and print."""
    print(machine())
    compare_with_catanatron()
    parts()
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("cc"):
            refereeing(Path(folder))
        else:
            print("no C compiler (cc): the refereed match and verification are left out")


def machine() -> str:
    """What the figures were measured on."""
    model = "unknown processor"
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def row(what: str, ours: float, unit: str, mark: str = "", beside: str = "") -> None:
    print(f"{what:<46}{ours:>10,.1f} {unit:<9}{mark:<26}{beside}")


# -- the engine beside its peer -----------------------------------------------------------------------------


def peer_python() -> str | None:
    """The interpreter of the venv in which only Catanatron lives, made on first use; None where it can't be."""
    python = PEER_VENV / "bin" / "python"
    if not python.exists():
        commands = [
            [sys.executable, "-m", "venv", str(PEER_VENV)],
            [str(python), "-m", "pip", "install", "-q", CATANATRON],
        ]
        for command in commands:
            if subprocess.run(command, capture_output=True).returncode:
                shutil.rmtree(PEER_VENV, ignore_errors=True)
                return None
    return str(python)


def peer_figures(python: str, first_seed: int) -> dict[str, float]:
    script = str(Path(__file__).with_name("catanatron_step.py"))
    done = subprocess.run([python, script, str(GAMES), str(first_seed)], check=True, capture_output=True, text=True)
    return {key: float(value) for key, value in json.loads(done.stdout).items()}


def compare_with_catanatron() -> None:
    """An action as a user makes it, and a copy."""
    python = peer_python()
    with_offers, without, theirs, copies = [], [], [], []
    states = engine_bench.states(1)
    lengths = (0.0, 0.0)
    for number in range(ROUNDS):
        if python is not None:
            theirs.append(peer_figures(python, number * GAMES))
        step, length = engine_bench.step_us(COMPETITION, 4 * GAMES, number * GAMES)
        bare, bare_length = engine_bench.step_us(engine_bench.WITHOUT_OFFERS, 4 * GAMES, number * GAMES)
        with_offers.append(step)
        without.append(bare)
        lengths = length, bare_length
        copies.append(engine_bench.part_us(engine_bench.PARTS["copy"], states))
    ours, bare, copy = map(statistics.median, (with_offers, without, copies))
    if python is None:
        print(f"{CATANATRON} could not be installed: ours stand alone")
    peer_step = statistics.median(one["step_us"] for one in theirs) if theirs else float("nan")
    peer_copy = statistics.median(one["copy_us"] for one in theirs) if theirs else float("nan")
    peer_length = statistics.median(one["actions_per_game"] for one in theirs) if theirs else float("nan")
    row("an action, offers in the list", ours, "us", "a seventh of the peer's", against(peer_step, ours))
    row("an action, no offers", bare, "us", "a seventh of the peer's", against(peer_step, bare))
    row("copy()", copy, "us", "a fifteenth of the peer's", against(peer_copy, copy))
    print(f"  actions a game: {lengths[0]:.0f} with offers, {lengths[1]:.0f} without, Catanatron {peer_length:.0f}")


def against(theirs: float, ours: float) -> str:
    return f"Catanatron 3.2.1: {theirs:,.1f} us, {theirs / ours:,.1f} times ours"


def parts() -> None:
    """What a referee and a searching bot call beside it."""
    states = engine_bench.states(2)
    marks = {"state_hash": "12 us", "public_state and JSON": "25 us"}
    for name, part in engine_bench.PARTS.items():
        if name != "copy":
            row(
                name,
                statistics.median(engine_bench.part_us(part, states) for _ in range(ROUNDS)),
                "us",
                marks.get(name, ""),
            )


# -- the referee beside the bare trip -----------------------------------------------------------------------


def refereeing(folder: Path) -> None:
    """Four bots in C through the whole referee, and the same bytes to and fro with nothing in between."""
    size = match_bench.request_size(folder)
    print(f"  four bots in C, {size:,} bytes to a bot and about 20 back a ply:")
    loops = {"asyncio": None, "uvloop": loop_factory()}
    for name, factory in loops.items():
        if name == "uvloop" and factory is None:
            print("uvloop is not installed: asyncio's own loop alone")
            continue
        trip = match_bench.bare_trip(folder, factory, size)
        played = match_bench.refereed(folder, factory)
        row(f"bare round trips, {name}", trip.per_second, "/s", "", f"{trip.cpu_us:.1f} us of our processor time each")
        mark = "5,600 /s, 80-105 us" if name == "uvloop" else ""
        row(
            f"refereed plies, {name}",
            played.per_second,
            "/s",
            mark,
            f"{played.cpu_us:.1f} us of our processor time each",
        )
    verified = match_bench.verify_us(folder)
    row("replay verify", 1e6 / verified, "plies/s", "20,000 /s", f"{verified:.1f} us a ply")


if __name__ == "__main__":
    main()
