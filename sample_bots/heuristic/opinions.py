"""Every number that is a matter of opinion. Change one, play the arena, keep what wins.

Worth is in victory points unless a line says otherwise; ``pips`` are rolls out of 36.
"""

from __future__ import annotations

from typing import Final

from engine.resources import KNIGHT, MONOPOLY, ROAD_BUILDING, VICTORY_POINT, YEAR_OF_PLENTY

# -- how fast a match goes -----------------------------------------------------------------------------------

CARDS_PER_POINT: Final = 5.0
ROLLS_PER_POINT: Final = 8
"""Rolls that pass while the leader makes a point."""
ROBBER_ROLLS: Final = 6
"""Rolls that the robber stays where it is."""

# -- places and production -----------------------------------------------------------------------------------

WANTS: Final = (1.0, 0.99, 0.8, 1.15, 1.1)
"""How much a card of each resource is wanted, before we know what the island is short of."""
VARIETY: Final = 1.5
"""Pips that it is worth to produce a resource for the first time."""
HARBOUR: Final = 1.0
"""Pips that a place on a harbour is worth on top."""
FURTHEST: Final = 3
"""Roads ahead that we look for places."""
RIVALS: Final = 0.85
"""What each road still to be laid leaves of the hope for a place: others build, too."""
CONTESTED: Final = 0.5
"""What is left of it where a road of another seat has come already."""

# -- cards in hand -------------------------------------------------------------------------------------------

PATIENCE: Final = 0.92
"""What a round of waiting leaves of what a purchase brings."""
NOT_YET_BUILT: Final = 0.9
"""What the cards for a purchase are worth, beside the purchase."""
SECOND_PLAN: Final = 0.35
"""How much the second best purchase counts."""
OTHER_CARDS: Final = 0.2
"""How much the wait for all missing cards counts, beside the wait for the slowest."""
ROUNDS_PER_BANK_TRADE: Final = 1.0
SPARE_CARD: Final = 0.06
OVERFULL_CARD: Final = 0.05
"""What each card over the hand limit costs."""

# -- development cards and awards ----------------------------------------------------------------------------

CARD_WORTH: Final = {KNIGHT: 0.3, VICTORY_POINT: 0.0, ROAD_BUILDING: 0.45, YEAR_OF_PLENTY: 0.4, MONOPOLY: 0.45}
"""In hand, by kind; what a victory point brings is counted with the points."""
UNKNOWN_CARD: Final = 0.6
AWARD_NEXT: Final = 0.35
"""Share of an award that is one road or knight away."""
AWARD_FURTHER: Final = 2.2
"""It is divided by this for every other road or knight that is missing."""
AWARD_AT_RISK: Final = 0.3
"""Share of an award that another seat may take with its next road or knight."""
AWARD_IN_HAND: Final = 0.6
"""Share of the longest road to count on when the roads for it are all that is missing."""

# -- the others ----------------------------------------------------------------------------------------------

RIVAL_POINT: Final = 0.25
"""What a point of the best of the others costs us."""
STOLEN_CARD: Final = 0.1
"""What a card of another seat's is worth: us richer and it poorer."""
RELIEF: Final = 0.2
"""What it is worth to send the robber off a hex of ours."""
OWN_LOSS: Final = 10.0
"""So much worse it is to block a pip of our own than one of another seat."""

# -- trades and decisions ------------------------------------------------------------------------------------

LEAST_GAIN: Final = 0.01
"""An action must be so much better than to leave it."""
LEAST_GAIN_OF_TRADE: Final = 0.05
"""A trade must bring us so much: it brings the other seat something, too."""
LEAST_GAIN_OF_OFFER: Final = 0.02
TOO_NEAR: Final = 2
"""No trade with a seat that lacks so few points of winning."""
DOUBT: Final = 0.2
"""Cards of each kind that a seat may hold beside those that the events tell of."""
