"""Answers with a text of ours (with Python's escapes; {id} stands for the request's): answers_with NUMBER TEXT."""

import sys

from tests.bots.manners import play_until, say

say("ready wrong")
request = play_until(int(sys.argv[1]))
text = sys.argv[2].replace("{id}", str(request.id))
sys.stdout.buffer.write(text.encode("ascii").decode("unicode_escape").encode("latin-1") + b"\n")
sys.stdout.buffer.flush()
for _ in sys.stdin:
    pass
