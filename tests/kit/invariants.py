"""What is true of every state of every match under any rules, as assertions that name what broke."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, Final

from engine import COMPETITION, KATAN, Game
from tests.kit import grammar, oracle, oracle_bundles
from tests.kit.case_script import assert_refused
from tests.kit.oracle_steps import after_by_the_rules
from tests.kit.positions import DEV_CARDS, RESOURCES, Position
from tests.kit.random_games import Pick, any_action, play_out, some_bundle

_ALL_VERBS: Final = tuple(dict.fromkeys(grammar.vocabulary(COMPETITION) + grammar.vocabulary(KATAN)))
_OF_A_TURN: Final = ("dev_bought", "dev_played", "dice", "free_roads_left", "offers_this_turn", "rolled_this_turn")


# -- a state ------------------------------------------------------------------------------------------------


def assert_nothing_is_lost(p: Position) -> None:
    """All cards of each resource, 25 development cards, 15 roads, 5 settlements and 4 cities a seat."""
    held = [sum(hand[r] for hand in p["hands"]) for r in range(5)]
    totals = [bank + hands for bank, hands in zip(p["bank"], held, strict=True)]
    assert totals == [oracle.rules_of(p).bank_per_resource] * 5, f"bank and hands: {totals}"
    assert min(min(hand) for hand in [*p["hands"], p["bank"]]) >= 0
    # Played cards are out of sight, but knights lie on the table and victory points are never played.
    cards: Counter[str] = Counter(p["deck"])
    for hand in p["dev_hands"]:
        cards.update(hand)
    cards["knight"] += sum(p["knights_played"])
    assert (cards["knight"], cards["victory_point"]) == (DEV_CARDS["knight"], DEV_CARDS["victory_point"])
    assert all(cards[card] <= n for card, n in DEV_CARDS.items()), f"development cards: {cards}"
    for seat in range(len(p["hands"])):
        pieces = len(p["roads"][seat]), len(p["settlements"][seat]), len(p["cities"][seat])
        assert all(n <= most for n, most in zip(pieces, (15, 5, 4), strict=True)), f"seat {seat} has {pieces} pieces"


def assert_follows_the_rules(game: Game) -> None:
    """The legal list, the roads, the points and the rates are those that the rules give for the position."""
    p = game.position()
    assert game.legal_actions() == oracle.legal_by_the_rules(p)
    assert game.free_form_verbs() == oracle_bundles.free_form_verbs(p)
    assert len(set(game.legal_actions())) == len(game.legal_actions())
    assert bool(game.legal_actions()) == (game.result is None)
    view = game.public_state(None)
    lengths = oracle.road_lengths(p)
    assert view["longest_road_lengths"] == lengths
    assert (view["longest_road_length"], view["largest_army_size"]) == (max(lengths), max(p["knights_played"]))
    assert view["victory_points"] == oracle.public_points(p)
    for seat in range(game.seats):
        own = game.public_state(seat)
        assert own["total_victory_points"][seat] == oracle.all_points(p)[seat]
        assert own["your_trade_rates"] == dict(zip(RESOURCES, oracle.trade_rates(p, seat), strict=True))
        assert own["your_resources"] == dict(zip(RESOURCES, p["hands"][seat], strict=True))


def assert_listed_is_accepted(game: Game) -> None:
    """Of all texts of the finite grammar, of any rules, exactly those listed are legal; nonsense never is."""
    listed = set(game.legal_actions())
    assert all(map(game.is_legal, listed))
    free_form = game.free_form_verbs()
    for action in _ALL_VERBS:
        if action.partition(":")[0] not in free_form:
            assert game.is_legal(action) == (action in listed), action
    for spelling, canonical in grammar.OTHER_SPELLINGS.items():
        assert game.is_legal(spelling) == (canonical in listed), spelling
    assert not any(map(game.is_legal, grammar.NEVER_AT_ALL))


def assert_bundles_are_judged(game: Game, rng: Random) -> None:
    """Bundles that are made up or written wrongly are legal exactly when the rules say so; the rest is refused."""
    if game.to_act is None:
        return
    p = game.position()
    for verb in ("offer_trade", "counter_trade", "discard"):
        text = some_bundle(game, verb, rng)
        same_twice = text.rpartition(":")[0] + ":" + text.split(":")[-2]
        to_itself = text.replace(f"offer_trade:{text.split(':')[1]}", f"offer_trade:{game.to_act}")
        for said in [text, some_bundle(game, verb, rng), same_twice, to_itself, any_action(grammar.spoilt(text), rng)]:
            legal = oracle_bundles.is_legal_bundle(p, said)
            if game.rules.player_trades == "one_for_one" and said in game.legal_actions():
                continue
            assert game.is_legal(said) == legal, said
            if legal:
                apply_by_the_rules(game.copy(), said)
            else:
                assert_refused(game, said)


# -- a step -------------------------------------------------------------------------------------------------


def apply_by_the_rules(game: Game, action: str) -> None:
    """Apply an action; every field of the position is then what the rules make of the one before."""
    before = game.position()
    (event,) = game.apply(action)
    after = game.position()
    expected = after_by_the_rules(before, action, after["dice"], _stolen(before, after))
    found, wanted = _comparable(after), _comparable(expected)
    wrong = {key: (found[key], wanted[key]) for key in wanted if found[key] != wanted[key]}
    assert not wrong, f"after {action} (found, by the rules): {wrong}; before: {json.dumps(before)}"
    assert after["chance"]["steals"] == before["chance"]["steals"] + action.startswith("steal")
    assert (event.seen_by(None)["seat"], event.seen_by(None)["ply"]) == (before["to_act"], before["ply"])


def _stolen(before: Position, after: Position) -> int | None:
    """The resource of which the seat to act has one more."""
    seat = before["to_act"]
    return next((r for r in range(5) if after["hands"][seat][r] > before["hands"][seat][r]), None)


def _comparable(p: Position) -> Position:
    """The fields that rules decide, without what is a matter of writing: order of ids, cards that are none."""
    fields = {key: value for key, value in p.items() if key != "chance"}
    for key in ("settlements", "cities", "roads"):
        fields[key] = [sorted(ids) for ids in p[key]]
    fields["dev_hands"] = [{card: n for card, n in hand.items() if n} for hand in p["dev_hands"]]
    if p["result"] is not None:
        fields = {key: value for key, value in fields.items() if key not in _OF_A_TURN}
        decided = ("verdict", "winner", "ranking", "points", "resource_cards")
        fields["result"] = {key: p["result"][key] for key in decided}
    return fields


# -- two games that must be the same ------------------------------------------------------------------------


def everything_about(game: Game) -> dict[str, Any]:
    """All that can be asked of a game, for comparing two of them."""
    return {
        "position": game.position(),
        "hash": game.state_hash(),
        "legal": game.legal_actions(),
        "free_form": game.free_form_verbs(),
        "views": [game.public_state(seat) for seat in [None, *range(game.seats)]],
        "result": game.result,
    }


def rebuilt(game: Game) -> Game:
    """The game saved as JSON text and loaded again."""
    return Game.from_position(json.loads(json.dumps(game.position())))


def assert_rebuilt_is_the_same(game: Game) -> None:
    """Nothing that the engine keeps up to date differs from what it works out from the position."""
    assert everything_about(rebuilt(game)) == everything_about(game)


def assert_copy_is_independent(game: Game, number: int, pick: Pick, ply_cap: int) -> None:
    """A copy is equal, and playing it to the end leaves the game as it was."""
    before = everything_about(game)
    copy = game.copy()
    assert everything_about(copy) == before
    play_out(copy, Random(number), pick, ply_cap)
    assert everything_about(game) == before


def assert_loaded_goes_on_the_same(game: Game, number: int, pick: Pick, ply_cap: int) -> None:
    """A game saved and loaded plays the same actions to the same end. Plays the game out."""
    loaded = rebuilt(game)
    assert play_out(loaded, Random(number), pick, ply_cap) == play_out(game, Random(number), pick, ply_cap)
    assert everything_about(loaded) == everything_about(game)
