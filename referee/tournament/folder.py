"""A tournament in its folder: begun there once, and gone on with as often as need be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from referee import __version__
from referee.replays.utc import utc_now
from referee.tournament.budget import blocks_allowed
from referee.tournament.entering import entrants_of
from referee.tournament.plan import FORMATS_OF_FILES, Bounds, Plan, PlanError
from referee.tournament.seeds import master_commitment, new_master
from referee.tournament.store.opening import DATABASE, remove_database
from referee.tournament.store.rows import EntrantRow, TournamentRow
from referee.tournament.store.store import Store

_MAY_CHANGE: Final = ("bounds", "is_closed")


def is_begun(folder: Path) -> bool:
    """Is there a tournament in this folder?"""
    return (folder / DATABASE).exists()


def begin(folder: Path, plan: Plan) -> Store:
    """A new tournament, its entrants resolved and its secret drawn. Raises ``PlanError`` and ``StoreError``."""
    entrants = entrants_of(plan)
    _check_apart(folder, entrants)
    blocks_allowed(plan)  # or nothing is begun
    master = new_master(plan.seed)
    row = TournamentRow(
        name=plan.name,
        plan=msgspec.json.encode(plan).decode(),
        master=master.hex(),
        commitment=master_commitment(master),
        referee=__version__,
        created=utc_now(),
    )
    return Store.create(folder, row, entrants)


def _check_apart(folder: Path, entrants: Sequence[EntrantRow]) -> None:
    """What is kept among a bot's files would change the digest that it was entered with."""
    for row in entrants:
        if row.spec.startswith((".", "/")) and folder.resolve().is_relative_to(Path(row.spec).resolve()):
            raise PlanError(
                f"{folder}: lies in the folder of the bot {row.spec}, whose files are not to change: name another one "
                "with --folder"
            )


def go_on(folder: Path, plan: Plan | None) -> Store:
    """The tournament that was begun here, to be played on; under the bounds of ``plan`` where there is one.

    Raises ``PlanError`` where ``plan`` is another tournament's, and ``StoreError``.
    """
    store = Store.open_to_write(folder)
    try:
        if plan_in(store).is_closed:
            raise PlanError(f"{folder}: is closed, and the secret of its seeds is published: begin another one")
        if plan is not None:
            _take_bounds(store, folder, plan)
    except BaseException:
        store.close()
        raise
    return store


def begin_or_go_on(folder: Path, plan: Plan) -> Store:
    """The tournament of this plan in this folder: a new one, or the one that was begun there.

    Where no block was begun yet, one that was planned otherwise, or had a bot that could not be started, is put right
    by beginning anew: nothing is lost. Raises as ``begin`` and ``go_on``.
    """
    if is_begun(folder):
        _remove_if_wrong(folder, plan)
    return go_on(folder, plan) if is_begun(folder) else begin(folder, plan)


def _remove_if_wrong(folder: Path, plan: Plan) -> None:
    with Store.open_to_write(folder) as store:  # held to the last, so that nobody plays it meanwhile
        is_wrong = _planned_otherwise(plan_in(store), plan) is not None
        # Whose files were not there; who was benched by hand has a digest, and stays there.
        is_lame = any(entrant.benched is not None and entrant.digest is None for entrant in store.entrants())
        if not store.blocks() and (is_wrong or is_lame):
            remove_database(folder / DATABASE)


def with_bounds(folder: Path, bounds: Bounds) -> Store:
    """The tournament that was begun here, to be played on under these bounds. Raises as ``go_on``."""
    store = go_on(folder, None)
    try:
        plan = msgspec.structs.replace(plan_in(store), bounds=bounds)
        blocks_allowed(plan)
        store.change_plan(msgspec.json.encode(plan).decode())
    except BaseException:
        store.close()
        raise
    return store


def close(store: Store) -> TournamentRow:
    """Publish the secret that the seeds come from, after which nothing more is played; returns it with the rest.

    Raises ``PlanError`` while a block is open, for its seed would be known, and ``StoreError``.
    """
    still_open = [block.number for block in store.blocks() if block.state == "open"]
    if still_open:
        raise PlanError(f"block {still_open[0]} is not whole: run the tournament to its end first, with --blocks say")
    plan = msgspec.structs.replace(plan_in(store), is_closed=True)
    store.change_plan(msgspec.json.encode(plan).decode())
    return store.tournament()


def plan_in(store: Store) -> Plan:
    """What was planned. Raises ``PlanError`` where another version of the referee planned what this one can't read."""
    row = store.tournament()
    try:
        return msgspec.json.decode(row.plan, type=Plan)
    except msgspec.DecodeError as error:
        raise PlanError(f"the plan of {row.name!r}, begun by referee {row.referee}, can't be read: {error}") from None


def _take_bounds(store: Store, folder: Path, plan: Plan) -> None:
    begun = plan_in(store)
    difference = _planned_otherwise(begun, plan)
    if difference is not None:
        raise PlanError(
            f"{folder}: holds a tournament that differs: {difference}. How long it goes on may be changed, nothing "
            "else: begin another one with --folder"
        )
    if plan.format not in FORMATS_OF_FILES:
        _check_unchanged(store, folder, plan)
    if plan.bounds != begun.bounds:
        blocks_allowed(plan)
        store.change_plan(msgspec.json.encode(plan).decode())


def _check_unchanged(store: Store, folder: Path, plan: Plan) -> None:
    """A tournament goes on without a bot whose files have changed; where there is no other, it had better not begin."""
    for was, now in zip(store.entrants(), entrants_of(plan), strict=True):
        if was.digest != now.digest:
            raise PlanError(
                f"{folder}: was begun with other files of {now.spec}: for those of today begin anew, with --folder"
            )


def _planned_otherwise(begun: Plan, plan: Plan) -> str | None:
    """The first thing that differs and may not, None where nothing does."""
    for key in Plan.__struct_fields__:
        was, now = getattr(begun, key), getattr(plan, key)
        if was != now and key not in _MAY_CHANGE:
            return _difference(key, was, now)
    return None


def _difference(key: str, was: Any, now: Any) -> str:
    """Where one key of the plan differs, down to the first entry that does."""
    if key == "seed":
        return "seed is another"  # which may be a secret
    if isinstance(was, dict):
        entry = next(name for name in was if was[name] != now.get(name))
        return f"{key} {entry} is {_words(was[entry])} there, {_words(now.get(entry))} here"
    if isinstance(was, tuple) and isinstance(now, tuple):
        if len(was) != len(now):
            return f"it has {len(was)} {key} there, {len(now)} here"
        return next(f"{key}: {_words(a)} there, {_words(b)} here" for a, b in zip(was, now, strict=True) if a != b)
    return f"{key} is {_words(was)} there, {_words(now)} here"


def _words(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:200] + "..."
