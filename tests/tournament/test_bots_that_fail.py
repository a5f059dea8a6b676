"""Bots that can't be started are benched with their reason, and the rest goes on."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.match.commands import BOT
from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup, python_bot

POLITE = """
import json, sys
print("ready polite 1", flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request":
        actions = [action for action in message["legal_actions"] if not action.startswith("offer_trade")]
        print(f"@{message['id']} {actions[message['id'] % len(actions)]}", flush=True)
    elif message["type"] == "match_end":
        break
"""


def first(bots: dict[str, str], count: int) -> dict[str, str]:
    return dict(list(bots.items())[:count])


def benched(cup: Cup) -> dict[str, str]:
    with cup.store() as store:
        return {row.name: row.benched for row in store.entrants() if row.benched is not None}


def whole_blocks(cup: Cup) -> list[tuple[int, ...]]:
    """The groups of whole blocks."""
    return [tuple(sorted(block.lineup)) for block in cup.blocks() if block.state == "whole"]


@pytest.mark.parametrize("spec", ["nosuchbot", "./nowhere", "./empty"])
def test_a_spec_that_names_nothing(tmp_path: Path, instant: dict[str, str], ask: Ask, spec: str) -> None:
    (tmp_path / "empty").mkdir()
    cup = new_cup(tmp_path, first(instant, 4) | {"gone": spec}, blocks=1, at_a_time=1)
    told = ask("tournament", "run", cup.file)
    assert told.status == 0
    (reason,) = benched(cup).values()
    assert spec.removeprefix(".") in reason
    assert f"benched: gone: {reason}" in told.err
    assert whole_blocks(cup) == [(0, 1, 2, 3)]
    check_complete(cup, 4)
    for command in ("status", "standings"):
        assert f"benched: gone: {reason}" in ask("tournament", command, cup.file).out


def test_a_folder_that_is_not_built(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    folder = tmp_path / "unbuilt"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "unbuilt"\nversion = "1"\ncommand = ["./bot"]\n')
    cup = new_cup(tmp_path, first(instant, 4) | {"unbuilt": "./unbuilt"}, blocks=2, at_a_time=1)
    told = ask("tournament", "run", cup.file)
    assert told.status == 0, told.err
    assert list(benched(cup)) == ["unbuilt"]
    assert benched(cup)["unbuilt"].endswith(f"unbuilt: there is no program {folder}/bot")
    assert whole_blocks(cup) == [(0, 1, 2, 3)] * 2
    (folder / "bot").write_text(f"#!{sys.executable} -S\n{POLITE}")
    (folder / "bot").chmod(0o755)
    assert ask("tournament", "unbench", cup.file, "unbuilt").status == 0
    assert ask("tournament", "run", cup.file, "--blocks", 3).status == 0
    assert benched(cup) == {}
    assert 4 in whole_blocks(cup)[2]


def test_a_program_that_ends_before_it_is_ready(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, first(instant, 4) | {"fails": f"{BOT}exits_before_ready 3"}, blocks=5, at_a_time=2)
    told = ask("tournament", "run", cup.file)
    assert told.status == 0, told.err
    reason = benched(cup)["fails"]
    assert reason.startswith("forfeited before the first roll in 3 matches running; the last: ")
    assert "3" in reason.removeprefix("forfeited before the first roll in 3")
    assert "Evidence lies beside replays/" in reason
    blocks = cup.blocks()
    assert Counter(block.state for block in blocks)["whole"] == 5
    assert all(block.reason == reason for block in blocks if block.state == "withdrawn")
    table = ask("tournament", "standings", cup.file).out
    assert f"benched: fails: {reason}" in table


def test_a_program_that_gives_up_before_the_first_roll(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    """It starts, and yet nobody has a match by it that counts: benched as one that does not."""
    cup = new_cup(tmp_path, first(instant, 4) | {"flees": f"{BOT}exits_after_ready"}, blocks=3)
    assert ask("tournament", "run", cup.file).status == 0
    assert benched(cup)["flees"].startswith("forfeited before the first roll in 3 matches running; the last: ")
    assert whole_blocks(cup) == 3 * [(0, 1, 2, 3)]


def test_a_bot_whose_files_change_is_another_bot(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    changing = tmp_path / "changing"
    changing.mkdir()
    (changing / "bot.py").write_text(POLITE)
    (changing / "bot.toml").write_text('name = "changing"\nversion = "1"\ncommand = ["python3", "-S", "bot.py"]\n')
    cup = new_cup(tmp_path, first(instant, 4) | {"changing": "./changing"}, at_a_time=1)
    assert ask("tournament", "run", cup.file, "--blocks", 3).status == 0
    before = cup.matches()
    assert any(4 in block.lineup for block in cup.blocks())
    (changing / "bot.py").write_text(POLITE + "# faster\n")
    told = ask("tournament", "run", cup.file, "--blocks", 7)
    assert told.status == 0, told.err
    assert "its files have changed since it was entered" in benched(cup)["changing"]
    assert cup.matches()[: len(before)] == before
    assert len(whole_blocks(cup)) == 7
    (changing / "bot.py").write_text(POLITE)
    assert ask("tournament", "unbench", cup.file, "changing").status == 0
    assert ask("tournament", "run", cup.file, "--rounds", 2).status == 0
    rounds = Counter((block.round, tuple(sorted(block.lineup))) for block in cup.blocks() if block.state == "whole")
    assert max(rounds.values()) == 1
    assert Counter(number for number, _ in rounds)[1] == 5, "what it had missed was played first"


def test_too_few_bots_are_left(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, first(instant, 4), at_a_time=1)
    assert ask("tournament", "run", cup.file, "--blocks", 1).status == 0
    told = ask("tournament", "bench", cup.file, "a", "--reason", "its author asked for it")
    assert (told.status, benched(cup)) == (0, {"a": "its author asked for it"})
    told = ask("tournament", "run", cup.file, "--blocks", 2)
    assert told.status == 3
    assert "too many bots are benched for another block" in told.err
    assert len(cup.matches()) == 4
    assert ask("tournament", "unbench", cup.file, "a").status == 0
    assert ask("tournament", "run", cup.file, "--blocks", 2).status == 0
    check_complete(cup, 8)


def test_a_gauntlet_without_its_candidate_ends(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant | {"new": "./nowhere"}, format="gauntlet", candidate="new", blocks=2, at_a_time=1)
    told = ask("tournament", "run", cup.file)
    assert told.status == 3
    assert "too many bots are benched for another block" in told.err
    assert cup.blocks() == []


def test_benching_by_hand(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant, at_a_time=1)
    assert ask("tournament", "run", cup.file, "--blocks", 1).status == 0
    for arguments, words in (
        (("bench", cup.file, "nobody", "--reason", "x"), "'nobody' is none of the bots a, b, c"),
        (("bench", cup.file, "a", "--reason", " "), "--reason: say why"),
        (("unbench", cup.file, "a"), "a: is not benched"),
        (("bench", tmp_path / "other", "a", "--reason", "x"), "there is no tournament here"),
    ):
        told = ask("tournament", *arguments)
        assert told.status == 2
        assert words in told.err


@pytest.mark.parametrize(
    ("bots", "keys", "words"),
    [
        ({"d": None}, {}, "3 bots for tables of 4: give at least 4"),
        ({"d": "human"}, {}, "is started by somebody else"),
        ({"d d": "raw"}, {}, "its name 'd d' must have"),
        ({}, {"format": "gauntlet"}, "a gauntlet needs a candidate"),
        ({}, {"format": "gauntlet", "candidate": "e"}, "the candidate 'e' is none of the bots a, b, c, d"),
        ({}, {"candidate": "a"}, "a candidate goes with the format gauntlet, not with round_robin"),
    ],
)
def test_what_no_tournament_can_have(
    tmp_path: Path, ask: Ask, bots: dict[str, str | None], keys: dict[str, str], words: str
) -> None:
    given = {"a": "greedy", "b": "raw", "c": "random", "d": "trader"} | bots
    cup = new_cup(tmp_path, {name: spec for name, spec in given.items() if spec is not None}, **keys)
    told = ask("tournament", "run", cup.file)
    assert told.status == 2
    assert words in told.err
    assert not cup.folder.exists()


def test_two_bots_of_one_name(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('bots = ["greedy", "greedy", "raw", "trader"]\nsandbox = "none"\nsandbox_level = "none"\n')
    told = ask("tournament", "run", file)
    assert (told.status, told.err) == (2, "referee: two bots are called 'greedy': give one of them another name\n")


def test_a_copy_of_a_folder_is_the_same_bot_under_another_name(tmp_path: Path, ask: Ask) -> None:
    spec = python_bot(tmp_path, "one", POLITE)
    shutil.copy(tmp_path / "one.py", tmp_path / "two.py")
    bots = {"a": spec, "b": spec.replace("one.py", "two.py"), "c": spec, "d": spec}
    cup = new_cup(tmp_path, bots, blocks=1, at_a_time=1)
    assert ask("tournament", "run", cup.file).status == 0
    check_complete(cup, 4)
