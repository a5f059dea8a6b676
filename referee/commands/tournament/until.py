"""Times until which a tournament is played, as they are written on a command line."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from referee.commands.arguments import UsageError

_SPAN: Final = re.compile(r"([0-9]{1,6})(s|m|h|d)")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})")


def parse_until(text: str, now: datetime | None = None) -> datetime:
    """The moment, in UTC: ``2026-12-01T08:00`` and ``08:00`` (the next) in this machine's time zone, or ``90m`` from
    ``now``. Raises ``UsageError`` for anything else, and for a moment that has passed.
    """
    now = datetime.now(UTC) if now is None else now
    moment = _moment(text, now)
    if moment is None:
        raise UsageError(f"until {text!r}: must be a time such as 2026-12-01T08:00, 08:00, 90m or 2h")
    if moment <= now:
        raise UsageError(f"until {text!r}: has passed")
    return moment.astimezone(UTC)


def _moment(text: str, now: datetime) -> datetime | None:
    if span := _SPAN.fullmatch(text):
        return now + timedelta(seconds=int(span[1]) * _SECONDS[span[2]])
    if clock := _CLOCK.fullmatch(text):
        hour, minute = int(clock[1]), int(clock[2])
        if hour > 23 or minute > 59:
            return None
        today = now.astimezone().replace(hour=hour, minute=minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        return None
