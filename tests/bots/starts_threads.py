"""A hundred threads that sleep, and plays well."""

import threading

from tests.bots.manners import requests, say

never = threading.Event()
for _ in range(100):
    threading.Thread(target=never.wait, daemon=True).start()
say("ready many-minds")
for request in requests():
    say(request.answer)
