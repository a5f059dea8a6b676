"""Many games at a time: each is the engine's own game, whatever the workers, and nothing of it is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine import COMPETITION, KATAN, Game, Rules, RulesError
from referee.learning import vector
from referee.learning.action_space import action_table
from referee.learning.layout import layout
from referee.learning.masked import best_choice, uniform_choice
from referee.learning.observation import Observer
from referee.learning.shared_arrays import Shapes, SharedArrays
from referee.learning.vector import Batch, VectorGames, WorkerError
from tests.kit.random_games import any_action

SHORT = replace(COMPETITION, name="short", roll_cap=9)
KATAN_WITHOUT_BUNDLES = replace(KATAN, name="no_bundles", player_trades="none", overlapping_bundles=False, roll_cap=20)
BLOCKS = Path("/dev/shm")


def final_hash(game: Game) -> list[float]:
    """As a reward: the first 24 digits of the last state's hash, six for each seat, which a float32 holds exactly."""
    text = game.state_hash()
    return [float(int(text[6 * seat : 6 * seat + 6], 16)) for seat in range(game.seats)]


class OwnGame:
    """What the engine does alone in one row."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.number, self.rng = number, Random(number)
        self.game = Game(rules, seed=str(number))

    def action(self) -> int:
        assert self.game.to_act is not None
        action = any_action(self.game.legal_actions(), self.rng)
        table = action_table(self.game.rules, self.game.to_act)
        number = table.number(action) if action in table.texts else len(table) - 1
        self.game.apply(table.text(number, self.game.hand(self.game.to_act)))
        return number

    def agrees(self, batch: Batch, row: int) -> bool:
        game = self.game
        assert game.to_act is not None
        table = action_table(game.rules, game.to_act)
        mask = table.mask(game.legal_actions(), game.hand(game.to_act), game.free_form_verbs())
        seen = Observer(game.rules, game.board).of_game(game, game.to_act)
        return (
            int(batch.number[row]) == self.number
            and int(batch.seat[row]) == game.to_act
            and batch.action_mask[row].tobytes() == bytes(mask)
            and batch.observation[row].tobytes() == seen.tobytes()
        )


@pytest.mark.parametrize(("rules", "workers"), [(SHORT, 1), (SHORT, 3), (KATAN_WITHOUT_BUNDLES, 2)])
def test_each_row_is_the_engines_own_game_byte_for_byte(rules: Rules, workers: int) -> None:
    ended = 0
    with VectorGames(games=5, workers=workers, rules=rules, seed=100, reward=final_hash) as games:
        rows = [OwnGame(rules, 100 + row) for row in range(5)]
        batch = games.reset()
        for _ in range(300):
            assert all(own.agrees(batch, row) for row, own in enumerate(rows))
            batch = games.step([own.action() for own in rows])
            for row, own in enumerate(rows):
                is_over = own.game.result is not None
                assert batch.done[row] == is_over
                assert batch.reward[row].tolist() == (final_hash(own.game) if is_over else [0] * rules.seats)
                if is_over:
                    rows[row] = OwnGame(rules, own.number + 5)
                    ended += 1
        assert not batch.truncated.any()
    assert ended >= 5


def outcomes(workers: int) -> list[tuple[int, list[float], bool]]:
    """The games that end in 400 random steps of four rows, by number: reward, cut off."""
    found, rng = [], np.random.default_rng(1)
    with VectorGames(games=4, workers=workers, rules=SHORT, ply_cap=75) as games:
        batch = games.reset()
        for _ in range(400):
            before = batch
            batch = games.step(uniform_choice(batch.action_mask, rng))
            found += [
                (int(before.number[row]), batch.reward[row].tolist(), bool(batch.truncated[row]))
                for row in np.flatnonzero(batch.done)
            ]
    return found


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    one, four = outcomes(1), outcomes(4)
    assert one == four
    assert len(one) > 8
    assert {is_cut_off for _, _, is_cut_off in one} == {True, False}
    assert all(sum(reward) == pytest.approx(0, abs=1e-6) and max(reward) == 1 for _, reward, _ in one)


def test_reset_begins_the_first_games_again() -> None:
    with VectorGames(games=3, rules=SHORT) as games:
        first = games.reset()
        kept = first.observation.copy()
        games.step(first.action_mask.argmax(axis=1))
        again = games.reset()
    assert (again.observation == kept).all()
    assert (first.observation == kept).all(), "a batch is the caller's own"
    assert first.observation.shape == (3, layout(SHORT).size)
    assert again.number.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("actions", "reason"),
    [([0, 1], "3 whole numbers"), ([0.0, 1.0, 2.0], "float64"), ([[0], [1], [2]], r"\(3, 1\)")],
)
def test_anything_but_one_whole_number_a_row_is_refused(actions: Sequence[float], reason: str) -> None:
    with VectorGames(games=3, rules=SHORT) as games:
        with pytest.raises(ValueError, match="call reset first"):
            games.step([0, 0, 0])
        games.reset()
        with pytest.raises(ValueError, match=reason):
            games.step(actions)
        assert games.step([0, 0, 0]).number.tolist() == [0, 1, 2], "the games go on"
    with pytest.raises(ValueError, match="closed"):
        games.step([0, 0, 0])
    with pytest.raises(ValueError, match="closed"):
        games.reset()


def test_numbers_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="workers = 3"):
        VectorGames(games=2, workers=3)
    with pytest.raises(ValueError, match="workers = 0"):
        VectorGames(games=2, workers=0)
    with pytest.raises(RulesError, match="seats"):
        VectorGames(games=2, rules=replace(COMPETITION, seats=5))


# -- trouble ------------------------------------------------------------------------------------------------


@pytest.fixture
def assert_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """To be called once the games are closed: no child runs and no block of memory that was made is there."""
    made: list[str] = []

    class Noted(SharedArrays):
        def __init__(self, shapes: Shapes) -> None:
            super().__init__(shapes)
            made.append(self.block)

    monkeypatch.setattr(vector, "SharedArrays", Noted)

    def look() -> None:
        assert made
        assert multiprocessing.active_children() == []
        assert [block for block in made if (BLOCKS / block).exists()] == []

    return look


def test_an_illegal_action_names_the_row_and_closes_the_games(assert_nothing_is_left: Callable[[], None]) -> None:
    games = VectorGames(games=3, workers=2, rules=SHORT)
    games.reset()
    with pytest.raises(WorkerError, match=r"(?s)IllegalAction: end_turn.*row 2, game 2, ply 0, seat 0"):
        games.step([0, 0, action_table(SHORT, 0).number("end_turn")])
    assert_nothing_is_left()
    with pytest.raises(ValueError, match="closed"):
        games.reset()


SHORTEST = replace(COMPETITION, name="shortest", roll_cap=1)


def play_on(games: VectorGames) -> None:
    """Long enough for a game of one roll to end."""
    batch = games.reset()
    for _ in range(100):
        batch = games.step(batch.action_mask.argmax(axis=1))


def fails(_game: Game) -> list[float]:
    raise ZeroDivisionError("the reward is at fault")


def test_a_failing_reward_is_told_with_its_traceback() -> None:
    games = VectorGames(games=1, rules=SHORTEST, reward=fails)
    with pytest.raises(WorkerError, match=r"(?s)in fails.*ZeroDivisionError: the reward is at fault"):
        play_on(games)


def dies(_game: Game) -> list[float]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_a_worker_that_dies_is_told_with_its_exit_status(assert_nothing_is_left: Callable[[], None]) -> None:
    games = VectorGames(games=4, workers=2, rules=SHORTEST, reward=dies)
    with pytest.raises(WorkerError, match="ended with exit status -9"):
        play_on(games)
    assert_nothing_is_left()


def test_a_reward_that_cannot_be_sent_to_a_worker_leaves_nothing_behind(
    assert_nothing_is_left: Callable[[], None],
) -> None:
    with pytest.raises((AttributeError, TypeError)):  # of pickle, whose words they are; which one depends on the Python
        VectorGames(games=2, reward=lambda game: [0.0] * game.seats)
    assert_nothing_is_left()


ENDLESS = """
import sys
from referee.learning.masked import uniform_choice
from referee.learning.shared_arrays import Shapes, SharedArrays
from referee.learning.vector import VectorGames
import numpy as np

def main():
    games = VectorGames(games=8, workers=2)
    batch, rng = games.reset(), np.random.default_rng(0)
    print(games._arrays.block, *[process.pid for process, _ in games._workers], flush=True)
    {loop}
        batch = games.step(uniform_choice(batch.action_mask, rng))

if __name__ == "__main__":
    main()
"""


def still_runs(pid: str) -> bool:
    """A process that has ended and that nobody has asked about does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(
    ("loop", "sent", "status"),
    [
        ("while True:", signal.SIGINT, -signal.SIGINT),
        ("while True:", signal.SIGKILL, -signal.SIGKILL),
        ("for _ in range(3):", None, 0),
    ],
    ids=["interrupted", "killed", "not closed"],
)
def test_no_process_and_no_memory_outlives_the_program(
    loop: str, sent: signal.Signals | None, status: int, tmp_path: Path
) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS.format(loop=loop))
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        block, *workers = program.stdout.readline().split()
        assert len(workers) == 2
        if sent == signal.SIGINT:
            os.killpg(program.pid, sent)  # as a terminal does
        elif sent is not None:
            program.send_signal(sent)
        complaints = program.stderr.read()  # to its end: then no process has it open any more
        assert program.wait() == status
    assert not (BLOCKS / block).exists()
    assert [pid for pid in workers if still_runs(pid)] == []
    if sent != signal.SIGKILL:
        assert "leaked" not in complaints
        assert complaints.count("Traceback") == (sent is not None)


# -- choices ------------------------------------------------------------------------------------------------


def test_a_uniform_choice_is_legal_and_each_legal_action_equally_often() -> None:
    mask = np.tile(np.array([[0, 1, 0, 1, 1], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]], dtype=np.int8), (1000, 1))
    chosen = uniform_choice(mask, np.random.default_rng(0)).reshape(1000, 3)
    assert set(chosen[:, 1]) == {0}
    assert set(chosen[:, 2]) == {4}
    assert np.bincount(chosen[:, 0], minlength=5)[[0, 2]].tolist() == [0, 0]
    assert min(np.bincount(chosen[:, 0])[[1, 3, 4]]) > 280


def test_the_best_choice_is_the_best_legal_one() -> None:
    values = np.array([[5.0, 1.0, 2.0], [-3.0, -1.0, -1.0]])
    assert best_choice(values, np.array([[0, 1, 1], [1, 1, 1]], dtype=np.int8)).tolist() == [2, 1]
