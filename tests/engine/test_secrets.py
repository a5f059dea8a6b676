"""A seat is told what it may know: change only the rest, and not one byte that it is sent changes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import COMPETITION, KATAN, STANDARD, Event, Game
from tests.kit.positions import RESOURCES, Position, study_position
from tests.kit.random_games import any_action, any_verb, builder, game_after, plies

SEED = "tell-nobody-this-seed"
VIEWERS = (None, 0, 1, 2, 3)


def _sent_to(game: Game, viewer: int | None) -> str:
    """The bytes: the view and, for the seat that is asked, the legal list."""
    asked = game.legal_actions() if viewer == game.to_act else None
    return json.dumps([game.public_state(viewer), asked])


def _positions() -> Iterator[Position]:
    """Positions from random matches under each preset, from first to nearly last; none with an open offer."""
    for number in range(300, 360):
        rules = (COMPETITION, KATAN, STANDARD)[number % 3]
        p = game_after(number, 10 * (number - 299), builder, rules).position()
        if p["result"] is None and p["offer"] is None:
            yield p


def _trade_cards_unseen(p: Position, a: int, b: int, rng: Random) -> bool:
    """Seats ``a`` and ``b`` exchange two cards of different kinds, so that counts and bank stay; False: can't."""
    give = [r for r in range(5) if p["hands"][a][r]]
    get = [r for r in range(5) if p["hands"][b][r]]
    pairs = [(x, y) for x in give for y in get if x != y]
    if not pairs:
        return False
    x, y = rng.choice(pairs)
    for seat, lost, gained in ((a, x, y), (b, y, x)):
        p["hands"][seat][lost] -= 1
        p["hands"][seat][gained] += 1
    return True


def test_hi01_the_resources_of_others_are_counts() -> None:
    rng, changed = Random(0), 0
    for p in _positions():
        for viewer in VIEWERS:
            a, b = rng.sample([seat for seat in range(4) if seat != viewer], 2)
            other = copy.deepcopy(p)
            if _trade_cards_unseen(other, a, b, rng):
                before, after = Game.from_position(p), Game.from_position(other)
                assert _sent_to(after, viewer) == _sent_to(before, viewer)
                assert json.dumps(after.public_state(a)) != json.dumps(before.public_state(a))
                changed += 1
    assert changed > 50


def test_the_development_cards_of_others_are_counts() -> None:
    rng, changed = Random(1), 0
    for p in _positions():
        for holder in range(4):
            other = copy.deepcopy(p)
            locked = p["dev_bought"] if holder == p["current_seat"] else {}
            own = [card for card, n in p["dev_hands"][holder].items() if n > locked.get(card, 0)]
            places = [i for i, card in enumerate(p["deck"]) if own and card not in (own[0], "victory_point")]
            if not places:
                continue
            place = rng.choice(places)
            drawn = p["deck"][place]
            other["deck"][place] = own[0]
            hand = other["dev_hands"][holder]
            hand[drawn] = hand.get(drawn, 0) + 1
            hand[own[0]] -= 1
            other["dev_hands"][holder] = {card: n for card, n in hand.items() if n}
            before, after = Game.from_position(p), Game.from_position(other)
            for viewer in VIEWERS:
                same = _sent_to(after, viewer) == _sent_to(before, viewer)
                assert same == (viewer != holder)
            changed += 1
    assert changed > 20


@pytest.mark.parametrize("viewer", VIEWERS)
def test_deck_order_and_seed_are_nobodys(viewer: int | None) -> None:
    for p in _positions():
        other = copy.deepcopy(p)
        Random(2).shuffle(other["deck"])
        other["chance"]["seed"] = "quite another seed"
        before, after = Game.from_position(p), Game.from_position(other)
        assert _sent_to(after, viewer) == _sent_to(before, viewer)


def test_a_spectator_has_no_cards_of_its_own() -> None:
    view = game_after(300, 200).public_state(None)
    assert view["viewer"] is None
    own = {key: value for key, value in view.items() if key.startswith("your_")}
    assert sorted(own) == ["your_dev_cards", "your_playable_dev_cards", "your_resources", "your_trade_rates"]
    assert set(own.values()) == {None}


def test_victory_point_cards_stay_hidden_until_the_end() -> None:
    p = study_position(
        settlements={0: ["0,0:N"]}, dev_hands={0: {"victory_point": 3, "knight": 1}}, rolls=160, turn=160
    )
    game = Game.from_position(p)
    assert [game.public_state(viewer)["total_victory_points"][0] for viewer in VIEWERS] == [1, 4, 1, 1, 1]
    assert {game.public_state(viewer)["victory_points"][0] for viewer in VIEWERS} == {1}
    game.apply("end_turn")
    assert [game.public_state(viewer)["total_victory_points"][0] for viewer in VIEWERS] == [4] * 5
    assert game.public_state(2)["your_dev_cards"] == {}


def _matches() -> Iterator[tuple[Game, Callable[[], Iterator[str]]]]:
    kinds = ((COMPETITION, any_action), (COMPETITION, builder), (KATAN, any_verb), (STANDARD, builder))
    for number, (rules, pick) in enumerate(kinds):
        game = Game(rules, seed=f"{SEED} {number}")
        yield game, lambda game=game, number=number, pick=pick: plies(game, Random(number), pick)  # type: ignore[misc]


def test_no_view_or_legal_list_carries_the_seed_or_the_deck() -> None:
    for game, play in _matches():
        for _ in play():
            for viewer in VIEWERS:
                text = _sent_to(game, viewer)
                assert SEED not in text
                view = game.public_state(viewer)
                assert not {"deck", "seed", "chance", "hands", "dev_hands", "hash"} & set(view)
                assert view["dev_deck_count"] == len(game.position()["deck"])


def _told(game: Game, event: Event, before: Position) -> None:
    """Only the seats that the rules name see the card of a theft or a purchase; all else is the same for all."""
    public = event.seen_by(None)
    verb, _, argument = public["action"].partition(":")
    insiders = {public["seat"]} if verb in ("steal", "buy_dev_card") else set()
    if verb == "steal":
        insiders.add(int(argument))
    for seat in range(4):
        seen = event.seen_by(seat)
        if seat in insiders:
            assert seen.pop("card") in (RESOURCES if verb == "steal" else before["deck"][:1])
            assert seen == {key: value for key, value in public.items() if key != "card"}
        else:
            assert seen == public
    assert ("card" in public) == (verb in ("steal", "buy_dev_card"))
    assert public.get("card") is None
    assert SEED not in json.dumps([event.seen_by(viewer) for viewer in VIEWERS])


def test_hi03_the_card_of_a_theft_or_purchase_is_told_to_those_it_concerns() -> None:
    thefts = purchases = 0
    for game, _ in _matches():
        rng = Random(5)
        while game.result is None:
            action, before = any_verb(game.legal_actions(), rng), game.position()
            (event,) = game.apply(action)
            _told(game, event, before)
            thefts += action.startswith("steal")
            purchases += action == "buy_dev_card"
            if action == "buy_dev_card":
                assert event.seen_by(before["to_act"])["card"] == before["deck"][0]
    assert min(thefts, purchases) > 10


def test_hi05_a_view_says_nothing_of_what_another_seat_may_do() -> None:
    """Legal lists show hands: none is in a view, and the answerer's means do not show in anybody else's."""
    rich = study_position(hands={0: {"wood": 1}, 1: {"ore": 1}, 2: {"brick": 1}})
    poor = study_position(hands={0: {"wood": 1}, 1: {"brick": 1}, 2: {"ore": 1}})
    games = [Game.from_position(p) for p in (rich, poor)]
    assert games[0].legal_actions() == games[1].legal_actions()
    for game in games:
        game.apply("offer_trade:1:wood:ore")
    assert games[0].legal_actions() != games[1].legal_actions()
    for viewer in (None, 0, 3):
        assert games[0].public_state(viewer) == games[1].public_state(viewer)
        assert "legal_actions" not in games[0].public_state(viewer)


def test_the_same_action_in_two_worlds_that_differ_unseen_reads_the_same() -> None:
    p = study_position(
        settlements={1: ["0,0:N"]},
        hands={0: {"sheep": 1, "wheat": 1, "ore": 1}, 1: {"wood": 2}, 2: {"ore": 2}},
        phase="move_robber",
        chance={"seed": "one", "steals": 0},
        deck_top=["knight"],
    )
    q = copy.deepcopy(p)
    q["hands"][1], q["hands"][2] = q["hands"][2], q["hands"][1]
    q["deck"] = q["deck"][1:] + q["deck"][:1]
    q["chance"]["seed"] = "two"
    here, there = Game.from_position(p), Game.from_position(q)
    for action in ("move_robber:9", "steal:1", "buy_dev_card", "end_turn"):
        (event,), (other,) = here.apply(action), there.apply(action)
        assert event.seen_by(3) == other.seen_by(3)
        assert event.seen_by(None) == other.seen_by(None)
        assert here.public_state(3) == there.public_state(3)
