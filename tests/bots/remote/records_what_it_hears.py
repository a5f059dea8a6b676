"""Answers with the first legal action, and keeps every line that it is sent in the file named by its argument."""

import json
import sys

print("ready recorder 1", flush=True)
with open(sys.argv[1], "a", encoding="ascii") as record:
    for line in sys.stdin:
        record.write(line)
        record.flush()
        message = json.loads(line)
        if message["type"] == "request":
            print(f"@{message['id']} {message['legal_actions'][0]}", flush=True)
