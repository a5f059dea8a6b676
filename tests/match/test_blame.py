"""What is given back to a bot's clock: with scripted figures, and for a real program on a loop that is held up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from protocol.session import Answer
from referee.bots.cpu_times import ThreadTime, ThreadTimes
from referee.bots.link import InfrastructureError
from referee.bots.process import BotProcess
from referee.match import blame as blame_module
from referee.match import patience as patience_module
from referee.match.blame import Blame
from referee.match.player import Player
from referee.match.pulse import Pulse
from referee.match.replies import TimedOut
from tests.match.scripted_link import ScriptedLink
from tests.match.tables import bot

MS = 1_000_000
FULL = 1 << 62
REQUEST = b'{"type":"request","id":0,"legal_actions":["roll"]}\n'


class Starved(ScriptedLink):
    """A bot that answers, if it does, when it was asked for its times so often; ``figures`` are those of its thread."""

    def __init__(self, figures: Iterator[ThreadTime | None], answers_at: int = 0) -> None:
        super().__init__()
        self.looks, self._figures, self._answers_at = 0, figures, answers_at

    def thread_times(self) -> ThreadTimes:
        self.looks += 1
        if self.looks == self._answers_at:
            asyncio.get_running_loop().call_soon(self.say, b"@0 roll\n")
        figure = next(self._figures)
        return {} if figure is None else {1: figure}


def waits_all_the_time(share: float = 1.0) -> Iterator[ThreadTime]:
    """A thread that is ready all the time and runs for the rest of it."""
    while True:
        now = time.perf_counter_ns()
        yield ThreadTime(round(now * (1 - share)), round(now * share))


@pytest.fixture(autouse=True)
def full_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processor was ever idle."""
    monkeypatch.setattr(blame_module, "idle_ns", lambda cores: 0)


def seated(link: ScriptedLink) -> Player:
    player = Player(0, link, name="spec")
    link.listen(player)
    return player


async def test_what_others_took_is_given_back() -> None:
    link = Starved(waits_all_the_time(0.5))
    blame = Blame(link)
    await asyncio.sleep(0.05)
    wall_at_least = 50 * MS
    assert blame.waited_ns() >= wall_at_least * 0.49
    assert blame.given_back_ns() >= wall_at_least * 0.49


async def test_a_newborn_is_measured_from_its_birth() -> None:
    born = time.perf_counter_ns() - 400 * MS
    link = Starved(iter([ThreadTime(100 * MS, 300 * MS)]))
    assert Blame(link, newborn_since_ns=born).waited_ns() == 300 * MS


async def test_a_thread_that_has_ended_is_remembered_as_it_was_seen_last() -> None:
    since = time.perf_counter_ns() - 400 * MS
    link = Starved(iter([ThreadTime(100 * MS, 200 * MS), None]))
    blame = Blame(link, newborn_since_ns=since)
    assert blame.waited_ns() == 200 * MS
    assert blame.waited_ns() == 200 * MS


async def test_what_others_took_makes_the_time_longer() -> None:
    """A bot that had half a processor for 300 ms has used 150 of them, and answers in time."""
    link = Starved(waits_all_the_time(0.5), answers_at=4)  # one look at its start and three of 100 ms
    player = seated(link)
    reply, used_ns = await player.ask(0, REQUEST, 200 * MS)
    assert reply == Answer("roll", "@0 roll")
    assert used_ns < 200 * MS < used_ns + player.given_back_ns
    assert player.given_back_ns == pytest.approx(used_ns, rel=0.2)


async def test_it_is_not_longer_for_a_bot_that_sleeps() -> None:
    player = seated(Starved(waits_all_the_time(0.0)))
    began = time.perf_counter()
    reply, used_ns = await player.ask(0, REQUEST, 150 * MS)
    assert isinstance(reply, TimedOut)
    assert used_ns >= 148 * MS
    assert player.given_back_ns < 10 * MS
    assert time.perf_counter() - began >= 0.148


async def test_a_bot_that_never_gets_a_processor_makes_the_match_void(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience_module, "_STARVED_NS", 250 * MS)
    player = seated(Starved(waits_all_the_time()))
    with pytest.raises(InfrastructureError, match="for a processor"):
        await player.ask(0, REQUEST, 100 * MS)


async def test_the_late_are_not_given_what_the_referee_was_late_with() -> None:
    """Nothing lay in the pipe, so nobody was late with reading it."""
    player = seated(ScriptedLink())
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    asyncio.get_running_loop().call_later(0.03, time.sleep, 0.2)
    reply, _ = await player.ask(0, REQUEST, 100 * MS)
    pulse.match_ends()
    assert isinstance(reply, TimedOut)
    assert player.given_back_ns == 0


@pytest.mark.parametrize("delay_s", [0.0, 0.03], ids=["at once", "later"])
async def test_an_answer_that_lay_in_the_pipe_while_the_loop_was_held_up(delay_s: float) -> None:
    """The program answers after ``delay_s``, while something on the loop holds it up for a tenth of a second more."""
    link = BotProcess.start(bot("answers_slowly", str(delay_s)))
    player = Player(0, link, name="spec")
    link.listen(player)
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    try:
        assert await player.ready(20.0)
        loop = asyncio.get_running_loop()
        loop.call_later(delay_s / 2, time.sleep, delay_s / 2 + 0.1)
        reply, used_ns = await player.ask(0, REQUEST, 5_000 * MS)
    finally:
        pulse.match_ends()
        await player.kill()
    assert isinstance(reply, Answer)
    assert player.given_back_ns > 80 * MS
    assert used_ns < (delay_s + 0.05) * 1e9


class JustTooLate(ScriptedLink):
    """Its answer arrives when the referee has looked for the last time, and whoever waits has not had its turn yet."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def read_waiting(self) -> None:
        self.looks += 1
        if self.looks == 2:  # the first is before it is asked
            asyncio.get_running_loop().call_soon(self.say, b"@0 roll\n")


@pytest.mark.parametrize("within_ms", [1, 500], ids=["the last", "one of several"])
async def test_an_answer_that_arrives_as_a_wait_ends_is_not_lost(within_ms: int) -> None:
    reply, _ = await seated(JustTooLate()).ask(0, REQUEST, within_ms * MS)
    assert reply == Answer("roll", "@0 roll")


class AnswersMeanwhile(Starved):
    """Its answer comes while the referee asks for its times, the last time before it judges."""

    def ready_threads(self) -> frozenset[int]:
        self.waiting.append(b"@0 roll\n")
        return frozenset()


async def test_an_answer_that_comes_while_the_times_are_asked_for_counts() -> None:
    player = seated(AnswersMeanwhile(waits_all_the_time(0.0)))
    reply, _ = await player.ask(0, REQUEST, 50 * MS)
    assert reply == Answer("roll", "@0 roll")


class NotBooked(ScriptedLink):
    """Its thread was ready all the time and never ran; the kernel books the wait at the end, when it is over."""

    def __init__(self, over_after_s: float) -> None:
        super().__init__()
        self._over_ns = time.perf_counter_ns() + round(over_after_s * 1e9)
        self._began_ns = time.perf_counter_ns()

    def thread_times(self) -> ThreadTimes:
        is_over = time.perf_counter_ns() >= self._over_ns
        return {1: ThreadTime(MS, self._over_ns - self._began_ns) if is_over else ThreadTime(0, 0)}

    def ready_threads(self) -> frozenset[int]:
        return frozenset([1]) if time.perf_counter_ns() < self._over_ns else frozenset()


async def test_a_wait_that_is_not_booked_yet_is_awaited() -> None:
    """It has 100 ms, is kept waiting for the first 300, and is asleep then: it is late after 400 and not before."""
    player = seated(NotBooked(0.3))
    began = time.perf_counter()
    reply, used_ns = await player.ask(0, REQUEST, 100 * MS)
    assert isinstance(reply, TimedOut)
    assert time.perf_counter() - began >= 0.39
    assert used_ns >= 95 * MS


async def test_who_never_runs_at_all_makes_the_match_void_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience_module, "_STARVED_NS", 250 * MS)
    with pytest.raises(InfrastructureError, match="for a processor"):
        await seated(NotBooked(60.0)).ask(0, REQUEST, 100 * MS)
