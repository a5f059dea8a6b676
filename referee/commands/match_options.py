"""The options of ``referee match``, as they are read from a command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.vocabulary import OnIllegal
from referee.commands.arguments import FLAG


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """The options of ``referee match``.

    Parameters
    ----------
    bot
        A bot, once per seat in seat order: a folder with a bot.toml (./mybot), a sample bot's name (greedy), a
        command ('python3 bot.py'), human for a person at this terminal, wait:PORT for a bot that its author starts,
        or remote:NAME for one that connects with a token.
    seed
        Printable text; the same seed is the same island, dice and deck. Default: 128 secret random bits.
    seed_file
        Take the seed from this file, its only line, which nobody but its owner may open; - is standard input. So it
        stands in no argument list, which any program of the machine can read.
    seal
        Keep the seed secret after the match, in FILE.seed beside the replay, until referee replay reveal.
    sign
        The private key of who stands for the match, from referee keys new: the replay is checked and signed at its
        end. Bots don't see the file.
    rated
        Play by the rules of rated matches: bots don't learn each other's names before the end and go by those of
        their bot.toml, they are stopped while others are to move, and the seed stands in no argument list. Bots are
        folders or sample bots.
    freeze
        Stop bots while others are to move, so that nobody thinks on others' time. Default: in rated matches.
    rules
        A rule set by name, or a TOML file of rule fields.
    set_
        FIELD=VALUE: a rule field to change, such as points_to_win=8. May be given several times.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s,match=60m in any order; the defaults are those, what is left out
        keeps its. match is a cap on all seats' time together, match=0s is none.
    no_timeout
        No time limits, to play under a debugger. So it is where somebody is human or waited for and no
        --time-control is given.
    on_illegal
        What a bad answer means: forfeit, or refuse: told why and asked again three times, then a default action.
        Default: refuse where somebody is human, else forfeit.
    cpu
        Keep the match, referee and bots, on this core of the machine. A match whose bots think only when asked needs
        no more, and a request need not wake another core.
    replay
        Where the replay goes; a name ending in .gz is compressed. Default: the match's id, in this folder.
    html
        After the match, write a page to watch it on to this file, as referee replay render does.
    transcript
        Write every line both ways, with times, to this file.
    json
        Print the result as one JSON object.
    quiet
        No picture of the running match.
    """

    bot: Annotated[list[str], Parameter(name="--bot", negative="")]
    seed: str | None = None
    seed_file: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None
    seal: Annotated[bool, FLAG] = False
    sign: Path | None = None
    rated: Annotated[bool, FLAG] = False
    freeze: bool | None = None
    rules: str = "competition"
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", show_default=False)] = ()
    time_control: str | None = None
    no_timeout: Annotated[bool, FLAG] = False
    on_illegal: OnIllegal | None = None
    cpu: int | None = None
    replay: Path | None = None
    html: Path | None = None
    transcript: Path | None = None
    json: Annotated[bool, FLAG] = False
    quiet: Annotated[bool, FLAG] = False
