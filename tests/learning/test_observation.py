"""An observation is the same from game and view, says what the view says, and nothing that the seat may not know."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, EngineError, Game, Rules
from engine.legal import PHASES
from engine.resources import CARDS, RESOURCES
from referee.learning.layout import layout
from referee.learning.observation import Observer
from tests.kit.late_positions import late_game
from tests.kit.random_games import any_verb, builder, game_after, new_game, plies
from tests.kit.rule_mixes import sampled_mix

RULE_SETS = [*PRESETS.values(), *map(sampled_mix, range(20))]


def states(rules: Rules, number: int) -> Iterator[Game]:
    """Some hundred states of random games, the ends too."""
    for game, pick in ((new_game(number, rules)[0], any_verb), (late_game(number, rules), builder)):
        for _ in plies(game, Random(number), pick, ply_cap=game.ply + 400):
            yield game
        yield game


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_game_and_view_give_the_same_array(rules: Rules) -> None:
    """The view and the board go through JSON, as a bot gets them."""
    most, islands = layout(rules).most, dict[int, tuple[Observer, Observer]]()
    for game in states(rules, 1):
        if id(game.board) not in islands:
            board = json.loads(json.dumps(game.board.as_wire()))
            islands[id(game.board)] = Observer(rules, game.board), Observer(rules, board)
        of_games, of_views = islands[id(game.board)]
        for seat in range(rules.seats):
            seen = of_games.of_game(game, seat)
            view = json.loads(json.dumps(game.public_state(seat)))
            assert seen.tobytes() == of_views.of_view(view).tobytes()
            assert seen.dtype == np.uint8
            assert seen.shape == (layout(rules).size,)
            assert (seen <= most).all()


def expected(view: dict[str, Any], game: Game) -> dict[str, list[int]]:
    """The parts as the page tells them, from the view alone and bit by bit."""
    seats, own = view["seats"], view["viewer"]
    around = [(own + ahead) % seats for ahead in range(seats)]
    hexes = game.board.as_wire()["hexes"]
    harbours = game.board.as_wire()["harbours"]
    offer = view["offer"] or {"from": None, "give": {}, "get": {}, "asked": []}
    counters = {counter["seat"]: counter for counter in view["counters"]}
    nothing: dict[str, dict[str, int]] = {"give": {}, "get": {}}

    def flags(seat: int | None) -> list[int]:
        return [int(other == seat) for other in around]

    def turned(counts: list[int]) -> list[int]:
        return [counts[seat] for seat in around]

    def five(bundle: dict[str, int]) -> list[int]:
        return [bundle.get(name, 0) for name in RESOURCES]

    parts = {
        "terrain": [int(place["resource"] == name) for place in hexes for name in RESOURCES],
        "token": [place["token"] or 0 for place in hexes],
        "pips": [6 - abs(place["token"] - 7) if place["token"] else 0 for place in hexes],
        "harbours": [int(place["resource"] == kind) for place in harbours for kind in ("any", *RESOURCES)],
        "robber": [int(place == view["robber"]) for place in range(19)],
        "buildings": [
            (vertex in view["settlements"][seat]) + 2 * (vertex in view["cities"][seat])
            for seat in around for vertex in range(54)
        ],
        "roads": [int(edge in view["roads"][seat]) for seat in around for edge in range(72)],
        "phase": [int(phase == view["phase"]) for phase in PHASES],
        "seat": [int(seat == own) for seat in range(seats)],
        "current_seat": flags(view["current_seat"]),
        "to_act": flags(view["to_act"]),
        "longest_road_holder": flags(view["longest_road_holder"]),
        "largest_army_holder": flags(view["largest_army_holder"]),
        "offer_from": flags(offer["from"]),
        "resource_cards": turned(view["resource_counts"]),
        "dev_cards": turned(view["dev_card_counts"]),
        "knights_played": turned(view["knights_played"]),
        "road_lengths": turned(view["longest_road_lengths"]),
        "victory_points": turned(view["victory_points"]),
        "own_resources": five(view["your_resources"]),
        "own_dev_cards": [view["your_dev_cards"].get(card, 0) for card in CARDS],
        "own_trade_rates": five(view["your_trade_rates"]),
        "bank": five(view["bank"]),
        "offer_give": five(offer["give"]),
        "offer_get": five(offer["get"]),
        "dice": view["dice"] or [0, 0],
        "own_points": [view["total_victory_points"][own]],
        "dev_deck": [view["dev_deck_count"]],
        "rolls": [min(255, view["rolls"])],
        "dev_card_played": [int(view["dev_card_played_this_turn"])],
        "dev_cards_bought": [view["dev_cards_bought_this_turn"]],
        "offers_this_turn": [view["offers_this_turn"]],
        "own_playable": [int(card in view["your_playable_dev_cards"]) for card in CARDS],
        "offer_asked": [int(seat in offer["asked"]) for seat in around],
    }  # fmt: skip
    if game.rules.player_trades == "bundles":
        parts["counter_give"] = [n for seat in around for n in five(counters.get(seat, nothing)["give"])]
        parts["counter_want"] = [n for seat in around for n in five(counters.get(seat, nothing)["get"])]
    return parts


@pytest.mark.parametrize("rules", [*PRESETS.values(), sampled_mix(5)], ids=lambda rules: rules.name)
def test_every_part_says_what_the_view_says(rules: Rules) -> None:
    ever = np.zeros(layout(rules).size, dtype=np.uint8)
    for number in range(4):
        for game in states(rules, number):
            seen = Observer(rules, game.board).of_game(game, number % rules.seats)
            ever |= seen
            parts = expected(game.public_state(number % rules.seats), game)
            assert list(parts) == list(layout(rules).parts)
            assert {name: layout(rules).part(seen, name).tolist() for name in parts} == parts
    if rules in PRESETS.values():
        assert [name for name in layout(rules).parts if not layout(rules).part(ever, name).any()] == []


def test_a_part_is_taken_from_many_observations_at_once() -> None:
    game = game_after(1, 60)
    both = np.stack([Observer(COMPETITION, game.board).of_game(game, seat) for seat in (0, 1)])
    assert layout(COMPETITION).part(both, "own_resources").tolist() == [game.hand(0), game.hand(1)]


def test_an_observer_of_one_game_after_another_sees_each() -> None:
    """What it keeps of the pieces must not outlive them."""
    early = game_after(3, 20)
    late = game_after(3, 300)
    observer = Observer(COMPETITION, early.board)
    for game in (early, late, early, late):
        assert (observer.of_game(game, 1) == Observer(COMPETITION, game.board).of_game(game, 1)).all()


def test_counts_that_no_byte_holds_are_cut_down() -> None:
    rules = replace(COMPETITION, name="rich", bank_per_resource=1000)
    p = new_game(1, rules)[0].position()
    p["hands"][0], p["bank"] = [300, 0, 0, 0, 0], [700, 1000, 1000, 1000, 1000]
    game = Game.from_position(p)
    seen = Observer(rules, game.board).of_game(game, 0)
    assert layout(rules).part(seen, "own_resources").tolist() == [255, 0, 0, 0, 0]
    assert layout(rules).part(seen, "resource_cards").tolist() == [255, 0, 0, 0]


def test_a_spectator_has_no_observation() -> None:
    game = new_game(1)[0]
    with pytest.raises(EngineError, match="spectator"):
        Observer(COMPETITION, game.board).of_view(game.public_state(None))


# -- secrets ------------------------------------------------------------------------------------------------


def hidden_otherwise(p: dict[str, Any], viewer: int, rng: Random) -> dict[str, Any] | None:
    """The position with other cards in the hands of two others, another deck and another seed; None: can't be."""
    q = copy.deepcopy(p)
    one, other = rng.sample([seat for seat in range(len(p["hands"])) if seat != viewer], 2)
    held = [(a, b) for a in range(5) for b in range(5) if a != b and q["hands"][one][a] and q["hands"][other][b]]
    if not held:
        return None
    a, b = rng.choice(held)
    for seat, lost, gained in ((one, a, b), (other, b, a)):
        q["hands"][seat][lost] -= 1
        q["hands"][seat][gained] += 1
    rng.shuffle(q["deck"])
    for seat in (one, other):  # a hidden card against one of the deck
        locked = q["dev_bought"] if seat == q["current_seat"] else {}
        own = [card for card, n in q["dev_hands"][seat].items() if n > locked.get(card, 0)]
        drawn = [place for place, card in enumerate(q["deck"]) if own and card not in (own[0], "victory_point")]
        if drawn:
            q["deck"][drawn[0]], new = own[0], q["deck"][drawn[0]]
            q["dev_hands"][seat][own[0]] -= 1
            q["dev_hands"][seat][new] = q["dev_hands"][seat].get(new, 0) + 1
            q["dev_hands"][seat] = {card: n for card, n in q["dev_hands"][seat].items() if n}
    q["chance"]["seed"] = "quite another seed"
    return q


def test_what_is_hidden_changes_no_byte_and_what_is_ones_own_does() -> None:
    rng, changed, cards_changed = Random(7), 0, 0
    for number in range(300, 360):
        rules = (COMPETITION, KATAN, STANDARD)[number % 3]
        p = game_after(number, 10 * (number - 299), builder, rules).position()
        for viewer in range(4):
            q = None if p["result"] else hidden_otherwise(p, viewer, rng)
            if q is None:
                continue
            before, after = Game.from_position(p), Game.from_position(q)
            observer = Observer(rules, before.board)
            seen = [[observer.of_game(game, seat).tobytes() for game in (before, after)] for seat in range(4)]
            differs = [was != now for was, now in seen]
            assert not differs[viewer]
            assert sum(differs) >= 2
            changed += 1
            cards_changed += p["dev_hands"] != q["dev_hands"]
    assert min(changed, cards_changed) > 50
