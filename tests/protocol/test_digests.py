"""Digests of a replay: what they cover, what they leave out, and that they are what the documents say."""

import hashlib
from collections.abc import Sequence

import pytest

from protocol.digests import GameDigest, RecordDigest, seed_commitment

RULES: dict[str, object] = {"name": "competition", "seats": 4, "roll_cap": 160}


def game_digest(
    rules: dict[str, object] = RULES,
    terrain: Sequence[str] = ("wood", "desert"),
    plies: Sequence[tuple[int, str, Sequence[int] | str | None, str]] = ((0, "roll", [3, 4], "aa"),),
) -> str:
    digest = GameDigest(1, rules, terrain, [6, None], ["any"])
    for ply in plies:
        digest.add_ply(*ply)
    return digest.hexdigest()


def test_the_same_match_has_the_same_digest_whatever_its_rules_are_called() -> None:
    assert game_digest() == game_digest()
    assert game_digest({"roll_cap": 160, "seats": 4, "name": "ours"}) == game_digest()
    assert len(game_digest()) == 64


def test_everything_about_a_match_is_in_its_digest() -> None:
    others = [
        game_digest({**RULES, "seats": 3}),
        game_digest(terrain=("desert", "wood")),
        game_digest(plies=[]),
        game_digest(plies=[(1, "roll", [3, 4], "aa")]),
        game_digest(plies=[(0, "end_turn", [3, 4], "aa")]),
        game_digest(plies=[(0, "roll", [4, 3], "aa")]),
        game_digest(plies=[(0, "roll", None, "aa")]),
        game_digest(plies=[(0, "roll", "ore", "aa")]),
        game_digest(plies=[(0, "roll", [3, 4], "ab")]),
        game_digest(plies=[(0, "roll", [3, 4], "aa")] * 2),
    ]
    assert len({game_digest(), *others}) == 1 + len(others)


def test_a_record_digest_covers_every_byte_but_its_own_place() -> None:
    def end_line(own: str, ms: int = 1) -> bytes:
        return f'{{"t":"end","ms":{ms},"record_digest":"{own}"}}\n'.encode()

    digest = RecordDigest()
    digest.add_line(b'{"t":"header"}\n')
    empty = digest.with_end(end_line(""), "")
    assert empty == hashlib.blake2b(b'{"t":"header"}\n' + end_line(""), digest_size=32).hexdigest()
    assert digest.with_end(end_line(empty), empty) == empty
    assert digest.with_end(end_line(empty, ms=2), empty) != empty
    digest.add_line(b" ")
    assert digest.with_end(end_line(empty), empty) != empty


def test_a_commitment_is_the_hash_of_the_bytes_of_nonce_and_seed() -> None:
    nonce = "0f" * 32
    wanted = hashlib.sha256(b"\x0f" * 32 + "spring-é".encode()).hexdigest()
    assert seed_commitment(nonce, "spring-é") == f"sha256:{wanted}"


@pytest.mark.parametrize(
    "nonce", ["", "ab" * 31, "ab" * 33, "ab" * 32 + "\n", "AB" * 32, " ".join(["ab"] * 32), "zz" * 32, "\u0661" * 64]
)
def test_a_commitment_is_made_with_32_bytes_in_one_spelling_only(nonce: str) -> None:
    with pytest.raises(ValueError, match="64 lower-case hex digits"):
        seed_commitment(nonce, "seed")
