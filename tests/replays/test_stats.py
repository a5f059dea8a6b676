"""Matches in numbers: sums agree with the events, bots are put together, and what can't be counted is named."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from engine import COMPETITION, KATAN, Game, Rules
from referee.replays.playable import read_with_seed
from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import Secret
from referee.replays.stats import COUNTS, INTERRUPTED, PAIR_COUNTS, POINT_SOURCES, MatchStats, stats_of, sum_of
from tests.kit.random_games import any_verb, next_action
from tests.match.commands import referee
from tests.replays.golden import EVIDENCE, FOLDER, FORFEIT, RECORDS, VICTORY, changed, lines_of
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_sealed import sealed_lines, write


def golden(path: Path) -> MatchStats:
    return stats_of(*read_with_seed(path))


def made(rules: Rules, plies: int = 400) -> tuple[MadeRecord, MatchStats]:
    record, rng = MadeRecord(rules, seed="stats"), random.Random(7)
    while record.game.result is None and record.game.ply < plies:
        record.apply(next_action(record.game.copy(), rng, any_verb))
    return record, stats_of(Replay(b"".join(record.lines)), Secret("stats", NONCE))


@pytest.mark.parametrize("rules", [COMPETITION, KATAN], ids=lambda rules: rules.name)
def test_sums_agree_with_the_events(rules: Rules) -> None:
    record, stats = made(rules)
    game = Game(rules, seed="stats")
    events = [event for line in record.lines[1:] for event in game.apply(json.loads(line)["action"])]
    verbs = Counter(event.action.partition(":")[0] for event in events)
    rolled = Counter(sum(event.details["dice"]) for event in events if "dice" in event.details)
    gains = [slot // 5 for event in events if "dice" in event.details for slot in event.details["gains"]]
    assert stats.dice == {total: rolled[total] for total in range(2, 13)}
    assert [seat.counts["produced"] for seat in stats.seats] == [gains.count(seat) for seat in range(4)]
    assert sum(seat.counts["plies"] for seat in stats.seats) == stats.plies == len(events)
    assert sum(counts["stolen"] for counts in stats.between.values()) == verbs["steal"] > 0
    assert sum(seat.counts["robber_moves"] for seat in stats.seats) == verbs["move_robber"]
    assert sum(seat.counts["offers"] for seat in stats.seats) == verbs["offer_trade"] > 0
    assert sum(seat.cards_bought.total() for seat in stats.seats) == verbs["buy_dev_card"] > 0
    assert sum(seat.cards_played.total() for seat in stats.seats) == verbs["play_dev"]
    trades = verbs["accept_trade"] + verbs["accept_counter"]
    assert sum(counts["trades"] for counts in stats.between.values()) == 2 * trades > 0
    assert [seat.sources.total() for seat in stats.seats] == game.totals
    assert [seat.counts["points"] for seat in stats.seats] == game.totals


def test_what_one_gives_another_receives() -> None:
    _, stats = made(KATAN)
    for (one, other), counts in stats.between.items():
        back = stats.between[other, one]
        assert (counts["given"], counts["stolen"], counts["trades"]) == (back["received"], back["lost"], back["trades"])


def test_ends_and_faults_are_counted() -> None:
    won, forfeited, refused = golden(VICTORY), golden(FORFEIT), golden(EVIDENCE)
    assert (won.verdict, won.winner, [seat.counts["wins"] for seat in won.seats]) == ("victory", 2, [0, 0, 1, 0])
    assert sum(seat.counts["forfeits"] for seat in forfeited.seats) == 1
    assert forfeited.verdict == "forfeit_illegal"
    assert (refused.seats[1].counts["refusals"], refused.seats[1].counts["forfeits"]) == (1, 1)
    assert max(refused.seats[1].answers_ms) == 131, "an answer that did not come took its time too"


def test_an_interrupted_match_is_counted_as_far_as_it_goes() -> None:
    replay, secret = read_with_seed(VICTORY)
    stats = stats_of(Replay(b"".join(lines_of(VICTORY)[:61])), secret)
    assert (stats.verdict, stats.winner, stats.plies) == (INTERRUPTED, None, 60)
    assert replay.end is not None


def test_a_prelude_is_no_answer() -> None:
    record = MadeRecord(seed="stats", prelude=10).play(30)
    stats = stats_of(Replay(b"".join(record.lines)), Secret("stats", NONCE))
    assert sum(len(seat.answers_ms) for seat in stats.seats) == 20
    assert sum(seat.counts["plies"] for seat in stats.seats) == 30


def test_a_record_that_differs_is_not_counted() -> None:
    lines = lines_of(VICTORY)
    lines[21] = changed(lines[21], hash="0" * 32)
    with pytest.raises(ReplayError, match="line 22"):
        stats_of(Replay(b"".join(lines)), read_with_seed(VICTORY)[1])


def test_bots_are_put_together_over_seats_and_matches() -> None:
    matches = [golden(path) for path in (VICTORY, FORFEIT, EVIDENCE)]
    together = sum_of(matches)
    assert [bot.label for bot in together.bots] == sorted({seat.label for match in matches for seat in match.seats})
    every = [seat for match in matches for seat in match.seats]
    for key in COUNTS:
        assert sum(bot.counts[key] for bot in together.bots) == sum(seat.counts[key] for seat in every)
    for key in PAIR_COUNTS:
        assert sum(counts[key] for counts in together.between.values()) == sum(
            counts[key] for match in matches for counts in match.between.values()
        )
    assert sum(together.verdicts.values()) == together.matches == 3
    assert sum_of(matches[::-1]).verdicts == together.verdicts
    assert sum(together.dice.values()) == sum(match.rolls for match in matches)


# -- the command ----------------------------------------------------------------------------------------------


def test_the_object_has_every_number(tmp_path: Path) -> None:
    done = referee("replay", "stats", str(VICTORY), str(FORFEIT), "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["matches"], told["verdicts"]) == (2, {"forfeit_illegal": 1, "victory": 1})
    assert [Path(file["file"]) for file in told["files"]] == [VICTORY, FORFEIT]
    assert sum(told["dice"]["rolled"].values()) == sum(file["rolls"] for file in told["files"])
    for bot in (*told["bots"], *told["files"][0]["seats"]):
        assert set(COUNTS) <= set(bot)
        assert tuple(bot["points_from"]) == POINT_SOURCES
    assert set(PAIR_COUNTS) < set(told["between"][0]) & set(told["files"][0]["between"][0])


def test_folders_are_counted_and_tables_name_the_bots(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(VICTORY.read_bytes())
    (tmp_path / "in" / "b.jsonl").write_bytes(EVIDENCE.read_bytes())
    done = referee("replay", "stats", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("matches 2, plies 153: forfeit timeout 1, victory 1\n")
    assert all(name in done.stdout for name in ("polite 1", "scripted 1", "chi-square", "a rough figure"))
    one = referee("replay", "stats", "in/a.jsonl", cwd=tmp_path)
    assert all(f"{seat}:polite 1" in one.stdout for seat in range(4)), "one match is told seat by seat"


def test_what_can_not_be_counted_is_left_out_and_named(tmp_path: Path) -> None:
    sealed = write(tmp_path, sealed_lines()).name
    done = referee("replay", "stats", str(VICTORY), sealed, "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert f"left out {sealed}: its seed is neither revealed nor in a file beside it" in done.stderr
    told = json.loads(done.stdout)
    assert (told["matches"], [file["file"] for file in told["left_out"]]) == (1, [sealed])


def test_names_from_a_record_do_not_move_the_cursor(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)[:61]
    seats = [{"name": "\x1b[2J[red]x", "version": "1", "digest": None}] * 4
    (tmp_path / "a.jsonl").write_bytes(b"".join([changed(lines[0], seats=seats), *lines[1:]]))
    seed = read_with_seed(VICTORY)[1]
    (tmp_path / "a.jsonl.seed").write_text(json.dumps({"seed": seed.seed, "nonce": seed.nonce}))
    done = referee("replay", "stats", "a.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "0:\\x1b[2J[red]x 1" in done.stdout
    seats = [{"name": "\x9b2J\u202e", "version": "1", "digest": None}] * 4
    (tmp_path / "a.jsonl").write_bytes(b"".join([changed(lines[0], seats=seats), *lines[1:]]))
    done = referee("replay", "stats", "a.jsonl", "--json", cwd=tmp_path)
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["bots"][0]["name"] == "\x9b2J\u202e"


def test_files_that_are_not_there_are_wrong_arguments(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name, words in (("none.jsonl", "No such file"), ("empty", "is a folder without replays")):
        done = referee("replay", "stats", name, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr


def test_every_golden_is_counted(tmp_path: Path) -> None:
    done = referee("replay", "stats", str(FOLDER), "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert [Path(file["file"]) for file in told["files"]] == RECORDS
    assert sum(told["verdicts"].values()) == told["matches"] == len(RECORDS)
    assert told["verdicts"][INTERRUPTED] == 1
