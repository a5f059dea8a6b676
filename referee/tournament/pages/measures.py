"""What the plots show, counted from the matches: points, lengths, and how far the dice decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from referee.tournament.results import MatchResult


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many matches took how many rolls, of those that no forfeit cut short (``cut_short`` were).

    ``at_cap`` were ended by the cap on rolls, on plies or on time.
    """

    rolls: Mapping[int, int]
    at_cap: int
    cut_short: int

    @property
    def matches(self) -> int:
        """How many are counted in ``rolls``."""
        return sum(self.rolls.values())

    @property
    def median(self) -> float | None:
        """Rolls of a match in the middle; None without a match."""
        every = [rolls for rolls, matches in self.rolls.items() for _ in range(matches)]
        return median(every) if every else None


@dataclass(frozen=True, slots=True)
class PlaceLuck:
    """The luck of those who came to this place (1 is the best): its mean, and between what the middle half lies."""

    place: int
    seats: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LuckByPlace:
    """Luck with the dice by place, in cards above expectation, of ``matches`` that no forfeit ended.

    ``correlation`` is Pearson's, of a seat's luck with how well it came, from -1 to 1; its square is the part of the
    differences in place that goes with the dice. None where luck or places don't differ.
    """

    places: tuple[PlaceLuck, ...]
    correlation: float | None
    matches: int


def points_by_entrant(results: Sequence[MatchResult]) -> Mapping[int, Mapping[int, int]]:
    """Entrant number -> points at the end -> how often. As in the standings, a match that was forfeited before the
    first roll counts for its offenders alone."""
    counts: dict[int, Counter[int]] = {}
    for result in results:
        for seat in result.offenders if result.is_before_first_roll else range(len(result.entrants)):
            counts.setdefault(result.entrants[seat], Counter())[result.points[seat]] += 1
    return {entrant: dict(sorted(counts[entrant].items())) for entrant in sorted(counts)}


def lengths(results: Sequence[MatchResult]) -> Lengths:
    """How long matches took."""
    whole = [result for result in results if not result.offenders]
    rolls = Counter(result.rolls for result in whole)
    return Lengths(
        dict(sorted(rolls.items())),
        at_cap=sum(result.verdict.endswith("_cap") for result in whole),
        cut_short=len(results) - len(whole),
    )


def luck_by_place(results: Sequence[MatchResult]) -> LuckByPlace:
    """How much of the placing was the dice. Where a forfeit decided, they did not: such matches are left out."""
    whole = [result for result in results if not result.offenders]
    by_place: dict[int, list[float]] = {}
    for result in whole:
        for place, seat in enumerate(result.ranking, 1):
            by_place.setdefault(place, []).append(result.luck[seat])
    places = tuple(_place_luck(place, sorted(by_place[place])) for place in sorted(by_place))
    pairs = [(luck, -place) for place, of_place in sorted(by_place.items()) for luck in sorted(of_place)]
    return LuckByPlace(places, _correlation(pairs), len(whole))


def _place_luck(place: int, luck: Sequence[float]) -> PlaceLuck:
    low, _, high = quantiles(luck, n=4, method="inclusive") if len(luck) > 1 else (luck[0],) * 3
    return PlaceLuck(place, len(luck), fmean(luck), low, high)


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's; None where either does not vary, or nearly so."""
    if not pairs:
        return None
    mean_x, mean_y = fmean(x for x, _ in pairs), fmean(y for _, y in pairs)
    square_x = sum((x - mean_x) ** 2 for x, _ in pairs)
    square_y = sum((y - mean_y) ** 2 for _, y in pairs)
    if min(square_x, square_y) < 1e-9:
        return None
    together = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    return float(together / (square_x * square_y) ** 0.5)
