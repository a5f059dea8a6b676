"""What a result says about strengths."""

from referee.tournament.standings.choices import choices, connected, start_losses
from tests.tournament.standings.simulated import match


def test_a_ranking_is_a_row_of_choices() -> None:
    assert choices(match([7, 5, 6, 4], [2, 0, 3, 1])) == [((4, 5, 6, 7), 6), ((4, 5, 7), 7), ((4, 5), 4)]
    assert choices(match([0, 1, 2], [0, 1, 2])) == [((0, 1, 2), 0), ((1, 2), 1)]


def test_between_two_seats_of_one_bot_there_is_nothing_to_say() -> None:
    assert choices(match([3, 3, 8, 8], [0, 1, 2, 3])) == [((3, 3, 8, 8), 3), ((3, 8, 8), 3)]
    assert choices(match([1, 1, 1, 1], [0, 1, 2, 3])) == []


def test_a_forfeit_is_the_offenders_loss_to_each_and_no_more() -> None:
    assert choices(match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0])) == [((0, 1), 1), ((0, 2), 2), ((0, 3), 3)]
    several = choices(match([0, 1, 2, 3], [1, 3, 0, 2], offenders=[0, 2]))
    assert several == [((0, 1), 1), ((0, 3), 3), ((1, 2), 1), ((2, 3), 3)]
    assert choices(match([4, 4, 5], [1, 2, 0], offenders=[0])) == [((4, 5), 5)]


def test_a_lost_start_says_nothing_about_all_together() -> None:
    lost = match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0], rolls=0)
    assert choices(lost) == []
    assert start_losses(lost) == [(0, 1), (0, 2), (0, 3)]
    assert start_losses(match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0])) == []


def test_who_met_through_others_is_connected() -> None:
    assert connected([(0, 1), (4, 5), (1, 2), (5, 6), (7, 8)]) == [(0, 1, 2), (4, 5, 6), (7, 8)]
    assert connected([(0, 1), (2, 3), (1, 2)]) == [(0, 1, 2, 3)]
