"""``random``: any legal action, each as likely. What our client leaves for an author to write."""

import random
import sys

from protocol.client import Match, Request, play_many

rng = random.Random()


def choose(request: Request, match: Match) -> str:
    """One function from a request to an action is a bot."""
    return rng.choice(request.legal_actions)


if __name__ == "__main__":
    if len(sys.argv) > 1:  # with a number as its argument it draws the same each time: python random_bot.py 7
        rng.seed(int(sys.argv[1]))
    play_many(choose, name="random", version="1")
