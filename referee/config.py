"""Rule sets as they are named on a command line or written in a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import COMPETITION, PRESETS, Rules, RulesError


class ConfigError(ValueError):
    """A file or setting that can't be used; the text names it and what would be right."""


def load_rules(name_or_file: str, changes: Sequence[str]) -> Rules:
    """A preset by name or a TOML file of fields, with ``FIELD=VALUE`` changes on top. Raises ``ConfigError``."""
    try:
        if name_or_file in PRESETS:
            rules = PRESETS[name_or_file]
        else:
            rules = COMPETITION.with_values(_rules_file(Path(name_or_file)))
        rules = rules.with_values(dict(_change(text) for text in changes))
    except RulesError as error:
        raise ConfigError(f"rules {name_or_file}: {error}") from None
    return rules


def _rules_file(path: Path) -> dict[str, Any]:
    if path.suffix != ".toml":
        raise ConfigError(f"rules {str(path)!r}: must be one of {', '.join(PRESETS)}, or a file that ends in .toml")
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"rules {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"rules {path}: {error}") from None
    except RecursionError:
        raise ConfigError(f"rules {path}: nested too deeply; a rule file is one line per field") from None
    return {"name": path.stem, **fields}


def _change(text: str) -> tuple[str, Any]:
    """``FIELD=VALUE`` with the value as in TOML; a bare word is a string."""
    field, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"--set {text!r}: must be FIELD=VALUE, such as points_to_win=8")
    try:
        return field.strip(), tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return field.strip(), value.strip()
