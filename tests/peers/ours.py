"""Our answers about a position, all by way of ``Game.from_position`` and what a bot could ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from engine import STANDARD, Game
from engine.resources import RESOURCES
from tests.kit.chance import ScriptedChance
from tests.peers.questions import (
    BUILDS,
    ENOUGH,
    KEPT,
    MEASURED,
    PRODUCTION,
    ROBBER,
    ROLLS,
    SHORT,
    TRADES,
    Answers,
    Position,
    Question,
)

UNENDING: Final = replace(STANDARD, name="standard, played on", points_to_win=22)
"""The standard rules with all the points there are to win, so that a full board does not end the question."""
_SEATS: Final = range(UNENDING.seats)
Production = tuple[list[tuple[int, ...]], list[str]]
"""What each seat gets of each resource, and the resources that the bank was short of."""


def our_answers(position: Position, banks: Sequence[Sequence[int]]) -> Answers:
    """Every question about the pieces, hands and robber of this position; production for each of these banks."""
    answers: Answers = {}
    for seat in _SEATS:
        own = Game.from_position(on_turn(position, seat))
        answers[Question(MEASURED, seat)] = answers[Question(KEPT, seat)] = own.road_lengths[seat]
        answers[Question(ROBBER, seat)] = _robber(position, seat)
        answers[Question(TRADES, seat)] = _trades(own, seat)
        answers |= _builds(own, seat, "own hand")
        rich = on_turn(position, seat, hands=[list(ENOUGH) if s == seat else [0] * 5 for s in _SEATS])
        answers |= _builds(Game.from_position(rich | {"bank": [0] * 5}), seat, "enough")
    for bank in banks:
        for total, (gains, short) in production(position, bank).items():
            answers[Question(PRODUCTION, total=total, bank=tuple(bank))] = gains
            answers[Question(SHORT, total=total, bank=tuple(bank))] = short
    return answers


def our_lengths(position: Position) -> list[int]:
    """The longest road of each seat."""
    return list(Game.from_position(position).road_lengths)


def production(position: Position, bank: Sequence[int]) -> dict[int, Production]:
    """What each roll pays from this bank, by the total of the dice."""
    chance = _NextRoll()
    before_roll = Game.from_position(on_turn(position, 0, phase="roll", bank=list(bank)), chance=chance)
    return {total: _pay(before_roll.copy(), chance, total) for total in ROLLS}


class _NextRoll(ScriptedChance):
    """Chance that rolls ``total`` next, whatever the number of the roll."""

    total = 2

    def dice(self, roll: int) -> tuple[int, int]:
        return self.total // 2, self.total - self.total // 2


def _pay(game: Game, chance: _NextRoll, total: int) -> Production:
    chance.total = total
    before = game.hands[:]
    event = game.apply("roll")[0].seen_by(None)
    gains = [after - had for after, had in zip(game.hands, before, strict=True)]
    return [tuple(gains[5 * seat : 5 * seat + 5]) for seat in _SEATS], sorted(event.get("shortage", []))


def on_turn(position: Position, seat: int, phase: str = "main", **changes: Any) -> Position:
    """The position with this seat on turn in a plain moment of its turn: nothing offered, owed or under way."""
    rolled = phase != "roll"
    plain: Position = {
        "rules": UNENDING.as_dict(),
        "phase": phase,
        "current_seat": seat,
        "to_act": seat,
        "rolled_this_turn": rolled,
        "dice": [1, 2] if rolled else None,
        "dev_bought": {},
        "dev_played": False,
        "offer": None,
        "offers_this_turn": 0,
        "pending_discards": [0 for _ in _SEATS],
        "free_roads_left": 0,
        "result": None,
    }
    return position | plain | changes


def _builds(game: Game, seat: int, hand: str) -> Answers:
    return {Question(subject, seat, hand=hand): _places(game, kind) for kind, subject in BUILDS.items()}


def _places(game: Game, kind: str) -> list[int]:
    return sorted(int(place) for (place,) in _arguments(game, f"build_{kind}"))


def _trades(game: Game, seat: int) -> list[tuple[str, str, int]]:
    rates = dict(zip(RESOURCES, game.rates[seat], strict=True))
    return sorted((give, get, rates[give]) for give, get in _arguments(game, "trade_bank"))


def _robber(position: Position, seat: int) -> list[tuple[int, int]]:
    """Hexes with the seats that may be robbed there; -1 where there is nobody to rob."""
    game = Game.from_position(on_turn(position, seat, phase="move_robber"))
    targets = []
    for (hex_id,) in _arguments(game, "move_robber"):
        moved = game.copy()
        moved.apply(f"move_robber:{hex_id}")
        victims = [int(victim) for (victim,) in _arguments(moved, "steal")]
        targets += [(int(hex_id), victim) for victim in victims or [-1]]
    return sorted(targets)


def _arguments(game: Game, verb: str) -> Iterator[list[str]]:
    """What stands behind the verb in each legal action that begins with it."""
    return (rest.split(":") for name, _, rest in (a.partition(":") for a in game.legal_actions()) if name == verb)
