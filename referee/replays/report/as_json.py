"""A report as JSON: the facts themselves, for programs."""

from __future__ import annotations

import json

import msgspec

from referee.replays.report.facts import Report


def as_json(report: Report) -> str:
    """One object, indented, its keys in the order of the facts; texts are as on record, what isn't ASCII escaped."""
    return json.dumps(msgspec.to_builtins(report), indent=1) + "\n"
