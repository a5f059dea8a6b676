"""Rules as a person reads them and as a file holds them."""

from __future__ import annotations

import json
from typing import Any

from rich.table import Column, Table

from engine import PRESETS, Rules
from engine.rules import FIELD_NAMES
from referee.config import NULL


def rules_table(rules: Rules) -> Table:
    """Every field with its value, beside those of the presets; a value that no preset has stands out."""
    table = Table(Column("field", no_wrap=True), Column(rules.name, overflow="fold"))
    others = [preset for preset in PRESETS.values() if preset != rules]
    for preset in others:
        table.add_column(preset.name, style="dim", overflow="fold")
    for field in FIELD_NAMES[1:]:
        values = [_shown(getattr(preset, field)) for preset in (rules, *others)]
        table.add_row(field, values[0], *values[1:], style="bold" if values[0] not in values[1:] else "")
    return table


def rules_toml(rules: Rules) -> str:
    """The rules as a file that ``--rules`` reads back to the same values."""
    values = {field: NULL if value is None else value for field, value in rules.as_dict().items()}
    # A string, a number and a boolean are written alike in JSON and in TOML.
    return "".join(f"{field} = {json.dumps(value)}\n" for field, value in values.items())


def _shown(value: Any) -> str:
    if value is None:
        return NULL
    return str(value).lower() if isinstance(value, bool) else str(value)
