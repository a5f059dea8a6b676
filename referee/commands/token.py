"""``referee token``: lets a bot connect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from referee.bots.remote.tokens import TokensError, new_token
from referee.commands.arguments import UsageError
from referee.exit_status import FINE


def token(name: Annotated[str, Parameter(name="NAME")], /, *, tokens: Path) -> int:
    """Make a token with which the bot of this name connects, and print it. An older one of its no longer counts.

    It can't be shown again: the file holds only its digest. A referee that is running knows it at once.

    Parameters
    ----------
    name
        The bot's name in matches, as in remote:NAME.
    tokens
        The file of the tokens, a line for each bot. One that is not there is made.
    """
    try:
        print(new_token(tokens, name))
    except TokensError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"--tokens {tokens}: {error.strerror}") from None
    return FINE
