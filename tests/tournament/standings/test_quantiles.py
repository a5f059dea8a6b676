"""The distributions that a table without extras rests on, against scipy's."""

import pytest
import scipy.stats

from referee.tournament.standings.quantiles import chi_square_tail, normal_quantile, t_quantile, two_sided_tail


@pytest.mark.parametrize("level", [0.8, 0.95, 0.9875])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 100, 10_000])
def test_t_is_as_exact_as_it_says(level: float, freedom: int) -> None:
    expected = scipy.stats.t.ppf((1 + level) / 2, freedom)
    within = 1e-9 if freedom < 3 else 0.008 if level > 0.95 else 0.002
    assert t_quantile(level, freedom) == pytest.approx(expected, rel=within)


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("value", [0.0, 0.5, 3.0, 25.0])
def test_chi_square_is_exact(value: float, freedom: int) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(scipy.stats.chi2.sf(value, freedom), rel=1e-10)


def test_normal_is_exact() -> None:
    assert normal_quantile(0.95) == pytest.approx(scipy.stats.norm.ppf(0.975))
    assert two_sided_tail(normal_quantile(0.95)) == pytest.approx(0.05)
