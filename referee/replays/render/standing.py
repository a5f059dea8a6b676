"""A recorded match at one moment, in full: the board, what each seat holds, and what happened last."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from engine.island import Island
from engine.resources import RESOURCES
from referee.replays.moments import Hand, Moment, Viewer, moments, names_known
from referee.replays.reader import Replay
from referee.replays.render.escape import LONGEST_NAME, LONGEST_REASON, printable
from referee.replays.render.fault_words import fault_words
from referee.replays.render.palette import SEATS
from referee.replays.render.ranking import ending_words
from referee.replays.render.text import board_picture
from referee.replays.render.words import action_words, bundle_words
from referee.replays.seed_file import Secret

_LAST_PLIES: Final = 8


@dataclass(frozen=True)
class Standing:
    """How a recorded match stood after ``plies`` actions, of ``recorded`` in all, as the viewer may know it.

    ``last`` are the last moments, oldest first, the one that is shown at their end. ``ending`` is how the match
    ended, in words, where that is shown.
    """

    island: Island
    names: Sequence[str]
    plies: int
    recorded: int
    last: tuple[Moment, ...]
    ending: str | None


def standing_after(replay: Replay, secret: Secret, plies: int, viewer: Viewer) -> Standing:
    """How it stood when so many plies had been played, with all that came of them before the next.

    The record must be one that plays back with this secret, and have this seat (``read_playable``).
    """
    last = deque[Moment](maxlen=_LAST_PLIES)  # of a record that may be long not every moment
    recorded = 0
    for recorded, moment in enumerate(moments(replay, secret, viewer)):
        if recorded <= plies:
            last.append(moment)
    header = replay.header
    return Standing(
        island=Island(header.terrain, header.tokens, header.harbours),
        names=names_known(replay, viewer),
        plies=plies,
        recorded=recorded,
        last=tuple(last),
        ending=_ending(replay) if plies == recorded else None,
    )


def _ending(replay: Replay) -> str:
    if replay.end is None:
        return "interrupted: the record ends here"
    result = replay.end.result
    return ending_words({key: getattr(result, key) for key in ("verdict", "reason", "rolls", "plies")}, LONGEST_REASON)


def standing_picture(standing: Standing) -> Iterator[RenderableType]:
    """The parts of the picture from top to bottom, for a rich console; everything foreign in it is escaped."""
    moment = standing.last[-1]
    yield board_picture(standing.island, moment.state)
    yield Text()
    yield Text(_headline(standing), "bold")
    yield _seat_table(moment, standing.names)
    yield Text(f"bank: {bundle_words(moment.state['bank'])}; {moment.state['dev_deck_count']} development cards")
    if moment.state["offer"] is not None:
        yield Text(_offer_words(moment.state, standing.names))
    for one in standing.last:
        yield from map(Text, _happened(one, standing.names))
    if standing.ending is not None:
        yield Text(standing.ending, "bold")


def _headline(standing: Standing) -> str:
    """Where in the match this is, and who is to act."""
    state = standing.last[-1].state
    plies, recorded = standing.plies, standing.recorded
    after = f"after ply {plies - 1} ({plies} of {recorded} played)" if plies else "before the first ply"
    dice = "" if state["dice"] is None else f", dice {state['dice'][0]}+{state['dice'][1]}"
    cap = "" if state["roll_cap"] is None else f" of {state['roll_cap']}"
    to_act = "nobody is to act" if state["to_act"] is None else f"seat {state['to_act']} is to act"
    phase = state["phase"].replace("_", " ")
    return f"{after}: turn {state['turn']}, roll {state['rolls']}{cap}{dice}, {phase}, {to_act}"


def _seat_table(moment: Moment, names: Sequence[str]) -> Table:
    """A row per seat; of hands that the viewer may not see only how many cards they have."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading in ("", "seat", "points", "resource cards", "development cards", "army", "road", "time used"):
        table.add_column(heading, justify="right" if heading in ("points", "army", "road", "time used") else "left")
    state = moment.state
    for seat, name in enumerate(names):
        army, road = ("*" if state[key] == seat else "" for key in ("largest_army_holder", "longest_road_holder"))
        table.add_row(
            Text(f" {seat} ", SEATS[seat].style),
            Text(printable(name, LONGEST_NAME)),
            _points(moment.points[seat], state["victory_points"][seat]),
            _resource_cards(moment.hands[seat], state["resource_counts"][seat]),
            _dev_cards(moment.hands[seat], state["dev_card_counts"][seat]),
            f"{army}{state['knights_played'][seat]}",
            f"{road}{state['longest_road_lengths'][seat]}",
            f"{moment.spent_ms[seat] / 1000:.1f} s",
        )
    return table


def _points(known: int, public: int) -> str:
    return str(known) if known == public else f"{known} ({public} seen)"


def _resource_cards(hand: Hand | None, count: int) -> str:
    if hand is None or not count:
        return str(count)
    return f"{count}: {bundle_words(hand.resources)}"


def _dev_cards(hand: Hand | None, count: int) -> str:
    if hand is None or not count:
        return str(count)
    return f"{count}: {bundle_words({name.replace('_', ' '): n for name, n in hand.dev_cards.items()})}"


def _offer_words(state: Mapping[str, Any], names: Sequence[str]) -> str:
    """The open offer: who gives what for what, who is still to answer, and what was countered."""
    offer = state["offer"]
    offerer = printable(names[offer["from"]], LONGEST_NAME)
    words = f"open offer: {offerer} gives {_bundle(offer['give'])} for {_bundle(offer['get'])}"
    if offer["asked"]:
        words += f"; still to answer: {', '.join(printable(names[seat], LONGEST_NAME) for seat in offer['asked'])}"
    for counter in state["counters"]:
        name = printable(names[counter["seat"]], LONGEST_NAME)
        words += f"; {name} would give {_bundle(counter['give'])} for {_bundle(counter['get'])}"
    return words


def _bundle(bundle: Mapping[str, int]) -> str:
    return bundle_words({name: bundle.get(name, 0) for name in RESOURCES})


def _happened(moment: Moment, names: Sequence[str]) -> Iterator[str]:
    """The action of this moment and the faults after it; names may be all the same, so that seats are told too."""
    names = [f"{seat}:{name}" for seat, name in enumerate(names)]
    if moment.event is not None:
        yield f"ply {moment.event['ply']}: {action_words(moment.event, names)} ({moment.ms} ms)"
    for fault in moment.faults:
        yield f"fault at ply {fault.n}: {fault_words(fault, names)}"
