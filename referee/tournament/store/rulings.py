"""Rulings as they are stored: which of them stand, and which are refused."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from referee.tournament.store.errors import AlreadyStoredError, RulingRefusedError
from referee.tournament.store.rows import MatchRow, RulingRow
from referee.tournament.store.schema import rulings

_COLUMNS = tuple(rulings.c[name] for name in RulingRow.__struct_fields__)


def all_rulings(connection: Connection) -> list[RulingRow]:
    """Those that no longer hold too, by when they were made."""
    rows = connection.execute(select(*_COLUMNS).order_by(rulings.c.ruled, rulings.c.digest))
    return [RulingRow(**row._mapping) for row in rows]


def standing_rulings(connection: Connection) -> dict[str, RulingRow]:
    """By match, the one ruling that no other replaces."""
    known = all_rulings(connection)
    replaced = {ruling.replaces for ruling in known}
    return {ruling.match_id: ruling for ruling in known if ruling.digest not in replaced}


def store_ruling(connection: Connection, ruling: RulingRow, match: MatchRow) -> None:
    """Store a ruling on ``match``. Raises ``AlreadyStoredError`` and ``RulingRefusedError``."""
    known = {earlier.digest: earlier for earlier in all_rulings(connection)}
    if ruling.digest in known:
        raise AlreadyStoredError(f"the ruling {ruling.digest} on match {ruling.match_id} is stored already")
    _check_fits(ruling, match)
    if ruling.replaces is not None:
        _check_replaces(ruling, known.get(ruling.replaces))
    standing = standing_rulings(connection).get(ruling.match_id)
    if standing is not None and ruling.replaces != standing.digest:
        raise RulingRefusedError(
            f"another ruling stands on match {ruling.match_id}: {standing.verdict} by {standing.by}, "
            f"{standing.digest}; a new one must replace it"
        )
    connection.execute(insert(rulings), [msgspec.structs.asdict(ruling)])


def _check_fits(ruling: RulingRow, match: MatchRow) -> None:
    named = f"the ruling on match {ruling.match_id}"
    if (ruling.verdict == "adjudicated") is (ruling.ranking is None):
        raise RulingRefusedError(f"{named}: a ranking goes with the verdict adjudicated and with no other")
    seats = list(range(len(match.entrants)))
    if ruling.ranking is not None and sorted(ruling.ranking) != seats:
        raise RulingRefusedError(f"{named}: its ranking must name each of the seats {seats[0]} to {seats[-1]} once")
    if match.is_void and ruling.verdict == "adjudicated":
        raise RulingRefusedError(f"{named}: the match was void ({match.reason}), and its block is played again")


def _check_replaces(ruling: RulingRow, earlier: RulingRow | None) -> None:
    if earlier is None:
        raise RulingRefusedError(f"the ruling it replaces, {ruling.replaces}, is not stored: add that one first")
    if earlier.match_id != ruling.match_id:
        raise RulingRefusedError(
            f"the ruling on match {ruling.match_id} replaces one on another match, {earlier.match_id}"
        )
