"""What crosses the wire and what is stored: messages, lines, replay records, the bot manifest.

A leaf: standard library and msgspec only, nothing of ours. Authors of Python bots start at `protocol.client`;
authors in other languages at `docs/protocol.md` and the JSON Schemas in `protocol/schema/`.
"""

PROTOCOL_VERSION = 1
"""The version in `match_start.protocol`. Version 1 is final, as replay format 1 is."""
