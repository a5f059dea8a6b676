"""What a ruling does to the block of the match that it is on."""

from __future__ import annotations

from sqlalchemy import Connection

from referee.tournament.store.blocks import close_block, one_block, void_attempt
from referee.tournament.store.counting import settle
from referee.tournament.store.errors import RulingRefusedError
from referee.tournament.store.matches import all_matches, one_match
from referee.tournament.store.rows import BlockRow, MatchRow, RulingRow
from referee.tournament.store.rulings import standing_rulings, store_ruling


def decide(connection: Connection, ruling: RulingRow, *, attempts_left: bool) -> None:
    """Store a ruling, and let it have its effect. Raises ``AlreadyStoredError`` and ``RulingRefusedError``.

    ``void`` voids the attempt, as a void match does: the block is opened again, or given up. The others change what
    counts. On a block that went on without the match a ruling has no effect: what is played again stays so.
    """
    match = one_match(connection, ruling.match_id)
    if match is None:
        raise RulingRefusedError(f"there is no match {ruling.match_id} in this tournament")
    store_ruling(connection, ruling, match)
    block = one_block(connection, match.block)
    if match.is_void or block.attempt != match.attempt:
        return
    if ruling.verdict == "void" and block.state in ("open", "whole"):
        void_attempt(connection, block, f"match {match.match_id}: {ruling.reason}", attempts_left=attempts_left)
    elif block.state == "whole":
        settle(connection, block.number)
    elif block.state == "given_up" and _is_played(connection, block):
        close_block(connection, block.number)  # it was given up by a void ruling that this one takes back


def _is_played(connection: Connection, block: BlockRow) -> bool:
    """Is every match of its attempt stored, and none of them void, also by a ruling?"""
    rulings = standing_rulings(connection)

    def stands(match: MatchRow) -> bool:
        is_ruled_void = match.match_id in rulings and rulings[match.match_id].verdict == "void"
        return match.attempt == block.attempt and not match.is_void and not is_ruled_void

    return sum(map(stands, all_matches(connection, block.number))) == len(block.orders)
