"""What contains bots, tried on this machine."""
