"""Never says ready; reads what it is sent."""

import sys

for _ in sys.stdin:
    pass
