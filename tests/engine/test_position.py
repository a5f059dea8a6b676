"""``Game.from_position``: any position comes back, and what is no position is refused by field and reason."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from engine import COMPETITION, EngineError, Game, PositionError, RulesError
from engine.topology import EDGE_VERTICES
from tests.kit.invariants import assert_rebuilt_is_the_same
from tests.kit.points import edge
from tests.kit.positions import Position, blank_position, deck_without, study_position
from tests.kit.random_games import any_verb, builder, game_after, new_game, plies

Change = Callable[[Position], object]

_DESIGN_ORDER = [
    "rules", "terrain", "tokens", "harbours", "robber", "settlements", "cities", "roads", "hands", "bank", "dev_hands",
    "dev_bought", "dev_played", "knights_played", "deck", "longest_road_holder", "largest_army_holder", "phase",
    "current_seat", "to_act", "turn", "rolls", "dice", "ply", "offer", "offers_this_turn", "rolled_this_turn",
    "pending_discards", "free_roads_left", "result", "chance",
]  # fmt: skip


def test_a_position_has_the_fields_of_the_format() -> None:
    assert sorted(game_after(1, 100).position()) == sorted(_DESIGN_ORDER)
    assert sorted(blank_position()) == sorted(_DESIGN_ORDER)


def test_a_position_is_json_and_its_own_inverse_also_when_strict() -> None:
    for number, pick in ((500, any_verb), (501, builder), (502, builder)):
        game, rng = new_game(number)
        for _ in plies(game, rng, pick):
            p = json.loads(json.dumps(game.position()))
            assert Game.from_position(p, strict=True).position() == p == game.position()
        assert_rebuilt_is_the_same(game)


def test_rules_are_a_preset_name_or_an_object() -> None:
    assert Game.from_position(blank_position(rules="competition")).rules == COMPETITION
    mixed = COMPETITION.with_values({"name": "mixed", "hand_limit": 3})
    game = Game.from_position(blank_position(rules=mixed.as_dict()))
    assert game.rules == mixed
    assert game.position()["rules"] == mixed.as_dict()


@pytest.mark.parametrize("rules", ["catan", 7, None, {"hand_limt": 7}, {"seats": 9}])
def test_rules_that_do_not_exist_are_refused(rules: Any) -> None:
    with pytest.raises((PositionError, RulesError)):
        Game.from_position(blank_position(rules=rules))


@pytest.mark.parametrize("field", _DESIGN_ORDER)
def test_a_missing_field_is_named(field: str) -> None:
    p = blank_position()
    del p[field]
    with pytest.raises(PositionError) as error:
        Game.from_position(p)
    assert error.value.field == field


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(PositionError) as error:
        Game.from_position(blank_position() | {"colour": "red"})
    assert error.value.field == "colour"


@pytest.mark.parametrize("thing", [None, [], "{}", 7])
def test_a_position_is_an_object(thing: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_position(thing)


@pytest.mark.parametrize("field", _DESIGN_ORDER)
@pytest.mark.parametrize("value", [-1, 10**40, "seven", 1.5, [[]], [None] * 4, {"x": 1}, True, [[7, 7], [], [], []]])
def test_a_value_of_the_wrong_kind_is_refused_by_field_or_is_a_value_of_it(field: str, value: Any) -> None:
    """No traceback of another kind, whatever stands where; what is accepted is kept as it was given."""
    loaded = _loaded(blank_position() | {field: value})
    if isinstance(loaded, Game):
        assert loaded.position()[field] == value
    elif isinstance(loaded, PositionError):
        assert loaded.field
        assert loaded.reason
        assert str(loaded) == f"{loaded.field}: {loaded.reason}"
    else:
        assert (field, type(loaded)) == ("rules", RulesError)


def _loaded(p: Position) -> Game | EngineError:
    """The game, or the engine's complaint."""
    try:
        return Game.from_position(p)
    except EngineError as error:
        return error


_MALFORMED: list[tuple[str, str, Change]] = [
    ("terrain", "eighteen hexes", lambda p: p["terrain"].pop()),
    ("terrain", "a terrain that does not exist", lambda p: p["terrain"].__setitem__(1, "gold")),
    ("terrain", "two deserts", lambda p: p["terrain"].__setitem__(1, "desert")),
    ("tokens", "a seven", lambda p: p["tokens"].__setitem__(1, 7)),
    ("tokens", "a number on the desert", lambda p: p["tokens"].__setitem__(0, 5)),
    ("tokens", "none on a producing hex", lambda p: p["tokens"].__setitem__(3, None)),
    ("tokens", "a number too often", lambda p: p["tokens"].__setitem__(1, 2)),
    ("harbours", "eight harbours", lambda p: p["harbours"].pop()),
    ("harbours", "a desert harbour", lambda p: p["harbours"].__setitem__(0, "desert")),
    ("robber", "off the island", lambda p: p.update(robber=19)),
    ("settlements", "vertex 54", lambda p: p["settlements"].__setitem__(0, [54])),
    ("settlements", "a vertex twice", lambda p: p["settlements"].__setitem__(0, [3, 3])),
    ("settlements", "one vertex, two seats", lambda p: p.update(settlements=[[3], [3], [], []])),
    ("settlements", "six settlements", lambda p: p["settlements"].__setitem__(0, [0, 2, 4, 8, 12, 16])),
    ("settlements", "three seats' lists", lambda p: p["settlements"].pop()),
    (
        "cities",
        "a settlement and a city on one vertex",
        lambda p: p.update(settlements=[[3], [], [], []], cities=[[3], [], [], []]),
    ),
    ("cities", "five cities", lambda p: p["cities"].__setitem__(1, [0, 2, 4, 8, 12])),
    ("roads", "edge 72", lambda p: p["roads"].__setitem__(0, [72])),
    ("roads", "one edge, two seats", lambda p: p.update(roads=[[5], [], [5], []])),
    ("roads", "sixteen roads", lambda p: p["roads"].__setitem__(0, list(range(16)))),
    ("hands", "four resources", lambda p: p["hands"].__setitem__(0, [0, 0, 0, 0])),
    ("hands", "a negative count", lambda p: p["hands"].__setitem__(0, [-1, 0, 0, 0, 0])),
    ("bank", "a negative count", lambda p: p["bank"].__setitem__(4, -1)),
    ("bank", "more cards than exist", lambda p: p["bank"].__setitem__(0, 20)),
    ("bank", "more cards than exist, in hands", lambda p: p["hands"].__setitem__(2, [0, 0, 1, 0, 0])),
    ("dev_hands", "a card that does not exist", lambda p: p["dev_hands"][0].update(knave=1)),
    ("dev_hands", "a negative count", lambda p: p["dev_hands"][0].update(knight=-1)),
    ("dev_hands", "more cards than exist", lambda p: p["dev_hands"][0].update(monopoly=1)),
    ("dev_bought", "bought and not held", lambda p: p.update(dev_bought={"knight": 1})),
    ("deck", "a card that does not exist", lambda p: p["deck"].__setitem__(0, "joker")),
    ("deck", "26 cards", lambda p: p["deck"].append("knight")),
    ("knights_played", "negative", lambda p: p["knights_played"].__setitem__(0, -1)),
    ("knights_played", "more than exist", lambda p: p["knights_played"].__setitem__(0, 15)),
    ("longest_road_holder", "seat 4", lambda p: p.update(longest_road_holder=4)),
    ("largest_army_holder", "seat -1", lambda p: p.update(largest_army_holder=-1)),
    ("phase", "no phase", lambda p: p.update(phase="night")),
    ("current_seat", "seat 4", lambda p: p.update(current_seat=4)),
    ("to_act", "another than the seat on turn, in main", lambda p: p.update(to_act=2)),
    ("to_act", "nobody, in main", lambda p: p.update(to_act=None)),
    ("dice", "a die of seven", lambda p: p.update(dice=[7, 1])),
    ("dice", "one die", lambda p: p.update(dice=[3])),
    ("rolled_this_turn", "no dice, in main", lambda p: p.update(dice=None)),
    ("turn", "negative", lambda p: p.update(turn=-1)),
    ("ply", "a fraction", lambda p: p.update(ply=0.5)),
    ("offer", "in main", lambda p: p.update(offer=_offer())),
    ("offer", "none, in trade_response", lambda p: p.update(phase="trade_response", to_act=1)),
    ("offers_this_turn", "negative", lambda p: p.update(offers_this_turn=-1)),
    ("rolled_this_turn", "a number", lambda p: p.update(rolled_this_turn=1)),
    ("free_roads_left", "two, in main", lambda p: p.update(free_roads_left=2)),
    ("pending_discards", "some, where discards are automatic", lambda p: p["pending_discards"].__setitem__(1, 4)),
    ("result", "none, when it is over", lambda p: p.update(phase="over", to_act=None)),
    ("chance", "a seed that is a number", lambda p: p["chance"].update(seed=5)),
    ("chance", "a seed that is no text: half a surrogate pair", lambda p: p["chance"].update(seed="\ud800")),
    ("chance", "negative thefts", lambda p: p["chance"].update(steals=-1)),
]


def _offer() -> dict[str, Any]:
    return {"from": 0, "to": 1, "give": {"wood": 1}, "get": {"ore": 1}, "asked": [1], "counters": []}


# Where two fields contradict each other either may be named.
_ALSO_NAMED = {
    "dev_hands": ["deck"],
    "knights_played": ["deck", "dev_hands"],
    "bank": ["hands"],
    "offer": ["phase"],
    "result": ["phase"],
}


@pytest.mark.parametrize(("field", "what", "change"), _MALFORMED, ids=[f"{f}, {what}" for f, what, _ in _MALFORMED])
def test_what_is_wrong_is_refused_with_a_reason(field: str, what: str, change: Change) -> None:
    p = blank_position()
    Game.from_position(copy.deepcopy(p))
    change(p)
    with pytest.raises(PositionError) as error:
        Game.from_position(p)
    assert error.value.reason
    named = error.value.field.partition("[")[0].partition(".")[0]
    assert named in (field, *_ALSO_NAMED.get(field, ())), f"{what}: it names {error.value}"


def test_study_positions_without_buildings_or_with_roads_from_nowhere_are_welcome_unless_strict() -> None:
    for p in (
        blank_position(),
        study_position(roads={2: [["0,0:N", "0,0:NE"]]}),
        study_position(hands={1: {"ore": 9}}),
    ):
        Game.from_position(copy.deepcopy(p))
        with pytest.raises(PositionError):
            Game.from_position(p, strict=True)


def _two_vertices_apart(p: Position) -> None:
    a, b = EDGE_VERTICES[0]
    p["settlements"][0] = [a, b]


_UNREACHABLE: list[tuple[str, Change]] = [
    ("neighbouring buildings", _two_vertices_apart),
    ("a road that hangs on nothing", lambda p: p["roads"][0].append(_free_edge(p))),
    ("a settlement too few", lambda p: (p["settlements"][0].clear(), p["cities"][0].clear())),
    ("more cards in hands than were ever given", lambda p: _take_from_bank(p, -1)),
    ("a card lost", lambda p: _take_from_bank(p, 1)),
    ("a development card that has vanished from the deck", lambda p: p["deck"].remove("knight")),
    ("an army of none", lambda p: p.update(largest_army_holder=0)),
    ("a longest road of none", lambda p: p.update(longest_road_holder=0)),
    ("more rolls than turns", lambda p: p.update(rolls=p["turn"] + 1)),
    ("fewer plies than the setup has", lambda p: p.update(ply=3)),
    ("a turn that is another seat's", lambda p: p.update(turn=p["turn"] + 1, rolls=p["rolls"] + 1)),
]


def _free_edge(p: Position) -> int:
    """An edge with nothing of anybody on it, on its ends or on the edges next to it."""
    used = {v for roads in p["roads"] for e in roads for v in EDGE_VERTICES[e]}
    used |= {v for seat in range(4) for v in (*p["settlements"][seat], *p["cities"][seat])}
    return next(e for e, ends in enumerate(EDGE_VERTICES) if used.isdisjoint(ends))


def _take_from_bank(p: Position, n: int) -> None:
    """A card leaves the bank and arrives nowhere, or the other way round."""
    p["bank"] = [count - n if count == max(p["bank"]) else count for count in p["bank"]]


@pytest.mark.parametrize(("what", "change"), _UNREACHABLE, ids=[what for what, _ in _UNREACHABLE])
def test_strict_refuses_what_play_cannot_have_led_to(what: str, change: Change) -> None:
    p = game_after(503, 60, builder).position()
    assert p["phase"] in ("main", "roll"), "choose another match: this one is not at a plain moment"
    Game.from_position(copy.deepcopy(p), strict=True)
    change(p)
    with pytest.raises(PositionError) as error:
        Game.from_position(p, strict=True)
    assert error.value.reason, what


def test_the_given_position_is_not_kept_nor_changed() -> None:
    p = study_position(settlements={0: ["0,0:N"]}, hands={0: {"wood": 1, "brick": 1}})
    given = copy.deepcopy(p)
    game = Game.from_position(p)
    game.apply(game.legal_actions()[1])
    assert p == given
    p["hands"][0][0] = 7
    assert game.position()["hands"][0] == [0, 0, 0, 0, 0]


def test_an_open_offer_can_be_set_up() -> None:
    game = Game.from_position(
        study_position(
            phase="trade_response",
            to_act=1,
            hands={0: {"wood": 1}, 1: {"ore": 1}},
            offer=_offer(),
            offers_this_turn=1,
        )
    )
    assert game.legal_actions() == ["accept_trade", "decline_trade"]
    assert game.public_state(3)["offer"] == {
        "from": 0, "to": 1, "give": {"wood": 1}, "get": {"ore": 1}, "asked": [1],
    }  # fmt: skip
    game.apply("accept_trade")
    assert game.position()["hands"][:2] == [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]


def test_free_roads_can_be_set_up() -> None:
    game = Game.from_position(
        study_position(phase="road_building_second", free_roads_left=1, dev_played=True, settlements={0: ["0,2:S"]})
    )
    assert game.legal_actions() == [
        f"free_road:{e}" for e in sorted((edge("0,2:S", "0,2:SE"), edge("0,2:S", "0,2:SW")))
    ]
    game.apply(game.legal_actions()[0])
    assert (game.phase, game.public_state(0)["longest_road_lengths"]) == ("main", [1, 0, 0, 0])


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_game_can_be_pickled_and_deeply_copied(twin_of: Callable[[Game], Game]) -> None:
    game = game_after(3, 150, any_verb)
    twin = twin_of(game)
    assert (game.position(), game.legal_actions()) == (twin.position(), twin.legal_actions())
    while game.result is None:
        action = game.legal_actions()[-1]
        game.apply(action)
        assert twin.state_hash() != game.state_hash()  # they share nothing that changes
        twin.apply(action)
        assert twin.state_hash() == game.state_hash()


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("rolls", {"rolls": 5, "ply": 30}),
        ("steals", {"chance": {"seed": "s", "steals": 1}}),
        ("dev_hands", {"dev_hands": [{"monopoly": 1}, {}, {}, {}], "deck": deck_without([{"monopoly": 1}])}),
    ],
)
def test_strict_knows_that_setup_comes_first(field: str, change: dict[str, Any]) -> None:
    position = game_after(3, 4).position() | change
    Game.from_position(position)
    with pytest.raises(PositionError, match="in setup") as refusal:
        Game.from_position(position, strict=True)
    assert refusal.value.field == field


def test_strict_knows_what_nobody_does_before_the_roll() -> None:
    game = game_after(3, 150, any_verb)
    while game.phase != "roll":
        game.apply(game.legal_actions()[0])
    Game.from_position(game.position(), strict=True)
    for change in ({"dev_played": True}, {"offers_this_turn": 2}):
        with pytest.raises(PositionError, match="before the roll"):
            Game.from_position(game.position() | change, strict=True)
