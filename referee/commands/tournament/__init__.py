"""``referee tournament``: a command a file."""
