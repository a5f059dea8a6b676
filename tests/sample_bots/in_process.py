"""A match of bots in one process: each gets the messages that the referee would send, without pipes and clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine import Game, Result, Rules
from protocol.client import Match, Request
from protocol.json_lines import encode_line_to_bot
from protocol.messages import Clock, Event, MatchStart, decode_message, encode_event, encode_request
from sample_bots import greedy, random_bot
from sample_bots.heuristic.bot import Heuristic
from sample_bots.trader import Trader

T = TypeVar("T")
Choose = Callable[[Request, Match], str]
Sit = Callable[[Match], Choose]
"""What makes a bot ready for one match."""

NO_CLOCK = Clock(None, None, 1)
PLY_CAP = 5000


def sit_random(match: Match) -> Choose:
    """Seeded by the match, so that a contest can be repeated."""
    random_bot.rng.seed(f"{match.start.match_id} {match.seat}")
    return random_bot.choose


def sit_greedy(match: Match) -> Choose:
    return greedy.choose


def sit_trader(match: Match) -> Choose:
    trader = Trader()
    trader.start(match)
    return trader.choose


def sit_heuristic(match: Match) -> Choose:
    return Heuristic(match).choose


BOTS: dict[str, Sit] = {
    "random": sit_random,
    "greedy": sit_greedy,
    "trader": sit_trader,
    "heuristic": sit_heuristic,
}


def play_in_process(
    names: Sequence[str], seed: str, rules: Rules, asked: Callable[[int, Request], object] = lambda seat, request: None
) -> Result:
    """Play one match of the bots named, in seat order; an answer that is not legal is an AssertionError.

    ``asked`` is told of every request, with the seat that gets it.
    """
    game = Game(rules, seed=seed)
    matches = [Match(match_start(game, seat, seed)) for seat in range(len(names))]
    chooses = [BOTS[name](match) for name, match in zip(names, matches, strict=True)]
    while game.to_act is not None and game.ply < PLY_CAP:
        seat = game.to_act
        request = request_to(game, seat)
        asked(seat, request)
        action = chooses[seat](request, matches[seat])
        assert game.is_legal(action), f"{names[seat]} as seat {seat} of {seed!r}, ply {game.ply}: {action}"
        for event in game.apply(action):
            for viewer, match in enumerate(matches):
                match.events.append(decoded(encode_event(event.seen_by(viewer)), Event))
    if game.result is None:
        game.score_now(f"the match was scored after {game.ply} plies", verdict="ply_cap")
    assert game.result is not None
    return game.result


def match_start(game: Game, seat: int, match_id: str) -> MatchStart:
    """The first message to a seat."""
    start = {
        "type": "match_start",
        "protocol": 1,
        "match_id": match_id,
        "seat": seat,
        "seats": game.seats,
        "names": None,
        "rules": game.rules.as_dict(),
        "time_control": None,
        "match": {"on_illegal": "forfeit", "refusals": 3, "ply_cap": 5000, "freeze": False, "events": "with_request"},
        "board": game.board.as_wire(),
        "seed_commitment": "sha256:00",
        "history": [],
    }
    return decoded(encode_line_to_bot(start), MatchStart)


def request_to(game: Game, seat: int) -> Request:
    """The request that the seat to act would get now; its id is the ply."""
    line = encode_request(game.ply, 1, NO_CLOCK, game.legal_actions(), game.free_form_verbs(), game.public_state(seat))
    return decoded(line, Request)


def decoded(line: bytes, kind: type[T]) -> T:
    """A line as the type that it must be."""
    message = decode_message(line)
    assert isinstance(message, kind)
    return message


def match_end(game: Game) -> bytes:
    """The last line to every seat."""
    assert game.result is not None
    end = {"type": "match_end", "result": game.result.as_dict(), "names": ["a"] * game.seats, "seed": None}
    return encode_line_to_bot({**end, "nonce": None})
