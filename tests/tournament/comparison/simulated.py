"""Simulated blocks of a comparison: matches that share what they share in earnest, an island that favours seats.

Who is placed where is drawn as Plackett and Luce have it, by an exponential race: a seat's time is exponential with its
strength as rate, and the first wins. A seat's strength is that of its bot, times what the island makes the seat worth,
times how the island suits this bot; the last two are drawn once a block and are the same in all its matches, or they
would not be correlated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import fmean

from referee.tournament.comparison.answer import Answer, Comparison
from referee.tournament.comparison.score import ScoreBy, block_score
from referee.tournament.results import MatchResult
from referee.tournament.schedule.compared import lineup, orders


@dataclass(frozen=True)
class World:
    """Bots and islands.

    ``strengths`` are by entrant number, NEW and OLD first; of a bot in ``company`` another one. ``seat_spread`` and
    ``suit_spread`` are standard deviations of log strength: what seats are worth, and how islands suit bots.
    """

    strengths: tuple[float, ...] = (1.0, 1.0)
    seats: int = 4
    seat_spread: float = 0.5
    suit_spread: float = 0.5
    by: ScoreBy = "wins"

    def block(self, number: int, random: Random) -> list[MatchResult]:
        """All matches of one block."""
        field = len(self.strengths) - 2
        sitting = lineup(number, field, self.seats)
        worth = [random.lognormvariate(0, self.seat_spread) for _ in range(self.seats)]
        suits = [random.lognormvariate(0, self.suit_spread) for _ in self.strengths]
        results = []
        for order in orders(field, self.seats):
            entrants = tuple(sitting[place] for place in order)
            rates = [self.strengths[one] * suits[one] * of_seat for one, of_seat in zip(entrants, worth, strict=True)]
            results.append(match_result(entrants, race(rates, random), block=number))
        return results

    def scores(self, random: Random) -> Iterator[float]:
        """Block scores without end."""
        number = 0
        while True:
            yield block_score(self.block(number, random), self.by)
            number += 1


def race(rates: Sequence[float], random: Random) -> tuple[int, ...]:
    """Seats in the order in which they come in."""
    times = [random.expovariate(rate) for rate in rates]
    return tuple(sorted(range(len(rates)), key=times.__getitem__))


def match_result(
    entrants: tuple[int, ...],
    ranking: tuple[int, ...],
    *,
    block: int = 0,
    offenders: tuple[int, ...] = (),
    rolls: int = 70,
) -> MatchResult:
    """A match as the store has it, with what a comparison looks at."""
    return MatchResult(
        match_id="a-match",
        block=block,
        entrants=entrants,
        verdict="forfeit_crash" if offenders else "victory",
        ranking=ranking,
        points=(0,) * len(entrants),
        offenders=offenders,
        rolls=rolls,
        plies=400,
        luck=(0.0,) * len(entrants),
    )


@dataclass(frozen=True)
class Ending:
    """How a simulated comparison ended: the answer, None at the limit; after how many blocks, with which mean score."""

    answer: Answer | None
    blocks: int
    score: float


def play_out(scores: Iterator[float], limit: int, *, margin: float | None = None) -> Ending:
    """A comparison that is looked at after every block, until it has an answer or came to ``limit`` blocks."""
    comparison = Comparison(margin=margin)
    seen: list[float] = []
    for score in islice(scores, limit):
        comparison.add(score)
        seen.append(score)
        if comparison.answer is not None:
            break
    return Ending(comparison.answer, len(seen), fmean(seen))
