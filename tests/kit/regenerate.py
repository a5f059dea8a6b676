"""``python -m tests.kit.regenerate``: write the goldens of the engine anew from what it does now.

Only where the rules have changed, together with ``engine.RULES_VERSION``, or where a golden's own choice of
matches or positions has. A difference in the diff that you can't explain from the rules is a bug.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engine import PRESETS
from tests.kit import perft, recorded_matches


def write(path: Path, value: Any) -> None:
    """Write JSON so that a diff shows which number changed."""
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    print(path, file=sys.stderr)


if __name__ == "__main__":
    for rules in PRESETS.values():
        write(perft.golden_file(rules), perft.golden(rules))
    write(recorded_matches.GOLDEN_FILE, recorded_matches.golden())
