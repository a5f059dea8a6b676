"""Says ready and ends."""

from tests.bots.manners import say

say("ready brief")
