"""What can go wrong with a stored tournament, in words for who runs it. Needs no extra to be imported."""

from __future__ import annotations

from typing import Final

NEEDS_TOURNAMENT: Final = "tournaments need sqlalchemy and alembic: pip install 'catan-referee[tournament]'"


class StoreError(Exception):
    """The store can't be opened, read or written; the text says what is wrong, where, and what would be right.

    What was to be written is not there then, nor any part of it.
    """


class StoreMissingError(StoreError):
    """There is no tournament in the folder."""


class StoreExistsError(StoreError):
    """There is a tournament in the folder already."""


class StoreInUseError(StoreError):
    """Another process writes to this tournament, or holds its database for longer than we wait."""


class AlreadyStoredError(StoreError):
    """A match or a ruling that is stored already: results count once."""


class RulingRefusedError(StoreError):
    """A ruling that does not go with the match, or with another ruling that stands."""
