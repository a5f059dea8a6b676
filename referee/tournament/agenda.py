"""What is to be played next: open blocks first, then new ones as far as the budget goes. Asks and tells the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from referee.tournament.plan import MOST_ATTEMPTS, Plan
from referee.tournament.results import MatchResult
from referee.tournament.schedule.formats import (
    Drawn,
    block_orders,
    comparison,
    gauntlet,
    one_bot,
    round_robin,
)
from referee.tournament.schedule.rounds import draw_round
from referee.tournament.seeds import block_seed, match_name
from referee.tournament.store.rows import BlockRow, MatchRow
from referee.tournament.store.store import Store

Rate = Callable[[list[MatchResult]], Mapping[int, float]]
"""Ratings by entrant, of what was played so far; those who have none are left out."""
_GOING: Final = ("open", "whole")
"""States of blocks that count or may yet."""


class Task(NamedTuple):
    """One match that is to be played now. ``order`` is its number among the block's seat orders."""

    match_id: str
    block: int
    attempt: int
    order: int
    seed: str
    entrants: tuple[int, ...]


class Agenda:
    """The blocks of a tournament that are open, and the ones to come.

    ``blocks`` is how many blocks there are to be in all (None: no bound), given up and withdrawn ones apart. ``rate``
    is asked before each round of the format ``rounds``.
    """

    def __init__(self, store: Store, plan: Plan, master: bytes, blocks: int | None, rate: Rate) -> None:
        self._store, self._plan, self._master, self._bound, self._rate = store, plan, master, blocks, rate
        self._blocks: dict[int, BlockRow] = {}
        self._going = 0
        self._waiting: dict[int, list[int]] = {}
        self._running: Counter[int] = Counter()
        self._entrants = store.entrants()
        self._benched = {entrant.number for entrant in self._entrants if entrant.benched is not None}
        self._drawing: Iterator[Drawn] | None = None
        for block in store.blocks():
            self._keep(block)
            if block.state == "open":
                self._resume(block)

    # -- what to do -----------------------------------------------------------------------------------------

    @property
    def matches_left(self) -> int | None:
        """Matches that are not stored yet, those that run included; None without a bound."""
        if self._bound is None:
            return None
        started = sum(map(len, self._waiting.values())) + self._running.total()
        to_come = max(self._bound - self._going, 0)
        return started + to_come * self._plan.matches_a_block

    @property
    def has_open_blocks(self) -> bool:
        """Is a block begun, and not yet whole?"""
        return bool(self._waiting)

    @property
    def bots_missing(self) -> bool:
        """Is there room for more blocks, and are too many bots benched for any?"""
        return (self._bound is None or self._going < self._bound) and not self._can_draw()

    def next_open(self) -> Task | None:
        """The next match of a block that is begun."""
        for number in sorted(self._waiting):
            if self._waiting[number]:
                self._running[number] += 1
                return self._task(self._blocks[number], self._waiting[number].pop(0))
        return None

    def begin(self) -> bool:
        """Begin another block, or the next round; False where the budget, the round or the bots allow none now."""
        room = None if self._bound is None else self._bound - self._going
        drawn = self._draw_round(room) if self._plan.format == "rounds" else self._draw_one(room)
        if not drawn:
            return False
        first = len(self._blocks)
        orders = block_orders(self._plan)
        rows = [
            BlockRow(number=first + n, lineup=one.lineup, orders=orders, round=one.round) for n, one in enumerate(drawn)
        ]
        self._store.add_blocks(rows)
        for row in rows:
            self._keep(row)
            self._wait_for(row)
        return True

    # -- what came of it ------------------------------------------------------------------------------------

    def played(self, row: MatchRow) -> bool:
        """Store a match that has its result; True where its block is whole with it.

        One whose block was voided or withdrawn while it was played is not stored: it could never count.
        """
        if not self._ended(row):
            return False
        number = row.block
        is_whole = not self._waiting[number] and not self._running[number]
        self._store.add_match(row, block_state="whole" if is_whole else "open")
        if is_whole:
            self._reload(number)
        return is_whole

    def void(self, row: MatchRow) -> None:
        """Store a void match: its block is begun again on a new seed, or given up."""
        if not self._ended(row):
            return
        self._store.void_match(row, attempts_left=row.attempt < MOST_ATTEMPTS)
        block = self._reload(row.block)
        if block.state == "open":
            self._wait_for(block)

    def not_played(self, task: Task) -> None:
        """The match could not be brought about: it waits again."""
        block = self._blocks[task.block]
        if block.state == "open" and block.attempt == task.attempt:
            self._running[task.block] -= 1
            self._waiting[task.block].insert(0, task.order)

    def bench(self, entrant: int, reason: str) -> list[int]:
        """This entrant plays no more; the open blocks it was in are withdrawn, and their numbers returned."""
        withdrawn = self._store.bench(entrant, reason)
        self._benched.add(entrant)
        self._drawing = None
        for number in withdrawn:
            self._reload(number)
        return withdrawn

    def is_benched(self, entrant: int) -> bool:
        """Does it play no more?"""
        return entrant in self._benched

    # -- inside ---------------------------------------------------------------------------------------------

    def _wait_for(self, block: BlockRow) -> None:
        played = self._store.played(block.number, block.attempt)
        self._waiting[block.number] = [order for order in range(len(block.orders)) if order not in played]

    def _resume(self, block: BlockRow) -> None:
        """Wait for the matches of an open block; a ruling may have opened one of a benched bot, which is withdrawn."""
        benched = [self._entrants[number] for number in block.lineup if number in self._benched]
        if benched:
            self._store.withdraw_block(block.number, f"{benched[0].name} is benched: {benched[0].benched}")
            self._reload(block.number)
        else:
            self._wait_for(block)

    def _reload(self, number: int) -> BlockRow:
        """Take a block as it is stored now. What it waited for it does not any more."""
        self._waiting.pop(number, None)
        self._running.pop(number, None)
        return self._keep(self._store.block(number))

    def _keep(self, block: BlockRow) -> BlockRow:
        before = self._blocks.get(block.number)
        self._going += (block.state in _GOING) - (before is not None and before.state in _GOING)
        self._blocks[block.number] = block
        return block

    def _task(self, block: BlockRow, order: int) -> Task:
        seats = block.orders[order]
        return Task(
            match_id=match_name(self._master, block.number, block.attempt, order),
            block=block.number,
            attempt=block.attempt,
            order=order,
            seed=block_seed(self._master, block.number, block.attempt),
            entrants=tuple(block.lineup[place] for place in seats),
        )

    def _ended(self, row: MatchRow) -> bool:
        """Count it as running no more; False where its block went on without it."""
        block = self._blocks[row.block]
        if block.state != "open" or block.attempt != row.attempt:
            return False
        self._running[row.block] -= 1
        return True

    def _active(self) -> list[int]:
        return [number for number in range(len(self._entrants)) if number not in self._benched]

    def _draw_one(self, room: int | None) -> list[Drawn]:
        if room is not None and room < 1:
            return []
        if self._drawing is None:
            self._drawing = self._undrawn()
        return [next(self._drawing)] if self._can_draw() else []

    def _can_draw(self) -> bool:
        """Are there enough bots left for a table, and those without whom there is none?"""
        plan, active = self._plan, self._active()
        if plan.format in ("compare", "aa"):
            return not self._benched
        if plan.format == "gauntlet" and self._candidate() in self._benched:
            return False
        return len(active) >= plan.seats

    def _candidate(self) -> int:
        return [entrant.name for entrant in self._entrants].index(str(self._plan.candidate))

    def _undrawn(self) -> Iterator[Drawn]:
        """The schedule without what was drawn from it before, in earlier runs or with bots that are benched now."""
        plan, active = self._plan, self._active()
        drawn = [Drawn(block.round, block.lineup) for block in self._blocks.values() if block.state != "withdrawn"]
        if plan.format == "round_robin":
            return round_robin(self._master, plan.seats, active, drawn)
        if plan.format == "gauntlet":
            return gauntlet(self._master, plan.seats, self._candidate(), active, drawn)
        rounds = {one.round for one in drawn}  # here every block is one
        schedule = one_bot(plan.seats) if plan.format == "aa" else comparison(plan.seats, len(plan.bots) - 2)
        return (one for one in schedule if one.round not in rounds)

    def _draw_round(self, room: int | None) -> list[Drawn]:
        """A round is drawn when the last is over, and only where there is room for all of it: any stop is fair."""
        active, seats = self._active(), self._plan.seats
        if self.has_open_blocks or len(active) < seats:
            return []
        number = 1 + max((block.round for block in self._blocks.values()), default=0)
        groups = draw_round(self._master, number, seats, active, self._rate(self._store.results()))
        if room is not None and len(groups) > room:
            return []
        return [Drawn(number, group) for group in groups]
