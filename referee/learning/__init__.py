"""Learning to play: the engine as a PettingZoo environment, thousands of games at a time, and arrays for both.

Beside ``engine`` it needs the packages of the extra ``rl``. A trained bot needs ``action_space`` and ``observation``
alone, and so numpy and nothing heavier: the environment and the vector ask for the rest themselves.
"""

from collections.abc import Sequence
from importlib.util import find_spec


def require(names: Sequence[str]) -> None:
    """Raise ``ImportError``, saying what to install, where one of these packages is missing."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"referee.learning needs {', '.join(missing)}, which the extra 'rl' brings: pip install 'catan-referee[rl]'"
        )


require(["numpy"])
