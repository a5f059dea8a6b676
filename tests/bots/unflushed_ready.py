"""Says ready into a buffer that it never flushes."""

import sys

print("ready unflushed")
for _ in sys.stdin:
    pass
