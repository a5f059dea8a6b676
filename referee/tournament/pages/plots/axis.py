"""What every plot is drawn with: scales with round ticks, axes, the style and the frame of the picture.

A picture is 400 units wide, as many as a phone has pixels, so that its letters are never smaller than in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 400
_MARGIN: Final = 18
"""Free on the left and on the right of a scale across the whole picture, for half a number under its last tick."""

STYLE: Final = """
.catan-plot{--ink:#1d2025;--soft:#59616d;--line:#dde1e6;--mark:#0072b2;--pale:#9cc7e2;--cap:#a3430a}
@media (prefers-color-scheme:dark){
.catan-plot{--ink:#e6e8ec;--soft:#a9b1bc;--line:#343a43;--mark:#5bb0e6;--pale:#2b5b7a;--cap:#f0a35e}}
.catan-plot text{fill:var(--ink);font:13px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.catan-plot .end{text-anchor:end}
.catan-plot .middle{text-anchor:middle}
.catan-plot .soft{fill:var(--soft);font-size:12px}
.catan-plot .grid{stroke:var(--line);fill:none}
.catan-plot .axis{stroke:var(--soft);fill:none}
.catan-plot .bar{fill:var(--mark)}
.catan-plot .whisker{stroke:var(--mark);stroke-width:2.5;fill:none}
.catan-plot .dot{fill:var(--mark)}
.catan-plot .middle-half{fill:var(--pale)}
.catan-plot .cap{stroke:var(--cap);stroke-width:2;stroke-dasharray:5 4;fill:none}
.catan-plot text.cap-words{fill:var(--cap);font-size:12px}
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """Puts values from ``low`` to ``high`` on the picture from ``start`` to ``end``; ``ticks`` are round values."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Where a value stands; one beyond the scale at its end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def scale(values: Iterable[float], start: float = _MARGIN, end: float = WIDTH - _MARGIN, ticks: int = 6) -> Scale:
    """A scale from one round value to another that holds all values, with about so many ticks."""
    every = list(values)
    low, high = (min(every), max(every)) if every else (0.0, 1.0)
    if low == high:
        low, high = low - 1, high + 1
    step = round_step((high - low) / ticks)
    first, last = floor(low / step), ceil(high / step)
    marks = tuple(number * step for number in range(first, last + 1))
    return Scale(marks[0], marks[-1], start, end, marks)


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, 0.1, ...) that is not less than this, which is above 0."""
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def tick_words(tick: float) -> str:
    """A tick as it is written: ``1500``, ``-2``, ``0.5``."""
    return f"{tick + 0.0:.6g}"


def x_axis(along: Scale, top: float, bottom: float, title: str) -> Iterator[str]:
    """Upright lines at the ticks from ``top`` to ``bottom``, their values below, and under them what is measured."""
    for tick in along.ticks:
        x = units(along.at(tick))
        yield f'<path class="grid" d="M{x},{units(top)}V{units(bottom)}"/>'
        yield f'<text class="soft middle" x="{x}" y="{units(bottom + 16)}">{tick_words(tick)}</text>'
    yield label(WIDTH / 2, bottom + 34, title, "soft middle")


BELOW: Final = 42
"""Units that ``x_axis`` takes below ``bottom``."""


def label(x: float, y: float, words: str, look: str = "") -> str:
    """A line of text, escaped; ``look`` are classes of the style."""
    classes = f' class="{look}"' if look else ""
    return f'<text{classes} x="{units(x)}" y="{units(y)}">{escape(words)}</text>'


def units(number: float) -> str:
    """A coordinate, to a tenth of a unit."""
    return f"{round(number, 1) + 0.0:g}"


def picture(kind: str, height: float, title: str, description: str, drawn: Iterable[str]) -> str:
    """The whole SVG. ``kind`` names this plot in a page, which has one of each; title and description are escaped."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="catan-plot" role="img" '
            f'aria-labelledby="{kind}-title {kind}-desc" viewBox="0 0 {WIDTH} {units(height)}">',
            f'<title id="{kind}-title">{escape(title)}</title>',
            f'<desc id="{kind}-desc">{escape(description)}</desc>',
            f"<style>{STYLE}</style>",
            *drawn,
            "</svg>",
        ]
    )
