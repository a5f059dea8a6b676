"""Says a line of a megabyte that repeats one character, line end included: megabyte_line NUMBER CHARACTER.

With a NUMBER below 0 it is its first line.
"""

import sys

from tests.bots.manners import play_until, requests, say

number = int(sys.argv[1])
if number >= 0:
    say("ready windbag")
    play_until(number)
say(sys.argv[2] * 1024 * 1024)
for request in requests():
    say(request.answer)
