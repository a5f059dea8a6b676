"""A person on a seat: sent the same lines as a bot, answering the same way, with a terminal in between."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import msgspec
from rich.text import Text

from engine.island import Island
from protocol.messages import Error, Event, MatchStart, Request, decode_message
from referee.bots.link import Departure, Listener, NoHold
from referee.console import Console
from referee.people.choices import HELP, Wish, meaning, numbered
from referee.people.terminal import Terminal
from referee.replays.render.escape import printable
from referee.replays.render.text import board_picture
from referee.replays.render.words import action_words, bundle_words

_NAME: Final = "human"
_BOARD_PHASES: Final = ("setup_settlement", "setup_road", "move_robber", "road_building_first")
"""Where a choice can't be made without looking at the numbers."""


class HumanSeat(NoHold):
    """A way to reach a person, as ``BotLink`` describes it. Everything is shown on standard error."""

    def __init__(self, seat: int, terminal: Terminal) -> None:
        self._seat, self._terminal = seat, terminal
        self._console = Console(stderr=True)
        self._listener: Listener | None = None
        self._asking: asyncio.Task[None] | None = None
        self._island: Island | None = None
        self._names: list[str] = []

    def listen(self, listener: Listener) -> None:
        """Sit down."""
        self._listener = listener
        listener.heard(f"ready {_NAME}\n".encode())

    # -- what the referee sends -----------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Show it. Who can't be shown anything any more has left, and is found to have when it is asked."""
        with contextlib.suppress(OSError):
            self._show(data)

    def _show(self, data: bytes) -> None:
        for line in data.splitlines():
            message = decode_message(line)
            if isinstance(message, MatchStart):
                self._sit_down(message)
            elif isinstance(message, Event):
                self._say(action_words(msgspec.to_builtins(message), self._names))
            elif isinstance(message, Error):
                self._say(f"! {printable(message.message)}", "bold red")
            elif isinstance(message, Request):
                self._asking = asyncio.get_running_loop().create_task(self._ask(message))
                self._asking.add_done_callback(self._asked)

    def _sit_down(self, start: MatchStart) -> None:
        board = start.board
        self._island = Island(
            [place.resource for place in board.hexes],
            [place.token for place in board.hexes],
            [harbour.resource for harbour in board.harbours],
        )
        self._names = start.names or [f"seat {seat}" for seat in range(start.seats)]
        name, target = start.rules["name"], start.rules["points_to_win"]
        self._say(f"You are seat {self._seat}. Rules {printable(str(name))}: {target} points win. ? explains.", "bold")

    # -- what the person answers ----------------------------------------------------------------------------

    async def _ask(self, request: Request) -> None:
        """Show what can be done until a line chooses something, then answer as a bot would."""
        assert self._listener is not None
        self._terminal.forget()
        self._show_table(request)
        while True:
            self._say(numbered(request.legal_actions, request.free_form, self._console.width))
            self._say(f"seat {self._seat}, your choice (? for help):", "bold")
            line = await self._terminal.line()
            if line is None:
                self._listener.gone()
                return
            chosen = meaning(line, request.legal_actions, request.free_form)
            if isinstance(chosen, str):
                self._listener.heard(f"@{request.id} {chosen}\n".encode())
                return
            self._grant(chosen, request)

    def _asked(self, asking: asyncio.Task[None]) -> None:
        """Let the match hear of a question that failed: nobody can be shown it, or by a fault of ours."""
        assert self._listener is not None
        error = None if asking.cancelled() else asking.exception()
        if isinstance(error, OSError):
            self._listener.gone()
        elif isinstance(error, Exception):
            self._listener.broke(error)

    def _grant(self, wish: Wish, request: Request) -> None:
        if wish.what == "help":
            self._say(HELP)
        elif wish.what == "board":
            self._draw(request)
        elif wish.what == "cards":
            self._show_table(request)
        else:
            self._say(f"! {wish.what}", "red")

    def _show_table(self, request: Request) -> None:
        state = request.public_state
        if state.phase in _BOARD_PHASES:
            self._draw(request)
        cards = ", ".join(f"{n} {name}" for name, n in (state.your_dev_cards or {}).items()) or "none"
        rows = [
            f"  seat {seat} {printable(name)}: {points} points, {hand} cards, {dev_cards} development cards"
            for seat, (name, points, hand, dev_cards) in enumerate(
                zip(self._names, state.victory_points, state.resource_counts, state.dev_card_counts, strict=True)
            )
        ]
        self._say("\n".join(rows))
        self._say(f"Your hand: {bundle_words(state.your_resources or {})}. Development cards: {cards}.", "bold")
        if state.offer is not None:
            offer = msgspec.to_builtins(state.offer)
            self._say(f"Seat {offer['from']} gives {bundle_words(offer['give'])} for {bundle_words(offer['get'])}.")
            for counter in msgspec.to_builtins(state.counters):
                self._say(f"Seat {counter['seat']} would give {bundle_words(counter['give'])} "
                          f"for {bundle_words(counter['get'])}.")  # fmt: skip

    def _draw(self, request: Request) -> None:
        assert self._island is not None
        state = msgspec.to_builtins(request.public_state)
        self._console.print(board_picture(self._island, state, ids=True), soft_wrap=True)

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style), soft_wrap=True)

    # -- the rest of a link ---------------------------------------------------------------------------------

    def read_waiting(self) -> None:
        """What was typed early is forgotten when the next question is put."""

    def stop_reading(self) -> None:
        self._stop_asking()

    async def exit_status(self, within_s: float) -> int | None:
        """A person has none."""
        return None

    def departure(self, status: int | None) -> Departure:
        return Departure("disconnect", "left the table")

    async def end(self) -> None:
        self._stop_asking()

    async def kill(self) -> None:
        self._stop_asking()

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
