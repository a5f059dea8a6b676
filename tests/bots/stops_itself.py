"""Stops itself (SIGSTOP) when asked: it neither answers nor ends, nor can SIGTERM reach it."""

import os
import signal

from tests.bots.manners import play_until, say

say("ready stops")
play_until(1)
os.kill(os.getpid(), signal.SIGSTOP)
