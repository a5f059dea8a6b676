"""A recorded match at a ply, on the terminal: what each viewer may know, and no more."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine import KATAN, Game
from referee.console import Console
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.playable import read_playable
from referee.replays.plies import recorded_plies
from referee.replays.reader import Replay
from referee.replays.render.standing import standing_after, standing_picture
from referee.replays.render.text import board_text
from referee.replays.seed_file import Secret
from tests.match.commands import referee
from tests.replays.golden import EVIDENCE, RECORDS, VICTORY, changed, lines_of
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_sealed import sealed_lines, write


def picture(replay: Replay, secret: Secret, plies: int, viewer: Viewer = FULL) -> str:
    paper = Console(file=io.StringIO(), width=400)
    with paper.capture() as printed:
        for part in standing_picture(standing_after(replay, secret, plies, viewer)):
            paper.print(part, soft_wrap=True)
    return printed.get()


def golden(path: Path, plies: int, viewer: Viewer = FULL) -> str:
    return picture(*read_playable(path, None), plies, viewer)


def game_of(path: Path, plies: int) -> Game:
    """The match after so many plies, by the engine alone."""
    replay, secret = read_playable(path, None)
    rules = MadeRecord().game.rules.with_values({"points_to_win": replay.header.rules["points_to_win"]})
    game = Game(rules, seed=secret.seed)
    for line in lines_of(path)[1 : plies + 1]:
        game.apply(json.loads(line)["action"])
    return game


def seat_rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:3] in (" 0 ", " 1 ", " 2 ", " 3 ") and "polite" in line]


@pytest.mark.parametrize("plies", [1, 16, 60, 120])
def test_board_hands_and_points_are_the_engine_s(plies: int) -> None:
    game, text = game_of(VICTORY, plies), golden(VICTORY, plies)
    assert text.startswith(board_text(game.board, game.public_state(None)))
    assert f"after ply {plies - 1} ({plies} of 135 played): turn {game.turn}, roll {game.rolls} of 160" in text
    for seat, row in enumerate(seat_rows(text)):
        names = ("wood", "brick", "sheep", "wheat", "ore")
        hand = ", ".join(f"{n} {name}" for n, name in zip(game.hand(seat), names, strict=True) if n)
        assert (hand or "  0  ") in row
    bank = ", ".join(
        f"{n} {name}" for n, name in zip(game.bank, ("wood", "brick", "sheep", "wheat", "ore"), strict=True)
    )
    assert f"bank: {bank}; {len(game.deck)} development cards" in text


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    for viewer in (1, PUBLIC):
        rows = seat_rows(golden(VICTORY, 135, viewer))
        assert len(rows) == 4
        assert [any(name in row for name in ("wood", "sheep", "ore")) for row in rows] == [
            seat == viewer for seat in range(4)
        ]


def test_hidden_cards_are_named_to_who_may_know_them() -> None:
    replay, _ = read_playable(VICTORY, None)
    plies = next(n for n, line in enumerate(lines_of(VICTORY)) if b"buy_dev_card" in line)
    buyer, card = (json.loads(lines_of(VICTORY)[plies])[key] for key in ("seat", "chance"))
    viewers: tuple[Viewer, ...] = (FULL, buyer, (buyer + 1) % 4, PUBLIC)
    words = f"buys a development card: {card.replace('_', ' ')}"
    assert [words in golden(VICTORY, plies, viewer) for viewer in viewers] == [True, True, False, False]
    assert replay.end is not None


def test_the_end_tells_how_it_ended_and_earlier_plies_do_not() -> None:
    assert golden(VICTORY, 135).rstrip().endswith("victory: seat 2 reached 4 points (39 rolls, 135 plies)")
    assert "victory" not in golden(VICTORY, 134).replace("victory point", "")


def test_faults_are_told_to_their_seat() -> None:
    viewers: tuple[tuple[Viewer, bool], ...] = ((FULL, True), (1, True), (0, False), (PUBLIC, False))
    for viewer, is_told in viewers:
        text = golden(EVIDENCE, 18, viewer)
        assert ('"ROLL": malformed' in text) is is_told
        assert "forfeit timeout: seat 1 did not answer in time" in text
    assert "malformed" not in golden(EVIDENCE, 17)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_golden_is_shown_to_its_end(path: Path) -> None:
    replay, secret = read_playable(path, None)
    plies = len(recorded_plies(replay))
    ending = "interrupted" if replay.end is None else replay.end.result.verdict.replace("_", " ")
    assert picture(replay, secret, plies).splitlines()[-1].startswith(f"{ending}: ")
    assert f"({plies // 2} of {plies} played)" in picture(replay, secret, plies // 2) or not plies


def test_an_open_offer_is_told() -> None:
    record = MadeRecord(KATAN, seed="offers")
    while record.game.phase != "main" or not any(record.game.hand(record.game.current_seat)):
        record.play(1)
    seat = record.game.current_seat
    give = ("wood", "brick", "sheep", "wheat", "ore")[next(r for r, n in enumerate(record.game.hand(seat)) if n)]
    get = "ore" if give != "ore" else "wood"
    record.apply(f"offer_trade:{(seat + 1) % 4}:{give}:{get}")
    text = picture(Replay(b"".join(record.lines)), Secret("offers", NONCE), record.game.ply)
    assert f"open offer: made gives 1 {give} for 1 {get}; still to answer: made" in text
    assert text.rstrip().endswith("interrupted: the record ends here")


def test_before_the_first_ply() -> None:
    text = picture(Replay(MadeRecord(seed="none").lines[0]), Secret("none", NONCE), 0)
    assert "before the first ply: turn 0, roll 0" in text


def test_names_of_an_anonymous_match_that_did_not_end_stay_hidden_from_seats() -> None:
    record = MadeRecord(seed="anonymous", anonymous=True).play(20)
    replay, secret = Replay(b"".join(record.lines)), Secret("anonymous", NONCE)
    assert "made" in picture(replay, secret, 20)
    assert "made" not in picture(replay, secret, 20, 2)


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_shows_the_last_ply_or_the_one_named(tmp_path: Path) -> None:
    done = referee("replay", "show", str(VICTORY), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "after ply 134" in done.stdout
    assert "\x1b" not in done.stdout, "no colour where there is no terminal"
    done = referee("replay", "show", str(VICTORY), "--ply", "-2", "--seat", "3", cwd=tmp_path)
    assert (done.returncode, "after ply 133" in done.stdout) == (0, True)


def test_colour_is_used_where_there_is_some(tmp_path: Path) -> None:
    done = referee("replay", "show", str(VICTORY), cwd=tmp_path, extra={"FORCE_COLOR": "1"})
    assert done.returncode == 0
    assert "\x1b[" in done.stdout


def test_foreign_names_are_escaped(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)[:61]
    seats = [{"name": "\x1b[2J[red]x", "version": "1", "digest": None}] * 4
    (tmp_path / "a.jsonl").write_bytes(b"".join([changed(lines[0], seats=seats), *lines[1:]]))
    _, secret = read_playable(VICTORY, None)
    (tmp_path / "a.jsonl.seed").write_text(json.dumps({"seed": secret.seed, "nonce": secret.nonce}))
    done = referee("replay", "show", "a.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\\x1b[2J[red]x" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--ply", "135"), "there is no ply 135"),
        (("--seat", "4"), "there is no seat 4"),
        (("--seat", "1", "--public"), "name one viewer"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    done = referee("replay", "show", str(VICTORY), *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_without_the_seed_there_is_nothing_to_show(tmp_path: Path) -> None:
    done = referee("replay", "show", str(write(tmp_path, sealed_lines())), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "its seed is neither revealed nor in a file beside it" in done.stderr
