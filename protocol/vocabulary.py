"""Words and numbers that messages and records are made of: seats, ids, resources, cards, phases, verdicts.

The orders of `RESOURCES` and `CARDS` are part of the protocol: lists by resource or by card follow them.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

Resource = Literal["wood", "brick", "sheep", "wheat", "ore"]
Terrain = Literal["wood", "brick", "sheep", "wheat", "ore", "desert"]
HarbourKind = Literal["any", "wood", "brick", "sheep", "wheat", "ore"]
Card = Literal["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"]

RESOURCES: tuple[Resource, ...] = get_args(Resource)
CARDS: tuple[Card, ...] = get_args(Card)

Phase = Literal[
    "setup_settlement",
    "setup_road",
    "roll",
    "discard",
    "move_robber",
    "steal",
    "main",
    "trade_response",
    "trade_counters",
    "road_building_first",
    "road_building_second",
    "over",
]

Verdict = Literal[
    "victory",
    "roll_cap",
    "ply_cap",
    "time_cap",
    "forfeit_illegal",
    "forfeit_malformed",
    "forfeit_timeout",
    "forfeit_crash",
    "forfeit_no_start",
    "forfeit_flood",
    "forfeit_memory",
    "forfeit_disconnect",
    "referee_fault",
    "infrastructure_error",
    "cancelled",
    "adjudicated",
]
"""Why a match ended. `protocol.md` explains each."""

ErrorCode = Literal["malformed", "illegal", "timeout", "line_too_long", "not_utf8", "flood", "refused", "protocol"]
OnIllegal = Literal["forfeit", "refuse"]
EventDelivery = Literal["with_request", "at_once"]
MatchesPerProcess = Literal["one", "many"]

LARGEST_NUMBER = 2**53 - 1
"""No number is larger: readers in many languages have no integers beyond it."""

Count = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
Seat = Annotated[int, Meta(ge=0, le=3, description="0-based place at the table")]
HexId = Annotated[int, Meta(ge=0, le=18)]
VertexId = Annotated[int, Meta(ge=0, le=53)]
EdgeId = Annotated[int, Meta(ge=0, le=71)]
HarbourId = Annotated[int, Meta(ge=0, le=8)]
Milliseconds = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]

# Lists of bounded length, not tuples: those become `prefixItems` in JSON Schema, which many readers lack.
Dice = Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=2, max_length=2)]
CountPerSeat = Annotated[list[Count], Meta(min_length=3, max_length=4, description="one number per seat")]

Bundle = Annotated[dict[str, Count], Meta(description="resource to number of cards; only what is not zero")]
AllResources = Annotated[dict[str, Count], Meta(description="resource to number; all five keys")]
CardCounts = Annotated[dict[str, Count], Meta(description="card to number; only what is not zero")]
RuleTable = Annotated[
    dict[str, int | bool | str | None], Meta(description="`name` of the rule set, then every rule field")
]
