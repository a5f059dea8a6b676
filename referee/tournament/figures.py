"""What a finished match adds to the standings beside its result, counted from its record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.replay_records import Ply
from referee.replays.playable import UnplayableError, read_with_seed
from referee.replays.playback import Playback
from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import Secret
from referee.replays.tallies.dealings import DealingTally
from referee.replays.tallies.production import ProductionTally
from referee.tournament.results import Dealings


@dataclass(frozen=True, slots=True)
class Figures:
    """``luck`` by seat, in cards, and ``dealings`` between seats, as ``MatchResult`` has them."""

    luck: tuple[float, ...]
    dealings: Dealings


def figures_of(replay: Path) -> Figures:
    """Play the record in this file again, its seed revealed or beside it, and count on the way.

    So it is verified as well: raises ``UnplayableError``, which says where and how, for a record that was interrupted
    or does not play back to its hashes, its result and both digests. As a referee wrote it, that is never a bot's
    fault: the match is void. Raises ``OSError`` where the file can't be read.
    """
    record, secret = read_with_seed(replay)
    if record.end is None:
        raise UnplayableError("was interrupted: it has no end line")
    try:
        return _counted(record, secret)
    except ReplayError as error:
        raise UnplayableError(f"differs at {error}") from None


def _counted(record: Replay, secret: Secret) -> Figures:
    playback = Playback(record)
    playback.begin(secret)
    game = playback.game
    production, dealings = ProductionTally(game.seats), DealingTally(game.seats)
    for number, line in record.moves():
        playback.take(number, line)
        if isinstance(line, Ply):
            assert playback.event is not None, "every ply that agrees is an event"
            production.take(playback.event, game)
            dealings.take(playback.event, game)
    facts = dealings.facts()
    return Figures(
        luck=tuple(seat.luck for seat in production.facts()),
        dealings=Dealings(facts.stolen, facts.monopolised, facts.given, facts.trades, facts.offers),
    )
