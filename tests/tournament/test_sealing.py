"""While a block is open nobody can know its seed; when it is over everybody can check it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from protocol.replay_records import End
from referee.replays.reader import read_replay
from referee.replays.seed_file import seed_file
from referee.replays.verify import revealed_seed
from referee.tournament.seeds import block_seed, master_commitment
from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup, python_bot

HEARS = """
import json, os, sys
from pathlib import Path
folder, told, go = (Path(name) for name in sys.argv[1:])
number = len(os.listdir(folder))
with (folder / f"{number}-{os.getpid()}").open("w") as heard:
    if number == 3:
        told.write_bytes(b"the fourth match has begun")
        go.read_bytes()
    print("ready hears 1", flush=True)
    for line in sys.stdin:
        heard.write(line)
        message = json.loads(line)
        if message["type"] == "request":
            actions = [action for action in message["legal_actions"] if not action.startswith("offer_trade")]
            print(f"@{message['id']} {actions[message['id'] % len(actions)]}", flush=True)
"""


def test_seeds_come_to_light_with_the_last_match_of_their_block(
    tmp_path: Path, instant: dict[str, str], ask: Ask
) -> None:
    heard, told, go = tmp_path / "heard", tmp_path / "told", tmp_path / "go"
    heard.mkdir()
    os.mkfifo(told)
    os.mkfifo(go)
    spec = f"{python_bot(tmp_path, 'hears', HEARS)} {heard} {told} {go}"
    cup = new_cup(tmp_path, dict(list(instant.items())[:3]) | {"hears": spec}, seed=None, blocks=2, at_a_time=1)
    with cup.start() as process:
        try:
            assert told.read_bytes()
            assert len(cup.matches()) == 3
            check_sealed(cup)
            with cup.store() as store:
                row = store.tournament()
            master = bytes.fromhex(row.master)
            assert row.commitment in ask("tournament", "status", cup.file).out
            for asked in (["status"], ["export", "--as", "json"], ["export", "--as", "matches"], ["export"]):
                shown = ask("tournament", asked[0], cup.file, *asked[1:]).out
                assert row.master not in shown
                assert block_seed(master, 0, 1) not in shown
            go.write_bytes(b"go")
            _, words = process.communicate(timeout=60)
            assert process.returncode == 0, words
        finally:
            process.kill()
    check_complete(cup, 8)
    assert row.commitment == master_commitment(master)
    assert row.master not in ask("tournament", "status", cup.file).out, "it may be gone on with"
    closed = ask("tournament", "close", cup.file)
    assert closed == (0, f"closed cup: commitment {row.commitment} secret {row.master}\n", "")
    assert f"secret {row.master}" in ask("tournament", "status", cup.file).out
    refused = ask("tournament", "run", cup.file, "--blocks", 3)
    assert (refused.status, "is closed" in refused.err) == (2, True)
    assert len(cup.matches()) == 8
    for match in cup.matches():
        assert match.replay is not None
        secret = revealed_seed(read_replay(cup.folder / match.replay))
        assert secret is not None
        assert secret.seed == block_seed(master, match.block, match.attempt)
    check_what_was_heard(heard, master)


def check_sealed(cup: Cup) -> None:
    """No record shows its seed, and the files beside them are their owner's alone."""
    for row in cup.matches():
        assert row.replay is not None
        replay = read_replay(cup.folder / row.replay)
        assert revealed_seed(replay) is None
        assert isinstance(replay.end, End)
        assert replay.end.seed is None
        assert replay.end.nonce is None
        assert stat.S_IMODE(seed_file(cup.folder / row.replay).stat().st_mode) == 0o600
    assert stat.S_IMODE((cup.folder / "tournament.db").stat().st_mode) == 0o600


def check_what_was_heard(heard: Path, master: bytes) -> None:
    """A new process for each match, and not a word of the seed or of the place in the block."""
    files = sorted(heard.iterdir(), key=lambda file: int(file.name.partition("-")[0]))
    assert len(files) == len({file.name.partition("-")[2] for file in files}) == 8
    for number, file in enumerate(files):
        text = file.read_text()
        assert text.count('"match_start"') == text.count('"match_end"') == 1
        assert block_seed(master, number // 4, 1) not in text
        assert '"block"' not in text
        before_the_end = text.partition('{"type":"match_end"')[0]
        assert "hears" not in before_the_end, "bots don't know whom they play"
