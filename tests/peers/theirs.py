"""The peer's answers, in our numbers: the process, its JSON lines, and the translation."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from engine.resources import ANY, DESERT
from engine.topology import HARBOUR_EDGES
from tests.benchmarks.peer import VENV, Catanatron
from tests.peers.mapping import EDGE_TILES, HEX_CUBES, Places, lay
from tests.peers.questions import (
    BUILDS,
    ENOUGH,
    KEPT,
    MEASURED,
    PRODUCTION,
    ROBBER,
    ROLLS,
    SHORT,
    TRADES,
    Answers,
    Position,
    Question,
)
from tests.peers.scenes import Build

_SCRIPT: Final = Path(__file__).with_name("catanatron_answers.py")


class PeerDiedError(Exception):
    """The peer's process ended in the middle of a question; what it had to say went to stderr."""


class Peer:
    """Catanatron in a process of its own. Raises ``UnavailableError`` where it can't be installed."""

    def __init__(self) -> None:
        Catanatron()  # installs it on first use
        command = [str(VENV / "bin" / "python"), str(_SCRIPT)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._places: Places | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()  # closes its stdin, at which it ends

    @property
    def places(self) -> Places:
        """Its numbering beside ours, once it has an island."""
        if self._places is None:
            raise LookupError("there is no island yet")
        return self._places

    def begin(self, position: Position) -> None:
        """Begin a game on this position's island. Raises ``MappingError`` where the islands do not agree."""
        board = zip(HEX_CUBES, position["terrain"], position["tokens"], strict=True)
        hexes = [{"at": at, "resource": _or_none(name, DESERT), "number": number} for at, name, number in board]
        harbours = []
        for edge, name in zip(HARBOUR_EDGES, position["harbours"], strict=True):
            (land,) = EDGE_TILES[edge] & set(HEX_CUBES)
            (sea,) = EDGE_TILES[edge] - {land}
            harbours.append({"sea": sea, "land": land, "resource": _or_none(name, ANY)})
        self._places = lay(self._ask("island", hexes=hexes, harbours=harbours)["tiles"])

    def build(self, build: Build) -> str | None:
        """Build there too; None, or why the peer refuses."""
        where = self.places.nodes_along if build.kind == "road" else self.places.node_at
        answer = self._ask("build", seat=build.seat, kind=build.kind, place=where[build.place])
        return answer.get("refused")

    def answers(self, position: Position, banks: Sequence[Sequence[int]]) -> Answers:
        """Every question about the pieces built so far with the hands, bank and robber of this position."""
        told = self._ask(
            "answers",
            hands=position["hands"],
            bank=position["bank"],
            banks=banks,
            robber=HEX_CUBES[position["robber"]],
            enough=ENOUGH,
        )
        answers: Answers = {}
        for seat in range(len(position["hands"])):
            answers[Question(MEASURED, seat)] = told["measured"][seat]
            answers[Question(KEPT, seat)] = told["kept"][seat]
            answers[Question(ROBBER, seat)] = self._robber(told["robber"][seat])
            answers[Question(TRADES, seat)] = sorted(tuple(trade) for trade in told["own hand"][seat]["trades"])
            for hand in ("own hand", "enough"):
                answers |= self._builds(told[hand][seat], seat, hand)
        for bank, rolls in zip(banks, told["production"], strict=True):
            for total, roll in zip(ROLLS, rolls, strict=True):
                gains = [tuple(hand) for hand in roll["gains"]]
                answers[Question(PRODUCTION, total=total, bank=tuple(bank))] = gains
                answers[Question(SHORT, total=total, bank=tuple(bank))] = sorted(roll["short"])
        return answers

    def lengths(self, position: Position) -> list[int]:
        """The longest road of each seat on a bare board with the position's pieces."""
        at, along = self.places.node_at, self.places.nodes_along
        buildings = zip(position["settlements"], position["cities"], strict=True)
        lengths: list[int] = self._ask(
            "measure",
            roads=[[along[edge] for edge in edges] for edges in position["roads"]],
            buildings=[[at[vertex] for vertex in (*settlements, *cities)] for settlements, cities in buildings],
        )["measured"]
        return lengths

    def _builds(self, told: dict[str, Any], seat: int, hand: str) -> Answers:
        places = self.places
        found = {
            "road": sorted(places.edge_of[frozenset(pair)] for pair in told["road"]),
            "settlement": sorted(places.vertex_of[node] for node in told["settlement"]),
            "city": sorted(places.vertex_of[node] for node in told["city"]),
        }
        return {Question(subject, seat, hand=hand): found[kind] for kind, subject in BUILDS.items()}

    def _robber(self, targets: list[Any]) -> list[tuple[int, int]]:
        return sorted((HEX_CUBES.index(tuple(at)), -1 if victim is None else victim) for at, victim in targets)

    def _ask(self, request: str, **arguments: Any) -> dict[str, Any]:
        assert self._process.stdin is not None, "it was started with a pipe"
        assert self._process.stdout is not None, "it was started with a pipe"
        try:
            self._process.stdin.write(json.dumps({"do": request, **arguments}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerDiedError(f"it was gone before {request}") from None
        line = self._process.stdout.readline()
        if not line:
            raise PeerDiedError(f"it ended at {request}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _or_none(name: str, nothing: str) -> str | None:
    return None if name == nothing else name
