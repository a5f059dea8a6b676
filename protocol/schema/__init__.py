"""JSON Schemas of messages, replay records and the manifest, generated from the types and shipped beside this.

`python -m protocol.schema` writes them; a test holds the shipped files to what the types say.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from protocol.manifest import BotManifest
from protocol.messages import MESSAGE_TYPES
from protocol.replay_records import RECORD_TYPES
from protocol.rulings import Ruling
from protocol.view_records import VIEW_TYPES

SCHEMA_FOLDER = Path(__file__).parent
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def generate_schemas() -> dict[str, str]:
    """File name to contents; the same types give the same bytes."""
    return {
        "messages.json": _schema_of("Messages from the referee to a bot, protocol 1", MESSAGE_TYPES),
        "replay_records.json": _schema_of("Lines of a replay, format 1", RECORD_TYPES),
        "view_records.json": _schema_of("Lines of a view of a replay, format 1", VIEW_TYPES),
        "ruling.json": _schema_of("A ruling on a replay, format 1", [Ruling]),
        "bot_manifest.json": _schema_of("bot.toml, as the object its TOML says", [BotManifest]),
    }


def write_schemas(folder: Path = SCHEMA_FOLDER) -> list[Path]:
    """Write every schema into `folder`; return the paths."""
    written = []
    for name, text in generate_schemas().items():
        path = folder / name
        path.write_text(text, encoding="ascii")
        written.append(path)
    return written


def _schema_of(title: str, types: Iterable[type[Struct]]) -> str:
    schemas, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    body = schemas[0] if len(schemas) == 1 else {"oneOf": list(schemas)}
    document = {"$schema": _DIALECT, "title": title, **body, "$defs": dict(sorted(components.items()))}
    return json.dumps(document, indent=2) + "\n"
