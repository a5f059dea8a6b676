"""Pages and plots come out as they are kept."""

from __future__ import annotations

import pytest

from tests.tournament.pages.goldens import FOLDER, KEPT


@pytest.mark.parametrize("file_name", KEPT)
def test_it_is_as_it_was(file_name: str) -> None:
    assert KEPT[file_name]() == (FOLDER / file_name).read_bytes().decode()


def test_no_other_file_is_kept() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(KEPT)
