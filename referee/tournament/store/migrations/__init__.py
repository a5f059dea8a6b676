"""How the tables came to be, step by step. alembic runs ``env.py`` for the steps that a database lacks."""
