"""What signatures are made over: bytes that name their purpose, so that none can be taken for one of another kind.

All signatures are Ed25519 (RFC 8032), in base64. Anybody can check them with these functions or by writing the few
bytes anew.
"""

from protocol.json_lines import encode_line
from protocol.rulings import Ruling


def replay_message(record_digest: str, by: str) -> bytes:
    """What is signed of a replay: a line for the purpose, the digest of all lines up to the end, and who signs.

    No line of the replay is signed apart: each is in ``record_digest``, and a seed that is revealed later is held by
    the commitment in the header. So a signature made while the seed was sealed still holds when it is not.
    """
    return f"catan-referee replay 1\n{record_digest}\n{by}".encode()


def ruling_message(ruling: Ruling) -> bytes:
    """What is signed of a ruling: a line for the purpose, and the ruling's own line with an empty signature."""
    return b"catan-referee ruling 1\n" + encode_line(ruling.unsigned())
