"""A whole bot in one file, with nothing but the standard library.

The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:

    we write    ready starter-python 1              once, when we are up: a name and a version
    we read     {"type":"match_start", ...}         the island, the rules, our seat
    we read     {"type":"event", ...}               what happened, as far as we may know it
    we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
    we write    @41 build_road:17                   the answer, with the request's id in front
    we read     {"type":"match_end", ...}           the result; then we leave

There may be more types of messages one day: whatever we don't know we pass over.
"""

import json
import random
import sys

# An action is a verb and its arguments, with colons between them. These verbs we like best, in this order.
LIKES = ("build_city", "build_settlement", "build_road")


def liking(action: str) -> int:
    """How much we like an action: the higher, the better."""
    verb = action.partition(":")[0]
    if verb in LIKES:
        return len(LIKES) - LIKES.index(verb)
    return -1 if verb == "offer_trade" else 0  # offers made at random would help the others more than us


def choose(legal_actions: list[str]) -> str:
    """One of the actions that we like best. This is the function to make better.

    The request's "public_state" has all that a seat may know, hands, buildings and the bank. To use it, pass it on.
    """
    best = max(map(liking, legal_actions))
    return random.choice([action for action in legal_actions if liking(action) == best])


def say(line: str) -> None:
    """Write a line and flush it: an answer that waits in a buffer is an answer that comes too late."""
    print(line, flush=True)


def main() -> None:
    """Answer requests until the match or our input ends."""
    say("ready starter-python 1")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "request":
            say(f"@{message['id']} {choose(message['legal_actions'])}")
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)  # standard error is ours, to find faults with
        elif message["type"] == "match_end":
            break


if __name__ == "__main__":
    main()
