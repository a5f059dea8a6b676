"""The plots of a tournament: each as SVG for a page, and as lines of text for a terminal."""
