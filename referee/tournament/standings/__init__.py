"""What the results of a tournament come to: a table with honest error bars."""
