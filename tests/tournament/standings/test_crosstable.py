"""Who came in above whom."""

from referee.tournament.standings.crosstable import crosstable
from tests.tournament.standings.simulated import blocks, match


def test_each_pair_is_counted_from_both_sides() -> None:
    results = blocks([0.0, 0.0, 0.0, 0.0, 2.0], 100, seed=1)
    table = crosstable(results)
    assert table.entrants == (0, 1, 2, 3, 4)
    assert len(table.cells) == 20
    for (first, second), cell in table.cells.items():
        other = table.cells[second, first]
        assert cell.meetings == other.meetings == cell.above + other.above
        assert cell.share.value == cell.above / cell.meetings
        assert cell.share.low < cell.share.value < cell.share.high
    # Strength 2 in logarithms is odds of e squared to one, by Luce's axiom whoever else is there.
    assert table.cells[4, 0].share.low < 0.881 < table.cells[4, 0].share.high
    assert crosstable(results[::-1]) == table


def test_two_seats_of_one_bot_are_two_meetings_and_none_with_itself() -> None:
    table = crosstable([match([5, 5, 8], [0, 2, 1])])
    assert list(table.cells) == [(5, 8), (8, 5)]
    assert (table.cells[5, 8].meetings, table.cells[5, 8].above) == (2, 1)


def test_a_forfeit_counts_as_it_stands_unless_nothing_was_rolled() -> None:
    table = crosstable([match([0, 1, 2], [1, 2, 0], offenders=[0])])
    assert [table.cells[pair].above for pair in ((1, 0), (1, 2), (0, 2))] == [1, 1, 0]
    assert crosstable([match([0, 1, 2], [1, 2, 0], offenders=[0], rolls=0)]).entrants == ()
