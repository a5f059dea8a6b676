"""What a program of the zoo needs to behave well until it does not; standard library only.

A program of the zoo is run as ``python -m tests.bots.NAME ARGUMENT...`` from the project's folder. What it is
asked is counted from 0, its own requests only.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """What a bot has been asked, ``number`` counting its own requests from 0."""

    number: int
    id: int
    legal_actions: list[str]

    @property
    def choice(self) -> str:
        """A legal action that is no offer: spread over the list, the same in every run."""
        actions = [action for action in self.legal_actions if not action.startswith("offer_trade")]
        return actions[(self.id * 2_654_435_761 >> 7) % len(actions)]

    @property
    def answer(self) -> str:
        """The line that a well-behaved program answers with."""
        return f"@{self.id} {self.choice}"


def say(line: str) -> None:
    """Write a line and flush it."""
    print(line, flush=True)


def requests() -> Iterator[Request]:
    """Every request, until the match or the referee has ended."""
    number = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "match_end":
            return
        if message["type"] == "request":
            yield Request(number, message["id"], message["legal_actions"])
            number += 1


def play_until(number: int) -> Request:
    """Answer well until asked for the time of this number; that request, unanswered. Exits if the match ends first."""
    for request in requests():
        if request.number == number:
            return request
        say(request.answer)
    sys.exit(0)
