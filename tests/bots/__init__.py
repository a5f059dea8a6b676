"""Programs that misbehave, one kind of misbehaviour a file; ``polite`` is the one that does not."""
