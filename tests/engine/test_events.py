"""Events are the whole public history: whoever follows them knows all that a view would say, and its own cards."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

import pytest

from engine import COMPETITION, Game
from tests.kit.positions import cost
from tests.kit.random_games import Pick, any_action, any_verb, builder, new_game

_KEYS: Final[dict[str, list[str]]] = {
    "roll": ["dice", "gains", "shortage", "discards"],
    "steal": ["card"],
    "buy_dev_card": ["card"],
    "trade_bank": ["paid", "got"],
    "accept_trade": ["gave", "got"],
    "play_dev:monopoly": ["taken"],
    "play_dev:year_of_plenty": ["got"],
    "build_road": ["paid"],
    "build_settlement": ["paid"],
    "build_city": ["paid"],
}
_CHANGES: Final = ("points", "longest_road_holder", "largest_army_holder")


class Follower:
    """What a seat, or a spectator, can work out from events alone."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.counts = [0, 0, 0, 0]
        self.bank = Counter(dict.fromkeys(("wood", "brick", "sheep", "wheat", "ore"), 19))
        self.own: Counter[str] = Counter()
        self.public = {"points": [0, 0, 0, 0], "longest_road_holder": None, "largest_army_holder": None}
        self._offer = (0, "", "")

    def see(self, event: dict[str, Any]) -> None:
        seat, action = event["seat"], event["action"]
        verb, *arguments = action.split(":")
        for other, cards in enumerate(event.get("gains", ())):
            self._from_bank(other, cards)
        for other, cards in enumerate(event.get("discards", ())):
            self._to_bank(other, cards)
        if verb == "steal":
            self._move(int(arguments[0]), seat, {event["card"]: 1})
        elif verb == "offer_trade":
            self._offer = (seat, arguments[1], arguments[2])
        elif verb == "accept_trade":
            offerer, give, get = self._offer
            assert (event["gave"], event["got"]) == ({get: 1}, {give: 1})
            self._move(seat, offerer, event["gave"])
            self._move(offerer, seat, event["got"])
        elif action.startswith("play_dev:monopoly"):
            for other, n in enumerate(event["taken"]):
                self._move(other, seat, {arguments[1]: n})
        else:
            self._to_bank(seat, cost("dev_card") if verb == "buy_dev_card" else event.get("paid", {}))
            self._from_bank(seat, event.get("got", {}))
        self.public |= {key: event[key] for key in _CHANGES if key in event}

    def _from_bank(self, seat: int, cards: dict[str, int]) -> None:
        self.bank.subtract(cards)
        self.counts[seat] += sum(cards.values())
        if seat == self.viewer:
            self.own.update(cards)

    def _to_bank(self, seat: int, cards: dict[str, int]) -> None:
        self._from_bank(seat, {resource: -n for resource, n in cards.items()})

    def _move(self, giver: int, taker: int, cards: dict[str, int]) -> None:
        """Cards between hands; a card of no name (a theft seen from outside) is none of the viewer's."""
        for seat, sign in ((giver, -1), (taker, 1)):
            self.counts[seat] += sign * sum(cards.values())
            if seat == self.viewer:
                self.own.update({card: sign * n for card, n in cards.items()})


@pytest.mark.parametrize("pick", [any_action, any_verb, builder])
@pytest.mark.parametrize("number", range(400, 403))
def test_who_follows_the_events_knows_counts_bank_points_and_its_own_hand(number: int, pick: Pick) -> None:
    game, rng = new_game(number)
    followers = [Follower(viewer) for viewer in (None, 0, 1, 2, 3)]
    while game.result is None:
        (event,) = game.apply(pick(game.legal_actions(), rng))
        for follower in followers:
            follower.see(event.seen_by(follower.viewer))
            view = game.public_state(follower.viewer)
            assert follower.counts == view["resource_counts"]
            assert dict(follower.bank) == view["bank"]
            assert follower.public["points"] == view["victory_points"]
            assert follower.public["longest_road_holder"] == view["longest_road_holder"]
            assert follower.public["largest_army_holder"] == view["largest_army_holder"]
            if follower.viewer is not None:
                assert {r: follower.own[r] for r in view["bank"]} == view["your_resources"]


@pytest.mark.parametrize("pick", [any_action, builder])
def test_an_event_has_the_keys_of_its_action_in_order_and_those_that_changed(pick: Pick) -> None:
    game, rng = new_game(410)
    second_settlements = 0
    while game.result is None:
        seat, ply, before = game.to_act, game.ply, game.public_state(None)
        action = pick(game.legal_actions(), rng)
        (event,) = game.apply(action)
        seen, after = event.seen_by(None), game.public_state(None)
        assert (seen["ply"], seen["seat"], seen["action"]) == (ply, seat, action)
        verb = ":".join(action.split(":")[:2]) if action.startswith("play_dev") else action.partition(":")[0]
        extra = ["gains"] if verb == "place_settlement" and ply >= 8 else _KEYS.get(verb, [])
        second_settlements += extra == ["gains"]
        view_keys = {"points": "victory_points"}
        changed = [key for key in _CHANGES if before[view_keys.get(key, key)] != after[view_keys.get(key, key)]]
        assert list(seen) == ["ply", "seat", "action", *extra, *changed]
        assert all(seen[key] == after[view_keys.get(key, key)] for key in changed)
    assert second_settlements == 4


def test_card_objects_leave_out_what_is_none_and_keep_resource_order() -> None:
    order = ["wood", "brick", "sheep", "wheat", "ore"]
    game, rng = new_game(411)
    checked = 0
    while game.result is None:
        (event,) = game.apply(builder(game.legal_actions(), rng))
        seen = event.seen_by(None)
        for cards in [*seen.get("gains", ()), *seen.get("discards", ()), seen.get("paid", {}), seen.get("got", {})]:
            assert 0 not in cards.values()
            assert list(cards) == [resource for resource in order if resource in cards]
            checked += len(cards) > 1
    assert checked > 5


def test_an_event_is_the_callers_and_json() -> None:
    game = Game(COMPETITION, seed="events")
    (event,) = game.apply("place_settlement:0")
    event.seen_by(0)["seat"] = 3
    assert json.loads(json.dumps(event.seen_by(0))) == {
        "ply": 0, "seat": 0, "action": "place_settlement:0", "points": [1, 0, 0, 0],
    }  # fmt: skip
