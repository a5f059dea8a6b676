"""Short matches of one bot against stand-ins, and what a referee would hold against it."""
