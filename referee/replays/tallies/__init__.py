"""What happened in a match, counted: what the report tells of one and `stats` of many."""
