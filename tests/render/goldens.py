"""The drawings kept as files under ``tests/golden/render``.

After a wanted change look at each and write them anew: ``python -m tests.render.goldens``.
"""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType

from referee.replays.render.ranking import ranking_table
from referee.replays.render.scene import Scene
from referee.replays.render.svg import board_svg
from referee.replays.render.text import board_text
from tests.render.boards import EVENTS, ISLAND, NAMES, RESULT, STATE

FOLDER: Final = Path(__file__).parent.parent / "golden" / "render"

SCENE: Final = Scene(ISLAND, NAMES, STATE, EVENTS, reserve_ms=(30_000, 28_750, 1_200, 0))


def printed(picture: RenderableType, columns: int, rows: int) -> str:
    """The picture as a console of this size prints it, without colours."""
    console = Console(file=StringIO(), width=columns, height=rows, color_system=None)
    with console.capture() as capture:
        console.print(picture)
    return "".join(line.rstrip() + "\n" for line in capture.get().splitlines())


DRAWINGS: Final[dict[str, Callable[[], str]]] = {
    "board_bare.txt": lambda: board_text(ISLAND) + "\n",
    "board_pieces.txt": lambda: board_text(ISLAND, STATE) + "\n",
    "board_ids.txt": lambda: board_text(ISLAND, ids=True) + "\n",
    "board_pieces_ids.txt": lambda: board_text(ISLAND, STATE, ids=True) + "\n",
    "board_colour.txt": lambda: board_text(ISLAND, STATE, colour=True) + "\n",
    "board.svg": lambda: board_svg(ISLAND, STATE),
    "board_ids.svg": lambda: board_svg(ISLAND, STATE, ids=True),
    "scene_130x40.txt": lambda: printed(SCENE, 130, 40),
    "scene_80x24.txt": lambda: printed(SCENE, 80, 24),
    "scene_90x30.txt": lambda: printed(SCENE, 90, 30),
    "scene_60x20.txt": lambda: printed(SCENE, 60, 20),
    "ranking.txt": lambda: printed(ranking_table(RESULT, NAMES), 80, 24),
}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file_name, draw in DRAWINGS.items():
        (FOLDER / file_name).write_text(draw(), encoding="utf-8")
