"""Matches of all mixes of rules, played at random with bundles and counters, verify; so does any part of them."""

from __future__ import annotations

from random import Random

import pytest

from engine import COMPETITION, KATAN, STANDARD, Rules
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret
from referee.replays.verify import verify_replay
from tests.kit.random_games import any_verb, builder, next_action
from tests.kit.rule_mixes import sampled_mix
from tests.protocol.test_replay_page import TOLD
from tests.replays.made import NONCE, MadeRecord

PLIES = 400
MIXES = [COMPETITION, KATAN, STANDARD, *map(sampled_mix, range(37))]


def recorded(rules: Rules, number: int) -> MadeRecord:
    """A match that is played out, or as far as ``PLIES``."""
    record, rng = MadeRecord(rules, seed=f"mix {number}"), Random(number)
    while record.game.result is None and record.game.ply < PLIES:
        record.apply(next_action(record.game, rng, (any_verb, builder)[number % 2]))
    return record


@pytest.mark.parametrize("number", range(len(MIXES)))
def test_a_match_by_any_rules_verifies(number: int) -> None:
    record = recorded(MIXES[number], number)
    interrupted = verify_replay(Replay(b"".join(record.lines)), Secret(f"mix {number}", NONCE))
    assert (interrupted.status, interrupted.plies) == ("interrupted", record.game.ply)
    lines = record.cancelled() if record.game.result is None else record.ended()
    found = verify_replay(Replay(b"".join(lines)))
    assert (found.status, found.reason, found.plies) == ("ok", "", record.game.ply)
    assert (found.game_digest, found.record_digest) == TOLD["digests"](lines)
