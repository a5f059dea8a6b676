"""The live picture of a match on standard error: a drawing on a terminal, a line a turn elsewhere.

On a terminal the match never waits for it: ``moved`` only keeps what it was told, and the drawing is made from the
last report a few times a second by rich's own thread. Elsewhere a line is written when a turn begins, while no bot's
clock runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, Self

import rich.console
from rich.live import Live
from rich.text import Text

from engine.island import Island
from referee.console import Console
from referee.replays.render.escape import LONGEST_NAME, printable
from referee.replays.render.ranking import ending_words
from referee.replays.render.scene import LAST_ACTIONS, Scene
from referee.replays.render.words import Event

_DRAWINGS_PER_SECOND: Final = 10


class LivePicture:
    """What a person sees of a match while it is played.

    A context manager: leaving it gives the terminal back, whatever ended the match. Reports come in the order
    ``started``, any number of ``moved``, ``finished`` (left out when the match is broken off). ``console`` is
    standard error unless given; results belong on standard output and are not written here. A report raises
    ``OSError`` where it can't be written.
    """

    def __init__(self, console: rich.console.Console | None = None) -> None:
        self._console: rich.console.Console = console if console is not None else Console(stderr=True)
        self._draws = self._console.is_interactive
        self._live: Live | None = None
        self._scene: Scene | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def started(self, board: Island, rules: Mapping[str, Any], seats: Sequence[str]) -> None:
        """The island is dealt and the seats are taken; ``rules`` as on the wire, ``seats`` their names."""
        self._scene = Scene(board, tuple(seats))
        if self._draws:
            self._live = Live(
                get_renderable=lambda: self._scene or "",
                console=self._console,
                refresh_per_second=_DRAWINGS_PER_SECOND,
                redirect_stdout=False,  # what is printed there is a result, not part of the picture
            )
            self._live.start()
            return
        names = ", ".join(printable(name, LONGEST_NAME) for name in seats)
        cap = "" if rules["roll_cap"] is None else f", {rules['roll_cap']} rolls at most"
        self._print(f"{rules['name']} match of {names}: {rules['points_to_win']} points win{cap}")

    def moved(self, event: Event, state: Mapping[str, Any], reserve_ms: Sequence[int] | None = None) -> None:
        """An action was applied: its public event, a spectator's ``public_state`` after it, the clocks' rest."""
        scene = self._told()
        events = (*scene.events[1 - LAST_ACTIONS :], event)
        # One assignment, so that the drawing thread sees this report or the one before, never half of each.
        self._scene = replace(scene, state=state, events=events, reserve_ms=reserve_ms or scene.reserve_ms)
        if not self._draws and event["action"] == "roll":
            self._print(self._turn_line(event, state))

    def finished(self, result: Mapping[str, Any]) -> None:
        """The match is over: ``result`` as on the wire. Draws the last picture and gives the terminal back."""
        self._scene = replace(self._told(), result=result)
        if not self._draws:
            self._print(ending_words(result))
        self.close()

    def close(self) -> None:
        """Give the terminal back, with the last picture left on it. May be called twice."""
        live, self._live = self._live, None
        if live is not None:
            with suppress(OSError):  # the terminal itself is gone, and there is nothing to give back
                live.stop()

    def _told(self) -> Scene:
        if self._scene is None:
            raise RuntimeError("started() comes before any other report")
        return self._scene

    def _turn_line(self, event: Event, state: Mapping[str, Any]) -> str:
        first, second = event["dice"]
        name = printable(self._told().names[event["seat"]], LONGEST_NAME)
        points = " ".join(map(str, state["victory_points"]))
        return f"roll {state['rolls']}: seat {event['seat']} {name} {first}+{second}={first + second}, points {points}"

    def _print(self, line: str) -> None:
        self._console.print(Text(line), soft_wrap=True)
