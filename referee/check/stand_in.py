"""The other seats of a trial: a player inside the referee's own process, which costs next to no time."""

from __future__ import annotations

import asyncio
import random
from typing import Final

import msgspec
from msgspec import Struct

from engine.resources import RESOURCES
from referee.bots.link import Departure, Listener, NoHold

_REQUEST: Final = b'{"type":"request"'
_OFFERS: Final = 0.2
"""How often it makes an offer where it may: a bot is to be asked for answers on others' turns too."""


class _State(Struct):
    your_resources: dict[str, int]
    offer: dict[str, object] | None = None


class _Request(Struct):
    id: int
    legal_actions: list[str]
    free_form: list[str]
    public_state: _State


class StandIn(NoHold):
    """Plays at random, builds when it can, and offers cards to the seat ``partner`` now and then.

    A ``BotLink`` like any other, so that the match is the same as one between four programs.
    """

    def __init__(self, partner: int, seed: str) -> None:
        self._partner = partner
        self._random = random.Random(seed)
        self._decoder = msgspec.json.Decoder(_Request)
        self._listener: Listener | None = None
        self._asked: bytes | None = None

    def listen(self, listener: Listener) -> None:
        """Tell this listener from now on; ready at once."""
        self._listener = listener
        listener.heard(b"ready stand-in 1\n")

    def write(self, data: bytes) -> None:
        *_, last = data.splitlines()
        if last.startswith(_REQUEST):
            self._asked = last
            # Never from within the write: whoever writes waits for the answer only afterwards.
            asyncio.get_running_loop().call_soon(self._answer)

    def wait_briefly(self) -> None:
        self._answer()

    def _answer(self) -> None:
        if self._asked is None:
            return
        request, self._asked = self._decoder.decode(self._asked), None
        assert self._listener is not None
        self._listener.heard(f"@{request.id} {self._choose(request)}\n".encode())

    def _choose(self, request: _Request) -> str:
        wishes = [self._offers(request), self._counters(request)]
        for wish in wishes:
            if wish and self._random.random() < _OFFERS:
                return self._random.choice(wish)
        plain = [action for action in request.legal_actions if not action.startswith("offer_trade")]
        builds = [action for action in plain if action.startswith(("build_", "buy_", "play_"))]
        return self._random.choice(builds or plain)

    def _offers(self, request: _Request) -> list[str]:
        """Offers of one card for one to its partner: those listed, or such as may be made where bundles are traded."""
        start = f"offer_trade:{self._partner}:"
        if "offer_trade" not in request.free_form:
            return [action for action in request.legal_actions if action.startswith(start)]
        held = _held(request)
        return [f"{start}{give}:{get}" for give in held for get in RESOURCES if get != give]

    def _counters(self, request: _Request) -> list[str]:
        """Counter-offers: another card of its own for what the offer gives."""
        offer = request.public_state.offer
        if "counter_trade" not in request.free_form or offer is None:
            return []
        given, wanted = offer["give"], offer["get"]
        assert isinstance(given, dict)
        assert isinstance(wanted, dict)
        own = [name for name in _held(request) if name not in given and name not in wanted]
        return [f"counter_trade:{mine}:{theirs}" for mine in own for theirs in given]

    # -- the rest of a link ---------------------------------------------------------------------------------

    def read_waiting(self) -> None:
        """Nothing of it lies anywhere."""

    def stop_reading(self) -> None:
        """It never says too much."""

    async def exit_status(self, within_s: float) -> int | None:
        return 0

    def departure(self, status: int | None) -> Departure:
        return Departure("crash", "left, which a stand-in never does")

    async def end(self) -> None:
        self._asked = None

    async def kill(self) -> None:
        self._asked = None


def _held(request: _Request) -> list[str]:
    return [name for name, n in request.public_state.your_resources.items() if n]
