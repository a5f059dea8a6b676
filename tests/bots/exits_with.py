r"""Ends at once after a last write (with Python's escapes; {answer} is a good one): exits_with NUMBER TEXT."""

import os
import sys

from tests.bots.manners import play_until, say

say("ready hurried")
request = play_until(int(sys.argv[1]))
text = sys.argv[2].replace("{answer}", request.answer)
os.write(1, text.encode("ascii").decode("unicode_escape").encode("latin-1"))
os._exit(0)
