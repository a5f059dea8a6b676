"""Reading one of several Structs, told apart by a tag, with errors that say what is wrong where."""

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from protocol.errors import ProtocolError, UnknownTypeError

T = TypeVar("T")


class TaggedDecoder(Generic[T]):
    """One reused decoder for the union `T` of `types`, all tagged by the key `tag_field`."""

    def __init__(self, union: Any, types: tuple[type[Struct], ...], tag_field: str) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(union)
        self._tag_field = tag_field
        self._tags = sorted(str(kind.__struct_config__.tag) for kind in types)

    def decode(self, line: bytes | str) -> T:
        """Decode one line.

        Raises UnknownTypeError for a tag that is none of `types` (later versions may add some: skip those), and
        ProtocolError, naming the path of the bad key, for anything else that does not fit.
        """
        try:
            return self._decoder.decode(line)
        except msgspec.DecodeError as error:  # msgspec.ValidationError is one of these
            raise self._explain(line, str(error)) from error
        except RecursionError:
            raise ProtocolError("is nested too deeply") from None
        except UnicodeError as error:
            raise ProtocolError(f"not UTF-8: {error}") from error

    def _explain(self, line: bytes | str, reason: str) -> ProtocolError:
        try:
            found = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            return ProtocolError(reason)
        tag = found.get(self._tag_field) if isinstance(found, dict) else None
        if not isinstance(tag, str):
            return ProtocolError(reason)
        if tag not in self._tags:
            known = ", ".join(self._tags)
            return UnknownTypeError(f"unknown {self._tag_field} {tag!r}; known: {known}")
        return ProtocolError(f"{tag}: {reason}")
