"""``referee tournament ruling``: a ruling on one of its matches takes effect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.rulings import Ruling, encode_ruling, ruling_digest
from referee.commands.arguments import UsageError
from referee.commands.key_arguments import trusted_keys
from referee.commands.tournament.where import Where, folder_at, opened_to_write
from referee.exit_status import FINE
from referee.replays.render.escape import printable
from referee.replays.ruling import RulingError, check_ruling, read_ruling
from referee.signing.keys import SigningUnavailable
from referee.tournament.folder import plan_in
from referee.tournament.plan import MOST_ATTEMPTS
from referee.tournament.store.errors import AlreadyStoredError, RulingRefusedError
from referee.tournament.store.rows import MatchRow, RulingRow
from referee.tournament.store.store import Store


def ruling(
    where: Where,
    file: Annotated[Path, Parameter(name="RULING")],
    /,
    *,
    keys: Annotated[tuple[Path, ...], Parameter(name="--keys", negative="")],
) -> int:
    """Let a ruling from referee replay rule take effect, while nobody plays the tournament.

    adjudicated: the match counts with the ruling's ranking. void: its block counts no more, and the next run plays it
    again on a new seed. upheld: it counts as it was played. The signature is checked, and the match is played again.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    file
        The ruling: a .ruling.json.
    keys
        A file of the public keys of those who may rule. May be given several times.
    """
    trusted = trusted_keys(keys)
    try:
        decided = read_ruling(file)
        if decided.key not in trusted:
            raise UsageError(f"{file}: is signed by {decided.key}, which is none of the keys in --keys")
        with opened_to_write(where) as store:
            match = _match(store, file, decided)
            if match.replay is None:
                raise UsageError(f"{file}: there is no record of match {match.match_id} to hold it against")
            check_ruling(decided, folder_at(where) / match.replay)
            may_play_again = match.attempt < MOST_ATTEMPTS and not plan_in(store).is_closed
            store.add_ruling(_row(decided, trusted[decided.key]), attempts_left=may_play_again)
    except (RulingError, SigningUnavailable, RulingRefusedError, AlreadyStoredError) as error:
        raise UsageError(f"{file}: {error}") from None
    except OSError as error:
        raise UsageError(f"{error.filename or file}: {error.strerror}") from None
    print(f"ruled {printable(match.match_id)} of block {match.block}: {decided.verdict}")
    return FINE


def _match(store: Store, file: Path, decided: Ruling) -> MatchRow:
    """The match that it is on, which the store names by the digest of its record. Raises ``UsageError``."""
    match = store.match(decided.match_id)
    if match is None:
        raise UsageError(f"{file}: is on match {decided.match_id}, which is none of this tournament's")
    if match.record_digest != decided.record_digest:
        raise UsageError(f"{file}: is on another record of match {decided.match_id} than the one that counts")
    return match


def _row(decided: Ruling, by: str) -> RulingRow:
    return RulingRow(
        match_id=decided.match_id, verdict=decided.verdict,
        ranking=None if decided.ranking is None else tuple(decided.ranking), reason=decided.reason, by=by,
        key=decided.key, ruled=decided.ruled, digest=ruling_digest(encode_ruling(decided)), replaces=decided.replaces,
    )  # fmt: skip
