"""What the engine raises. Each error names what was wrong, where, and what would be right."""

from __future__ import annotations


class EngineError(ValueError):
    """Any complaint of the engine about what it was given; the state is untouched."""


class NotationError(EngineError):
    """The text is no action of the grammar, in any phase of these rules."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{shown(text)}: {reason}")
        self.text = text
        self.reason = reason


class IllegalAction(EngineError):
    """The action is in the grammar and not legal now."""

    def __init__(self, action: str, reason: str) -> None:
        super().__init__(f"{action}: {reason}")
        self.action = action
        self.reason = reason


class RulesError(EngineError):
    """A field of ``Rules`` has a value it can't have, by itself or together with another."""


class PositionError(EngineError):
    """A position has a field that is malformed, contradicts another, or can't be reached by play."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class ChanceExhausted(EngineError):
    """Chance was asked for a draw that it can't make: no seed, or a script that has ended."""


def shown(text: object) -> str:
    """Foreign text, printable and short."""
    try:
        literal = repr(text)
    except ValueError:  # Python writes no number of thousands of digits
        literal = "a number with too many digits"
    return literal if len(literal) <= 80 else literal[:77] + "..."
