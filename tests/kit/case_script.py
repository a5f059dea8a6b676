"""Worked positions as data: set up, do, refuse, look. The files are ``tests/golden/cases/**/*.json``.

A case is ``{"id", "title", "rules", "position", "chance", "script"}``; all but id, title and script may be left out.

``rules`` is the name of a preset, or fields changed in one: ``{"base": "katan", "bank_shortage": "lone_claimant"}``,
or a list of such: the case holds under each of them. Left out, it is ``competition``. ``position`` holds the
arguments of ``study_position`` (seats as keys are strings there), ``chance`` those of ``ScriptedChance``. ``script``
is a list of steps, each with one key:

* ``do``: apply this action, which is listed, of a free-form verb, or another spelling of one that is listed;
* ``do_all``: these, one after the other;
* ``refuse``: each of these is in the grammar of the rules, is not legal and is refused as illegal, changing nothing;
* ``malformed``: each of these is refused as no action of these rules at all, changing nothing;
* ``no_option``: each of these is refused in one way or the other, changing nothing;
* ``expect``: what is true now; the keys are the functions in ``_LOOKS`` below.

A case stands in the top folder if it holds under ``competition``, else in ``katan`` if it holds under that, else in
``standard``; what needs changed fields is in ``mixed``. Ids of one subject begin with the same four characters.

In actions ``<q,r>``, ``<q,r:C>`` and ``<q,r:C|q,r:C>`` stand for the id of a hex, a vertex and an edge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from engine import PRESETS, EngineError, Event, Game, IllegalAction, NotationError, Rules
from engine.topology import VERTEX_EDGES
from tests.kit.chance import ScriptedChance
from tests.kit.points import vertex, with_ids
from tests.kit.positions import RESOURCES, Position, five, study_position

Case = dict[str, Any]

CASE_FOLDER: Final = Path(__file__).parent.parent / "golden" / "cases"


def read_cases() -> list[Case]:
    """All cases of all files, in file order, one for each of the rules under which a case holds."""
    written = [case for path in sorted(CASE_FOLDER.rglob("*.json")) for case in json.loads(path.read_text("utf-8"))]
    return [case | {"rules": rules} for case in written for rules in _listed(case.get("rules", "competition"))]


def base_of_case(case: Case) -> str:
    """The preset under which a case is played, or that in which it changes fields."""
    rules = case["rules"]
    return str(rules if isinstance(rules, str) else rules["base"])


def rules_of_case(case: Case) -> Rules:
    """The rules under which a case is played."""
    rules, base = case["rules"], PRESETS[base_of_case(case)]
    return base if isinstance(rules, str) else base.with_values({f: v for f, v in rules.items() if f != "base"})


def _listed(rules: Any) -> list[Any]:
    return rules if isinstance(rules, list) else [rules]


def position_of_case(case: Case) -> Position:
    """The position in which a case's script begins."""
    return study_position(rules=rules_of_case(case), **_by_seat_number(case.get("position", {})))


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
    return Game.from_position(position_of_case(case), chance=scripted)


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
        """Apply an action; as it is recorded it was listed, unless its verb is free-form."""
        action, game = with_ids(action), self.game
        listed, free_form = game.legal_actions(), game.free_form_verbs()
        assert game.is_legal(action), f"{action} is not legal; listed are {listed}, free-form are {free_form}"
        (self.event,) = game.apply(action)
        recorded = self.event.seen_by(None)["action"]
        assert recorded in listed or recorded.partition(":")[0] in free_form, f"{recorded} was not listed in {listed}"


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


def _legal_excludes(run: _Run, wanted: Sequence[str]) -> None:
    listed = {with_ids(action) for action in wanted} & set(run.game.legal_actions())
    assert not listed, f"listed: {sorted(listed)}"


def _may_be_said(run: _Run, wanted: Sequence[str]) -> None:
    refused = [action for action in wanted if not run.game.is_legal(with_ids(action))]
    assert not refused, f"not legal: {refused}"


def _offer(run: _Run, wanted: Mapping[str, Any] | None) -> None:
    """The offer on the table includes this; null: there is none."""
    found = run.game.position()["offer"]
    if wanted is None or found is None:
        _same(found, wanted)
    else:
        _same({key: found[key] for key in wanted}, dict(wanted))


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
    "current_seat": _attribute("current_seat"),
    "free_form": lambda run, wanted: _same(run.game.free_form_verbs(), wanted),
    "may_be_said": _may_be_said,
    "running": lambda run, wanted: _same(run.game.result is None, wanted),
    "legal": _legal,
    "legal_of": _legal_of,
    "legal_counts": _legal_counts,
    "legal_includes": _legal_includes,
    "legal_excludes": _legal_excludes,
    "roads_listed_at": _roads_listed_at,
    "hands": _hands,
    "bank": _bank,
    "rates": _rates,
    "own_total": _own_total,
    "offer": _offer,
    "counters": _of_view("counters"),
    "pending_discards": _of_position("pending_discards"),
    "dice": _of_position("dice"),
    "robber": _of_position("robber"),
    "dev_played": _of_position("dev_played"),
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
