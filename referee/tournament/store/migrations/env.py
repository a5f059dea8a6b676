"""Run by alembic: the steps are taken on the connection, and in the transaction, that ``migrating.py`` hands over."""

from alembic import context

from referee.tournament.store.schema import metadata

# SQLite can change little of a table that is there; in batch mode alembic makes it anew.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
