"""The referee's side of one bot, against a scripted link: what counts as its answer and what never does."""

from __future__ import annotations

import asyncio
import io
import json
import time
from typing import Any

import pytest

from protocol.session import Answer, Fault
from referee.bots.link import Departure
from referee.match.player import Player
from referee.match.pulse import Pulse
from referee.match.replies import Gone, Reply, TimedOut
from referee.match.transcript import Transcript
from tests.match.scripted_link import Answering, ScriptedLink

SECOND_NS = 1_000_000_000
SOON_NS = 20_000_000


def request(number: int) -> bytes:
    return f'{{"type":"request","id":{number}}}\n'.encode()


def seated(answering: Answering | None = None, **options: object) -> tuple[Player, ScriptedLink]:
    link = ScriptedLink(answering)
    player = Player(1, link, name="spec", **options)  # type: ignore[arg-type]
    link.listen(player)
    return player, link


async def test_ready_gives_name_and_version() -> None:
    player, _ = seated()
    assert await player.ready(1.0)
    assert (player.name, player.version) == ("scripted", "1")


async def test_a_version_that_it_does_not_say_stays_the_one_known_before() -> None:
    link = ScriptedLink()
    player = Player(0, link, name="spec", version="7")
    link.listen(player, b"ready other\n")
    assert (player.name, player.version) == ("other", "7")


async def test_without_a_program_there_is_no_ready() -> None:
    player = Player(0, None, name="spec")
    assert not await player.ready(None)
    assert await player.ask(0, request(0), None) == (Gone(Departure("crash", "was never started")), 0)


@pytest.mark.parametrize("chunks", [[b"hello\nready x\n"], [b"hello\n", b"ready x\n"]], ids=["one", "two"])
async def test_a_wrong_first_line_is_final_however_it_is_cut(chunks: list[bytes]) -> None:
    link = ScriptedLink()
    player = Player(0, link, name="spec")
    link.listen(player, b"")
    waiting = asyncio.ensure_future(player.ready(5.0))
    await asyncio.sleep(0)  # let it begin to wait
    for chunk in chunks:
        link.say(chunk)
    assert not await waiting
    assert player.start_fault is not None


async def test_an_answer_settles_the_request() -> None:
    player, link = seated(lambda message: f"@{message['id']} roll")
    reply, used_ns = await player.ask(7, request(7), SECOND_NS)
    assert reply == Answer("roll", "@7 roll")
    assert 0 <= used_ns < SECOND_NS
    assert len(link.writes) == 1


async def test_what_is_pending_goes_out_in_one_write_before_the_request() -> None:
    player, link = seated(lambda message: "roll")
    player.tell(b'{"type":"event","ply":0}\n')
    player.tell(b'{"type":"event","ply":1}\n')
    assert link.writes == []
    await player.ask(0, request(0), SECOND_NS)
    assert [message["type"] for message in link.messages()] == ["event", "event", "request"]
    assert len(link.writes) == 1
    await player.ask(1, request(1), SECOND_NS)
    assert len(link.messages()) == 4  # nothing is sent twice


async def test_a_bot_that_wants_events_at_once_gets_them_at_once() -> None:
    player, link = seated(events="at_once")
    player.tell(b'{"type":"event","ply":0}\n')
    assert len(link.writes) == 1


async def test_what_waits_in_the_pipe_is_no_answer() -> None:
    player, link = seated()
    link.waiting = [b"end_turn\n", b"roll\n"]
    reply, _ = await player.ask(0, request(0), SOON_NS)
    assert reply == TimedOut(stray="roll", is_early=True)


async def test_a_late_answer_never_counts_for_the_next_request() -> None:
    player, link = seated()
    late = await player.ask(0, request(0), SOON_NS)
    assert late[0] == TimedOut()
    link.waiting = [b"@0 roll\n", b"end_turn\n"]
    link.answering = lambda message: f"@{message['id']} build_road:3"
    reply, _ = await player.ask(1, request(1), SECOND_NS)
    assert reply == Answer("build_road:3", "@1 build_road:3")


async def test_an_answer_with_another_id_is_ignored_and_kept_for_the_author() -> None:
    player, _ = seated(lambda message: "@3 roll\n@99 roll")
    reply, _ = await player.ask(4, request(4), SOON_NS)
    assert reply == TimedOut(stray="@99 roll")


async def test_what_came_before_an_answer_is_forgotten_with_it() -> None:
    player, link = seated(lambda message: f"# hm\n@77 roll\n@{message['id']} roll")
    await player.ask(0, request(0), SECOND_NS)
    link.answering = None
    assert (await player.ask(1, request(1), SOON_NS))[0] == TimedOut(has_answered=True)


async def test_of_two_answers_the_first_counts() -> None:
    player, _ = seated(lambda message: "roll\nend_turn")
    assert (await player.ask(0, request(0), SECOND_NS))[0] == Answer("roll", "roll")
    link_reply, _ = await player.ask(1, request(1), SECOND_NS)
    assert link_reply == Answer("roll", "roll")  # not the second line of before


async def test_an_unfinished_line_is_shown() -> None:
    player, _ = seated(lambda message: b"build_ro")
    assert (await player.ask(0, request(0), SOON_NS))[0] == TimedOut("build_ro")


async def test_what_lies_in_the_pipe_when_the_time_is_up_came_in_time() -> None:
    player, link = seated()

    def not_read_yet(_: object) -> None:
        link.waiting = [b"roll\n"]

    link.answering = not_read_yet
    allowed_ns = 1_500_000  # less than after which a wait begins to be measured
    reply, used_ns = await player.ask(0, request(0), allowed_ns)
    assert reply == Answer("roll", "roll")
    assert used_ns >= allowed_ns * 0.6


async def test_a_bot_that_ends_while_it_is_asked_is_gone() -> None:
    player, link = seated()
    link.answering = lambda message: link.leave(-9)
    assert (await player.ask(0, request(0), None))[0] == Gone(Departure("crash", "was ended by SIGKILL"))
    assert (await player.ask(1, request(1), None)) == (Gone(Departure("crash", "was ended by SIGKILL")), 0)
    assert len(link.writes) == 1  # who is gone is written to no more


async def test_an_answer_before_the_end_counts() -> None:
    player, link = seated()

    def answers_and_leaves(_: object) -> None:
        link.say(b"roll\n")
        link.leave(0)

    link.answering = answers_and_leaves
    assert (await player.ask(0, request(0), None))[0] == Answer("roll", "roll")
    assert (await player.ask(1, request(1), None))[0] == Gone(Departure("crash", "exited with status 0"))


async def test_a_flood_is_judged_at_the_next_request_and_read_no_further() -> None:
    player, link = seated()
    for _ in range(70):
        link.say(b"# " + b"x" * 1021 + b"\n")
    assert not link.is_read
    reply, used_ns = await player.ask(0, request(0), SECOND_NS)
    assert isinstance(reply, Fault)
    assert (reply.code, used_ns) == ("flood", 0)
    assert link.writes == []


async def test_a_flood_that_is_found_when_the_pipe_is_emptied_is_judged_before_asking() -> None:
    player, link = seated()
    link.waiting = [b"roll\n" * 20_000]
    reply, _ = await player.ask(0, request(0), SECOND_NS)
    assert isinstance(reply, Fault)
    assert link.writes == []


async def test_the_time_that_the_transcript_takes_is_not_the_bots() -> None:
    class SlowDisk(io.StringIO):
        def write(self, text: str) -> int:
            time.sleep(0.05)  # blocking, as a write to a slow disk is
            return super().write(text)

    player, _ = seated(lambda message: "roll", transcript=Transcript(SlowDisk(), lambda: 0))
    for ply in range(4):
        player.tell(b'{"type":"event","ply":%d}\n' % ply)
    _, used_ns = await player.ask(0, request(0), SECOND_NS)
    assert used_ns < SECOND_NS * 0.05


async def test_the_time_runs_from_the_write_to_the_read(monkeypatch: pytest.MonkeyPatch) -> None:
    player, link = seated(lambda message: "roll")
    write = link.write

    def writes_slowly(data: bytes) -> None:
        write(data)
        time.sleep(0.05)  # blocking, with the request written and the bot at work

    monkeypatch.setattr(link, "write", writes_slowly)
    _, used_ns = await player.ask(0, request(0), SECOND_NS)
    assert used_ns >= SECOND_NS * 0.05

    def keeps_the_referee_busy(message: object) -> None:
        link.say(b"roll\n")
        time.sleep(0.05)  # blocking, with the answer read

    monkeypatch.setattr(link, "write", write)
    link.answering = keeps_the_referee_busy
    _, used_ns = await player.ask(1, request(1), SECOND_NS)
    assert used_ns < SECOND_NS * 0.05


async def test_a_bot_is_ended_even_where_its_last_message_cannot_be_logged() -> None:
    file = io.StringIO()
    player, link = seated(transcript=Transcript(file, lambda: 0))
    player.tell(b'{"type":"match_end"}\n')
    file.close()
    with pytest.raises(ValueError, match="closed file"):
        await player.end()
    assert link.ended == ["end"]


def test_the_last_words_are_the_last_line_with_something_in_it() -> None:
    player, _ = seated()
    assert player.last_words == ""
    player.complained(b"Traceback:\nModuleNotFoundError: No module named 'pro")
    player.complained(b"tocol'\n \n\n")
    assert player.last_words == "ModuleNotFoundError: No module named 'protocol'"


async def test_the_transcript_has_every_line_both_ways() -> None:
    file = io.StringIO()
    player, link = seated(lambda message: "# hm\n@0 roll\nwhat?", transcript=Transcript(file, lambda: 0))
    player.tell(b'{"type":"event"}\n')
    await player.ask(0, request(0), SECOND_NS)
    player.complained(b"a warning\n")
    await player.end()
    assert [line.split("\t")[1:] for line in file.getvalue().splitlines()] == [
        ["1", "<", "ready scripted 1"],
        ["1", ">", '{"type":"event"}'],
        ["1", ">", '{"type":"request","id":0}'],
        ["1", "<", "# hm"],
        ["1", "<", "@0 roll"],
        ["1", "?", "what?"],
        ["1", "!", "a warning"],
    ]
    assert link.ended == ["end"]


async def test_a_transcript_line_cut_by_a_read_is_one_line() -> None:
    file = io.StringIO()
    player, _ = seated(transcript=Transcript(file, lambda: 0))
    player.complained(b"Traceback (most ")
    player.complained(b"recent call last):\n")
    assert "Traceback (most recent call last):" in file.getvalue()


def test_control_characters_do_not_reach_the_transcript() -> None:
    file = io.StringIO()
    Transcript(file, lambda: 0).write(0, "<", "a\x1b[31m\tb\u2028c\x00")
    assert file.getvalue() == "0.000\t0\t<\ta\\x1b[31m\\tb\\u2028c\\x00\n"


def roll(message: dict[str, Any]) -> str:
    return f"@{message['id']} roll"


class AtOnce(ScriptedLink):
    """Answers within the wait for it, and counts how often it was waited for."""

    def __init__(self) -> None:
        super().__init__(roll)
        self.waits = 0
        self.leaves_at: int | None = None

    def wait_briefly(self) -> None:
        self.waits += 1
        if self.waits == self.leaves_at:
            self.leave(3)
        else:
            self._answer_now()

    def _answer_now(self) -> None:
        self.say(roll(json.loads(self.writes[-1])).encode() + b"\n")


async def test_a_quick_bot_is_waited_for_and_the_event_loop_has_its_turn() -> None:
    link = AtOnce()
    player = Player(0, link, name="quick")
    link.listen(player)
    turns_of_the_loop, asking = 0, True

    async def beat() -> None:
        nonlocal turns_of_the_loop
        while asking:
            turns_of_the_loop += 1
            await asyncio.sleep(0)

    heart = asyncio.create_task(beat())
    for number in range(200):
        reply, used_ns = await player.ask(number, request(number), 10**9)
        assert isinstance(reply, Answer)
        assert reply.raw.startswith(f"@{number} ")
        assert used_ns > 0
    asking = False
    await heart
    assert 180 < link.waits < 200
    assert turns_of_the_loop > 5


async def test_a_quick_bot_that_dies_is_found_dead() -> None:
    link = AtOnce()
    link.leaves_at = 5
    player = Player(0, link, name="quick")
    link.listen(player)
    number = 0
    reply: Reply = Answer("", "")
    while isinstance(reply, Answer) and number < 100:  # how often it is waited for depends on how busy the machine is
        reply, _ = await player.ask(number, request(number), 10**9)
        number += 1
    assert reply == Gone(Departure("crash", "exited with status 3"))
    assert link.waits == link.leaves_at


async def test_a_slow_bot_is_not_waited_for() -> None:
    link = AtOnce()
    player = Player(0, link, name="slow")
    link.listen(player)
    link.answering = None
    for number in range(3):
        asyncio.get_running_loop().call_later(0.01, link.say, f"@{number} roll\n".encode())
        reply, _ = await player.ask(number, request(number), 10**9)
        assert isinstance(reply, Answer)
    assert link.waits == 0


async def test_what_has_come_by_a_connection_before_the_time_was_up_is_read_by_a_loop_that_was_late() -> None:
    """The referee is held up past the end of the time; what lies in the socket takes the loop a few rounds to tell."""
    player, link = seated()
    loop, pulse = asyncio.get_running_loop(), Pulse.of_this_loop()

    def told_in_rounds(left: int) -> None:
        if left:
            loop.call_soon(told_in_rounds, left - 1)
        else:
            link.say(b"@0 roll\n")

    def hold_up() -> None:
        time.sleep(0.1)  # the loop is what is to be late here
        told_in_rounds(4)

    pulse.match_begins()
    try:
        loop.call_later(0.01, hold_up)
        reply, _ = await player.ask(0, request(0), 50_000_000)
    finally:
        pulse.match_ends()
    assert isinstance(reply, Answer)
