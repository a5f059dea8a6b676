"""The zoo's table: programs of ``tests.bots`` and what each is judged for when it plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Case:
    """A program, its arguments, the kind of fault that it is judged for (None: it plays), words in the reason.

    ``others`` is the program, with its arguments, on the other seats: one that does nothing wrong.
    """

    program: str
    arguments: tuple[str, ...] = ()
    kind: str | None = None
    words: tuple[str, ...] = ()
    others: tuple[str, ...] = ("polite",)

    def __str__(self) -> str:
        return " ".join((self.program, *(ascii(argument)[1:-1] for argument in self.arguments)))


NO_START: Final = (
    Case("says_first", ("hello",), "no_start", ("the first line must be: ready <name>", "hello")),
    Case("says_first", ("ready",), "no_start", ("ready",)),
    Case("says_first", ("READY bot",), "no_start", ("READY bot",)),
    Case("says_first", (r"ready \x1b[31mred",), "no_start", ("1 to 32 characters", r"\x1b[31mred")),
    Case("says_first", (f"ready {'n' * 33}",), "no_start", ("1 to 32 characters",)),
    Case("says_first", (r"ready caf\xe9",), "no_start", ("must be UTF-8",)),
    Case("says_first", (r"ready a\x00b",), "no_start", ("1 to 32 characters", r"\x00")),
    Case("says_first", ('{"type":"ready"}',), "no_start", ("the first line must be",)),
    Case("says_first", ("@0 roll",), "no_start", ("the first line must be",)),
    Case("exits_before_ready", ("3",), "no_start", ("exited with status 3 before it was ready",)),
    Case("exits_before_ready", ("0",), "no_start", ("exited with status 0 before it was ready",)),
    Case("no_such_program", (), "no_start", ("exited with status 1 before it was ready",)),
    Case("floods_with", ("-1", "x"), "no_start", ("a line has at most 4096 bytes",)),
    Case("floods_with", ("-1", r"# comment\n"), "no_start", ("65536 bytes a match",)),
    Case("floods_with", ("-1", r"\n"), "no_start", ("65536 bytes",)),
    Case("megabyte_line", ("-1", "x"), "no_start", ("a line has at most 4096 bytes",)),
)

TOO_LATE_TO_START: Final = (
    Case("silent", (), "no_start", ("no ready within", "it waited for input", "flushed")),
    Case("unflushed_ready", (), "no_start", ("no ready within", "most likely ready was printed but not flushed")),
    Case("starts_slowly", ("30",), "no_start", ("no ready within", "it was sleeping")),
)

CRASH: Final = (
    Case("exits_after_ready", (), "crash", ("exited with status 0 during the match",)),
    Case("exits_at", ("0", "7"), "crash", ("exited with status 7 during the match",)),
    Case("exits_at", ("3", "0"), "crash", ("exited with status 0 during the match",)),
    Case("exits_with", ("1", "{answer}"), "crash", ("exited with status 0", "without a line end")),
    Case("exits_with", ("1", r"{answer}\n"), "crash", ("exited with status 0 during the match",)),
    Case("exits_with", ("2", r"# no idea\n"), "crash", ("exited with status 0 during the match",)),
    Case("raises_at", ("1",), "crash", ("exited with status 1 during the match",)),
    Case("segfaults", (), "crash", ("was ended by SIGSEGV",)),
    Case("killed_at", ("1", "SIGSEGV"), "crash", ("was ended by SIGSEGV",)),
    Case("killed_at", ("2", "SIGABRT"), "crash", ("was ended by SIGABRT",)),
    Case("killed_at", ("0", "SIGKILL"), "crash", ("was ended by SIGKILL",)),
    Case("closes_stdout", (), "crash", ("closed its standard output",)),
    Case("leaves_a_child", ("1",), "crash", ("exited with status 0 during the match",)),
    Case("leaves_an_heir", ("1",), "crash", ("exited with status 3 during the match",)),
)

TIMEOUT: Final = (
    Case("sleeps_at", ("0",), "timeout", ("did not answer in time", "over the 100 ms", "it was sleeping")),
    Case("sleeps_at", ("4",), "timeout", ("reserve is used up",)),
    Case("sleeps_through_offers", (), "timeout", ("did not answer in time",), ("offers_trades",)),
    Case("answers_slowly", ("0.4",), "timeout", ("reserve is used up",)),
    Case("answers_late", (), "timeout", ("did not answer in time",)),
    Case("no_line_end", (), "timeout", ("without a line end", r"\n")),
    Case("unflushed_answer", (), "timeout", ("it had read the request", "flushed")),
    Case("wrong_id", (), "timeout", ("answers another request", "@<id>")),
    Case("stops_reading", (), "timeout", ("it had not read all that it was sent",)),
    Case("closes_stdin", (), "timeout", ("it had not read all that it was sent",)),
    Case("stops_itself", (), "timeout", ("it was stopped by a signal",)),
    Case("answers_with", ("0", ""), "timeout", ("did not answer in time",)),
    Case("answers_with", ("0", r"\n\n\r\n  "), "timeout", ("did not answer in time",)),
    Case("answers_with", ("0", "# place_settlement:0"), "timeout", ("only comments came, 1 since",)),
    Case("answers_with", ("0", "@7777 place_settlement:0"), "timeout", ("'@7777 place_settlement:0'",)),
)

ILLEGAL: Final = (
    Case("answers_with", ("0", "@{id} place_road:0"), "illegal", ("place_road:0",)),
    Case("answers_with", ("0", "roll"), "illegal", ("roll",)),
    Case("answers_with", ("0", "build_road:3"), "illegal", ("build_road:3",)),
    Case("answers_with", ("1", "@{id} place_road:71"), "illegal", ("place_road:71",)),
    Case("answers_with", ("4", "@{id} end_turn"), "illegal", ("end_turn",)),
    Case("answers_with", ("4", "@{id} place_settlement:0"), "illegal", ("place_settlement:0",)),
)

MALFORMED: Final = (
    Case("answers_with", ("0", "ROLL"), "malformed", ("ROLL",)),
    Case("answers_with", ("0", '@{id} {"action":"roll"}'), "malformed", ('{"action":"roll"}',)),
    Case("answers_with", ("0", "@{id} build_road:99"), "malformed", ("build_road:99",)),
    Case("answers_with", ("0", "@{id} roll:6"), "malformed", ("roll:6",)),
    Case("answers_with", ("0", "@{id} roll roll"), "malformed", ("roll roll",)),
    Case("answers_with", ("0", "@{id}"), "malformed", ("no action after @",)),
    Case("answers_with", ("0", "@x roll"), "malformed", ("expected @<id> <action>",)),
    Case("answers_with", ("0", "@-1 roll"), "malformed", ("expected @<id> <action>",)),
    Case("answers_with", ("0", r"@{id} caf\xe9"), "malformed", ("UTF-8",)),
    Case("answers_with", ("0", r"@{id} \x1b[2Jroll"), "malformed", (r"\x1b[2Jroll",)),
    Case("answers_with", ("0", r"@{id} roll\x00"), "malformed", (r"\x00",)),
    Case("answers_with", ("0", "@{id} place_settlement:" + "9" * 4000), "malformed", ("place_settlement:99",)),
    Case("answers_with", ("0", "x" * 5000), "malformed", ("a line has at most 4096 bytes",)),
    Case("megabyte_line", ("1", "x"), "malformed", ("a line has at most 4096 bytes",)),
    Case("mixes_ids", (), "malformed", ("must use it always",)),
    Case("floods_with", ("0", "x"), "malformed", ("a line has at most 4096 bytes",)),
    Case("floods_with", ("1", r"\x00"), "malformed", ("a line has at most 4096 bytes",)),
)

FLOOD: Final = (
    Case("floods_with", ("0", r"# comment\n"), "flood", ("65536 bytes a match",)),
    Case("floods_with", ("1", r"\n"), "flood", ("65536 bytes a match",)),
    Case("floods_with", ("1", r"@99999 roll\n"), "flood", ("65536 bytes a match",)),
    Case("floods_after_answer", (), "flood", ("65536 bytes a match",)),
    Case("megabyte_line", ("1", "#"), "flood", ("65536 bytes a match",)),
)

PLAYS: Final = (
    Case("polite"),
    Case("starts_slowly", ("0.5",)),
    Case("answers_slowly", ("0.02",)),
    Case("offers_trades"),
    Case("chatters"),
    Case("comments_much"),
    Case("writes_escapes"),
    Case("ends_lines_with_crlf"),
    Case("without_ids"),
    Case("byte_by_byte"),
    Case("doubles_answers"),
    Case("answers_in_advance"),
    Case("answers_out_of_turn"),
    Case("bare_in_advance"),
    Case("floods_stderr"),
    Case("closes_stderr"),
    Case("shrinks_pipes"),
    Case("reopens_pipes"),
    Case("starts_threads"),
    Case("uses_up_descriptors"),
    Case("thinks_on_others_turns"),
    Case("ignores_the_end"),
    Case("leaves_a_child", ("-1",)),
)

HUNGRY: Final = (
    Case("eats_memory", ("0",), "memory"),
    Case("eats_memory", ("10",), "memory"),
    Case("hides_memory", (), "crash", ("exited with status 1",)),
    Case("fills_with_names", (), "memory"),
    Case("fork_bombs", (), "timeout", ("did not answer in time",)),
    Case("starts_children"),
    Case("fills_scratch"),
)
"""What a sandbox gives a bounded share of; without one the machine would suffer."""

FUGITIVE: Final = (
    Case("escapes_its_session", ("-1",)),
    Case("escapes_its_session", ("1",), "crash", ("exited with status 0 during the match",)),
)

RESPAWNS: Final = Case("respawns")
"""Takes a file for its heartbeat. Ends for sure only where the kernel knows what belongs together."""

PROBES: Final = (
    Case("opens_sockets"),
    Case("reads_files"),
    Case("looks_for_seed"),
    Case("traces_others"),
    Case("signals_all"),
    Case("makes_namespaces"),
    Case("calls_the_kernel"),
    Case("writes_everywhere"),
)
"""What only tries; their arguments are for the test to give, and what they report for it to read."""

EVERY_CASE: Final = (
    *NO_START, *TOO_LATE_TO_START, *CRASH, *TIMEOUT, *ILLEGAL, *MALFORMED, *FLOOD, *PLAYS, *HUNGRY, *FUGITIVE, *PROBES,
    RESPAWNS,
)  # fmt: skip
