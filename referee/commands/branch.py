"""``referee replay branch``: what if other bots had gone on from here?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from protocol.messages import MatchTerms, TimeControl
from protocol.replay_records import Header
from referee.bots.spec import BotSpec, HumanSpec, Spec, parse_spec
from referee.commands.arguments import UsageError
from referee.commands.branch_options import BranchOptions
from referee.commands.match import check_seats, match_settings, play_one
from referee.commands.remote_options import RemoteOptions
from referee.commands.replay_argument import playable, plies_asked
from referee.commands.sandbox_options import SandboxOptions
from referee.match.evidence import evidence_folder
from referee.match.settings import MatchSettings
from referee.replays.plies import game_after, recorded_plies, rules_of
from referee.replays.seed_file import seed_file
from referee.replays.verify import revealed_seed


def branch(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    options: BranchOptions,
    containment: SandboxOptions | None = None,
    connections: RemoteOptions | None = None,
) -> int:
    """Play on from a ply of a recorded match with other bots: a new match, with a replay of its own.

    It has the rules and the seed of the recorded one, so its dice and its deck go on as they lay. The bots are told
    what happened before as history, and are asked from the next ply on.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it. One that is not revealed stays sealed
        in the new replay too.
    """
    replay, secret = playable(file)
    count = plies_asked(replay, options.ply)
    header = replay.header
    specs = [parse_spec(text) for text in options.bot]
    settings = replace(_settings(options, header, specs), seal=revealed_seed(replay) is None)
    check_seats(specs, settings)
    reached = game_after(replay, secret, count)
    if reached.result is not None:
        raise UsageError(f"--ply {options.ply}: the match was over after ply {count - 1}: {reached.result.reason}")
    if count >= settings.ply_cap:
        raise UsageError(f"--ply {options.ply}: ply {count - 1} is the last that a match of these terms may have")
    prelude = [ply.action for ply in recorded_plies(replay)[:count]]
    return play_one(
        options.of_a_match(), containment, connections, specs, settings, seed=secret.seed, prelude=prelude,
        hidden=[file, seed_file(file), evidence_folder(file)],
    )  # fmt: skip


def _settings(options: BranchOptions, header: Header, specs: list[Spec]) -> MatchSettings:
    """The recorded match's, but for what the options say, and what people and programs at other machines need."""
    said = match_settings(options.of_a_match(), specs)
    terms = msgspec.convert(header.match, MatchTerms)
    recorded = msgspec.convert(header.time_control, TimeControl | None)
    is_clock_said = said.time_control is None or options.time_control is not None
    is_rule_said = options.on_illegal is not None or any(isinstance(spec, HumanSpec) for spec in specs)
    can_freeze = all(isinstance(spec, BotSpec) for spec in specs)
    return replace(
        said,
        rules=rules_of(header),
        time_control=said.time_control if is_clock_said else recorded,
        on_illegal=said.on_illegal if is_rule_said else terms.on_illegal,
        freeze=(terms.freeze and can_freeze) if options.freeze is None else options.freeze,
        refusals=terms.refusals,
        ply_cap=terms.ply_cap,
    )
