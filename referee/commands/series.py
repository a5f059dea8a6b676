"""``referee series``: match after match by the same bots on the same seats."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from referee.bots.spec import BotSpec, RemoteSpec, parse_spec
from referee.commands.arguments import UsageError
from referee.commands.key_arguments import signing_key
from referee.commands.match import check_seats, keep_to_core, match_settings, sandbox_for
from referee.commands.sandbox_options import SandboxOptions
from referee.commands.series_options import SeriesOptions, check_series
from referee.commands.series_report import run_series
from referee.config import check_seed
from referee.exit_status import FINE
from referee.match.series import Played, play_series


def series(options: SeriesOptions, containment: SandboxOptions | None = None, *, matches: int = 10) -> int:
    """Play match after match by the same bots on the same seats: for training, and for quick comparisons.

    A bot whose bot.toml says matches = "many" plays them all in one process. Seats are not changed and nothing is
    rated. A table of the seats follows; when interrupted, of the matches so far.

    Parameters
    ----------
    matches
        How many matches to play.
    """
    specs = [parse_spec(text) for text in options.bot]
    for spec in specs:
        if not isinstance(spec, BotSpec):
            command = "referee host" if isinstance(spec, RemoteSpec) else "referee match"
            raise UsageError(f"--bot {spec.text}: would have to be there for every match; use {command}")
    check_series(options, matches)
    if options.seed is not None:
        check_seed(options.seed)
        check_seed(f"{options.seed}/{matches}")
    key = None if options.sign is None else signing_key(options.sign, "--sign")
    of_a_match = options.of_a_match()
    settings = match_settings(of_a_match, specs)
    check_seats(specs, settings)
    if options.cpu is not None:
        keep_to_core(options.cpu)
    sandbox = sandbox_for(of_a_match, containment or SandboxOptions(), specs)

    def play(tell: Callable[[Played], None]) -> Coroutine[Any, Any, int]:
        return play_series(
            settings, specs, options.replays, matches=matches, seed=options.seed, tell=tell, sandbox=sandbox,
            kept_back=options.hidden(),
        )  # fmt: skip

    run_series(play, settings, is_json=options.json, key=key)
    return FINE
