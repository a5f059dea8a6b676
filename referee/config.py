"""Rule sets and seeds as they are named on a command line or written in a TOML file."""

from __future__ import annotations

import tomllib
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from engine import COMPETITION, PRESETS, Rules, RulesError

LONGEST_SEED: Final = 256
"""Characters of a seed: it is sent to every bot and written into every record."""
NULL: Final = "null"
_TOO_MANY_DIGITS: Final = "a number has too many digits"


class ConfigError(ValueError):
    """A file or setting that can't be used; the text names it and what would be right."""


def check_seed(seed: str) -> None:
    """Raise ``ConfigError`` unless this can be the seed of a match: 1 to ``LONGEST_SEED`` printable characters.

    Printable, because it stands in records, tables and messages, to be copied from there.
    """
    if not 1 <= len(seed) <= LONGEST_SEED:
        raise ConfigError(f"a seed of {len(seed)} characters: must have 1 to {LONGEST_SEED}")
    if not seed.isprintable():
        raise ConfigError(f"seed {seed!a}: must be printable text")


def load_rules(name_or_file: str, changes: Sequence[str]) -> Rules:
    """A preset by name or a TOML file of fields, with ``FIELD=VALUE`` changes on top. Raises ``ConfigError``."""
    changed = _changes(changes)
    if name_or_file in PRESETS:
        base, fields = PRESETS[name_or_file], {}
    else:
        base, fields = COMPETITION, _rules_file(Path(name_or_file))
    rules = _with_values(_with_values(base, fields, f"rules {name_or_file}"), changed, "--set")
    if rules != PRESETS.get(rules.name, rules):
        raise ConfigError(
            f"rules {name_or_file}: {rules.name!r} is the name of a preset with other values; give these rules another "
            "name, such as --set name=mine"
        )
    return rules


def _with_values(rules: Rules, values: dict[str, Any], where: str) -> Rules:
    try:
        return rules.with_values(values)
    except RulesError as error:
        raise ConfigError(f"{where}: {error}") from None


def _rules_file(path: Path) -> dict[str, Any]:
    if path.suffix != ".toml":
        raise ConfigError(f"rules {str(path)!r}: must be one of {', '.join(PRESETS)}, or a file that ends in .toml")
    try:
        fields = tomllib.loads(
            path.read_bytes().removeprefix(BOM_UTF8).decode()
        )  # some editors begin a file with a byte order mark
    except OSError as error:
        raise ConfigError(f"rules {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"rules {path}: not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"rules {path}: not TOML: {error}") from None
    except RecursionError:
        raise ConfigError(f"rules {path}: nested too deeply; a rule file is one line per field") from None
    except ValueError:
        raise ConfigError(f"rules {path}: {_TOO_MANY_DIGITS}") from None
    return {"name": path.stem, **{field: _or_null(value) for field, value in fields.items()}}


def _or_null(value: Any) -> Any:
    """TOML has no null: a field that has none says so with this word."""
    return None if value == NULL else value


def _changes(texts: Sequence[str]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for text in texts:
        field, value = _change(text)
        if field in changed:
            raise ConfigError(f"--set {field}: is given twice")
        changed[field] = value
    return changed


def _change(text: str) -> tuple[str, Any]:
    """``FIELD=VALUE`` with the value as in TOML; a bare word is a string."""
    field, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"--set {text!r}: must be FIELD=VALUE, such as points_to_win=8")
    field, value = field.strip(), value.strip()
    if "\n" in value:
        raise ConfigError(f"--set {text!a}: one field at a time; give --set once for each")
    try:
        return field, _or_null(tomllib.loads(f"value = {value}")["value"])
    except (tomllib.TOMLDecodeError, RecursionError):
        return field, _or_null(value)
    except ValueError:
        raise ConfigError(f"--set {field}: {_TOO_MANY_DIGITS}") from None
