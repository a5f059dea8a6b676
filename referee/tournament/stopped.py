"""Why a run can't go on. Needs no extra to be imported."""

from __future__ import annotations


class RunStopped(Exception):
    """No more can be played here, and what was stored stands. The text says why."""
