"""``random``: any legal action, each as likely. What our client leaves for an author to write."""

import random
import sys

from protocol.client import Match, Request, play

# With a number as its argument the bot draws the same numbers each time: python random_bot.py 7
rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None)


def choose(request: Request, match: Match) -> str:
    """One function from a request to an action is a bot."""
    return rng.choice(request.legal_actions)


if __name__ == "__main__":
    play(choose, name="random", version="1")
