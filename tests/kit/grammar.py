"""The whole finite vocabulary of ``competition``, written out from the action grammar, and its order."""

from __future__ import annotations

from typing import Final

from tests.kit.positions import RESOURCES

_PAIRS: Final = [(a, b) for a in RESOURCES for b in RESOURCES]
_UNORDERED: Final = [(a, b) for i, a in enumerate(RESOURCES) for b in RESOURCES[i:]]

ACTIONS: Final[tuple[str, ...]] = (
    *(f"place_settlement:{v}" for v in range(54)),
    *(f"place_road:{e}" for e in range(72)),
    "roll",
    "end_turn",
    *(f"move_robber:{h}" for h in range(19)),
    *(f"steal:{seat}" for seat in range(4)),
    *(f"build_road:{e}" for e in range(72)),
    *(f"build_settlement:{v}" for v in range(54)),
    *(f"build_city:{v}" for v in range(54)),
    "buy_dev_card",
    "play_dev:knight",
    "play_dev:road_building",
    *(f"play_dev:year_of_plenty:{a}:{b}" for a, b in _UNORDERED),
    *(f"play_dev:monopoly:{r}" for r in RESOURCES),
    *(f"free_road:{e}" for e in range(72)),
    *(f"trade_bank:{a}:{b}" for a, b in _PAIRS if a != b),
    *(f"offer_trade:{seat}:{a}:{b}" for seat in range(4) for a, b in _PAIRS if a != b),
    "accept_trade",
    "decline_trade",
)
"""Every action that some position of ``competition`` allows, canonical, in the order in which they are listed."""

PLACE_IN_ORDER: Final = {action: place for place, action in enumerate(ACTIONS)}

OTHER_SPELLINGS: Final[dict[str, str]] = {
    f"play_dev:year_of_plenty:{b}:{a}": f"play_dev:year_of_plenty:{a}:{b}" for a, b in _UNORDERED if a != b
}
"""Accepted spellings that are not the canonical one, and the one that is."""

NEVER: Final[tuple[str, ...]] = (
    *(f"trade_bank:{r}:{r}" for r in RESOURCES),
    *(f"offer_trade:{seat}:{r}:{r}" for seat in range(4) for r in RESOURCES),
    *(f"{verb}:{n}" for verb in ("place_settlement", "build_settlement", "build_city") for n in (-1, 54, 10**30)),
    *(f"{verb}:{n}" for verb in ("place_road", "build_road", "free_road") for n in (-1, 72, 10**30)),
    *("move_robber:19", "move_robber:-1", "steal:4", "steal:-1", "offer_trade:4:wood:ore", "steal:all"),
    *("discard:wood", "discard:2wood+2ore", "stop_free_roads", "dismiss_counters", "accept_counter:1"),
    *("counter_trade:wood:ore", "offer_trade:all:wood:ore", "offer_trade:1:2wood:ore", "offer_trade:1:wood:ore+sheep"),
    *("play_dev", "play_dev:victory_point", "play_dev:year_of_plenty:wood", "play_dev:monopoly", "play_dev:knight:3"),
    *("build_road:01", "build_road:1 ", "build_road:", "build_road", "BUILD_ROAD:1", "roll:6", "roll\n", "Roll", ""),
    *("trade_bank:wood:desert", "trade_bank:lumber:ore", "trade_bank:wood", "trade_bank:wood:ore:ore", "end turn"),
)
"""Texts that no position of ``competition`` accepts: some of no grammar, some of that of other rules."""
