"""Figures of a finished match: those of its report, sums that agree with its events, and none from a bad record."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from engine import KATAN, Event, Game
from engine.topology import HEX_VERTICES
from referee.replays.playable import UnplayableError
from referee.replays.report.gather import report_of
from referee.replays.seed_file import Secret
from referee.tournament.figures import figures_of
from tests.kit.random_games import any_verb, next_action
from tests.replays.golden import FOLDER, FORFEIT, RECORDS, VICTORY, changed, lines_of, signed_anew
from tests.replays.made import MadeRecord
from tests.replays.test_sealed import SECRET, sealed_lines, write

ENDED = [path for path in RECORDS if path.name != "interrupted.jsonl"]


@pytest.mark.parametrize("path", ENDED, ids=lambda path: path.name)
def test_of_every_kind_of_ending_they_are_those_of_the_report(path: Path) -> None:
    figures, play = figures_of(path), report_of(path).play
    assert play is not None
    assert figures.luck == tuple(seat.luck for seat in play.production)
    for table in ("stolen", "monopolised", "given", "trades", "offers"):
        assert getattr(figures.dealings, table) == getattr(play.dealings, table)


@pytest.fixture(scope="module")
def record() -> list[bytes]:
    """A match to its end under rules with bundles and counter-offers."""
    made, rng = MadeRecord(KATAN, seed="figures"), random.Random(11)
    while made.game.result is None:
        made.apply(next_action(made.game.copy(), rng, any_verb))
    return made.ended()


def test_sums_agree_with_the_events(record: list[bytes], tmp_path: Path) -> None:
    dealings = figures_of(write(tmp_path, record)).dealings
    events = [event for _, event in played_again(record)]
    verbs = [event.action.partition(":")[0] for event in events]
    trades = [event for event in events if "gave" in event.details]
    assert sum(map(sum, dealings.stolen)) == verbs.count("steal") > 0
    assert sum(map(sum, dealings.trades)) == len(trades) > 0
    assert sum(map(sum, dealings.given)) == sum(sum((*e.details["gave"], *e.details["got"])) for e in trades)
    assert sum(map(sum, dealings.monopolised)) == sum(sum(event.details.get("taken", ())) for event in events) > 0
    offers_to_one = [e for e in events if e.action.startswith("offer_trade:") and ":all:" not in e.action]
    assert sum(map(sum, dealings.offers)) == len(offers_to_one) > 0


def test_luck_is_what_the_dice_called_for_less_the_mean_of_all_36_throws(record: list[bytes], tmp_path: Path) -> None:
    luck = [Fraction(0)] * 4
    for game, event in played_again(record):
        if event.action == "roll":
            for seat in range(4):
                every_throw = [called_for(game, seat, a + b) for a in range(1, 7) for b in range(1, 7)]
                luck[seat] += called_for(game, seat, sum(event.details["dice"])) - Fraction(sum(every_throw), 36)
    assert figures_of(write(tmp_path, record)).luck == tuple(float(round(cards, 2)) for cards in luck)
    assert any(luck)


def played_again(record: list[bytes]) -> list[tuple[Game, Event]]:
    """Each event of the match, and the game as it stood before."""
    game, found = Game(KATAN, seed="figures"), []
    for line in record:
        if line.startswith(b'{"t":"ply"'):
            before = game.copy()
            found += [(before, event) for event in game.apply(json.loads(line)["action"])]
    return found


def called_for(game: Game, seat: int, total: int) -> int:
    """Cards that this roll calls for: one for a settlement at a hex of this number, two for a city, bar the robber."""
    state, tokens = game.public_state(None), game.board.tokens
    hexes = [hex_id for hex_id in range(19) if tokens[hex_id] == total and hex_id != state["robber"]]
    corners = [vertex for hex_id in hexes for vertex in HEX_VERTICES[hex_id]]
    return sum((v in state["settlements"][seat]) + 2 * (v in state["cities"][seat]) for v in corners)


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_a_sealed_record_is_counted_by_the_seed_beside_it_and_stays_sealed(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, sealed_lines(), name, SECRET)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert figures_of(path) == figures_of(VICTORY)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_match_without_a_roll_has_no_luck_and_no_dealings() -> None:
    figures = figures_of(FOLDER / "forfeit_no_start.jsonl")
    assert figures.luck == (0.0,) * 4
    assert figures.dealings.stolen == figures.dealings.given == ((0,) * 4,) * 4


def with_another_hash() -> list[bytes]:
    lines = sealed_lines()
    lines[10] = changed(lines[10], hash="0" * 32)
    return signed_anew(lines)


def with_another_winner() -> list[bytes]:
    lines = sealed_lines()
    result = json.loads(lines[-1])["result"]
    return signed_anew([*lines[:-1], changed(lines[-1], result={**result, "ranking": result["ranking"][::-1]})])


def with_another_time() -> list[bytes]:
    lines = sealed_lines()
    return [*lines[:10], changed(lines[10], ms=999), *lines[11:]]


@pytest.mark.parametrize(
    ("lines", "secret", "words"),
    [
        pytest.param(with_another_hash(), SECRET, r"^differs at line 11: .*hash", id="a hash"),
        pytest.param(with_another_winner(), SECRET, r"^differs at line \d+: result: ranking", id="the ranking"),
        pytest.param(with_another_time(), SECRET, r"^differs at line \d+: record_digest", id="a time"),
        pytest.param(sealed_lines(), Secret("another", "ab" * 32), "committed", id="another seed"),
        pytest.param(sealed_lines(), None, "neither revealed nor in a file beside it", id="no seed"),
        pytest.param(lines_of(VICTORY)[:40], SECRET, "was interrupted", id="interrupted"),
        pytest.param(lines_of(FORFEIT)[1:], None, "line 1", id="no header"),
    ],
)
def test_a_record_that_does_not_play_back_has_no_figures_and_it_is_said_where(
    tmp_path: Path, lines: list[bytes], secret: Secret | None, words: str
) -> None:
    with pytest.raises(UnplayableError, match=words):
        figures_of(write(tmp_path, lines, secret=secret))


def test_a_record_that_is_not_there_is_the_system_s_to_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.jsonl"):
        figures_of(tmp_path / "gone.jsonl")
