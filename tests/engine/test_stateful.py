"""Hypothesis looks for a sequence of actions, refusals, copies and reloads after which something is untrue."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine import COMPETITION, Game
from tests.kit import grammar
from tests.kit.case_script import assert_refused
from tests.kit.invariants import assert_follows_the_rules, assert_nothing_is_lost, everything_about, rebuilt
from tests.kit.random_games import game_after

_SHARES = st.floats(min_value=0, max_value=1, exclude_max=True)


class Match(RuleBasedStateMachine):
    """A match in the hands of Hypothesis, beside a copy that must stay as it was and a twin that must keep up."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(COMPETITION, seed="before the first rule")
        self.twin = self.game.copy()
        self.kept = self.game.copy()
        self.kept_state = everything_about(self.kept)

    @initialize(number=st.integers(0, 10_000), ply_count=st.integers(0, 600))
    def start(self, number: int, ply_count: int) -> None:
        self.game = game_after(number, ply_count)
        self.twin = self.game.copy()
        self.keep()

    @rule(shares=st.lists(_SHARES, min_size=1, max_size=8))
    def play(self, shares: list[float]) -> None:
        """Apply a few listed actions, each chosen by its place in the list, to the game and to its twin."""
        for share in shares:
            legal = self.game.legal_actions()
            if legal:
                action = legal[int(share * len(legal))]
                seen = [event.seen_by(None) for event in self.game.apply(action)]
                assert [event.seen_by(None) for event in self.twin.apply(action)] == seen

    @rule(action=st.sampled_from(grammar.ACTIONS + grammar.NEVER))
    def say_anything(self, action: str) -> None:
        """Whatever is not listed is refused and changes nothing."""
        if action not in self.game.legal_actions():
            assert_refused(self.game, action)

    @rule(text=st.text(max_size=40))
    def say_nonsense(self, text: str) -> None:
        if text not in grammar.PLACE_IN_ORDER and text not in grammar.OTHER_SPELLINGS:
            assert_refused(self.game, text)

    @rule()
    def keep(self) -> None:
        self.kept = self.game.copy()
        self.kept_state = everything_about(self.kept)

    @rule()
    def reload_the_twin(self) -> None:
        self.twin = rebuilt(self.twin)

    @invariant()
    def the_rules_hold(self) -> None:
        assert_follows_the_rules(self.game)
        assert_nothing_is_lost(self.game.position())

    @invariant()
    def the_twin_keeps_up(self) -> None:
        assert everything_about(self.twin) == everything_about(self.game)

    @invariant()
    def the_copy_stays_as_it_was(self) -> None:
        assert everything_about(self.kept) == self.kept_state


TestMatch = Match.TestCase
TestMatch.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
