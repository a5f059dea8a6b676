"""Bots that run on machines of their own and connect with a token: who may come in, who is there, and how they play."""
