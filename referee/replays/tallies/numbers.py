"""Numbers as a report shows them: exact until they are shown, so that every machine shows the same."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction


def rounded(value: Fraction) -> float:
    """To two places."""
    return float(round(value, 2))


def square_root(value: Fraction) -> Fraction:
    """To forty digits; a float's root would do, but not its way there."""
    with localcontext() as context:
        context.prec = 40
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())
