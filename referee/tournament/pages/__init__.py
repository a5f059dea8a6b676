"""What a tournament looks like: tables, plots, one HTML page."""
