"""Drawings of the board, and events in words: one set for the terminal, files and pages."""
