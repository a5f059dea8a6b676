"""The sandboxes that tests of contained bots play in: the best that this machine has, and one that needs no root."""

from __future__ import annotations

import pytest

from referee.bots.sandbox.bubblewrap import Rights
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import Cgroups
from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.protections import RATED
from referee.bots.sandbox.sandboxes import Bubblewrap, Sandbox
from referee.bots.sandbox.seccomp import OWN_NETWORK, seccomp_program
from referee.event_loop import run


def best_sandbox(ceilings: Ceilings | None = None) -> Sandbox:
    """With these ceilings; skips the test on a machine whose best is not good enough for rated play."""
    sandbox = run(open_sandbox(Wanted(ceilings=ceilings or Ceilings())))
    if sandbox.level < RATED:
        pytest.skip(f"bots can't be contained here: {'; '.join(map(str, sandbox.missing))}")
    return sandbox


def sandbox_of_a_user() -> Sandbox:
    """What a user gets who is not root and has no control groups, whoever runs the tests."""
    best_sandbox()
    return Bubblewrap(
        Ceilings(), Cgroups(None, None, None), None, seccomp_program(OWN_NETWORK), None, Rights.OF_THE_CALLER
    )
