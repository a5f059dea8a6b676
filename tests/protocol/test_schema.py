"""The shipped JSON Schemas are what the types say."""

import json
from pathlib import Path
from typing import Any

from protocol.messages import MESSAGE_TYPES
from protocol.replay_records import RECORD_TYPES
from protocol.schema import SCHEMA_FOLDER, generate_schemas, write_schemas


def test_shipped_schemas_are_freshly_generated() -> None:
    shipped = {path.name: path.read_text(encoding="ascii") for path in SCHEMA_FOLDER.glob("*.json")}
    assert shipped == generate_schemas(), "run: python -m protocol.schema"


def test_schemas_are_written_where_they_are_told(tmp_path: Path) -> None:
    written = write_schemas(tmp_path)
    assert {path.name: path.read_text(encoding="ascii") for path in written} == generate_schemas()


def test_every_message_and_record_has_its_schema() -> None:
    schemas = generate_schemas()
    for name, types in (("messages.json", MESSAGE_TYPES), ("replay_records.json", RECORD_TYPES)):
        document = json.loads(schemas[name])
        assert document["oneOf"] == [{"$ref": f"#/$defs/{kind.__name__}"} for kind in types]


def test_schemas_keep_to_what_common_readers_know() -> None:
    def keys_of(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys_of, value.values()))
        return set().union(*map(keys_of, value)) if isinstance(value, list) else set()

    for text in generate_schemas().values():
        assert "prefixItems" not in keys_of(json.loads(text))
