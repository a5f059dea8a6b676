"""How a bot's program is kept from the machine, from the other bots and from what it is not to know."""
