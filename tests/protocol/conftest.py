"""Golden lines of the protocol: one message or record of every shape, byte for byte."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden" / "protocol"


@pytest.fixture(scope="session")
def golden_messages() -> list[bytes]:
    return (GOLDEN / "messages.jsonl").read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="session")
def golden_records() -> list[bytes]:
    return (GOLDEN / "records.jsonl").read_bytes().splitlines(keepends=True)
