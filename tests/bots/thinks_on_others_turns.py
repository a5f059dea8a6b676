"""A thread of it counts for the whole match; tells how much of the time between its requests it got to use.

``between_ms`` is that time by the clock, ``used_ms`` the processor's time in it, ``counted`` how far it got.
"""

import json
import sys
import threading
import time

from tests.bots.manners import requests, say

counted = between_ns = used_ns = 0


def count() -> None:
    global counted
    while True:
        counted += 1


say("ready thinker")
threading.Thread(target=count, daemon=True).start()
answered_ns, spent_ns = time.monotonic_ns(), time.process_time_ns()
for request in requests():
    between_ns += time.monotonic_ns() - answered_ns
    used_ns += time.process_time_ns() - spent_ns
    found = {"between_ms": between_ns // 1_000_000, "used_ms": used_ns // 1_000_000, "counted": counted}
    print(json.dumps(found), file=sys.stderr, flush=True)
    answered_ns, spent_ns = time.monotonic_ns(), time.process_time_ns()
    say(request.answer)
