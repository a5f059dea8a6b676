"""Seeds and names of matches: one for each, foreseen by nobody, checked by anybody who has the secret."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b, sha256

from referee.tournament.seeds import block_seed, draw, master_commitment, match_name, new_master, shuffled

MASTER = new_master("seeds")
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_without_a_seed_every_tournament_has_a_secret_of_its_own() -> None:
    masters = {new_master(None) for _ in range(20)}
    assert len(masters) == 20
    assert {len(master) for master in masters} == {32}


def test_what_is_published_is_as_documented() -> None:
    assert new_master("spring") == blake2b(b"spring", digest_size=32).digest()
    assert master_commitment(MASTER) == "sha256:" + sha256(MASTER).hexdigest()
    assert block_seed(MASTER, 7, 2) == blake2b(b"seed/7/2", key=MASTER, digest_size=16).hexdigest()


def test_no_two_attempts_share_a_seed_and_no_two_matches_a_name() -> None:
    seeds = {block_seed(MASTER, block, attempt) for block in range(500) for attempt in (1, 2, 3)}
    assert len(seeds) == 1500
    names = [
        match_name(MASTER, block, attempt, order) for block in range(500) for attempt in (1, 2) for order in range(4)
    ]
    assert len(set(names)) == 4000
    assert all(re.fullmatch(f"m-[{LETTERS}]{{12}}", name) for name in names)


def test_a_name_tells_nothing_of_its_place_in_the_block() -> None:
    """No letter at any place goes with one order more than with another: chi-square, far from what chance brings."""
    counts = Counter(
        (order, at, letter)
        for block in range(600)
        for order in range(4)
        for at, letter in enumerate(match_name(MASTER, block, 1, order)[2:])
    )
    expected = 600 / 30
    cells = [(order, at, letter) for order in range(4) for at in range(12) for letter in LETTERS]
    chi_square = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    assert abs(chi_square - 4 * 12 * 29) < 5 * (2 * len(cells)) ** 0.5


def test_a_draw_is_even() -> None:
    counts = Counter(draw(MASTER, f"x/{number}", 6) for number in range(6000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in counts.values())


def test_every_order_is_dealt_as_often() -> None:
    counts = Counter(tuple(shuffled(MASTER, f"x/{number}", "abc")) for number in range(3000))
    assert len(counts) == 6
    assert all(abs(count - 500) < 5 * 500**0.5 for count in counts.values())
