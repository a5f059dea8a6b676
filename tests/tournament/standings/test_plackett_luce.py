"""The solver finds the one solution, wherever it begins."""

import numpy as np
import pytest

from referee.tournament.standings.plackett_luce import Counts, Menu, curvature, solve

MENU = Menu.of([(0, 1, 2), (0, 0, 1), (1, 2)], 3)
COUNTS = Counts(np.array([[40.0, 10.0, 20.0]]), np.array([[45.0, 20.0, 5.0]]), np.full((1, 3), 0.5))
NEAR = np.zeros((1, 3))


def test_at_the_solution_the_posterior_is_flat_and_bends_down() -> None:
    slope, bend = curvature(MENU, COUNTS, solve(MENU, COUNTS, NEAR))
    assert np.abs(slope).max() < 1e-8
    assert np.linalg.eigvalsh(bend[0]).min() > 0


def test_the_strengths_sum_to_their_number() -> None:
    assert np.exp(solve(MENU, COUNTS, NEAR)).sum() == pytest.approx(3)


@pytest.mark.parametrize("start", [[8.0, -8.0, 0.0], [-20.0, 5.0, 15.0], [0.0, 30.0, -30.0], [-9.0, -9.0, -9.0]])
def test_any_start_leads_to_the_same_solution(start: list[float]) -> None:
    assert solve(MENU, COUNTS, np.array([start])) == pytest.approx(solve(MENU, COUNTS, NEAR), abs=1e-8)


def test_slope_and_bend_are_derivatives() -> None:
    at, small = np.array([[0.3, -0.2, 0.6]]), 1e-6
    _, bend = curvature(MENU, COUNTS, at)
    for bot in range(3):
        ahead, behind = at.copy(), at.copy()
        ahead[0, bot] += small
        behind[0, bot] -= small
        change = (curvature(MENU, COUNTS, ahead)[0] - curvature(MENU, COUNTS, behind)[0]) / (2 * small)
        assert change[0] == pytest.approx(-bend[0, bot], abs=1e-5)


def test_who_is_held_does_not_move() -> None:
    start = np.array([[1.0, 0.5, -1.5]])
    moved = solve(MENU, COUNTS, start, free=np.array([1]))
    assert moved[0, [0, 2]].tolist() == [1.0, -1.5]
    slope, _ = curvature(MENU, COUNTS, moved)
    assert abs(slope[0, 1]) < 1e-8
