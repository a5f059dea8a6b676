"""Plays well and offers a trade whenever it may."""

from tests.bots.manners import requests, say

say("ready trader")
for request in requests():
    offers = [action for action in request.legal_actions if action.startswith("offer_trade")]
    say(f"@{request.id} {offers[request.id % len(offers)]}" if offers else request.answer)
