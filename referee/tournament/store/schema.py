"""The tables. A change here needs a migration beside those in ``migrations/versions``, and its name in ``REVISION``."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from referee.tournament.results import Dealings
from referee.tournament.store.columns import Packed
from referee.tournament.store.rows import Seats

REVISION: Final = "0001"
"""The newest migration, which makes the tables that are described here."""

THE_ONLY: Final = 1
"""The ``id`` of the one row of tables that have one."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tournament: Final = Table(
    "tournament",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("master", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("referee", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("results_version", Integer, nullable=False),
    CheckConstraint(f"id = {THE_ONLY}", name="one_row"),
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("team", Text, nullable=False),
    Column("spec", Text, nullable=False),
    Column("digest", Text),
    Column("benched", Text),
)

blocks: Final = Table(
    "blocks",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, nullable=False),
    Column("lineup", Packed(Seats), nullable=False),
    Column("orders", Packed(tuple[Seats, ...]), nullable=False),
    Column("state", String(16), nullable=False),
    Column("round", Integer, nullable=False),
    Column("reason", Text),
    CheckConstraint("state IN ('open', 'whole', 'given_up', 'withdrawn')", name="state"),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("match_id", String(64), primary_key=True),
    Column("block", Integer, ForeignKey("blocks.number"), nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("order", Integer, nullable=False),
    Column("entrants", Packed(Seats), nullable=False),
    Column("is_void", Boolean, nullable=False),
    Column("verdict", String(32), nullable=False),
    Column("reason", Text),
    Column("ranking", Packed(Seats), nullable=False),
    Column("points", Packed(Seats), nullable=False),
    Column("offenders", Packed(Seats), nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("luck", Packed(tuple[float, ...]), nullable=False),
    Column("dealings", Packed(Dealings)),
    Column("used_ms", Packed(Seats), nullable=False),
    Column("slowest_ms", Packed(Seats), nullable=False),
    Column("wall_ms", Integer, nullable=False),
    Column("started", Text, nullable=False),
    Column("ended", Text, nullable=False),
    Column("sandbox", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("referee", Text, nullable=False),
    Column("game_digest", Text),
    Column("record_digest", Text),
    Column("replay", Text),
    UniqueConstraint("block", "attempt", "order"),
    # So that counting them, and looking at the last ones, reads no match.
    Index(None, "block", "attempt", "is_void"),
    Index(None, "is_void", "sandbox", "wall_ms"),
    Index(None, "is_void", "ended", "started"),
)

rulings: Final = Table(
    "rulings",
    metadata,
    Column("digest", String(128), primary_key=True),
    Column("match_id", String(64), ForeignKey("matches.match_id"), nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("ranking", Packed(Seats)),
    Column("reason", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("ruled", Text, nullable=False),
    Column("replaces", String(128), ForeignKey("rulings.digest")),
    CheckConstraint("verdict IN ('adjudicated', 'void', 'upheld')", name="verdict"),
    Index(None, "match_id"),
)

scores: Final = Table(
    "scores",
    metadata,
    Column("block", Integer, ForeignKey("blocks.number"), primary_key=True, autoincrement=False),
    Column("entrant", Integer, ForeignKey("entrants.number"), primary_key=True, autoincrement=False),
    Column("seats", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("places", Packed(tuple[int, ...]), nullable=False),
    Column("points", Integer, nullable=False),
    Column("forfeits", Integer, nullable=False),
)

seat_scores: Final = Table(
    "seat_scores",
    metadata,
    Column("block", Integer, ForeignKey("blocks.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("results_version", Integer, nullable=False),
    CheckConstraint(f"id = {THE_ONLY}", name="one_row"),
)
