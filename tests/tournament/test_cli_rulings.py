"""``referee tournament ruling`` and ``bench``: what people decide has its effect on what counts, on nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup


@pytest.fixture
def court(tmp_path: Path, instant: dict[str, str], ask: Ask) -> Cup:
    """A tournament of one block, which is played, with the keys of a judge and of a stranger beside it."""
    pytest.importorskip("cryptography")
    cup = new_cup(tmp_path, instant, blocks=1, at_a_time=1)
    cup.play()
    for name in ("judge", "stranger"):
        assert ask("keys", "new", name, "--folder", tmp_path).status == 0
    return cup


def rule(cup: Cup, ask: Ask, verdict: str, *more: object, number: int = 0, key: str = "judge.key") -> Path:
    """A ruling on the match of this number, written but without its effect."""
    match = cup.matches()[number]
    out = cup.file.parent / f"{match.match_id}.ruling.json"
    told = ask(
        "replay", "rule", cup.folder / str(match.replay), "--key", cup.file.parent / key, "--verdict", verdict,
        "--reason", "two bots of one team", "--out", out, *more,
    )  # fmt: skip
    assert told.status == 0, told.err
    return out


def effect(cup: Cup, ask: Ask, ruling: Path) -> tuple[int, str]:
    """What ``referee tournament ruling`` says of it."""
    told = ask("tournament", "ruling", cup.file, ruling, "--keys", cup.file.parent / "judge.pub")
    return told.status, told.out + told.err


def test_an_adjudicated_match_counts_by_its_new_ranking(court: Cup, ask: Ask) -> None:
    match = court.matches()[0]
    other_way = match.ranking[::-1]
    ruling = rule(court, ask, "adjudicated", "--ranking", ",".join(map(str, other_way)))
    assert effect(court, ask, ruling) == (0, f"ruled {match.match_id} of block 0: adjudicated\n")
    with court.store() as store:
        assert (store.results()[0].ranking, store.results()[0].verdict) == (other_way, "adjudicated")
        assert store.matches()[0] == match, "the record stays"
    assert "by judge: adjudicated: two bots of one team" in ask("tournament", "status", court.file).out
    published = json.loads(ask("tournament", "export", court.file, "--as", "json").out)["incidents"]
    assert published == [
        {"what": "ruling: adjudicated", "about": match.match_id, "by": "judge", "reason": "two bots of one team"}
    ]
    status, words = effect(court, ask, ruling)
    assert (status, "is stored already" in words) == (2, True)


def test_a_void_match_takes_its_block_along_which_is_played_again(court: Cup, ask: Ask) -> None:
    assert effect(court, ask, rule(court, ask, "void", number=2))[0] == 0
    assert [(block.state, block.attempt) for block in court.blocks()] == [("open", 2)]
    court.play()
    assert [(row.attempt, row.order) for row in court.matches()] == [(a, order) for a in (1, 2) for order in range(4)]
    with court.store() as store:
        assert {result.match_id for result in store.results()} == {row.match_id for row in court.matches()[4:]}


def test_a_closed_tournament_plays_no_void_match_again(court: Cup, ask: Ask) -> None:
    assert ask("tournament", "close", court.file).status == 0
    assert effect(court, ask, rule(court, ask, "void"))[0] == 0
    assert [block.state for block in court.blocks()] == ["given_up"]


def test_rulings_of_strangers_and_on_other_matches_have_no_effect(
    court: Cup, instant: dict[str, str], ask: Ask, tmp_path: Path
) -> None:
    status, words = effect(court, ask, rule(court, ask, "void", key="stranger.key"))
    assert (status, "none of the keys in --keys" in words) == (2, True)
    elsewhere = new_cup(tmp_path / "elsewhere", instant, seed="another", blocks=1, at_a_time=1)
    elsewhere.play()
    status, words = effect(court, ask, rule(elsewhere, ask, "void", key="../judge.key"))
    assert (status, "which is none of this tournament's" in words) == (2, True)
    check_complete(court, 4)


@pytest.mark.parametrize("command", ["close", "status", "standings", "bench", "unbench"])
def test_where_there_is_no_tournament(tmp_path: Path, ask: Ask, command: str) -> None:
    more = {"bench": ("a", "--reason", "ill"), "unbench": ("a",)}.get(command, ())
    told = ask("tournament", command, tmp_path / "nowhere", *more)
    assert told.status == 2
    assert "there is no tournament here" in told.err


def test_who_is_benched_by_hand_plays_no_more_until_he_is_back(court: Cup, ask: Ask) -> None:
    assert ask("tournament", "bench", court.file, "a", "--reason", "asked to leave").status == 0
    assert "benched: a: asked to leave" in ask("tournament", "standings", court.file).out
    assert ask("tournament", "run", court.file, "--blocks", 8).status == 0
    assert [0 in block.lineup for block in court.blocks()[1:]] == [False] * 7
    assert ask("tournament", "unbench", court.file, "a").status == 0
    told = ask("tournament", "unbench", court.file, "a")
    assert (told.status, "a: is not benched" in told.err) == (2, True)
