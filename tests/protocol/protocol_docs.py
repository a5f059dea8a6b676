"""The generated parts of docs/protocol.md: the map of all ids and its tables.

`python -m tests.protocol.protocol_docs` writes them anew; a test compares.
"""

import re
from pathlib import Path

from engine import topology
from engine.chance import SeededChance
from engine.island import deal_island
from referee.replays.render.text import board_text

PROTOCOL_MD = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
EXAMPLE_SEED = "protocol-example"


def fill_in(text: str) -> str:
    """The page with its generated parts as they should be."""
    parts = {"map": _map(), "tables": _tables()}
    for name, content in parts.items():
        block = f"<!-- {name} -->\n```\n{content}\n```\n<!-- end -->"
        text, count = re.subn(rf"<!-- {name} -->.*?<!-- end -->", block, text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{PROTOCOL_MD}: {count} places for the {name}, must be 1")
    return text


def _map() -> str:
    lines = board_text(deal_island(SeededChance(EXAMPLE_SEED), "shuffled"), ids=True).splitlines()
    return "\n".join(line.rstrip() for line in lines)


def _tables() -> str:
    return "\n\n".join((_hex_table(), _edge_table(), _harbour_table()))


def _hex_table() -> str:
    lines = ["hex   q   r   vertices N NE SE S SW NW     edges N-NE ... NW-N"]
    for n, (q, r) in enumerate(topology.HEXES):
        vertices = " ".join(f"{v:2}" for v in topology.HEX_VERTICES[n])
        edges = " ".join(f"{e:2}" for e in topology.HEX_EDGES[n])
        lines.append(f"{n:3}  {q:2}  {r:2}   {vertices}          {edges}")
    return "\n".join(lines)


def _edge_table() -> str:
    cells = [f"{e:2}: {a:2}-{b:<2}" for e, (a, b) in enumerate(topology.EDGE_VERTICES)]
    rows = ("   ".join(cells[start : start + 8]).rstrip() for start in range(0, len(cells), 8))
    return "\n".join(["edge: the vertices at its ends", *rows])


def _harbour_table() -> str:
    lines = ["harbour  edge  vertices"]
    for n, edge in enumerate(topology.HARBOUR_EDGES):
        a, b = topology.EDGE_VERTICES[edge]
        lines.append(f"{n:7}  {edge:4}  {a:2} {b:2}")
    return "\n".join(lines)


if __name__ == "__main__":
    PROTOCOL_MD.write_text(fill_in(PROTOCOL_MD.read_text(encoding="utf-8")), encoding="utf-8")
