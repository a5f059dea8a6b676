"""Pages of recorded matches, and what a browser sees of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from referee.replays.moments import FULL, Viewer
from referee.replays.playable import read_playable
from referee.replays.render.page import match_page
from tests.replays.golden import FOLDER

MATCHES: Final = tuple(FOLDER / f"{name}_victory.jsonl" for name in ("competition", "katan", "standard"))
"""A match of each rule set."""
FORFEIT: Final = FOLDER / "evidence.jsonl"
"""Ended by a forfeit, after an answer that was refused."""

SEEN: Final = """() => {
  const { names } = JSON.parse(document.getElementById("match").textContent);
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
  const places = (kind, key) => names.map((_, seat) =>
    visible(`.catan-board .${kind}[data-seat="${seat}"]`).map((node) => Number(node.dataset[key])).sort((a, b) => a - b)
  );
  const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
  return {
    plies: Number(document.getElementById("slider").value),
    roads: places("road", "edge"), settlements: places("settlement", "vertex"), cities: places("city", "vertex"),
    robber: visible(".robber").map((node) => Number(node.dataset.hex)),
    dice: texts("#moment .die").map(Number),
    bank: texts("#bank-cards .card"),
    hands: names.map((_, seat) => texts(`#seat-${seat} .card`)),
    counts: names.map((_, seat) => document.querySelector(`#seat-${seat} .hand`).textContent),
  };
}"""
"""What is to be seen on the board and beside it, in JavaScript."""


def page_of(record: Path, viewer: Viewer = FULL) -> str:
    return match_page(*read_playable(record, None), viewer)


def write_page(folder: Path, record: Path, viewer: Viewer = FULL) -> Path:
    path = folder / "match.html"
    path.write_text(page_of(record, viewer), encoding="utf-8")
    return path


def data_of(page: str) -> dict[str, Any]:
    """What the page's script is told."""
    (text,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', page, flags=re.DOTALL)
    data = json.loads(text)
    assert isinstance(data, dict)
    return data
