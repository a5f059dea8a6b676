"""Without the extra, ratings say what to install."""

import pytest

from referee.tournament.standings import extra
from referee.tournament.standings.ratings import SavedRatingsError, decode_ratings, fit


def test_without_choix_there_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert extra.is_available()
    monkeypatch.setattr(extra, "find_spec", lambda part: None if part == "choix" else object())
    assert not extra.is_available()
    with pytest.raises(extra.StatsUnavailable, match=r"pip install 'catan-referee\[stats\]'"):
        fit([])


@pytest.mark.parametrize("text", ["", "{}", '{"entrants": "x"}'])
def test_text_that_is_no_ratings_is_refused(text: str) -> None:
    with pytest.raises(SavedRatingsError, match="these are no saved ratings"):
        decode_ratings(text)
