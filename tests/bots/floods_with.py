"""Writes the text given (with Python's escapes) for ever, once it was asked NUMBER times: floods_with NUMBER TEXT.

With a NUMBER below 0 it begins before it is ready.
"""

import os
import sys

from tests.bots.manners import play_until, say

number = int(sys.argv[1])
if number >= 0:
    say("ready flood")
    request = play_until(number)
chunk = sys.argv[2].encode("ascii").decode("unicode_escape").encode("latin-1") * 2000
while True:
    os.write(1, chunk)
