"""Plays well until it meets what it was not written for: a refused answer, three seats, hidden names or a late start.

``refusal`` makes it end, ``repeats`` makes it say the refused answer again, ``denial`` makes it go on as if its answer
had been played; ``seats``, ``names`` and ``history`` make it end.
"""

import json
import sys

from tests.bots.manners import say

what = sys.argv[1]
refused = ""
said = ""
say("ready trips 1")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_end":
        break
    if message["type"] == "match_start":
        met = {"seats": message["seats"] == 3, "names": message["names"] is None, "history": message["history"]}
        if met.get(what):
            sys.exit(f"nobody told me of {what}")
    if message["type"] == "error":
        if what == "refusal":
            sys.exit("nobody told me of errors")
        refused = said
    if message["type"] == "request":
        actions = [action for action in message["legal_actions"] if not action.startswith("offer_trade")]
        said = actions[message["id"] % len(actions)]
        if refused:
            said = {"repeats": "end_turn", "denial": "place_road:0"}.get(what, said)
        say(f"@{message['id']} {said}")
        refused = ""
