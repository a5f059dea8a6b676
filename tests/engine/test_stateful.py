"""Hypothesis looks for a sequence of actions, refusals, copies and reloads after which something is untrue."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from tests.kit import grammar
from tests.kit.case_script import assert_refused
from tests.kit.invariants import (
    assert_bundles_are_judged,
    assert_follows_the_rules,
    assert_nothing_is_lost,
    everything_about,
    rebuilt,
)
from tests.kit.random_games import game_after, some_bundle
from tests.kit.rule_mixes import rule_mixes

_SHARES = st.floats(min_value=0, max_value=1, exclude_max=True)
_RULES = st.sampled_from([COMPETITION, KATAN, STANDARD]) | rule_mixes()
_TEXTS = tuple(dict.fromkeys(grammar.vocabulary(COMPETITION) + grammar.vocabulary(KATAN))) + grammar.NEVER_AT_ALL


class Match(RuleBasedStateMachine):
    """A match in the hands of Hypothesis, beside a copy that must stay as it was and a twin that must keep up."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(COMPETITION, seed="before the first rule")
        self.twin = self.game.copy()
        self.kept = self.game.copy()
        self.kept_state = everything_about(self.kept)

    @initialize(rules=_RULES, number=st.integers(0, 10_000), ply_count=st.integers(0, 600))
    def start(self, rules: Rules, number: int, ply_count: int) -> None:
        self.game = game_after(number, ply_count, rules=rules)
        self.twin = self.game.copy()
        self.keep()

    @rule(shares=st.lists(_SHARES, min_size=1, max_size=8))
    def play(self, shares: list[float]) -> None:
        """Apply a few listed actions, each chosen by its place in the list, to the game and to its twin."""
        for share in shares:
            legal = self.game.legal_actions()
            if legal:
                self.apply_to_both(legal[int(share * len(legal))])

    @rule(number=st.integers(0, 10_000))
    def trade(self, number: int) -> None:
        """Offer or counter a bundle, where the rules trade bundles and this one is legal."""
        for verb in self.game.free_form_verbs():
            trade = some_bundle(self.game, verb, Random(number))
            if self.game.is_legal(trade):
                self.apply_to_both(trade)

    def apply_to_both(self, action: str) -> None:
        seen = [event.seen_by(None) for event in self.game.apply(action)]
        assert [event.seen_by(None) for event in self.twin.apply(action)] == seen

    @rule(action=st.sampled_from(_TEXTS))
    def say_anything(self, action: str) -> None:
        """Whatever is not legal is refused and changes nothing."""
        if not self.game.is_legal(action):
            assert_refused(self.game, action)

    @rule(number=st.integers(0, 10_000))
    def say_trades(self, number: int) -> None:
        assert_bundles_are_judged(self.game, Random(number))

    @rule(text=st.text(max_size=40))
    def say_nonsense(self, text: str) -> None:
        if text not in _TEXTS and text not in grammar.OTHER_SPELLINGS:
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
