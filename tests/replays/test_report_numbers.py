"""The numbers of a report, by hand on positions made for it, and sums that must agree on whole matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import KATAN, PRESETS, STANDARD, Event, Game, Rules
from engine.topology import HEX_VERTICES, VERTEX_HEXES
from protocol.replay_records import Header, Ply, decode_record
from referee.replays.report.gather import report_of
from referee.replays.report.timeline import Timeline
from referee.replays.tallies.clocks import ClockTally
from referee.replays.tallies.dealings import CAME, WENT, DealingFacts, DealingTally
from referee.replays.tallies.dice import DEGREES_OF_FREEDOM, TOTALS, DiceTally, chi_square, p_value, ways
from referee.replays.tallies.production import ProductionTally
from tests.kit.chance import ScriptedChance
from tests.kit.positions import study_position
from tests.kit.random_games import builder, next_action
from tests.replays.golden import RECORDS, write
from tests.replays.made import MadeRecord


def played(game: Game, actions: Sequence[str]) -> Iterator[Event]:
    for action in actions:
        yield game.apply(action)[0]


def lone_vertex(hex_id: int) -> int:
    """A vertex that touches this hex and no other."""
    return next(vertex for vertex in HEX_VERTICES[hex_id] if VERTEX_HEXES[vertex] == (hex_id,))


# -- dice -----------------------------------------------------------------------------------------------------


def test_dice_by_hand() -> None:
    tally = DiceTally(3)
    for seat, dice in ((0, (3, 4)), (1, (1, 1)), (0, (2, 3)), (0, (6, 1))):
        tally.take(seat, dice)
    facts = tally.facts()
    assert (facts.rolls, facts.mean, facts.is_coarse) == (4, 5.25, True)
    assert {of.total: of.rolled for of in facts.totals if of.rolled} == {2: 1, 5: 1, 7: 2}
    assert {of.total: of.expected for of in facts.totals if of.total in (2, 7)} == {2: 0.11, 7: 0.67}
    # (n - e)^2 / e = n^2 / e - 2n + e, summed: 1/(1/9) + 1/(4/9) + 4/(2/3) - 8 + 4
    assert facts.chi_square == 9 + 2.25 + 6 - 4
    assert [(of.rolls, of.mean, of.sevens, of.sevens_expected) for of in facts.seats] == [
        (3, 6.33, 2, 0.5), (1, 2.0, 0, 0.17), (0, None, 0, 0.0),
    ]  # fmt: skip


def test_without_a_roll_there_is_no_figure() -> None:
    facts = DiceTally(4).facts()
    assert (facts.mean, facts.chi_square, facts.p_value) == (None, None, None)


@pytest.mark.parametrize(
    ("chi", "share"), [("0", 1.0), ("3.940", 0.95), ("9.342", 0.5), ("18.307", 0.05), ("29.588", 0.001)]
)
def test_the_share_is_that_of_the_tables_for_ten_degrees(chi: str, share: float) -> None:
    assert DEGREES_OF_FREEDOM == 10
    assert p_value(Fraction(chi)) == share


def test_dice_as_expected_have_no_chi_square() -> None:
    assert chi_square({total: 5 * ways(total) for total in TOTALS}) == 0


# -- production -----------------------------------------------------------------------------------------------


def test_production_by_hand() -> None:
    """Seat 0 on desert, ore 10 and sheep 10; seat 1 a city on wood 2; seat 2 a city on the robber's wheat 6."""
    inland = next(iter(set(HEX_VERTICES[0]) & set(HEX_VERTICES[3]) & set(HEX_VERTICES[4])))
    position = study_position(phase="roll", robber=6, hands={3: {"ore": 19}})
    position |= {"settlements": [[inland], [], [], []], "cities": [[], [lone_vertex(2)], [lone_vertex(6)], []]}
    game = Game.from_position(position, ScriptedChance(dice=[(5, 5), (1, 1), (3, 3)]))
    tally = ProductionTally(4)
    for event in played(game, ["roll", "end_turn", "roll", "end_turn", "roll"]):
        tally.take(event, game)
    first, second, third, fourth = tally.facts()
    # 3 throws of 36 pay two cards: E(x) = 1/6, E(x^2) = 1/3, three times. The bank has no ore.
    assert (first.expected, first.due, first.received, first.short) == (0.5, 2, 1, 1)
    assert (first.luck, first.deviation, first.score) == (1.5, 0.96, 1.57)
    assert {of.resource: (of.expected, of.received) for of in first.resources if of.expected} == {
        "sheep": (0.25, 1), "ore": (0.25, 0),
    }  # fmt: skip
    assert (second.expected, second.due, second.received) == (0.17, 2, 2)
    # What the robber keeps back is expected of nobody: 2 cards with 5 throws of 36, three times.
    assert (third.expected, third.due, third.score) == (0.0, 0, None)
    assert (third.robbed, third.robbed_expected) == (2, 0.83)
    assert (fourth.expected, fourth.received, fourth.deviation) == (0.0, 0, 0.0)


def test_cards_of_the_second_settlement_are_not_of_a_roll() -> None:
    record = MadeRecord(seed="start")
    tally = ProductionTally(4)
    while not record.game.turn:
        tally.take(record.game.apply(record.game.legal_actions()[0])[0], record.game)
    facts = tally.facts()
    assert [of.start for of in facts] == [sum(record.game.hand(seat)) for seat in range(4)]
    assert sum(of.start for of in facts) > 0
    assert [(of.expected, of.received) for of in facts] == [(0.0, 0)] * 4


# -- dealings -------------------------------------------------------------------------------------------------


def dealings(
    actions: Sequence[str], rules: Rules = STANDARD, steals: Sequence[int] = (), **position: Any
) -> DealingFacts:
    game = Game.from_position(study_position(rules=rules, **position), ScriptedChance(steals=steals))
    tally = DealingTally(game.seats)
    for event in played(game, actions):
        tally.take(event, game)
    return tally.facts()


HANDS = {0: {"wood": 6}, 1: {"ore": 3, "wood": 1}, 2: {"wheat": 2, "wood": 2}, 3: {"brick": 1}}


def test_trades_by_hand() -> None:
    found = dealings(
        [
            "offer_trade:1:2wood:ore", "accept_trade",
            "offer_trade:all:wood:2wheat", "decline_trade", "counter_trade:wheat:2wood", "decline_trade",
            "accept_counter:2",
            "offer_trade:3:wood:brick", "decline_trade",
        ],
        hands=HANDS,
    )  # fmt: skip
    assert found.given == ((0, 2, 2, 0), (1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0))
    assert found.trades == ((0, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert found.offers == ((0, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert [(of.made, of.to_everybody, of.accepted, of.by_counter, of.countered, of.declined)
            for of in found.by_seat] == [(3, 1, 2, 1, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 0),
                                         (0, 0, 0, 0, 0, 2)]  # fmt: skip
    assert [(of.traded_in, of.traded_out) for of in found.ledgers] == [(2, 4), (2, 1), (2, 1), (0, 0)]


def test_bank_monopoly_and_plenty_by_hand() -> None:
    found = dealings(["trade_bank:wood:ore", "play_dev:monopoly:wood"], hands=HANDS, dev_hands={0: {"monopoly": 1}})
    assert found.monopolised[0] == (0, 1, 2, 0)
    own = found.ledgers[0]
    assert (own.bank_out, own.bank_in, own.monopoly, own.hand) == (4, 1, 3, 6)
    assert [of.lost_to_monopoly for of in found.ledgers] == [0, 1, 2, 0]
    found = dealings(["play_dev:year_of_plenty:ore:ore"], dev_hands={0: {"year_of_plenty": 1}})
    assert (found.ledgers[0].plenty, found.ledgers[0].hand) == (2, 2)


def test_a_theft_by_hand() -> None:
    position = study_position(phase="move_robber", hands=HANDS)
    position |= {"settlements": [[], [lone_vertex(2)], [], []]}
    game = Game.from_position(position, ScriptedChance(steals=[0]))
    tally = DealingTally(4)
    for event in played(game, ["move_robber:2", "steal:1"]):
        tally.take(event, game)
    assert tally.facts().stolen == ((0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))


# -- sums that must agree -------------------------------------------------------------------------------------


def driven(rules: Rules, number: int) -> tuple[Game, DealingFacts, list[Event], ProductionTally]:
    game, rng = Game(rules, seed=f"sums {number}"), Random(number)
    dealt, production, events = DealingTally(game.seats), ProductionTally(game.seats), []
    while game.result is None and game.ply < 2500:
        event = game.apply(next_action(game, rng, builder))[0]
        dealt.take(event, game)
        production.take(event, game)
        events.append(event)
    return game, dealt.facts(), events, production


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("rules", [*PRESETS.values(), replace(KATAN, name="scarce", seats=3, bank_per_resource=6)],
                         ids=lambda rules: rules.name)  # fmt: skip
def test_the_sums_agree(rules: Rules, number: int) -> None:
    game, found, events, production = driven(rules, number)
    for of in found.ledgers:
        came, went = (sum(getattr(of, column) for column in columns) for columns in (CAME, WENT))
        assert came - went == of.hand == sum(game.hand(of.seat))
    rolls = [event.details["gains"] for event in events if event.action == "roll"]
    for paid in production.facts():
        ledger = found.ledgers[paid.seat]
        assert paid.received == ledger.production == sum(slot // 5 == paid.seat for slots in rolls for slot in slots)
        assert paid.received == sum(of.received for of in paid.resources)
        assert (paid.start, paid.due) == (ledger.start, paid.received + paid.short)
    short = sum(of.short for of in production.facts())
    assert bool(short) == any(event.details.get("shortage") for event in events)
    for between, taker, loser in (
        (found.stolen, "stolen", "lost_to_robber"),
        (found.monopolised, "monopoly", "lost_to_monopoly"),
        (found.given, "traded_out", "traded_in"),
    ):
        assert [sum(row) for row in between] == [getattr(of, taker) for of in found.ledgers]
        assert [sum(column) for column in zip(*between, strict=True)] == [getattr(of, loser) for of in found.ledgers]
        assert all(between[seat][seat] == 0 for seat in range(game.seats))
    assert sum(map(sum, found.stolen)) == game.steals
    assert [sum(row) for row in found.trades] == [of.accepted for of in found.by_seat]


def test_fair_dice_give_no_luck_on_the_average() -> None:
    """Over many matches luck is a few of its standard deviations at the most: the formula leans to no side."""
    luck, variance = Fraction(0), Fraction(0)
    for number in range(12):
        for of in driven(PRESETS["competition"], 100 + number)[3].facts():
            luck += Fraction(str(of.luck))
            variance += Fraction(str(of.deviation)) ** 2
    assert luck**2 < 9 * variance


# -- clocks and timeline --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_the_points_of_a_seat_add_up(path: Path) -> None:
    report = report_of(path)
    if report.play is not None:
        for of in report.play.points:
            parts = (of.settlements, of.cities, of.longest_road, of.largest_army, of.victory_point_cards)
            assert sum(parts) == of.total
    answers = sum(of.answers for of in report.clocks)
    assert answers >= sum(len(of.slowest) for of in report.clocks)
    assert all(of.total_ms >= sum(one.ms for one in of.slowest) >= (of.slowest_ms or 0) for of in report.clocks)


def test_clocks_by_hand(tmp_path: Path) -> None:
    record = MadeRecord(on_illegal="refuse", refusals=1, prelude=2).play(3)
    record.fault(record.game.to_act or 0, "malformed", "what", "refused")
    record.fault(record.game.to_act or 0, "malformed", "what", "default")
    record.apply(record.game.default_action()).play(1)
    report = report_of(write(tmp_path, record.cancelled()))
    assert report.verified.status == "ok", report.verified.reason
    # Two plies of the prelude and the default action were nobody's answers; both refused ones were.
    assert sum(of.answers for of in report.clocks) == 2 + 2
    assert [one.what for of in report.clocks for one in of.slowest].count("malformed") == 2


def test_what_went_over_the_time_is_counted() -> None:
    header = decode_record(MadeRecord().lines[0])
    assert isinstance(header, Header)
    tally = ClockTally(header)
    for n, ms in enumerate((100, 1_500, 2_500)):
        tally.take(Ply(n, 0, "roll", None, ms, ""))
    seat = tally.facts(4, [26_500, 0, 0, 0])[0]
    assert (seat.answers, seat.total_ms, seat.median_ms, seat.slowest_ms) == (3, 4_100, 1_500, 2_500)
    assert (seat.overruns, seat.overrun_ms, seat.reserve_left_ms) == (2, 500 + 1_500, 26_500)
    assert [one.ply for one in seat.slowest] == [2, 1, 0]


def test_the_timeline_tells_of_every_award_and_change_of_the_lead() -> None:
    game, rng = Game(PRESETS["standard"], seed="timeline 2"), Random(2)
    timeline, awards, leaders = Timeline(4), [], list[int]()
    while game.result is None and game.ply < 2500:
        before = (game.road_holder, game.army_holder)
        event = game.apply(next_action(game, rng, builder))[0]
        timeline.take(event, game)
        if (game.road_holder, game.army_holder) != before:
            awards.append(event.ply)
        most = max(game.totals)
        if game.turn and game.totals.count(most) == 1 and leaders[-1:] != [game.totals.index(most)]:
            leaders.append(game.totals.index(most))
    entries = timeline.entries(())
    assert awards
    assert len(leaders) > 1
    assert [change.ply for change in timeline.awards] == awards
    assert [entry.ply for entry in entries if "award" in entry.why] == awards
    assert sum("lead" in entry.why for entry in entries) == len(leaders)
    assert entries[-1].points == tuple(game.totals)
    assert [entry.ply for entry in entries] == sorted(entry.ply for entry in entries)
