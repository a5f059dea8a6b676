"""Learning to play: the engine as a PettingZoo environment, thousands of games at a time, and arrays for both.

Beside ``engine`` it needs the packages of the extra ``rl``. A trained bot needs ``action_space`` and ``observation``
alone, which import numpy and nothing heavier.
"""

from importlib.util import find_spec

_MISSING = [name for name in ("numpy", "gymnasium", "pettingzoo") if find_spec(name) is None]
if _MISSING:
    raise ImportError(
        f"referee.learning needs {', '.join(_MISSING)}, which the extra 'rl' brings: pip install 'catan-referee[rl]'"
    )
