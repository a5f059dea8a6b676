"""Plays well, but for each answer it works, beside what else it has started: crowds_itself KIND COUNT SECONDS.

KIND is what it starts COUNT of when it is first asked: ``threads``, ``children``, or ``sessions``, which are children
in sessions of their own. All of them compute for no purpose, and without the lock of the interpreter.
"""

import hashlib
import os
import sys
import threading

from tests.bots.manners import requests, say
from tests.bots.works import work


def compute() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 50_000)


def start(kind: str) -> None:
    if kind == "threads":
        threading.Thread(target=compute, daemon=True).start()
    elif os.fork() == 0:
        if kind == "sessions":
            os.setsid()
        compute()
        os._exit(0)


say("ready crowd")
for request in requests():
    if request.number == 0:
        for _ in range(int(sys.argv[2])):
            start(sys.argv[1])
    work(float(sys.argv[3]))
    say(request.answer)
os._exit(0)
