"""Eats 4 GiB in steps of 16 MiB, alone or through children, and never answers: eats_memory CHILDREN.

With children, each eats its part; when the first of them ends, so does the program.
"""

import os
import sys
import time

from tests.bots.manners import play_until, say

STEP_BYTES = 16 * 1024 * 1024
STEPS = 256


def eat(steps: int) -> None:
    eaten = [b"x" * STEP_BYTES for _ in range(steps)]
    time.sleep(600)
    del eaten


say("ready glutton")
play_until(1)
children = int(sys.argv[1])
for _ in range(children):
    if os.fork() == 0:
        eat(STEPS // children)
if children == 0:
    eat(STEPS)
os.wait()
sys.exit(1)
