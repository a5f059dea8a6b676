"""Fits of a history with its blocks weighted, many weightings at once: a row a weighting, a column a bot or a block."""

from __future__ import annotations

from typing import Final

import numpy as np

from referee.tournament.standings.history import History
from referee.tournament.standings.plackett_luce import Floats, Menu, solve

PRIOR: Final = 0.5
"""How many choices each bot is taken to have won beforehand, against the average; see ``refit``."""


def fit_jointly(history: History, weights: Floats, prior: Floats, start: Floats) -> Floats:
    """The logarithms of all strengths, from the choices that bind bots together, beginning at ``start``, one row."""
    menu = Menu.of(history.joint.sets, len(history.entrants))
    return solve(menu, history.joint.weighed(weights, prior), np.tile(start, (len(weights), 1)))


def finish(history: History, weights: Floats, prior: Floats, joint: Floats) -> Floats:
    """A joint fit about its own mean, with each bot that forfeited before a first roll fitted anew.

    Those losses are in that fit, and all others are held where the joint fit put them. The mean is of the bots that
    the joint fit binds together, as it put them.
    """
    fitted = joint.copy()
    for column in history.offenders:
        tally = history.joint.concerning(column).with_more(history.starts.lost_by(column))
        menu = Menu.of(tally.sets, len(history.entrants))
        alone = solve(menu, tally.weighed(weights, prior), joint, free=np.array([column]))
        fitted[:, column] = alone[:, column]
    return fitted - joint @ mean_of_bound(history)[:, None]


def mean_of_bound(history: History) -> Floats:
    """What to multiply columns by for the mean of those that the joint fit binds; all 0 when it binds none."""
    share = np.zeros(len(history.entrants))
    share[history.bound] = 1 / max(1, len(history.bound))
    return share
