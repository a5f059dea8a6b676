"""Closes its standard error and plays well."""

import os

from tests.bots.manners import requests, say

os.close(2)
say("ready mute")
for request in requests():
    say(request.answer)
