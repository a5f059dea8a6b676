"""Bots that connect from elsewhere."""
