"""Answers well but for some times: slips_at LINE NUMBER..., where ``{id}`` in the line is the request's.

An argument that is no number is not for it.
"""

import sys

from tests.bots.manners import requests, say

slips = {int(word) for word in sys.argv[2:] if word.isdecimal()}
say("ready slips")
for request in requests():
    say(sys.argv[1].format(id=request.id) if request.number in slips else request.answer)
