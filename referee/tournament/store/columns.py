"""A column for what is more than a number or a word: JSON text, so that any database and any reader can have it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator


class Packed(TypeDecorator[Any]):
    """Values of one type, which msgspec reads and writes. None is NULL."""

    impl = Text
    cache_ok = True

    def __init__(self, shape: Any) -> None:
        super().__init__()
        self.shape = shape
        self._decode = msgspec.json.Decoder(shape).decode

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self._decode(value)
