"""Who meets whom: an endless list of blocks for each format."""
