"""The page that shows a match: one HTML file with all it needs in it, which fetches nothing.

What is shown is ``viewer_data``; how, is in the folder ``viewer``. Its policy lets a browser run and style by what
stands here alone, so that no text of a bot could do either, and lets it ask nothing of any network.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final

from engine.island import Island
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.reader import Replay
from referee.replays.render.palette import SEATS, TERRAIN
from referee.replays.render.pieces import Building
from referee.replays.render.svg import stage_svg
from referee.replays.render.svg_shapes import STYLE
from referee.replays.render.viewer_data import viewer_data
from referee.replays.seed_file import Secret

_SCRIPTS: Final = ("match.js", "board.js", "panels.js", "charts.js", "player.js")
"""In the order in which they build on one another."""


def match_page(replay: Replay, secret: Secret, viewer: Viewer) -> str:
    """The page of a match as this viewer may know it; the same record makes the same page.

    The record must play back with this secret, and have this seat (``read_playable``). Raises ``ReplayError`` where it
    does not play back.
    """
    header = replay.header
    data = viewer_data(replay, secret, viewer)
    style = _file("viewer.css") + _colours()
    script = "".join(map(_file, _SCRIPTS))
    island = Island(header.terrain, header.tokens, header.harbours)
    return Template(_file("page.html")).substitute(
        policy=_policy(script, (style, STYLE)),
        title=escape(f"Match {data['match_id']}"),
        subtitle=escape(f"{' / '.join(data['names'])}. Rules: {data['rules']}. {_whose(viewer, data['names'])}"),
        ending=escape(data["ending"] or "The match was interrupted: it has no result."),
        style=style,
        board=stage_svg(island, *_all_pieces(data["plies"])),
        data=_as_script_data(data),
        script=script,
    )


def _file(name: str) -> str:
    return files(__package__).joinpath("viewer", name).read_text(encoding="utf-8")


def _whose(viewer: Viewer, names: list[str]) -> str:
    if viewer == FULL:
        return "All hands are shown."
    if viewer == PUBLIC:
        return "As a spectator saw it."
    return f"As seat {viewer}, {names[int(viewer)]}, saw it."


def _all_pieces(plies: Iterable[Mapping[str, Any]]) -> tuple[set[tuple[int, int]], set[tuple[int, Building]]]:
    """Every road and every building that stands at some time in the match."""
    roads: set[tuple[int, int]] = set()
    buildings: set[tuple[int, Building]] = set()
    for ply in plies:
        new = ply["set"]
        roads.update((edge, seat) for seat, edges in enumerate(new.get("roads", ())) for edge in edges)
        for kind, key in (("settlement", "settlements"), ("city", "cities")):
            buildings.update(
                (vertex, Building(kind, seat))  # type: ignore[arg-type]
                for seat, vertices in enumerate(new.get(key, ()))
                for vertex in vertices
            )
    return roads, buildings


def _as_script_data(data: Mapping[str, Any]) -> str:
    """JSON that no HTML parser can read anything else in: without ``<``, ``>``, ``&`` and beyond ASCII."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _colours() -> str:
    """The palette for the style sheet: of each seat and of each terrain the fill and the ink on it."""
    seats = [(f"seat-{seat}", paint) for seat, paint in enumerate(SEATS)]
    return "".join(f".{name}{{--fill:{paint.fill};--text:{paint.ink}}}\n" for name, paint in [*seats, *TERRAIN.items()])


def _policy(script: str, styles: Iterable[str]) -> str:
    allowed = " ".join(map(_source, styles))
    return f"default-src 'none'; script-src {_source(script)}; style-src {allowed}; base-uri 'none'; form-action 'none'"


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
