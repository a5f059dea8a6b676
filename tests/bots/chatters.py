"""Nothing wrong enough to be judged: a doubled ready, comments, blank lines, lines when nobody asked."""

from tests.bots.manners import requests, say

say("# good morning")
say("ready chatty 1.0")
say("ready chatty 1.0")
for request in requests():
    say(f"# {len(request.legal_actions)} choices")
    say("")
    # In one write: who uses ids may not say anything without once the next request is there.
    say(f"@{request.id}   {request.choice}   \nis it my turn again?")
