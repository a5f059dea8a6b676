"""What recorded matches come to in numbers: each by itself, and all together by bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

from engine import Event, Game
from protocol.replay_records import FaultRecord, Ply
from referee.replays.playback import Playback
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret
from referee.replays.tallies.clocks import ClockTally
from referee.replays.tallies.dealings import DealingFacts, DealingTally
from referee.replays.tallies.dice import TOTALS, DiceTally
from referee.replays.tallies.points import points_of
from referee.replays.tallies.production import ProductionTally

INTERRUPTED: Final = "interrupted"
"""Takes the place of a verdict where a record has no end."""
POINT_SOURCES: Final = ("settlements", "cities", "longest_road", "largest_army", "victory_point_cards")
PAIR_COUNTS: Final = ("trades", "given", "received", "stolen", "lost", "monopolised")
"""What is counted of one seat, or bot, with another: trades closed; cards given and received in them; cards stolen from
it with the robber and lost to it so; cards taken from it by monopoly."""


COUNTS: Final = (
    "matches", "wins", "forfeits", "refusals", "points", "plies", "rolls", "produced", "robbed", "robber_moves",
    "bank_trades", "offers",
)  # fmt: skip
"""What is counted of a bot by itself. ``refusals`` are answers that were refused; ``points`` are totals with hidden
cards, of which a forfeit takes none away here; ``produced`` cards came by rolls, and ``robbed`` were rolled for on the
robber's hex."""


@dataclass
class BotStats:
    """What a bot did on one seat of one match, or on all its seats of several; ``add`` puts them together.

    ``counts`` has the keys of ``COUNTS``, ``sources`` says where the points come from. ``expected`` cards were to be
    expected of the rolls (``referee.replays.tallies.production``). ``answers_ms`` has the time of each answer, good or
    bad. Actions that a match was begun with count as their seat's, though not as answers.
    """

    name: str
    version: str
    counts: Counter[str] = field(default_factory=Counter)
    expected: float = 0.0
    answers_ms: list[int] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    cards_bought: Counter[str] = field(default_factory=Counter)
    cards_played: Counter[str] = field(default_factory=Counter)

    @property
    def label(self) -> str:
        """The bot's name and version, by which it is known again in other matches."""
        return f"{self.name} {self.version}"

    def add(self, other: BotStats) -> None:
        """Count what the same bot did elsewhere."""
        self.counts.update(other.counts)
        self.expected += other.expected
        self.answers_ms += other.answers_ms
        self.sources.update(other.sources)
        self.cards_bought.update(other.cards_bought)
        self.cards_played.update(other.cards_played)


@dataclass(frozen=True)
class MatchStats:
    """One recorded match; ``dice`` is how often each total was rolled, ``winner`` None where nobody won.

    ``between`` has for each seat and each other the counts of ``PAIR_COUNTS``.
    """

    match_id: str
    rules: str
    verdict: str
    winner: int | None
    plies: int
    rolls: int
    dice: dict[int, int]
    seats: tuple[BotStats, ...]
    between: dict[tuple[int, int], Counter[str]]


def stats_of(replay: Replay, secret: Secret) -> MatchStats:
    """The numbers of one record, which may be of an interrupted match.

    It is played again on the way: raises ``ReplayError`` at the first line that differs.
    """
    playback = Playback(replay)
    playback.begin(secret)
    tally = _Tally(replay, playback.game)
    for number, record in replay.moves():
        playback.take(number, record)
        if isinstance(record, FaultRecord):
            tally.take_fault(record)
        elif isinstance(record, Ply):
            assert playback.event is not None
            tally.take(record, playback.event, playback.game)
    return tally.stats(replay, playback.game)


class _Tally:
    """The counts of one match while it is played again."""

    def __init__(self, replay: Replay, game: Game) -> None:
        self._clocks = ClockTally(replay.header)
        self._dice = DiceTally(game.seats)
        self._production = ProductionTally(game.seats)
        self._dealings = DealingTally(game.seats)
        self._seats = tuple(BotStats(seat.name, seat.version) for seat in replay.header.seats)

    def take_fault(self, record: FaultRecord) -> None:
        """Before the next ply."""
        self._clocks.take(record)
        counts = self._seats[record.seat].counts
        counts["forfeits"] += record.outcome == "forfeit"
        counts["refusals"] += record.outcome in ("refused", "default")

    def take(self, record: Ply, event: Event, game: Game) -> None:
        """A ply that has just been applied to ``game``."""
        self._clocks.take(record)
        self._production.take(event, game)
        self._dealings.take(event, game)
        seat = self._seats[event.seat]
        seat.counts["plies"] += 1
        verb, *arguments = event.action.split(":")
        if verb == "roll":
            seat.counts["rolls"] += 1
            self._dice.take(event.seat, event.details["dice"])
        elif verb == "buy_dev_card":
            seat.cards_bought[str(event.chance)] += 1
        elif verb == "play_dev":
            seat.cards_played[arguments[0]] += 1
        elif verb in _COUNTED:
            seat.counts[_COUNTED[verb]] += 1

    def stats(self, replay: Replay, game: Game) -> MatchStats:
        """What they come to at the end of the record."""
        end = replay.end
        winner = None if end is None else end.result.winner
        self._close(game, winner)
        dealings = self._dealings.facts()
        return MatchStats(
            match_id=replay.header.match_id,
            rules=str(replay.header.rules["name"]),
            verdict=INTERRUPTED if end is None else end.result.verdict,
            winner=winner,
            plies=game.ply,
            rolls=game.rolls,
            dice={total.total: total.rolled for total in self._dice.facts().totals},
            seats=self._seats,
            between={pair: _between(dealings, *pair) for pair in permutations(range(game.seats), 2)},
        )

    def _close(self, game: Game, winner: int | None) -> None:
        production = self._production.facts()
        for answer in self._clocks.answers:
            self._seats[answer.seat].answers_ms.append(answer.ms)
        for seat, stats in enumerate(self._seats):
            points = points_of(game, seat)
            stats.counts.update(matches=1, wins=seat == winner, points=points.total)
            stats.counts.update(produced=production[seat].received, robbed=production[seat].robbed)
            stats.expected = production[seat].expected
            stats.sources.update({source: getattr(points, source) for source in POINT_SOURCES})


_COUNTED: Final = {"move_robber": "robber_moves", "trade_bank": "bank_trades", "offer_trade": "offers"}
"""Verb -> what counts how often a seat said it."""


def _between(dealings: DealingFacts, seat: int, other: int) -> Counter[str]:
    """The counts of ``PAIR_COUNTS`` for this seat with that one."""
    return Counter(
        trades=dealings.trades[seat][other] + dealings.trades[other][seat],
        given=dealings.given[seat][other],
        received=dealings.given[other][seat],
        stolen=dealings.stolen[seat][other],
        lost=dealings.stolen[other][seat],
        monopolised=dealings.monopolised[seat][other],
    )


# -- several matches ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AllStats:
    """Several matches together: how they ended, all their dice, each bot, and ``between`` by the labels of two."""

    matches: int
    plies: int
    verdicts: dict[str, int]
    dice: dict[int, int]
    bots: tuple[BotStats, ...]
    between: dict[tuple[str, str], Counter[str]]


def sum_of(matches: Iterable[MatchStats]) -> AllStats:
    """What these come to together, in whatever order they come."""
    count, plies, verdicts = 0, 0, Counter[str]()
    dice = dict.fromkeys(TOTALS, 0)
    bots: dict[str, BotStats] = {}
    between: dict[tuple[str, str], Counter[str]] = {}
    for match in matches:
        count += 1
        plies += match.plies
        verdicts[match.verdict] += 1
        for total, rolled in match.dice.items():
            dice[total] += rolled
        for seat in match.seats:
            bots.setdefault(seat.label, BotStats(seat.name, seat.version)).add(seat)
        for (one, other), counts in match.between.items():
            labels = match.seats[one].label, match.seats[other].label
            between.setdefault(labels, Counter()).update(counts)
    return AllStats(
        matches=count,
        plies=plies,
        verdicts=dict(sorted(verdicts.items())),
        dice=dice,
        bots=tuple(bots[label] for label in sorted(bots)),
        between=dict(sorted(between.items())),
    )
