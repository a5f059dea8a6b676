"""Makes its pipes as small as they can be, so that much does not fit into one write, and plays well."""

import fcntl

from tests.bots.manners import requests, say

for stream in (0, 1, 2):
    fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, 4096)
say("ready narrow")
for request in requests():
    say(request.answer)
