"""Cards that move unseen: who is told of them by the referee, seat by seat and looking on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import COMPETITION
from referee.match.outcome import Outcome
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import SETTINGS, play

SECRET_VERBS = ("buy_dev_card", "steal", "play_dev:knight")


class Spectator:
    """A watcher that keeps all that it is told."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = []
        self.names: list[str] = []
        self.result: dict[str, Any] = {}

    def started(self, board: object, rules: object, seats: list[str]) -> None:
        self.names = seats

    def moved(self, event: dict[str, Any], state: dict[str, Any], reserve_ms: object = None) -> None:
        self.events.append(event)
        self.states.append(state)

    def finished(self, result: dict[str, Any]) -> None:
        self.result = result


def likes_secrets(message: dict[str, Any]) -> str:
    """An action by which a card moves unseen where there is one, else one out of all."""
    actions = [action for action in message["legal_actions"] if not action.startswith("offer_trade")]
    secret = [action for action in actions if action.startswith(SECRET_VERBS)]
    choice = secret or actions
    return f"@{message['id']} {choice[(message['id'] * 2_654_435_761 >> 7) % len(choice)]}"


async def play_watched(tmp_path: Path) -> tuple[Outcome, list[ScriptedLink], Spectator]:
    spectator = Spectator()
    settings = replace(SETTINGS, rules=replace(COMPETITION, roll_cap=120), time_control=None)
    outcome, links = await play(tmp_path, answering=[likes_secrets] * 4, settings=settings, watcher=spectator)
    return outcome, links, spectator


async def test_a_card_that_moves_unseen_is_told_to_those_who_see_it_and_nobody_else(tmp_path: Path) -> None:
    _, links, spectator = await play_watched(tmp_path)
    told = {"steal": 0, "buy_dev_card": 0}
    for ply, public in enumerate(spectator.events):
        if "card" not in public:
            continue
        verb, _, victim = public["action"].partition(":")
        told[verb] += 1
        knowers = {public["seat"], int(victim)} if verb == "steal" else {public["seat"]}
        cards = {seat: link.messages("event")[ply]["card"] for seat, link in enumerate(links)}
        assert {seat for seat, card in cards.items() if card is not None} == knowers, public
        assert len(set(cards.values()) - {None}) == 1
        assert public["card"] is None
    assert told["steal"] > 5
    assert told["buy_dev_card"] > 5


async def test_a_watcher_is_told_the_whole_match_as_a_spectator_sees_it(tmp_path: Path) -> None:
    outcome, links, spectator = await play_watched(tmp_path)
    assert spectator.names == ["scripted"] * 4
    assert [event["ply"] for event in spectator.events] == list(range(outcome.result.plies))
    assert {state["viewer"] for state in spectator.states} == {None}
    assert [state["ply"] for state in spectator.states] == list(range(1, outcome.result.plies + 1))
    assert spectator.result == links[0].messages("match_end")[0]["result"]
