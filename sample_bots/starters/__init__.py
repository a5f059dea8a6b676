"""A bot to begin with in each of several languages: one file with all it takes, commented as a tutorial, and a
``bot.toml``.

They need nothing of ours and are not imported: ``referee new`` copies their folders.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).resolve().parent

STARTERS: Final[dict[str, Path]] = {
    language: _HERE / language for language in ("python", "javascript", "cpp", "c", "rust", "java", "shell")
}
"""Language -> the folder of its starter."""
