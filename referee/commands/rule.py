"""``referee replay rule`` and ``referee replay ruling``: decides about a recorded match, and shows what was decided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.rulings import Ruling, RulingVerdict, encode_ruling
from referee.commands.arguments import UsageError, new_file
from referee.commands.key_arguments import signing_key, trusted_keys
from referee.commands.whole_file import write_new
from referee.exit_status import FINE, NEGATIVE
from referee.replays.render.escape import printable
from referee.replays.ruling import (
    Decision,
    RulingError,
    check_ruling,
    make_ruling,
    read_ruling,
    replays_ruled_by,
    ruling_file,
)
from referee.signing.keys import SigningUnavailable


def rule(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    verdict: RulingVerdict,
    reason: str,
    key: Path,
    ranking: str | None = None,
    replaces: Path | None = None,
    out: Path | None = None,
) -> int:
    """Rule on a recorded match: write what is decided, signed, into a file of its own. The replay is not changed.

    The match is played again first; a replay that differs, was interrupted or lacks its seed is refused.

    Parameters
    ----------
    file
        The replay, gzipped or not.
    verdict
        adjudicated: the match counts with --ranking. void: it does not count. upheld: it counts as it is on record.
    reason
        Why, for everybody to read.
    key
        The private key of who rules, from referee keys new.
    ranking
        All seats, the best first, as 2,0,1,3; with the verdict adjudicated.
    replaces
        An earlier ruling on this replay, which no longer holds.
    out
        Where the ruling goes. Default: FILE.ruling.json beside the replay.
    """
    private = signing_key(key, "--key")
    target = new_file(ruling_file(file) if out is None else out, "--out")
    decision = Decision(verdict, None if ranking is None else _seats(ranking), reason, replaces)
    try:
        ruling = make_ruling(file, decision, private)
    except RulingError as error:
        raise UsageError(f"{file}: {error}") from None
    except OSError as error:
        raise UsageError(f"{error.filename or file}: {error.strerror}") from None
    write_new(target, encode_ruling(ruling))
    print(f"ruled {printable(str(target), 4000)} {_words(ruling)}")
    return FINE


def show_ruling(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    replay: Path | None = None,
    keys: Annotated[tuple[Path, ...], Parameter(name="--keys", negative="", show_default=False)] = (),
) -> int:
    """Check a ruling: its signature, and that it is on the replay beside it, which is played again.

    Parameters
    ----------
    file
        The ruling, from referee replay rule.
    replay
        The replay. Default: FILE without .ruling.json, packed or not.
    keys
        A file of public keys that you trust. May be given several times; a ruling by another is a negative finding.
    """
    trusted = trusted_keys(keys)
    try:
        ruling = read_ruling(file)
        check_ruling(ruling, _replay_of(file) if replay is None else replay)
    except SigningUnavailable as error:
        raise UsageError(str(error)) from None
    except RulingError as error:
        print(f"differs {printable(str(file), 4000)}: {printable(str(error), 2000)}")
        return NEGATIVE
    except OSError as error:
        raise UsageError(f"{error.filename or file}: {error.strerror}") from None
    name = trusted.get(ruling.key)
    by = f"signed by an unknown key {ruling.key} (by its own words {printable(ruling.by)})"
    whose = by if name is None else f"authenticated by {name}"
    print(f"ok {printable(str(file), 4000)} {_words(ruling)} {whose}: {printable(ruling.reason, 2000)}")
    return NEGATIVE if keys and name is None else FINE


def _words(ruling: Ruling) -> str:
    ranking = "" if ruling.ranking is None else " ranking=" + ",".join(map(str, ruling.ranking))
    replaces = "" if ruling.replaces is None else f" replaces={printable(ruling.replaces)}"
    return f"{printable(ruling.match_id)} {ruling.verdict}{ranking} record_digest={ruling.record_digest}{replaces}"


def _seats(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise UsageError(f"--ranking {text}: must be seats, the best first, as 2,0,1,3")
    return tuple(int(word) for word in words)


def _replay_of(ruling: Path) -> Path:
    for replay in replays_ruled_by(ruling):
        if replay.exists():
            return replay
    raise UsageError(f"{ruling}: there is no replay beside it; name it with --replay")
