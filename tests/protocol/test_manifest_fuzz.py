"""Whatever a `bot.toml` holds: a manifest that keeps its promises, or a ManifestError."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.errors import ManifestError
from protocol.manifest import RIGHT_VALUES, BotManifest, parse_manifest
from tests.protocol.test_manifest import FULL

# As TOML writes them; what JSON and TOML write the same way comes from json.dumps.
scalars = st.one_of(
    st.text(max_size=8).map(json.dumps),
    st.integers(-(2**70), 2**70).map(str),
    st.sampled_from(["true", "nan", "-inf", "1e999", "0x1F", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "''"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(st.text(max_size=3).map(json.dumps), inner, max_size=2).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=6,
)
keys = st.sampled_from(sorted(RIGHT_VALUES)) | st.text(max_size=6).map(json.dumps) | st.just("name.first")
tables = st.dictionaries(keys, values, max_size=5).map(
    lambda table: "\n".join(f"{key} = {value}" for key, value in table.items())
)


def parsed(text: bytes) -> BotManifest | None:
    """The manifest, None if it was refused as it should be."""
    try:
        manifest = parse_manifest(text)
    except ManifestError:
        return None
    assert manifest.name.isascii()
    assert 1 <= len(manifest.name) <= 32
    assert manifest.command
    assert not any("\0" in argument for argument in manifest.command)
    return manifest


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_any_bytes(text: bytes) -> None:
    parsed(text)


@given(tables)
@settings(max_examples=300, deadline=None)
def test_any_table(text: str) -> None:
    parsed(text.encode("utf-8", "replace"))


@given(st.dictionaries(st.sampled_from(sorted(RIGHT_VALUES)), values, max_size=2))
@settings(max_examples=300, deadline=None)
def test_a_right_manifest_with_other_values(others: dict[str, Any]) -> None:
    right = dict(line.split(" = ", 1) for line in FULL.decode().strip().splitlines())
    text = "\n".join(f"{key} = {value}" for key, value in {**right, **others}.items())
    parsed(text.encode("utf-8", "replace"))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_right_manifest_with_bytes_changed(data: st.DataObject) -> None:
    text = bytearray(FULL)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    parsed(bytes(text))


def test_what_is_right_is_not_refused() -> None:
    assert parsed(FULL) is not None
