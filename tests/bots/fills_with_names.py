"""Makes empty files without end in its scratch folder and never answers: what they take is the kernel's memory."""

import contextlib
import os
import time

from tests.bots.manners import play_until, say

MOST = 1_000_000

say("ready namer")
play_until(1)
with contextlib.suppress(OSError):
    for number in range(MOST):
        os.close(os.open(f"{os.environ.get('TMPDIR', '/tmp')}/made-by-a-bot-{number}", os.O_CREAT | os.O_WRONLY))
time.sleep(600)
