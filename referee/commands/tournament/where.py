"""A tournament as it is named on the command line of those who look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.tournament.store.errors import StoreMissingError
from referee.tournament.store.store import Store

Where = Annotated[Path, Parameter(name="TOURNAMENT", negative="")]
"""Its folder; or its file, where the folder lies beside it under its name."""


def folder_at(path: Path) -> Path:
    """The folder that is meant."""
    return path.with_suffix("") if path.suffix == ".toml" else path


@contextmanager
def opened_to_read(path: Path) -> Iterator[Store]:
    """Its store, to be looked at. Raises ``UsageError`` where there is none, and ``StoreError``."""
    try:
        store = Store.open_to_read(folder_at(path))
    except StoreMissingError as error:
        raise UsageError(str(error)) from None
    with store:
        yield store


@contextmanager
def opened_to_write(path: Path) -> Iterator[Store]:
    """Its store, to be changed while nobody plays it. Raises as ``opened_to_read``."""
    try:
        store = Store.open_to_write(folder_at(path))
    except StoreMissingError as error:
        raise UsageError(str(error)) from None
    with store:
        yield store
