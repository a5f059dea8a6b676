"""A scripted conversation with a `BotSession`: what the bot sends, what the referee does, what must be heard.

One line each; `\\n`-less input and odd bytes are written with Python escapes:

    bot ready settler 1.4         the bot sends this and LF
    bot~ @41 ro                   the same without LF
    ask 41                        the referee has written request 41 (`ask 41 2`: its second attempt)
    withdraw                      the referee has stopped waiting
    close                         the referee has closed the session
    < answer roll                 this is heard next: ready answer stray comment, then the text, or fault <code>

Whatever was heard must be claimed by a `<` line before the next step: nothing goes by unseen.
"""

from msgspec import Struct

from protocol.session import Answer, BotSession, Comment, Fault, Heard, Limits, Ready, Stray


def play_script(script: str, limits: Limits | None = None) -> BotSession:
    """Run the script; an AssertionError shows the line at which it went otherwise."""
    session = BotSession(limits)
    heard: list[Heard] = []
    for line in filter(None, (line.strip() for line in script.splitlines())):
        verb, _, text = line.partition(" ")
        if verb == "<":
            assert heard, f"nothing heard; the script says: {line}"
            assert _show(heard.pop(0)) == text, line
            continue
        assert not heard, f"before {line!r} the script leaves out: {[_show(one) for one in heard]}"
        heard = _act(session, verb, text)
    assert not heard, f"at its end the script leaves out: {[_show(one) for one in heard]}"
    return session


def _act(session: BotSession, verb: str, text: str) -> list[Heard]:
    if verb in ("bot", "bot~"):
        data = text.encode("ascii").decode("unicode_escape").encode("latin-1")
        return session.hear(data if verb == "bot~" else data + b"\n")
    if verb == "ask":
        session.expect_answer(*map(int, text.split()))
    elif verb == "withdraw":
        session.withdraw_request()
    elif verb == "close":
        session.close()
    else:
        raise AssertionError(f"no such step: {verb}")
    return []


def _show(heard: Struct) -> str:
    match heard:
        case Ready(name, version):
            return f"ready {name} {version}".strip()
        case Fault(code, _, _):
            return f"fault {code}"
        case Answer(text, _) | Stray(text) | Comment(text):
            return f"{type(heard).__name__.lower()} {text}"
    raise AssertionError(heard)
