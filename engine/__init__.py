"""The rules of the game as a pure, deterministic state machine with string actions.

Standard library only; no clock, no input or output, no randomness but the keyed streams of ``engine.chance``.
"""

from engine.chance import Chance, SeededChance
from engine.errors import (
    ChanceExhausted,
    EngineError,
    IllegalAction,
    NotationError,
    PositionError,
    RulesError,
)
from engine.events import Event
from engine.game import Game
from engine.rules import COMPETITION, KATAN, PRESETS, RULES_VERSION, STANDARD, Rules
from engine.scoring import Result

__all__ = [
    "COMPETITION",
    "KATAN",
    "PRESETS",
    "RULES_VERSION",
    "STANDARD",
    "Chance",
    "ChanceExhausted",
    "EngineError",
    "Event",
    "Game",
    "IllegalAction",
    "NotationError",
    "PositionError",
    "Result",
    "Rules",
    "RulesError",
    "SeededChance",
]
