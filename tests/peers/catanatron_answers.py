"""What Catanatron says about a position. Runs in the venv of ``tests/benchmarks/peer.py``: it imports nothing of ours.

A JSON object a line on stdin, an object a line back; ``do`` names the request, the rest are its arguments. Nodes,
edges (two nodes) and tiles (cube coordinates) are Catanatron's own, seats are places in its seating order, cards are
five counts: wood, brick, sheep, wheat, ore.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from catanatron import Color, RandomPlayer  # type: ignore[import-not-found]
from catanatron.models.actions import generate_playable_actions  # type: ignore[import-not-found]
from catanatron.models.board import Board, longest_acyclic_path  # type: ignore[import-not-found]
from catanatron.models.coordinate_system import UNIT_VECTORS  # type: ignore[import-not-found]
from catanatron.models.enums import (  # type: ignore[import-not-found]
    RESOURCES,
    SETTLEMENT,
    Action,
    ActionPrompt,
    ActionType,
)
from catanatron.models.map import (  # type: ignore[import-not-found]
    BASE_MAP_TEMPLATE,
    CatanMap,
    LandTile,
    MapTemplate,
    Port,
    Water,
    initialize_tiles,
)
from catanatron.state import State, apply_action, yield_resources  # type: ignore[import-not-found]

ROLLS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
BUILDS = {
    "settlement": ActionType.BUILD_SETTLEMENT,
    "road": ActionType.BUILD_ROAD,
    "city": ActionType.BUILD_CITY,
}


def resource_of(name: str | None) -> str | None:
    """Their name for one of ours; nothing stays nothing: a desert, a harbour of any kind."""
    return None if name is None else name.upper()


class Table:
    """One game of theirs, driven by requests."""

    def __init__(self) -> None:
        self.state: Any = None

    def island(self, hexes: list[dict[str, Any]], harbours: list[dict[str, Any]]) -> dict[str, Any]:
        """Begin a game on this island; answers which nodes and edges each tile touches, the sea's included."""
        tiles = initialize_tiles(self._template(harbours))
        for one in hexes:
            tile = tiles[tuple(one["at"])]
            tile.resource, tile.number = resource_of(one["resource"]), one["number"]
        for one in harbours:
            tiles[tuple(one["sea"])].resource = resource_of(one["resource"])
        self.state = State([RandomPlayer(color) for color in Color], CatanMap.from_tiles(tiles))
        touched = [(at, list(tile.nodes.values()), list(tile.edges.values())) for at, tile in tiles.items()]
        return {"tiles": [{"at": at, "nodes": nodes, "edges": edges} for at, nodes, edges in touched]}

    def _template(self, harbours: list[dict[str, Any]]) -> Any:
        """Their base map with the harbours where ours are."""
        topology = {at: LandTile if kind is LandTile else Water for at, kind in BASE_MAP_TEMPLATE.topology.items()}
        for one in harbours:
            sea, land = tuple(one["sea"]), tuple(one["land"])
            step = tuple(b - a for a, b in zip(sea, land, strict=True))
            topology[sea] = (Port, next(d for d, vector in UNIT_VECTORS.items() if vector == step))
        base = BASE_MAP_TEMPLATE
        return MapTemplate(base.numbers, base.port_resources, base.tile_resources, topology)

    def build(self, seat: int, kind: str, place: Any) -> dict[str, Any]:
        """Build there, as their own play does it; set-up order is theirs. Answers why not where it can't be done."""
        value = tuple(place) if kind == "road" else place
        try:
            apply_action(self.state, Action(self.state.colors[seat], BUILDS[kind], value))
        except Exception as error:  # whatever it is, it is their answer, and ours to explain
            return {"refused": f"{type(error).__name__}: {error}"}
        return {}

    def answers(self, hands: Any, bank: Any, banks: Any, robber: Any, enough: Any) -> dict[str, Any]:
        """All questions about the position: the pieces built so far, these hands, this bank, the robber there.

        ``banks`` are those to ask production for, ``enough`` is a hand with which any one thing can be built.
        """
        state = self.state
        state.board.robber_coordinate = tuple(robber)
        state.resource_freqdeck = list(bank)
        seats = range(len(state.colors))
        for seat in seats:
            self._give(seat, hands[seat])
        answers = {
            "kept": [state.board.road_lengths[color] for color in state.colors],
            "measured": [measured_length(state.board, color) for color in state.colors],
            "production": [[self._production(bank, total) for total in ROLLS] for bank in banks],
            "robber": [self._robber(seat) for seat in seats],
            "own hand": [self._turn(seat) for seat in seats],
        }
        for seat in seats:
            self._give(seat, enough)
        return {**answers, "enough": [self._turn(seat) for seat in seats]}

    def measure(self, roads: list[list[Any]], buildings: list[list[int]]) -> dict[str, Any]:
        """The longest road of each seat on a bare board with these pieces, however they came there."""
        board, colors = Board(), list(Color)
        for color, edges, nodes in zip(colors, roads, buildings, strict=True):
            for a, b in edges:
                board.roads[a, b] = board.roads[b, a] = color
            for node in nodes:
                board.buildings[node] = (color, SETTLEMENT)
        return {"measured": [measured_length(board, color) for color in colors]}

    def _give(self, seat: int, hand: list[int]) -> None:
        for resource, n in zip(RESOURCES, hand, strict=True):
            self.state.player_state[f"P{seat}_{resource}_IN_HAND"] = n

    def _listed(self, seat: int, prompt: Any) -> list[Any]:
        state = self.state
        state.current_player_index = state.current_turn_index = seat
        state.current_prompt = prompt
        state.player_state[f"P{seat}_HAS_ROLLED"] = True
        return list(generate_playable_actions(state))

    def _turn(self, seat: int) -> dict[str, Any]:
        listed = self._listed(seat, ActionPrompt.PLAY_TURN)
        answers = {kind: [one.value for one in listed if one.action_type == verb] for kind, verb in BUILDS.items()}
        trades = [one.value for one in listed if one.action_type == ActionType.MARITIME_TRADE]
        return {**answers, "trades": [[t[0].lower(), t[-1].lower(), t[:-1].count(t[0])] for t in trades]}

    def _robber(self, seat: int) -> list[Any]:
        targets = [one.value for one in self._listed(seat, ActionPrompt.MOVE_ROBBER)]
        colors = self.state.colors
        self.state.current_prompt = ActionPrompt.PLAY_TURN
        return [[tile, None if victim is None else colors.index(victim)] for tile, victim, _card in targets]

    def _production(self, bank: list[int], total: int) -> dict[str, Any]:
        payout, short = yield_resources(self.state.board, list(bank), total)
        gains = [payout.get(color, [0] * 5) for color in self.state.colors]
        return {"gains": gains, "short": [resource.lower() for resource in short]}


def measured_length(board: Any, color: Any) -> int:
    """Their measure over every node that the seat's roads touch, whatever their board has put by."""
    nodes = {node for edge, owner in board.roads.items() if owner == color for node in edge}
    return len(longest_acyclic_path(board, nodes, color)) if nodes else 0


def main() -> None:
    """Answer until stdin ends."""
    table = Table()
    requests: dict[str, Callable[..., dict[str, Any]]] = {
        "island": table.island,
        "build": table.build,
        "answers": table.answers,
        "measure": table.measure,
    }
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(requests[request.pop("do")](**request)), flush=True)


if __name__ == "__main__":
    main()
