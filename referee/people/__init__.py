"""People at the table: a seat that is played from the terminal."""
