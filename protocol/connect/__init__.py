"""`python -m protocol.connect URL -- COMMAND`: a bot that speaks over its standard streams plays as a remote one.

The parts: `relay` decides what becomes of each line, `program` is the bot, `call` the way to the referee,
`errand` brings them together for one match, `__main__` reads the arguments.
"""
