"""What a rated match asks of its arguments: nobody can look into it, and everybody can tell afterwards who played."""

from __future__ import annotations

from collections.abc import Sequence

from referee.bots.spec import BotSpec, Spec
from referee.commands.arguments import UsageError
from referee.commands.match_options import MatchOptions


def check_rated(options: MatchOptions, specs: Sequence[Spec]) -> None:
    """Raise ``UsageError``, with what would be right, for arguments that no rated match can have."""
    if options.seed is not None:
        raise UsageError(
            "--rated and --seed contradict each other: other programs of this machine, bots included, can read an "
            "argument list. Give --seed-file, or neither for a secret seed"
        )
    if options.no_timeout:
        raise UsageError("--rated and --no-timeout contradict each other: a rated match is played by the clock")
    if options.on_illegal == "refuse":
        raise UsageError("--rated and --on-illegal refuse contradict each other: a bad answer loses a rated match")
    for spec in specs:
        _check_bot(spec)


def _check_bot(spec: Spec) -> None:
    if not isinstance(spec, BotSpec):
        raise UsageError(
            f"--rated: {spec.text} is started by somebody else; give a folder with a bot.toml or a sample bot"
        )
    if spec.digest is None:
        raise UsageError(
            f"--rated: {spec.text!r} is a command, which has no manifest: neither its name nor its files would be "
            "known. Give a folder with a bot.toml or a sample bot"
        )
