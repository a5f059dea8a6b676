"""Some of the games of a vector, played in one process: actions are read from arrays, what is seen is written there."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game, Rules
from referee.learning.action_space import action_table
from referee.learning.capped import cut_off
from referee.learning.layout import layout
from referee.learning.observation import Observer
from referee.learning.rewards import Reward
from referee.learning.seen import seen_in_game
from referee.learning.shared_arrays import Shapes, SharedArrays


@dataclass(frozen=True)
class Terms:
    """What all games of a vector have in common, and how many there are."""

    rules: Rules
    games: int
    seed: int
    ply_cap: int
    reward: Reward

    def shapes(self) -> Shapes:
        """The arrays that the games need; the first axis is the row of a game."""
        return {
            "action": ("int64", (self.games,)),
            "observation": ("uint8", (self.games, layout(self.rules).size)),
            "action_mask": ("int8", (self.games, len(action_table(self.rules, 0)))),
            "seat": ("int8", (self.games,)),
            "reward": ("float32", (self.games, self.rules.seats)),
            "done": ("bool", (self.games,)),
            "truncated": ("bool", (self.games,)),
            "number": ("int64", (self.games,)),
        }


class Rows:
    """The games of the rows from ``first`` up to and without ``last``."""

    def __init__(self, terms: Terms, arrays: SharedArrays, first: int, last: int) -> None:
        self._terms, self._arrays = terms, arrays
        self._first, self._last = first, last
        self._tables = [action_table(terms.rules, seat) for seat in range(terms.rules.seats)]
        self._observation_size, self._mask_size = layout(terms.rules).size, len(self._tables[0])
        # Plain bytes are written into plain memory many times faster than into an array.
        self._observations = arrays["observation"].data.cast("B")
        self._masks = arrays["action_mask"].data.cast("B")
        self._games: dict[int, Game] = {}
        self._observers: dict[int, Observer] = {}

    def close(self) -> None:
        """Let go of the shared memory."""
        self._observations.release()
        self._masks.release()

    def reset(self) -> None:
        """Begin the first game of every row."""
        self._clear_outcomes()
        for row in range(self._first, self._last):
            self._begin(row, self._terms.seed + row)
            self._show(row)

    def step(self) -> None:
        """One ply in every row. A game that it ends is rewarded, and the next of its row begins."""
        self._clear_outcomes()
        actions = self._arrays["action"][self._first : self._last].tolist()
        for row, action in enumerate(actions, self._first):
            game = self._games[row]
            seat = game.to_act
            assert seat is not None
            try:
                game.apply(self._tables[seat].text(action, game.hand(seat)))
            except Exception as error:
                error.add_note(f"in row {row}, game {self._arrays['number'][row]}, ply {game.ply}, seat {seat}")
                raise
            is_cut_off = cut_off(game, self._terms.ply_cap)
            if game.result is not None:
                self._end(row, game, is_cut_off)
            self._show(row)

    def _clear_outcomes(self) -> None:
        for name in ("reward", "done", "truncated"):
            self._arrays[name][self._first : self._last] = 0

    def _begin(self, row: int, number: int) -> None:
        game = Game(self._terms.rules, seed=str(number))
        self._games[row] = game
        self._observers[row] = Observer(self._terms.rules, game.board)
        self._arrays["number"][row] = number

    def _end(self, row: int, game: Game, is_cut_off: bool) -> None:
        self._arrays["reward"][row] = self._terms.reward(game)
        self._arrays["done"][row] = True
        self._arrays["truncated"][row] = is_cut_off
        self._begin(row, int(self._arrays["number"][row]) + self._terms.games)

    def _show(self, row: int) -> None:
        """Write what the seat to act may know and do."""
        game = self._games[row]
        seat = game.to_act
        assert seat is not None
        mask = self._tables[seat].mask(game.legal_actions(), game.hand(seat), game.free_form_verbs())
        start = row * self._observation_size
        self._observations[start : start + self._observation_size] = self._observers[row].packed(
            seen_in_game(game, seat)
        )
        start = row * self._mask_size
        self._masks[start : start + self._mask_size] = mask
        self._arrays["seat"][row] = seat
