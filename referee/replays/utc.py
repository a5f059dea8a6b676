"""The time of day as records, rulings and stores carry it."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_words(moment: datetime) -> str:
    """A moment that knows its time zone, to the second: ``2026-11-30T12:00:00Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def utc_now() -> str:
    """The same of now."""
    return utc_words(datetime.now(UTC))
