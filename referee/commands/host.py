"""``referee host``: match after match with bots that connect from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.bots.spec import HumanSpec, WaitSpec, parse_spec
from referee.commands.arguments import UsageError
from referee.commands.key_arguments import signing_key
from referee.commands.match import check_seats, keep_to_core, match_settings, sandbox_for
from referee.commands.remote_options import RemoteOptions, lobby_of, remote_names, say_missing
from referee.commands.sandbox_options import SandboxOptions
from referee.commands.series_options import SeriesOptions, check_series
from referee.commands.series_report import run_series
from referee.config import check_seed
from referee.exit_status import FINE
from referee.match.series import Played, play_series

_MANY: Final = 10**9
"""More matches than are ever played without an end: the seed of each has room for its number."""


def host(
    options: SeriesOptions,
    containment: SandboxOptions | None = None,
    connections: RemoteOptions | None = None,
    *,
    matches: int | None = None,
) -> int:
    """Play match after match, each once all its remote bots are there; never rated, since nothing contains them.

    Who is missing is said on standard error. A void match does not keep the next from being played. Where matches end,
    or are interrupted, a table of the seats follows.

    Parameters
    ----------
    matches
        How many matches to play. Default: until interrupted.
    """
    connections = connections or RemoteOptions()
    specs = [parse_spec(text) for text in options.bot]
    for spec in specs:
        if isinstance(spec, HumanSpec | WaitSpec):
            raise UsageError(f"--bot {spec.text}: would have to be there for every match; use referee match")
    names = remote_names(connections, specs)
    if not names:
        raise UsageError("no seat is for a remote bot; give one with --bot remote:NAME, or use referee series")
    check_series(options, matches)
    if options.seed is not None:
        check_seed(f"{options.seed}/{_MANY if matches is None else matches}")
    key = None if options.sign is None else signing_key(options.sign, "--sign")
    of_a_match = options.of_a_match()
    settings = match_settings(of_a_match, specs)
    check_seats(specs, settings)
    if options.cpu is not None:
        keep_to_core(options.cpu)
    sandbox = sandbox_for(of_a_match, containment or SandboxOptions(), specs)

    async def play(tell: Callable[[Played], None]) -> int:
        assert connections.tokens is not None
        async with lobby_of(connections) as lobby:
            return await play_series(
                settings, specs, options.replays, matches=matches, seed=options.seed, tell=tell, sandbox=sandbox,
                before_each=lambda: lobby.wait_for(names, say_missing),
                kept_back=[connections.tokens, *options.hidden()], reception=lobby,
            )  # fmt: skip

    run_series(play, settings, is_json=options.json, key=key)
    return FINE
