"""Two records beside each other: where they part, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

import msgspec

from engine import EngineError, Game
from protocol.replay_records import FaultRecord, Header, Ply
from referee.replays.plies import rules_of
from referee.replays.reader import Replay
from referee.replays.render.escape import LONGEST_NAME, LONGEST_REASON, printable
from referee.replays.render.words import action_words
from referee.replays.seed_file import Secret

_OF_THE_GAME: Final = ("rules_version", "terrain", "tokens", "harbours")
"""Keys of a header that the game consists of, beside the fields of its rules."""
_ABOUT_IT: Final = ("match_id", "block", "referee", "machine", "protocol", "seed_commitment", "sandbox")
"""Keys of a header that say who wrote the record, and where."""
_OF_THE_RESULT: Final = (
    "verdict", "offender", "winner", "ranking", "points", "resource_cards", "rolls", "plies",
)  # fmt: skip
_LONGEST_VALUE: Final = 120


@dataclass(frozen=True)
class Difference:
    """What two records say differently: ``what`` it is of, and what each says, in words."""

    what: str
    a: str
    b: str


@dataclass(frozen=True)
class Comparison:
    """Where two records part.

    ``remarks`` change nothing of the game: names, versions, who wrote the record, the words of a reason. ``rules``
    are differences of rules and island, ``first`` is the first ply or fault that differs, with the ``scene`` before
    it, as far as it is known, and ``ends`` is how they end differently. ``common`` plies are the same in both.
    """

    remarks: tuple[Difference, ...]
    rules: tuple[Difference, ...]
    common: int
    first: Difference | None
    scene: str
    ends: tuple[Difference, ...]

    @property
    def is_same_game(self) -> bool:
        """Is the match the same in both: rules, island, every ply and fault, and how it ended?"""
        return not (self.rules or self.first or self.ends)


def compare(a: Replay, b: Replay, secret: Secret | None = None, *, with_times: bool = False) -> Comparison:
    """Compare two records as they are written; neither need play back.

    Times are compared only where asked for, the digest of the record as written and its evidence never. ``secret`` is
    the seed of ``a`` where it is known: with it the words tell of the board, and what each side's action came to.
    Raises ``ReplayError`` at a line that can't stand where it does.
    """
    told = [_told(a, with_times=with_times), _told(b, with_times=with_times)]
    played: list[Ply] = []
    first, scene = None, ""
    for one, other in zip_longest(*told):
        if one != other:
            game = _game_after(a, secret, played)
            scene = "" if game is None else _scene(game, a.header)
            first = Difference(_number(one, other), _in_words(one, a, game), _in_words(other, b, game))
            break
        if isinstance(one, Ply):
            played.append(one)
    return Comparison(
        remarks=(*_remarks(a.header, b.header), *_reasons(a, b)),
        rules=tuple(_rules(a.header, b.header)),
        common=len(played),
        first=first,
        scene=scene,
        ends=tuple(_ends(a, b)),
    )


def _told(replay: Replay, *, with_times: bool) -> Iterator[Ply | FaultRecord]:
    """The plies and faults of a record; with all times 0 where they don't matter."""
    for _, record in replay.moves():
        if isinstance(record, Ply | FaultRecord):
            yield record if with_times else msgspec.structs.replace(record, ms=0)


# -- headers ------------------------------------------------------------------------------------------------


def _rules(a: Header, b: Header) -> Iterator[Difference]:
    for field in sorted(a.rules.keys() | b.rules.keys()):
        yield from _unless_same(f"rule {printable(field)}", a.rules.get(field), b.rules.get(field))
    for key in _OF_THE_GAME:
        yield from _unless_same(key, getattr(a, key), getattr(b, key))


def _remarks(a: Header, b: Header) -> Iterator[Difference]:
    for key in _ABOUT_IT:
        yield from _unless_same(key, *(msgspec.to_builtins(getattr(header, key)) for header in (a, b)))
    for key in sorted(a.match.keys() | b.match.keys()):
        yield from _unless_same(f"match {printable(key)}", a.match.get(key), b.match.get(key))
    yield from _unless_same("time_control", a.time_control, b.time_control)
    for seat, (one, other) in enumerate(zip_longest(a.seats, b.seats)):
        for key in ("name", "version", "digest"):
            yield from _unless_same(f"seat {seat} {key}", getattr(one, key, None), getattr(other, key, None))


def _unless_same(what: str, a: Any, b: Any) -> Iterator[Difference]:
    if a == b:
        return
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        apart = [index for index, (one, other) in enumerate(zip(a, b, strict=True)) if one != other]
        more = f", and {len(apart) - 1} more" if len(apart) > 1 else ""
        yield Difference(f"{what} [{apart[0]}]{more}", _value(a[apart[0]]), _value(b[apart[0]]))
    else:
        yield Difference(what, _value(a), _value(b))


def _value(value: Any) -> str:
    return "nothing" if value is None else printable(str(value), _LONGEST_VALUE)


# -- the first ply or fault that differs --------------------------------------------------------------------


def _number(one: Ply | FaultRecord | None, other: Ply | FaultRecord | None) -> str:
    record = one or other
    assert record is not None
    return f"ply {record.n}"


def _game_after(replay: Replay, secret: Secret | None, plies: Sequence[Ply]) -> Game | None:
    """The game after these plies; None where the seed is not known or they can't be played."""
    if secret is None:
        return None
    try:
        game = Game(rules_of(replay.header), seed=secret.seed)
        for ply in plies:
            game.apply(ply.action)
    except EngineError:
        return None  # a record need not play back to be compared; then it is told without the board
    return game


def _scene(game: Game, header: Header) -> str:
    """Who was to do what, and how it stood."""
    if game.to_act is None or game.to_act >= len(header.seats):
        return f"before it the match was over; points {_listed(game.totals)}"
    name = printable(header.seats[game.to_act].name, LONGEST_NAME)
    return (
        f"before it turn {game.turn}, roll {game.rolls}, phase {game.phase}: seat {game.to_act} ({name}) was to act; "
        f"points {_listed(game.totals)}, resource cards {_listed([sum(game.hand(s)) for s in range(game.seats)])}"
    )


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _in_words(record: Ply | FaultRecord | None, replay: Replay, game: Game | None) -> str:
    """What this side says: the action and what came of it, a fault, or that there is nothing more."""
    if record is None:
        return "nothing: it was interrupted there" if replay.end is None else _end_words(replay)
    if isinstance(record, FaultRecord):
        answer = "no answer" if record.answer is None else printable(record.answer)
        return f"fault of seat {record.seat}: {record.kind} ({answer}), {record.outcome}{_took(record)}"
    chance = "" if record.chance is None else f", chance {_chance(record)}"
    told = f"seat {record.seat} plays {printable(record.action)}{chance}, state hash {printable(record.hash, 32)}"
    return f"{told}{_took(record)}{_played(record, replay.header, game)}"


def _took(record: Ply | FaultRecord) -> str:
    """The time, where times are compared: it is 0 elsewhere."""
    return f", {record.ms} ms" if record.ms else ""


def _chance(ply: Ply) -> str:
    return "+".join(map(str, ply.chance)) if isinstance(ply.chance, list) else str(ply.chance)


def _played(ply: Ply, header: Header, game: Game | None) -> str:
    """What the action comes to when it is played there."""
    if game is None or game.seats != len(header.seats):
        return ""
    if ply.seat != game.to_act:
        return f"; seat {ply.seat} was not to act" if game.to_act is not None else "; nobody was to act any more"
    after = game.copy()
    try:
        (event,) = after.apply(ply.action)
    except EngineError as error:
        return f"; it can't be played: {printable(str(error), LONGEST_REASON)}"
    names = [f"{number}:{seat.name}" for number, seat in enumerate(header.seats)]
    words = f"; {action_words(event.seen_by(event.seat), names)}"
    if event.chance != ply.chance:
        return f"{words}; with this seed chance decides {event.chance}"
    return words if after.state_hash() == ply.hash else f"{words}; the state has hash {after.state_hash()}"


# -- the ends -----------------------------------------------------------------------------------------------


def _end_words(replay: Replay) -> str:
    assert replay.end is not None
    result = replay.end.result
    return f"the end: {result.verdict}, {printable(result.reason, LONGEST_REASON)}"


def _ends(a: Replay, b: Replay) -> Iterator[Difference]:
    if a.end is None or b.end is None:
        if a.end is not b.end:
            yield Difference("end", *("interrupted" if r.end is None else _end_words(r) for r in (a, b)))
        return
    for key in _OF_THE_RESULT:
        yield from _unless_same(key, getattr(a.end.result, key), getattr(b.end.result, key))
    yield from _unless_same("game_digest", a.end.game_digest, b.end.game_digest)


def _reasons(a: Replay, b: Replay) -> Iterator[Difference]:
    """A reason may name milliseconds, so that its words are no difference of the game."""
    if a.end is not None and b.end is not None:
        yield from _unless_same("reason", a.end.result.reason, b.end.result.reason)
