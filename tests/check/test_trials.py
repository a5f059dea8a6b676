"""What is played for whom."""

from __future__ import annotations

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game
from referee.check.play import prelude
from referee.check.trials import claimed_rules, trials_for
from referee.match.settings import DEFAULT_TIME_CONTROL


def test_every_claimed_rule_set_is_played_by_its_own_rules() -> None:
    trials = trials_for([COMPETITION, KATAN, STANDARD], DEFAULT_TIME_CONTROL)
    assert [trial.settings.rules for trial in trials[:3]] == [COMPETITION, KATAN, STANDARD]
    assert len({trial.name for trial in trials}) == len({trial.seed for trial in trials}) == len(trials) == 7


def test_a_command_claims_what_a_manifest_claims_by_default() -> None:
    assert claimed_rules(None) == ([COMPETITION], [])
    assert claimed_rules(("katan", "chess")) == ([PRESETS["katan"]], ["chess"])


def test_a_rule_set_that_is_claimed_twice_is_tried_once() -> None:
    """Its two trials would have one name, and so one record."""
    assert claimed_rules(("katan", "katan", "chess", "chess")) == ([PRESETS["katan"]], ["chess"])


def test_the_terms_differ_as_their_names_say() -> None:
    trials = {trial.name: trial for trial in trials_for([STANDARD], DEFAULT_TIME_CONTROL)}
    assert trials["rated terms"].settings.anonymous
    assert trials["rated terms"].settings.freeze
    assert trials["three seats"].settings.rules.seats == 3
    assert trials["refusals"].settings.on_illegal == "refuse"
    assert trials["refusals"].mishears
    assert trials["near the roll cap"].settings.rules.roll_cap == 160


def test_the_bot_keeps_its_own_clock_but_for_the_cap_on_the_match() -> None:
    for trial in trials_for([COMPETITION], DEFAULT_TIME_CONTROL):
        control = trial.settings.time_control
        assert control is not None
        assert (control.move_ms, control.reserve_ms, control.start_ms) == (1_000, 30_000, 10_000)
        assert control.match_ms == 4_000


def test_the_prelude_leads_close_to_the_cap_and_no_further() -> None:
    for rules in (COMPETITION, KATAN, STANDARD):
        *_, late = trials_for([rules], DEFAULT_TIME_CONTROL)
        game = Game(late.settings.rules, seed=late.seed)
        for action in prelude(late):
            game.apply(action)
        assert game.result is None
        assert game.rolls == late.rolls_before == 152
