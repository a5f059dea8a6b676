"""What ``referee replay stats`` tells: tables for people, or an object for programs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import median_low
from typing import Any, Final, TypeVar

from rich.table import Table
from rich.text import Text

from engine.resources import CARDS
from referee.console import Console, print_table
from referee.replays.render.escape import printable
from referee.replays.stats import COUNTS, PAIR_COUNTS, POINT_SOURCES, BotStats, MatchStats, sum_of
from referee.replays.tallies.dice import ENOUGH_ROLLS, THROWS, chi_square, p_value, ways
from referee.replays.tallies.numbers import rounded

_LONGEST_LABEL: Final = 48
_Key = TypeVar("_Key", int, str)


# -- for programs -------------------------------------------------------------------------------------------


def all_object(counted: Sequence[tuple[Path, MatchStats]], left_out: Sequence[tuple[Path, str]]) -> dict[str, Any]:
    """All of it as JSON-able built-ins."""
    together = sum_of(match for _, match in counted)
    return {
        "matches": together.matches,
        "plies": together.plies,
        "verdicts": together.verdicts,
        "dice": _dice_object(together.dice),
        "bots": [_bot_object(bot) for bot in together.bots],
        "between": _pairs_object("bot", together.between),
        "files": [{"file": _name(path), **_match_object(match)} for path, match in counted],
        "left_out": [{"file": _name(path), "reason": why} for path, why in left_out],
    }


def _name(path: Path) -> str:
    return os.fsencode(path).decode(errors="backslashreplace")


def _match_object(match: MatchStats) -> dict[str, Any]:
    return {
        "match_id": match.match_id,
        "rules": match.rules,
        "verdict": match.verdict,
        "winner": match.winner,
        "plies": match.plies,
        "rolls": match.rolls,
        "dice": _dice_object(match.dice),
        "seats": [{"seat": seat, **_bot_object(bot)} for seat, bot in enumerate(match.seats)],
        "between": _pairs_object("seat", match.between),
    }


def _dice_object(dice: dict[int, int]) -> dict[str, Any]:
    """``p_value``: how often fair dice stray at least so far; null without a roll."""
    chi = chi_square(dice)
    return {
        "rolled": {str(total): count for total, count in dice.items()},
        "chi_square": None if chi is None else rounded(chi),
        "p_value": None if chi is None else p_value(chi),
        "is_coarse": sum(dice.values()) < ENOUGH_ROLLS,
    }


def _bot_object(bot: BotStats) -> dict[str, Any]:
    return {
        "name": bot.name,
        "version": bot.version,
        **{key: bot.counts[key] for key in COUNTS},
        "expected": round(bot.expected, 2),
        "answers": len(bot.answers_ms),
        "total_ms": sum(bot.answers_ms),
        "median_ms": median_low(bot.answers_ms) if bot.answers_ms else None,
        "slowest_ms": max(bot.answers_ms, default=None),
        "points_from": {source: bot.sources[source] for source in POINT_SOURCES},
        "cards_bought": _cards(bot.cards_bought),
        "cards_played": _cards(bot.cards_played),
    }


def _pairs_object(key: str, between: Mapping[tuple[_Key, _Key], Counter[str]]) -> list[dict[str, Any]]:
    """An object for each pair, in both orders: ``key`` and ``other`` are the two."""
    return [
        {key: one, "other": other, **{count: counts[count] for count in PAIR_COUNTS}}
        for (one, other), counts in between.items()
    ]


def _cards(counts: Counter[str]) -> dict[str, int]:
    return {card: counts[card] for card in CARDS if counts[card]}


# -- for people ---------------------------------------------------------------------------------------------


def print_stats(counted: Sequence[tuple[Path, MatchStats]]) -> None:
    """A line on the matches, and tables of bots (of seats, where it is one match), of pairs and of dice."""
    together = sum_of(match for _, match in counted)
    verdicts = ", ".join(f"{verdict.replace('_', ' ')} {count}" for verdict, count in together.verdicts.items())
    ended = f": {printable(verdicts)}" if verdicts else ""
    console = Console()
    console.print(Text(f"matches {together.matches}, plies {together.plies}{ended}"), soft_wrap=True)
    if not counted:
        return
    if len(counted) == 1:
        match = counted[0][1]
        labels = [f"{seat}:{bot.label}" for seat, bot in enumerate(match.seats)]
        labelled = dict(zip(labels, match.seats, strict=True))
        between = {(labels[one], labels[other]): counts for (one, other), counts in match.between.items()}
    else:
        labelled, between = {bot.label: bot for bot in together.bots}, together.between
    for table in (_play_table(labelled), _sources_table(labelled), _pair_table(between), _dice_table(together.dice)):
        print_table(table)
    console.print(Text(_dice_words(together.dice)), soft_wrap=True)


def _table(title: str, *headings: str) -> Table:
    """The first column is whom it is about, the others are numbers."""
    table = Table(title=title, title_justify="left")
    table.add_column("bot")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _label(label: str) -> Text:
    return Text(printable(label, _LONGEST_LABEL))


def _play_table(labelled: Mapping[str, BotStats]) -> Table:
    table = _table(
        "play", "matches", "wins", "forfeits", "refusals", "plies", "answers", "median", "slowest", "rolls",
        "produced", "expected", "robbed", "robber moves", "bank trades", "offers",
    )  # fmt: skip
    for label, bot in labelled.items():
        counts = bot.counts
        median = f"{median_low(bot.answers_ms)} ms" if bot.answers_ms else ""
        slowest = f"{max(bot.answers_ms)} ms" if bot.answers_ms else ""
        before, behind = ("matches", "wins", "forfeits", "refusals", "plies"), ("robbed", "robber_moves")
        table.add_row(
            _label(label),
            *(str(counts[key]) for key in before),
            str(len(bot.answers_ms)),
            median,
            slowest,
            str(counts["rolls"]),
            str(counts["produced"]),
            f"{bot.expected:.1f}",
            *(str(counts[key]) for key in (*behind, "bank_trades", "offers")),
        )
    return table


def _sources_table(labelled: Mapping[str, BotStats]) -> Table:
    cards = [card.replace("_", " ") for card in CARDS]
    table = _table(
        "points by source, and development cards bought/played",
        "points", *(source.replace("_", " ") for source in POINT_SOURCES), *cards,
    )  # fmt: skip
    for label, bot in labelled.items():
        table.add_row(
            _label(label),
            str(bot.counts["points"]),
            *(str(bot.sources[source]) for source in POINT_SOURCES),
            *(f"{bot.cards_bought[card]}/{bot.cards_played[card]}" for card in CARDS),
        )
    return table


def _pair_table(between: Mapping[tuple[str, str], Counter[str]]) -> Table:
    """A row for each with each other with which it had to do."""
    table = _table("each with each other", "with", *PAIR_COUNTS)
    table.columns[1].justify = "left"
    for (one, other), counts in between.items():
        if counts.total():
            table.add_row(_label(one), _label(other), *(str(counts[key]) for key in PAIR_COUNTS))
    return table


def _dice_table(dice: dict[int, int]) -> Table:
    table = Table(title="dice", title_justify="left")
    for heading in ("total", *map(str, dice)):
        table.add_column(heading, justify="right")
    rolls = sum(dice.values())
    table.add_row("rolled", *map(str, dice.values()))
    table.add_row("expected", *(f"{rolls * ways(total) / THROWS:.1f}" for total in dice))
    return table


def _dice_words(dice: dict[int, int]) -> str:
    """How far the dice strayed, and how often fair ones do."""
    chi: Fraction | None = chi_square(dice)
    if chi is None:
        return "nothing was rolled"
    coarse = f"; a rough figure, for fewer than {ENOUGH_ROLLS} rolls" if sum(dice.values()) < ENOUGH_ROLLS else ""
    share = f"{100 * p_value(chi):.1f} % of cases"
    return f"chi-square {rounded(chi):.2f}: fair dice stray at least so far in {share}{coarse}"
