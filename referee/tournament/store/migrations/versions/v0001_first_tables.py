"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them all."""
    _make_what_is_planned()
    _make_what_is_played()
    _make_what_follows()


def _make_what_is_planned() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("master", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("referee", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("results_version", sa.Integer, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_tournament_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_table(
        "entrants",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("digest", sa.Text),
        sa.Column("benched", sa.Text),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_entrants")),
    )
    op.create_table(
        "blocks",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("lineup", sa.Text, nullable=False),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text),
        sa.CheckConstraint("state IN ('open', 'whole', 'given_up', 'withdrawn')", name=op.f("ck_blocks_state")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_blocks")),
    )


def _make_what_is_played() -> None:
    op.create_table(
        "matches",
        sa.Column("match_id", sa.String(64), nullable=False),
        sa.Column("block", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("order", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Text, nullable=False),
        sa.Column("is_void", sa.Boolean, nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("ranking", sa.Text, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("offenders", sa.Text, nullable=False),
        sa.Column("rolls", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("luck", sa.Text, nullable=False),
        sa.Column("dealings", sa.Text),
        sa.Column("used_ms", sa.Text, nullable=False),
        sa.Column("slowest_ms", sa.Text, nullable=False),
        sa.Column("wall_ms", sa.Integer, nullable=False),
        sa.Column("started", sa.Text, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("sandbox", sa.Text, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("referee", sa.Text, nullable=False),
        sa.Column("game_digest", sa.Text),
        sa.Column("record_digest", sa.Text),
        sa.Column("replay", sa.Text),
        sa.ForeignKeyConstraint(["block"], ["blocks.number"], name=op.f("fk_matches_block")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_matches")),
        sa.UniqueConstraint("block", "attempt", "order", name=op.f("uq_matches_block_attempt_order")),
    )
    for columns in ("block attempt is_void", "is_void sandbox wall_ms", "is_void ended started"):
        names = columns.split()
        op.create_index(op.f(f"ix_matches_{'_'.join(names)}"), "matches", names)
    op.create_table(
        "rulings",
        sa.Column("digest", sa.String(128), nullable=False),
        sa.Column("match_id", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("ranking", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("ruled", sa.Text, nullable=False),
        sa.Column("replaces", sa.String(128)),
        sa.CheckConstraint("verdict IN ('adjudicated', 'void', 'upheld')", name=op.f("ck_rulings_verdict")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name=op.f("fk_rulings_match_id")),
        sa.ForeignKeyConstraint(["replaces"], ["rulings.digest"], name=op.f("fk_rulings_replaces")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_rulings")),
    )
    op.create_index(op.f("ix_rulings_match_id"), "rulings", ["match_id"])


def _make_what_follows() -> None:
    op.create_table(
        "scores",
        sa.Column("block", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entrant", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("forfeits", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["block"], ["blocks.number"], name=op.f("fk_scores_block")),
        sa.ForeignKeyConstraint(["entrant"], ["entrants.number"], name=op.f("fk_scores_entrant")),
        sa.PrimaryKeyConstraint("block", "entrant", name=op.f("pk_scores")),
    )
    op.create_table(
        "seat_scores",
        sa.Column("block", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["block"], ["blocks.number"], name=op.f("fk_seat_scores_block")),
        sa.PrimaryKeyConstraint("block", "seat", name=op.f("pk_seat_scores")),
    )
    op.create_table(
        "ratings",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("results_version", sa.Integer, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_ratings_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ratings")),
    )
