"""Opens the other ends of its own pipes where it may, so that its input never ends for it, and plays well."""

import contextlib
import os

from tests.bots.manners import requests, say

for stream, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
    with contextlib.suppress(PermissionError):  # they are the referee's, if that runs as another user
        os.open(f"/proc/self/fd/{stream}", flags)
say("ready both-ends")
for request in requests():
    say(request.answer)
