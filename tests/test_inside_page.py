"""docs/inside.md names what is tried in the sandbox, and nothing else."""

from __future__ import annotations

import re

from referee.bots.sandbox.ceilings import Ceilings
from tests.bots.sandbox.start_times import NUMPY
from tests.bots.sandbox.test_at_work import FACTS
from tests.bots.sandbox.test_languages import LANGUAGES
from tests.test_docs import page

PAGE = page("docs/inside.md")


def first_cells(heading: str) -> list[str]:
    """The first column of the table under a heading."""
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    [text] = [part for part in section if part.startswith(heading)]
    return [row.split("|")[1].strip() for row in text.splitlines() if row.startswith("| ")][2:]


def test_every_row_is_tried() -> None:
    assert first_cells("At work") == list(FACTS)


def test_every_language_is_tried() -> None:
    assert sorted(first_cells("Languages")) == sorted(language.name for language in (*LANGUAGES, NUMPY))


def test_the_ceilings_are_these() -> None:
    ceilings = Ceilings()
    assert (
        f"({ceilings.memory >> 30} GiB of memory, {ceilings.processes} processes and threads, "
        f"{ceilings.scratch >> 20} MiB of scratch, {ceilings.files} open files)"
    ) in PAGE
