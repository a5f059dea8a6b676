"""Where a tournament is kept: SQLite in one folder, its replays beside it."""
