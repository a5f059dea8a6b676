"""What a person at the terminal may do, numbered, and what a typed line means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HELP = """\
Type the number of a choice, or the action itself, such as build_road:17.
An action that stands there with <...> is typed in full: offer_trade:2:2wood:ore offers seat 2 two wood for an ore,
offer_trade:all:wood:ore asks everybody; counter_trade:ore:2wood would give an ore for two wood.
  ?      this help
  board  the island with the number of every hex, vertex and edge
  cards  your cards, and what everybody has
Ctrl-D leaves the table, which forfeits; Ctrl-C breaks the match off for all."""


@dataclass(frozen=True)
class Wish:
    """A line that asks to be shown something; ``what`` is ``help``, ``board``, ``cards`` or what is wrong with it."""

    what: str


_MOST_DIGITS = 5
_WISHES = {"?": "help", "help": "help", "board": "board", "cards": "cards"}


def numbered(legal: Sequence[str], free_form: Sequence[str], width: int) -> str:
    """The choices in columns, numbered from 1 and read downwards."""
    entries = [f"{number:3} {action}" for number, action in enumerate(legal, start=1)]
    entries += [f"    {verb}:<...>" for verb in free_form]
    column = max(map(len, entries)) + 2
    columns = max(1, min(width // column, -(-len(entries) // 8)))
    rows = -(-len(entries) // columns)
    return "\n".join("".join(entry.ljust(column) for entry in entries[row::rows]).rstrip() for row in range(rows))


def meaning(line: str, legal: Sequence[str], free_form: Sequence[str]) -> str | Wish:
    """The action that a typed line chooses, or the wish it is. What can't be an action is told without asking the
    referee, so that a slip of the finger costs nothing."""
    text = line.strip()
    if text.lower() in _WISHES:
        return Wish(_WISHES[text.lower()])
    if text.isdecimal():
        if len(text) <= _MOST_DIGITS and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        return Wish(f"there are choices 1 to {len(legal)}")
    if text in legal or text.partition(":")[0] in free_form:
        return text
    return Wish(f"{text!a} is none of the choices; ? explains" if text else "type a number, or ? for help")
