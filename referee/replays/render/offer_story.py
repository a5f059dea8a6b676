"""An offer between seats from its beginning to its end: who was asked, and what they said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.replays.moments import Moment
from referee.replays.render.words import action_words

_SAID: Final = ("accept_trade", "decline_trade", "counter_trade", "accept_counter", "dismiss_counters")
"""What is said to an offer, and by who made it to the counter-offers."""


class OfferStory:
    """Follows a match moment by moment and keeps the turn's last offer, open or over."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._offer: str | None = None
        self._said: list[tuple[int, str]] = []
        self._waiting: list[int] = []

    def follow(self, moment: Moment) -> None:
        """Take the next moment."""
        event, offer = moment.event, moment.state["offer"]
        self._waiting = offer["asked"] if offer else []
        if event is None:
            return
        verb = event["action"].partition(":")[0]
        if verb == "offer_trade":
            self._offer, self._said = action_words(event, self._names), []
        elif verb in _SAID:
            self._said.append((event["seat"], action_words(event, self._names)))
        elif verb == "end_turn":
            self._offer = None

    def told(self) -> dict[str, Any] | None:
        """The offer in words: ``said`` in order, ``waiting`` the seats that are still asked; None: there is none."""
        if self._offer is None:
            return None
        return {"words": self._offer, "said": list(self._said), "waiting": list(self._waiting)}
