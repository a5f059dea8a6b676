"""How many blocks a tournament is to have."""

from __future__ import annotations

from typing import Final

from referee.tournament.plan import Plan, PlanError
from referee.tournament.schedule.formats import blocks_a_round

_MOST_MATCHES: Final = 10**8
"""A year has room for 30 million of one second; how long it takes can still be told."""


def blocks_allowed(plan: Plan) -> int | None:
    """How many blocks there are to be in all, earlier runs included; None where only a time ends it.

    Of several bounds the closest; without any a tournament has one round, and a comparison goes on until the answer is
    known. Raises ``PlanError`` for a bound below one block or beyond what anybody plays, and where one is needed.
    """
    bounds, in_a_round = plan.bounds, blocks_a_round(plan)
    for name, value in (("matches", bounds.matches), ("blocks", bounds.blocks), ("rounds", bounds.rounds)):
        if value is not None and value < 1:
            raise PlanError(f"{name} {value}: must be at least 1")
    allowed = [] if bounds.blocks is None else [bounds.blocks]
    if bounds.matches is not None:
        if bounds.matches < plan.matches_a_block:
            raise PlanError(
                f"matches {bounds.matches}: a block has {plan.matches_a_block}, and only whole blocks count"
            )
        allowed.append(bounds.matches // plan.matches_a_block)
    if bounds.rounds is not None:
        if in_a_round is None:
            raise PlanError(f"rounds {bounds.rounds}: {plan.format} has none; give matches or blocks")
        allowed.append(bounds.rounds * in_a_round)
    if allowed:
        _check_matches(min(allowed) * plan.matches_a_block)
        return _whole_rounds(plan, min(allowed), in_a_round)
    if bounds.until is not None:
        return None
    if plan.format == "rounds" or in_a_round is None:
        raise PlanError(f"the format {plan.format} has no end of its own: give matches, blocks, rounds or until")
    _check_matches(in_a_round * plan.matches_a_block)
    return in_a_round


def _check_matches(matches: int) -> None:
    if matches > _MOST_MATCHES:
        raise PlanError(f"{matches} matches: must be at most {_MOST_MATCHES}")


def _whole_rounds(plan: Plan, blocks: int, in_a_round: int | None) -> int:
    """Of ``rounds`` only whole ones are played: so everybody has played the same number of blocks at the end."""
    if plan.format != "rounds" or in_a_round is None:
        return blocks
    if blocks < in_a_round:
        raise PlanError(
            f"a round has {in_a_round} blocks, {in_a_round * plan.matches_a_block} matches: give room for one at least"
        )
    return blocks - blocks % in_a_round
