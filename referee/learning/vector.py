"""Thousands of games at a time, in step, in worker processes: for policies that answer in batches."""

from __future__ import annotations

import contextlib
import multiprocessing
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine import COMPETITION, Rules
from referee.learning.capped import PLY_CAP
from referee.learning.rewards import Reward, winner_takes_all
from referee.learning.rows import Terms
from referee.learning.shared_arrays import SharedArrays
from referee.learning.worker import DONE, RESET, STEP, work

_END_WITHIN_S: Final = 5.0


class WorkerError(RuntimeError):
    """A worker process has failed or died; the text has its traceback or exit status. The games are closed."""


@dataclass(frozen=True, slots=True)
class Batch:
    """All games after a step, a row each; the arrays are the caller's own. A seat's place is that at its table."""

    observation: NDArray[np.uint8]
    """[games, layout(rules).size], of the seat to act."""
    action_mask: NDArray[np.int8]
    """[games, actions], 1 where the seat to act may play the action; never all 0."""
    seat: NDArray[np.int8]
    """[games], the seat to act."""
    reward: NDArray[np.float32]
    """[games, seats], of the game that this step ended; 0 in rows where it ended none."""
    done: NDArray[np.bool_]
    """[games], has this step ended the row's game? What is seen is then the start of the next."""
    truncated: NDArray[np.bool_]
    """[games], was that by the cap on plies?"""
    number: NDArray[np.int64]
    """[games], the game that is seen: game ``n`` is ``Game(rules, seed=str(n))``."""


class VectorGames:
    """So many games side by side, each begun anew when it ends.

    >>> with VectorGames(games=4096, workers=2) as games:
    ...     batch = games.reset()
    ...     while True:
    ...         batch = games.step(policy(batch.observation, batch.action_mask))

    Row ``r`` plays the games ``seed + r``, ``seed + r + games``, ``seed + r + 2 * games`` and so on, so that results do
    not depend on the number of workers. ``reward`` and ``ply_cap`` are as in ``CatanEnv``. Workers are started with
    ``spawn``: a script that makes a vector guards it by ``if __name__ == "__main__"``.

    Raises ``RulesError`` for rules that can't be played, ``ValueError`` for numbers that don't go together and
    ``WorkerError`` for a worker that does not start.
    """

    def __init__(
        self,
        games: int,
        *,
        workers: int = 1,
        rules: Rules = COMPETITION,
        seed: int = 0,
        ply_cap: int = PLY_CAP,
        reward: Reward = winner_takes_all,
    ) -> None:
        rules.check()
        if games < 1:
            raise ValueError(f"games = {games} must be 1 or more")
        if not 1 <= workers <= games:
            raise ValueError(f"workers = {workers} must be 1 or more and no more than the games, {games}")
        self._terms = Terms(rules, games, seed, ply_cap, reward)
        self._arrays = SharedArrays(self._terms.shapes())
        self._workers: list[tuple[SpawnProcess, Connection]] = []
        self._is_reset = False
        # Also when the caller forgets: at the end of the program at the latest.
        self._finish = weakref.finalize(self, _end_all, self._workers, self._arrays)
        with self._closed_on_failure():
            for number in range(workers):
                self._workers.append(self._start(games * number // workers, games * (number + 1) // workers))
            self._wait()

    def reset(self) -> Batch:
        """Begin the first game of each row, whatever was played before."""
        self._order(RESET)
        self._is_reset = True
        return self._batch()

    def step(self, actions: ArrayLike) -> Batch:
        """Play one action, a number of the table, in each row.

        Raises ``ValueError`` for anything else than a whole number for each row, and ``WorkerError`` for one that is
        not legal; the games are then closed.
        """
        if not self._is_reset:
            raise ValueError("the games have not begun: call reset first")
        numbers = np.asarray(actions)
        if numbers.shape != (self._terms.games,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self._terms.games} whole numbers, one a row, "
                f"not an array of {numbers.dtype} in the shape {numbers.shape}"
            )
        if not self._finish.alive:
            raise ValueError("the games are closed")
        self._arrays["action"][:] = numbers
        self._order(STEP)
        return self._batch()

    def close(self) -> None:
        """End the workers and free the shared memory; a second call does nothing."""
        self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, first: int, last: int) -> tuple[SpawnProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._terms, self._arrays.block, first, last), daemon=True)
        with theirs:
            process.start()
        return process, ours

    def _order(self, order: bytes) -> None:
        if not self._finish.alive:
            raise ValueError("the games are closed")
        with self._closed_on_failure():
            for process, connection in self._workers:
                try:
                    connection.send_bytes(order)
                except ConnectionError as error:
                    raise _death(process) from error
            self._wait()

    def _wait(self) -> None:
        """Until every worker has answered."""
        for process, connection in self._workers:
            try:
                answer = connection.recv_bytes()
            except (EOFError, ConnectionError) as error:
                raise _death(process) from error
            if answer != DONE:
                raise WorkerError(f"a worker of the games failed:\n{answer.decode()}")

    @contextlib.contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        """Also after Ctrl-C: some rows have then made their ply and others have not."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _batch(self) -> Batch:
        return Batch(**{name: self._arrays[name].copy() for name in Batch.__slots__})


def _death(process: SpawnProcess) -> WorkerError:
    process.join(_END_WITHIN_S)
    return WorkerError(f"a worker of the games ended with exit status {process.exitcode}")


def _end_all(workers: Sequence[tuple[SpawnProcess, Connection]], arrays: SharedArrays) -> None:
    """A closed pipe ends a worker; one that does not heed it is killed."""
    for _, connection in workers:
        connection.close()
    for process, _ in workers:
        process.join(_END_WITHIN_S)
        if process.is_alive():
            process.kill()
            process.join()
    arrays.close()
