"""Worked positions as data: set up, do, refuse, look. The files are ``tests/golden/cases/*.json``.

A case is ``{"id", "title", "position", "chance", "script"}``. ``position`` holds the arguments of
``study_position`` (seats as keys are strings there), ``chance`` those of ``ScriptedChance``; either may be left
out. ``script`` is a list of steps, each with one key:

* ``do``: apply this action; ``do_all``: these, one after the other;
* ``refuse``: each of these is in the grammar, is not listed and is refused as illegal, changing nothing;
* ``malformed``: each of these is refused as no action at all, changing nothing;
* ``no_option``: each of these is refused in one way or the other, changing nothing;
* ``expect``: what is true now; the keys are the functions in ``_LOOKS`` below.

In actions ``<q,r>``, ``<q,r:C>`` and ``<q,r:C|q,r:C>`` stand for the id of a hex, a vertex and an edge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from engine import EngineError, Event, Game, IllegalAction, NotationError
from engine.topology import VERTEX_EDGES
from tests.kit.chance import ScriptedChance
from tests.kit.points import vertex, with_ids
from tests.kit.positions import RESOURCES, five, study_position

Case = dict[str, Any]

CASE_FOLDER: Final = Path(__file__).parent.parent / "golden" / "cases"


def read_cases() -> list[Case]:
    """All cases of all files, in file order."""
    return [case for path in sorted(CASE_FOLDER.glob("*.json")) for case in json.loads(path.read_text("utf-8"))]


def run_case(case: Case) -> None:
    """Play a case's script; an AssertionError names the step that did not hold."""
    run = _Run(_start(case))
    for number, step in enumerate(case["script"]):
        ((kind, argument),) = step.items()
        try:
            run.take(kind, argument)
        except AssertionError as error:
            raise AssertionError(f"{case['id']} step {number}, {step}: {error}") from error


def _start(case: Case) -> Game:
    chance = case.get("chance", {})
    dice = chance.get("dice", ())
    if isinstance(dice, dict):
        dice = {int(roll): faces for roll, faces in dice.items()}
    scripted = ScriptedChance(dice, chance.get("steals", ()))
    return Game.from_position(study_position(**_by_seat_number(case.get("position", {}))), chance=scripted)


def _by_seat_number(arguments: Case) -> Case:
    seated = ("settlements", "cities", "roads", "hands", "dev_hands")
    return {
        name: {int(seat): things for seat, things in value.items()} if name in seated else value
        for name, value in arguments.items()
    }


class _Run:
    """A game under a script, and the last event it gave."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.event: Event | None = None

    def take(self, kind: str, argument: Any) -> None:
        if kind == "do":
            self._do(argument)
        elif kind == "do_all":
            for action in argument:
                self._do(action)
        elif kind in _REFUSALS:
            for action in argument:
                assert_refused(self.game, with_ids(action), _REFUSALS[kind])
        elif kind == "expect":
            for look, wanted in argument.items():
                _LOOKS[look](self, wanted)
        else:
            raise ValueError(f"a step is do, do_all, refuse, malformed, no_option or expect, not {kind!r}")

    def _do(self, action: str) -> None:
        action = with_ids(action)
        assert action in self.game.legal_actions(), f"{action} is not listed in {self.game.legal_actions()}"
        (self.event,) = self.game.apply(action)


Refusals = tuple[type[EngineError], ...]

_REFUSALS: Final[dict[str, Refusals]] = {
    "refuse": (IllegalAction,),
    "malformed": (NotationError,),
    "no_option": (IllegalAction, NotationError),
}


def assert_refused(game: Game, action: str, errors: Refusals = (IllegalAction, NotationError)) -> None:
    """The action is not listed, not legal, raises one of these errors and leaves the game as it was."""
    before = game.position(), game.state_hash(), list(game.legal_actions())
    assert action not in game.legal_actions(), f"{action!r} is listed"
    assert not game.is_legal(action), f"is_legal({action!r})"
    with pytest.raises(EngineError) as refusal:
        game.apply(action)
    assert refusal.type in errors, f"{action!r} raised {refusal.value!r}, none of {errors}"
    assert (game.position(), game.state_hash(), game.legal_actions()) == before, f"{action!r} changed the state"


def _same(found: Any, wanted: Any) -> None:
    assert found == wanted, f"{found!r} is not {wanted!r}"


def _attribute(name: str) -> Callable[[_Run, Any], None]:
    return lambda run, wanted: _same(getattr(run.game, name), wanted)


def _of_position(field: str) -> Callable[[_Run, Any], None]:
    return lambda run, wanted: _same(run.game.position()[field], wanted)


def _of_view(field: str) -> Callable[[_Run, Any], None]:
    return lambda run, wanted: _same(run.game.public_state(None)[field], wanted)


def _legal(run: _Run, wanted: Sequence[str]) -> None:
    _same(run.game.legal_actions(), [with_ids(action) for action in wanted])


def _legal_of(run: _Run, wanted: Mapping[str, Sequence[str]]) -> None:
    """The listed actions that begin so, exactly, in any order."""
    for start, actions in wanted.items():
        listed = sorted(action for action in run.game.legal_actions() if action.startswith(start))
        _same(listed, sorted(with_ids(action) for action in actions))


def _legal_counts(run: _Run, wanted: Mapping[str, int]) -> None:
    for start, count in wanted.items():
        listed = [action for action in run.game.legal_actions() if action.startswith(start)]
        assert len(listed) == count, f"{len(listed)} listed actions begin with {start}, not {count}: {listed}"


def _legal_includes(run: _Run, wanted: Sequence[str]) -> None:
    missing = {with_ids(action) for action in wanted} - set(run.game.legal_actions())
    assert not missing, f"not listed: {sorted(missing)}"


def _roads_listed_at(run: _Run, wanted: Mapping[str, str]) -> None:
    """The listed actions of this verb are exactly those on the edges of this vertex that carry no road."""
    ((verb, name),) = wanted.items()
    taken = {edge for roads in run.game.position()["roads"] for edge in roads}
    free = sorted(set(VERTEX_EDGES[vertex(name)]) - taken)
    _same([action for action in run.game.legal_actions() if action.startswith(verb)], [f"{verb}:{e}" for e in free])


def _hands(run: _Run, wanted: Mapping[str, Mapping[str, int]]) -> None:
    for seat, cards in wanted.items():
        _same(run.game.position()["hands"][int(seat)], five(cards))


def _bank(run: _Run, wanted: Mapping[str, int]) -> None:
    bank = dict(zip(RESOURCES, run.game.position()["bank"], strict=True))
    _same({resource: bank[resource] for resource in wanted}, dict(wanted))


def _rates(run: _Run, wanted: Mapping[str, Mapping[str, int]]) -> None:
    for seat, rates in wanted.items():
        shown = run.game.public_state(int(seat))["your_trade_rates"]
        _same({resource: shown[resource] for resource in rates}, dict(rates))


def _own_total(run: _Run, wanted: Mapping[str, int]) -> None:
    for seat, points in wanted.items():
        _same(run.game.public_state(int(seat))["total_victory_points"][int(seat)], points)


def _event(run: _Run, wanted: Mapping[str, Any]) -> None:
    """What everybody sees of the last event includes this."""
    assert run.event is not None, "no event yet"
    seen = run.event.seen_by(None)
    _same({key: seen.get(key, "(absent)") for key in wanted}, dict(wanted))


def _result(run: _Run, wanted: Mapping[str, Any]) -> None:
    assert run.game.result is not None, "the match is not over"
    found = run.game.result.as_dict()
    _same({key: found[key] for key in wanted}, dict(wanted))


_LOOKS: Final[dict[str, Callable[[_Run, Any], None]]] = {
    "phase": _attribute("phase"),
    "to_act": _attribute("to_act"),
    "turn": _attribute("turn"),
    "running": lambda run, wanted: _same(run.game.result is None, wanted),
    "legal": _legal,
    "legal_of": _legal_of,
    "legal_counts": _legal_counts,
    "legal_includes": _legal_includes,
    "roads_listed_at": _roads_listed_at,
    "hands": _hands,
    "bank": _bank,
    "rates": _rates,
    "own_total": _own_total,
    "dev_hands": _of_position("dev_hands"),
    "dev_bought": _of_position("dev_bought"),
    "free_roads_left": _of_position("free_roads_left"),
    "offers_this_turn": _of_position("offers_this_turn"),
    "knights_played": _of_position("knights_played"),
    "settlements_left": _of_view("settlements_left"),
    "resource_counts": _of_view("resource_counts"),
    "lengths": _of_view("longest_road_lengths"),
    "road_holder": _of_view("longest_road_holder"),
    "army_holder": _of_view("largest_army_holder"),
    "points": _of_view("victory_points"),
    "event": _event,
    "result": _result,
}
