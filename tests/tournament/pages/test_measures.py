"""What the plots show, against counts that were made by hand."""

from __future__ import annotations

import pytest

from referee.tournament.pages.measures import PlaceLuck, lengths, luck_by_place, points_by_entrant
from referee.tournament.results import MatchResult
from tests.tournament.pages.simulated import results_of


def result(
    ranking: tuple[int, ...] = (0, 1, 2, 3),
    *,
    points: tuple[int, ...] = (10, 8, 5, 3),
    offenders: tuple[int, ...] = (),
    rolls: int = 60,
    luck: tuple[float, ...] = (4.0, 2.0, 0.0, -6.0),
    verdict: str = "victory",
) -> MatchResult:
    return MatchResult(
        match_id="m",
        block=0,
        entrants=(3, 1, 0, 2),
        verdict=verdict,
        ranking=ranking,
        points=points,
        offenders=offenders,
        rolls=rolls,
        plies=8 * rolls,
        luck=luck,
    )


FORFEIT = result((1, 2, 3, 0), points=(0, 8, 5, 3), offenders=(0,), rolls=7, verdict="forfeit_crash")
NO_START = result((1, 2, 3, 0), points=(0, 0, 0, 0), offenders=(0,), rolls=0, verdict="forfeit_no_start")


def test_points_are_counted_by_entrant() -> None:
    assert points_by_entrant([result(), result(), FORFEIT]) == {0: {5: 3}, 1: {8: 3}, 2: {3: 3}, 3: {0: 1, 10: 2}}


def test_a_forfeit_before_the_first_roll_is_its_offenders_alone() -> None:
    assert points_by_entrant([NO_START]) == {3: {0: 1}}


def test_lengths_leave_out_what_a_forfeit_cut_short() -> None:
    found = lengths([result(rolls=60), result(rolls=70), result(rolls=160, verdict="roll_cap"), FORFEIT, NO_START])
    assert (found.rolls, found.at_cap, found.cut_short) == ({60: 1, 70: 1, 160: 1}, 1, 2)
    assert (found.matches, found.median) == (3, 70)


def test_without_a_match_there_is_nothing_to_measure() -> None:
    assert points_by_entrant([]) == {}
    assert lengths([]).median is None
    assert luck_by_place([]).places == ()
    assert luck_by_place([]).correlation is None


def test_luck_goes_with_the_place_not_the_seat() -> None:
    found = luck_by_place([result(), result((3, 2, 1, 0)), FORFEIT])
    assert found.matches == 2
    assert [place.mean for place in found.places] == [-1.0, 1.0, 1.0, -1.0]
    assert found.places[0] == PlaceLuck(1, 2, -1.0, -3.5, 1.5)
    assert found.correlation == pytest.approx(0)


def test_the_luckiest_always_first_is_a_correlation_of_nearly_one() -> None:
    found = luck_by_place([result(luck=(3.0, 1.0, -1.0, -3.0))] * 5)
    assert found.correlation == pytest.approx(1)
    assert luck_by_place([result(luck=(1.0,) * 4)]).correlation is None


def test_the_order_of_matches_changes_nothing() -> None:
    results = results_of(6, 30)
    backwards = results[::-1]
    assert points_by_entrant(backwards) == points_by_entrant(results)
    assert lengths(backwards) == lengths(results)
    assert luck_by_place(backwards) == luck_by_place(results)
