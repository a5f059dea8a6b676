"""The commands, a file each, with their options and what they print; `app` puts them together."""
