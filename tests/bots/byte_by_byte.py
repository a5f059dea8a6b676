"""Writes each answer a byte at a time."""

import os

from tests.bots.manners import requests, say

say("ready slow-hand")
for request in requests():
    for byte in f"{request.answer}\n".encode():
        os.write(1, bytes([byte]))
