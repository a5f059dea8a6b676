"""A match at one moment on a terminal: the board, the seats and what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine.island import Island
from referee.replays.render.escape import LONGEST, LONGEST_NAME, printable
from referee.replays.render.palette import SEATS
from referee.replays.render.ranking import ending_words
from referee.replays.render.text import board_canvas, board_picture
from referee.replays.render.words import Event, action_words

LAST_ACTIONS: Final = 10

_BOARD_ROWS: Final = 23
_BOARD_COLUMNS: Final = 80
_BESIDE_COLUMNS: Final = 48
"""What the seats and the actions need to stand beside the board."""
_CORNERS: Final = ((0, -39), (0, 20), (20, 20), (20, -39))
"""Line and column of each seat's corner of the board, clockwise as seats sit round a table."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show; a rich renderable that fits itself to the terminal it is printed on.

    ``names`` are the seats' names as they came, ``state`` is a spectator's ``public_state`` (None before the
    first action), ``events`` the last ones, oldest first; ``reserve_ms`` what is left on each seat's clock and
    ``result`` the result as on the wire, where known.
    """

    island: Island
    names: Sequence[str]
    state: Mapping[str, Any] | None = None
    events: tuple[Event, ...] = ()
    reserve_ms: Sequence[int] | None = None
    result: Mapping[str, Any] | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """The board with a table beside it; from 80 by 24 with the seats in its corners; else no board."""
        columns, rows = options.max_width, options.height or console.height
        if rows <= _BOARD_ROWS or columns < _BOARD_COLUMNS:
            yield from self._table_and_actions(rows - 1)
        elif columns < _BOARD_COLUMNS + _BESIDE_COLUMNS:
            yield self._board_with_corners()
            room = rows - _BOARD_ROWS - 1
            yield self._headline() if room or self.result else self._headline_with_last_action()
            yield from self._actions(room)
        else:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(width=_BOARD_COLUMNS - 2)
            grid.add_column(ratio=1)
            grid.add_row(board_picture(self.island, self.state), Group(*self._table_and_actions(_BOARD_ROWS)))
            yield grid

    def _table_and_actions(self, rows: int) -> Iterator[RenderableType]:
        yield self._headline()
        yield Text()
        yield self._seat_table()
        yield Text()
        yield from self._actions(rows - len(self.names) - 4)

    def _headline(self) -> Text:
        if self.result is not None:
            # Over several lines where it must; the table that follows a match has the longest reasons whole.
            return Text(ending_words(self.result, LONGEST), "bold")
        if self.state is None:
            return _line("the match begins", "bold")
        state = self.state
        cap = "" if state["roll_cap"] is None else f" of {state['roll_cap']}"
        dice = "" if state["dice"] is None else f", dice {state['dice'][0]}+{state['dice'][1]}"
        return _line(f"turn {state['turn']}, roll {state['rolls']}{cap}{dice}", "bold")

    def _headline_with_last_action(self) -> Text:
        """Both on one line, for a terminal of 24."""
        headline = self._headline()
        for action in self._actions(1):
            headline.append_text(Text.assemble(": ", action, style="not bold"))
        return headline

    def _actions(self, room: int) -> Iterator[Text]:
        """The last actions that fit into this many lines, one a line, cut at the edge."""
        for event in self.events[-room:] if room > 0 else ():
            yield _line(action_words(event, self.names))

    # -- the seats ------------------------------------------------------------------------------------------

    def _seat_table(self) -> Table:
        """A row per seat."""
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column("")
        table.add_column("seat", overflow="ellipsis")
        for heading in ("points", "cards", "dev", "army", "road"):
            table.add_column(heading, justify="right", no_wrap=True)
        if self.reserve_ms is not None:
            table.add_column("clock", justify="right", no_wrap=True)
        for seat, name in enumerate(self.names):
            counts = () if self.state is None else self._counts(seat)
            table.add_row(_seat_label(seat), _line(printable(name, LONGEST_NAME)), *counts)
        return table

    def _board_with_corners(self) -> Text:
        """The board and in each corner what the table says of that seat, the clock aside."""
        canvas = board_canvas(self.island, self.state)
        for seat, (row, column) in zip(range(len(self.names)), _CORNERS, strict=False):
            canvas.put(row, column, _seat_label(seat).plain, SEATS[seat].style)
            canvas.put(row, column + 4, printable(self.names[seat], 13), "bold")
            if self.state is None:
                continue
            points, cards, dev, army, road, *_ = self._counts(seat)
            canvas.put(row + 1, column, f"dev {dev} army {army} road {road}")
            canvas.put(row + 2, column, f"points {points} cards {cards}")
        return canvas.as_text()

    def _counts(self, seat: int) -> list[str]:
        """Points, cards, development cards, army, road and clock; a star at the holders of the awards."""
        state = self.state
        assert state is not None
        army, road = ("*" if state[key] == seat else "" for key in ("largest_army_holder", "longest_road_holder"))
        # Hidden victory points count once the match is over.
        points = state["victory_points"] if self.result is None else self.result["points"]
        return [
            str(points[seat]),
            str(state["resource_counts"][seat]),
            str(state["dev_card_counts"][seat]),
            f"{army}{state['knights_played'][seat]}",
            f"{road}{state['longest_road_lengths'][seat]}",
            *([] if self.reserve_ms is None else [f"{self.reserve_ms[seat] / 1000:.1f} s"]),
        ]


def _seat_label(seat: int) -> Text:
    return Text(f" {seat} ", SEATS[seat].style)


def _line(text: str, style: str = "") -> Text:
    """One line of the terminal, cut at its edge."""
    return Text(text, style, no_wrap=True, overflow="ellipsis")
