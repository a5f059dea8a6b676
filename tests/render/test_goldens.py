"""Each drawing looks as it did when somebody last looked at it."""

from __future__ import annotations

import pytest

from tests.render.goldens import DRAWINGS, FOLDER


@pytest.mark.parametrize("file_name", DRAWINGS)
def test_drawing_is_as_kept(file_name: str) -> None:
    assert DRAWINGS[file_name]() == (FOLDER / file_name).read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(DRAWINGS)
