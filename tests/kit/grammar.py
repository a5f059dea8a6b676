"""The finite vocabulary of a rule set, written out from the action grammar, and its order."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine import COMPETITION, Rules
from tests.kit.oracle import bundle
from tests.kit.positions import RESOURCES

_PAIRS: Final = [(a, b) for a in RESOURCES for b in RESOURCES]
_UNORDERED: Final = [(a, b) for i, a in enumerate(RESOURCES) for b in RESOURCES[i:]]
_SMALL_BUNDLES: Final = [
    bundle([cards.count(r) for r in range(5)])
    for size in range(1, 5)
    for cards in combinations_with_replacement(range(5), size)
]


@cache
def vocabulary(rules: Rules) -> tuple[str, ...]:
    """Every action that some position of these rules allows, canonical, in the order in which they are listed.

    Bundles are too many: of discards only those of up to four cards are here, and no offers or counters of bundles.
    """
    seats = range(rules.seats)
    chosen_discards = _SMALL_BUNDLES if rules.discard == "choose" else []
    one_for_one = seats if rules.player_trades == "one_for_one" else []
    bundles = rules.player_trades == "bundles"
    return (
        *(f"place_settlement:{v}" for v in range(54)),
        *(f"place_road:{e}" for e in range(72)),
        "roll",
        "end_turn",
        *(f"move_robber:{h}" for h in range(19)),
        *(f"steal:{seat}" for seat in seats),
        *(f"discard:{cards}" for cards in chosen_discards),
        *(f"build_road:{e}" for e in range(72)),
        *(f"build_settlement:{v}" for v in range(54)),
        *(f"build_city:{v}" for v in range(54)),
        "buy_dev_card",
        "play_dev:knight",
        "play_dev:road_building",
        *(f"play_dev:year_of_plenty:{r}" for r in RESOURCES if rules.year_of_plenty == "up_to_two"),
        *(f"play_dev:year_of_plenty:{a}:{b}" for a, b in _UNORDERED),
        *(f"play_dev:monopoly:{r}" for r in RESOURCES),
        *(f"free_road:{e}" for e in range(72)),
        *(["stop_free_roads"] if rules.free_roads_may_stop else []),
        *(f"trade_bank:{a}:{b}" for a, b in _PAIRS if a != b),
        *(f"offer_trade:{seat}:{a}:{b}" for seat in one_for_one for a, b in _PAIRS if a != b),
        *(["accept_trade", "decline_trade"] if rules.player_trades != "none" else []),
        *(f"accept_counter:{seat}" for seat in seats if bundles),
        *(["dismiss_counters"] if bundles else []),
    )


ACTIONS: Final = vocabulary(COMPETITION)
"""Every action that some position of ``competition`` allows, canonical, in the order in which they are listed."""

PLACE_IN_ORDER: Final = {action: place for place, action in enumerate(ACTIONS)}

OTHER_SPELLINGS: Final[dict[str, str]] = {
    f"play_dev:year_of_plenty:{b}:{a}": f"play_dev:year_of_plenty:{a}:{b}" for a, b in _UNORDERED if a != b
}
"""Accepted spellings that are not the canonical one, and the one that is."""

NEVER_AT_ALL: Final[tuple[str, ...]] = (
    *(f"trade_bank:{r}:{r}" for r in RESOURCES),
    *(f"offer_trade:{seat}:{r}:{r}" for seat in range(4) for r in RESOURCES),
    *(f"{verb}:{n}" for verb in ("place_settlement", "build_settlement", "build_city") for n in (-1, 54, 10**30)),
    *(f"{verb}:{n}" for verb in ("place_road", "build_road", "free_road") for n in (-1, 72, 10**30)),
    *("move_robber:19", "move_robber:-1", "steal:4", "steal:-1", "offer_trade:4:wood:ore", "steal:all"),
    *(
        "discard:",
        "discard:0wood",
        "discard:1wood",
        "discard:wood+wood",
        "discard:wood+",
        "discard:02wood",
        "discard:2",
    ),
    *("discard", "discard:-1wood", "discard:all", "stop_free_roads:1", "dismiss_counters:1", "accept_counter:4"),
    *("accept_counter:all", "accept_counter", "counter_trade", "counter_trade:wood", "counter_trade:1:wood:ore"),
    *("play_dev", "play_dev:victory_point", "play_dev:year_of_plenty", "play_dev:monopoly", "play_dev:knight:3"),
    *("build_road:01", "build_road:1 ", "build_road:", "build_road", "BUILD_ROAD:1", "roll:6", "roll\n", "Roll", ""),
    *("trade_bank:wood:desert", "trade_bank:lumber:ore", "trade_bank:wood", "trade_bank:wood:ore:ore", "end turn"),
)
"""Texts that no position of any rules accepts."""

NEVER: Final[tuple[str, ...]] = (
    *NEVER_AT_ALL,
    *("discard:wood", "discard:2wood+2ore", "stop_free_roads", "dismiss_counters", "accept_counter:1"),
    *("counter_trade:wood:ore", "offer_trade:all:wood:ore", "offer_trade:1:2wood:ore", "offer_trade:1:wood:ore+sheep"),
    "play_dev:year_of_plenty:wood",
)
"""Texts that no position of ``competition`` accepts: some of no grammar, some of that of other rules."""


def spoilt(action: str) -> list[str]:
    """An offer, counter or discard of bundles written in ways that no rules read."""
    head, _, last = action.rpartition(":")
    bundles = [
        f"{last}+",
        f"+{last}",
        f"{last}++{last}",
        f"{last}+{last}",
        f"0{last}",
        "",
        "1ore",
        "0ore",
        "-1ore",
        "ore-",
    ]
    return [
        *(f"{head}:{wrong}" for wrong in [*bundles, "lumber", "2 ore", "ore*2", "２ore", "{}", "all"]),
        *(
            f"{action}:{last}",
            f"{action} ",
            f" {action}",
            f"{action}\n",
            action.upper(),
            action.replace(":", ": ", 1),
            head,
        ),
    ]
