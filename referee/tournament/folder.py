"""A tournament in its folder: begun there once, and gone on with as often as need be."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from referee import __version__
from referee.tournament.entering import entrants_of
from referee.tournament.plan import Bounds, Plan, PlanError
from referee.tournament.seeds import master_commitment, new_master
from referee.tournament.store.opening import DATABASE
from referee.tournament.store.rows import TournamentRow
from referee.tournament.store.store import Store

_MAY_CHANGE: Final = ("bounds", "is_closed")


def is_begun(folder: Path) -> bool:
    """Is there a tournament in this folder?"""
    return (folder / DATABASE).exists()


def begin(folder: Path, plan: Plan) -> Store:
    """A new tournament, its entrants resolved and its secret drawn. Raises ``PlanError`` and ``StoreError``."""
    entrants = entrants_of(plan)
    master = new_master(plan.seed)
    row = TournamentRow(
        name=plan.name,
        plan=msgspec.json.encode(plan).decode(),
        master=master.hex(),
        commitment=master_commitment(master),
        referee=__version__,
        created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
    return Store.create(folder, row, entrants)


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


def with_bounds(folder: Path, bounds: Bounds) -> Store:
    """The tournament that was begun here, to be played on under these bounds. Raises as ``go_on``."""
    store = go_on(folder, None)
    try:
        plan = msgspec.structs.replace(plan_in(store), bounds=bounds)
        store.change_plan(msgspec.json.encode(plan).decode())
    except BaseException:
        store.close()
        raise
    return store


def close(folder: Path) -> TournamentRow:
    """Publish the secret that the seeds come from, after which nothing more is played; returns it with the rest.

    Raises ``PlanError`` while a block is open, for its seed would be known, and ``StoreError``.
    """
    with Store.open_to_write(folder) as store:
        still_open = [block.number for block in store.blocks() if block.state == "open"]
        if still_open:
            raise PlanError(f"{folder}: block {still_open[0]} is not whole: run it to its end first, with --blocks say")
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
    for key in Plan.__struct_fields__:
        was, now = getattr(begun, key), getattr(plan, key)
        if was != now and key not in _MAY_CHANGE:
            raise PlanError(
                f"{folder} holds a tournament with another {key.replace('_', ' ')}: {_words(was)} there, {_words(now)} "
                "here. How long it goes on may be changed, nothing else: begin another one with --folder"
            )
    if plan.bounds != begun.bounds:
        store.change_plan(msgspec.json.encode(plan).decode())


def _words(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:200] + "..."
