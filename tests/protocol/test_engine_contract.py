"""Engine and protocol know nothing of each other; here their two vocabularies are held together.

Whatever the engine says, encoded as the referee does it, must decode as a message and encode to the same bytes.
"""

from itertools import count
from typing import Any, get_args

import pytest

from engine import COMPETITION, Event, Game
from engine.events import EVENT_DETAILS
from engine.resources import CARDS, RESOURCES
from protocol import messages, vocabulary
from protocol.json_lines import encode_line_to_bot
from protocol.messages import Clock, decode_message, encode_event, encode_message, encode_request
from protocol.replay_records import Ply, decode_record, encode_record

CLOCK = Clock(1000, [0, 1, 2, 3], 1)


def play(game: Game) -> list[Event]:
    """Play to the end with actions spread over all that is legal, without any randomness."""
    events: list[Event] = []
    for step in count():
        if game.result is not None:
            return events
        legal = [a for a in game.legal_actions() if step % 5 == 0 or not a.startswith(("offer_", "end_turn"))]
        legal = legal or game.legal_actions()
        events += game.apply(legal[step * 7919 % len(legal)])
    raise AssertionError("unreachable: count() does not end")


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(COMPETITION, seed="contract")


@pytest.fixture(scope="module")
def events(game: Game) -> list[Event]:
    return play(game)


def test_resources_and_cards_have_one_order() -> None:
    assert tuple(RESOURCES) == vocabulary.RESOURCES
    assert tuple(CARDS) == vocabulary.CARDS


def test_every_detail_of_an_event_is_a_key_of_the_message() -> None:
    assert set(messages.Event.__struct_fields__) == {"ply", "seat", "action", "card", *EVENT_DETAILS}


def test_every_event_is_a_message_for_every_seat(events: list[Event]) -> None:
    assert len(events) > 300
    for event in events:
        for viewer in (None, 0, 1, 2, 3):
            line = encode_event(event.seen_by(viewer))
            assert encode_message(decode_message(line)) == line


def test_every_ply_has_its_record(events: list[Event]) -> None:
    for event in events:
        record = Ply(event.ply, event.seat, event.action, event.chance, 0, "00" * 16)  # type: ignore[arg-type]
        assert decode_record(encode_record(record)) == record


def test_every_view_fits_into_a_request(events: list[Event]) -> None:
    game = Game(COMPETITION, seed="contract")
    phases = set()
    for event in events:
        phases.add(game.phase)
        seat = game.to_act
        line = encode_request(
            event.ply, 1, CLOCK, game.legal_actions(), game.free_form_verbs(), game.public_state(seat)
        )
        assert encode_message(decode_message(line)) == line
        game.apply(event.action)
    assert game.result is not None
    assert phases < set(get_args(vocabulary.Phase))
    for viewer in (None, 0, 3):
        line = encode_request(0, 1, CLOCK, [], [], game.public_state(viewer))
        assert encode_message(decode_message(line)) == line


def test_board_and_rules_fit_into_a_start(game: Game) -> None:
    start: dict[str, Any] = {
        "type": "match_start",
        "protocol": 1,
        "match_id": "m-1",
        "seat": 0,
        "seats": 4,
        "names": None,
        "rules": COMPETITION.as_dict(),
        "time_control": None,
        "match": {
            "on_illegal": "forfeit",
            "refusals": 3,
            "ply_cap": 5000,
            "freeze": False,
            "events": "with_request",
        },
        "board": game.board.as_wire(),
        "seed_commitment": "sha256:00",
        "history": [],
    }
    line = encode_line_to_bot(start)
    assert encode_message(decode_message(line)) == line


def test_a_result_fits_into_an_end(game: Game, events: list[Event]) -> None:
    assert events
    assert game.result is not None
    end = {
        "type": "match_end",
        "result": game.result.as_dict(),
        "names": ["a"] * 4,
        "seed": None,
        "nonce": None,
    }
    line = encode_line_to_bot(end)
    assert encode_message(decode_message(line)) == line
