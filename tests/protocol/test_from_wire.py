"""What a bot on the client hands to the engine: parts of messages, decoded and made plain again."""

from __future__ import annotations

from random import Random

import pytest

from engine import PRESETS, Game, Rules
from protocol.client import Event, PublicState, Request, as_wire
from protocol.messages import Clock, decode_message, encode_event, encode_request
from tests.kit.random_games import any_verb, new_game, next_action

CLOCK = Clock(1000, [0, 1, 2, 3], 1)


def through_the_wire(game: Game, seat: int) -> PublicState:
    line = encode_request(1, 1, CLOCK, game.legal_actions(), game.free_form_verbs(), game.public_state(seat))
    request = decode_message(line)
    assert isinstance(request, Request)
    assert (request.legal_actions, request.free_form) == (game.legal_actions(), game.free_form_verbs())
    return request.public_state


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_views_and_events_come_back_as_they_were_said(rules: Rules) -> None:
    verbs = set()
    for number in range(3):
        game, rng = new_game(number, rules)
        seen = []
        while game.result is None and game.ply < 900:
            (event,) = game.apply(next_action(game, rng, any_verb))
            said = event.seen_by(1)
            heard = decode_message(encode_event(said))
            assert isinstance(heard, Event)
            seen.append(as_wire(heard))
            assert {key: value for key, value in seen[-1].items() if key != "type"} == said
            verbs.add(event.action.partition(":")[0])
            if game.ply % 60 == 0:
                view = as_wire(through_the_wire(game, 1))
                assert view == game.public_state(1)
                dealt = Game.from_view(rules, game.board.as_wire(), view, Random(game.ply), seen)
                assert dealt.public_state(1) == view
    assert "steal" in verbs
    assert ("counter_trade" in verbs) == (rules.player_trades == "bundles")
