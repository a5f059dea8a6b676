"""Brings a database to the tables of ``schema.py``. alembic takes a quarter of a second to load, so only here."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

SCRIPTS: Final = "referee.tournament.store:migrations"
"""Where alembic finds the steps: a package and the folder in it."""


def migrate(connection: Connection) -> None:
    """Take the steps that are lacking, all of them for an empty database, in the transaction that is under way.

    Raises ``sqlalchemy.exc.DBAPIError``.
    """
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", SCRIPTS)
    command.upgrade(config, "head")
