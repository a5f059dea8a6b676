"""Reads at address 0."""

import ctypes

from tests.bots.manners import play_until, say

say("ready wild")
play_until(1)
ctypes.string_at(0)
