"""Keys, signatures, folders of replays and rulings, as a user meets them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.replay_records import Signature, encode_record
from protocol.signed import replay_message
from referee.replays.signatures import authenticity
from referee.replays.verify import verify
from referee.signing.key_files import read_private_key, read_trusted, write_pair
from referee.signing.keys import PrivateKey, new_key
from tests.match.commands import POLITE, environment, referee
from tests.replays.golden import FORFEIT, VICTORY, changed, lines_of

SHORT = ("--set", "roll_cap=1", "--quiet")


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """A folder with a pair of keys and a replay that is signed with them."""
    write_pair(tmp_path, PrivateKey(bytes(range(32)), "organiser"))
    shutil.copy(VICTORY, tmp_path / "m.jsonl")
    assert referee("replay", "sign", "m.jsonl", "--key", "organiser.key", cwd=tmp_path).returncode == 0
    return tmp_path


# -- keys ----------------------------------------------------------------------------------------------------


def test_keys_are_made_and_shown_and_never_written_over(tmp_path: Path) -> None:
    done = referee("keys", "new", "organiser", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    public = (tmp_path / "organiser.pub").read_text()
    assert done.stdout.endswith(public)
    secret = (tmp_path / "organiser.key").read_text()
    assert secret.split()[0] not in done.stdout
    for file in ("organiser.key", "organiser.pub"):
        shown = referee("keys", "show", file, cwd=tmp_path)
        assert (shown.returncode, shown.stdout) == (0, public)
    again = referee("keys", "new", "organiser", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert "organiser.key: is there already" in again.stderr
    assert (tmp_path / "organiser.key").read_text() == secret


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("keys", "new", "a b"), "a name is 1 to 32 characters"),
        (("keys", "new", "a", "--folder", "missing"), "there is no folder missing"),
        (("keys", "show", "missing"), "missing: No such file or directory"),
        (("keys", "show", str(VICTORY)), "line 1: a key is ed25519:"),
        (("replay", "sign", str(VICTORY), "--key", "missing"), "--key missing: No such file or directory"),
        (("replay", "verify", str(VICTORY), "--keys", "missing"), "--keys missing: No such file or directory"),
        (("replay", "verify", str(VICTORY), "--require-signature"), "name the public keys that you trust with --keys"),
        (("replay", "verify", str(VICTORY), "--jobs", "0"), "--jobs 0: must be at least 1"),
        (("match", *POLITE, "--sign", "missing"), "--sign missing: No such file or directory"),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = referee(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    ["keys new a", "replay sign m.jsonl --key organiser.key", "replay verify m.jsonl --keys organiser.pub",
     "keys show organiser.key", "replay rule m.jsonl --verdict void --reason x --key organiser.key",
     "match --bot random --bot random --bot random --bot random --sign organiser.key"],
)  # fmt: skip
def test_without_the_extra_it_is_said_what_to_install(signed: Path, arguments: str) -> None:
    done = without_the_extra(signed, arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("signatures need cryptography: pip install 'catan-referee[sign]'\n")


def test_without_the_extra_a_signed_replay_is_still_verified(signed: Path) -> None:
    done = without_the_extra(signed, "replay verify m.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert "which was not checked, so not authenticated: signatures need cryptography" in done.stdout


def without_the_extra(folder: Path, arguments: str) -> subprocess.CompletedProcess[str]:
    call = f"from referee.cli import main; main({arguments.split()})"
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules['cryptography'] = None; {call}"], cwd=folder,
        env=environment(), capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


# -- signatures ----------------------------------------------------------------------------------------------


def test_verify_says_by_whom_a_replay_is_authenticated(signed: Path) -> None:
    key = (signed / "organiser.pub").read_text().split()[0]
    trusting = referee("replay", "verify", "m.jsonl", "--keys", "organiser.pub", "--require-signature", cwd=signed)
    assert trusting.returncode == 0
    assert trusting.stdout.endswith(" authenticated by organiser\n")
    unknowing = referee("replay", "verify", "m.jsonl", cwd=signed)
    assert unknowing.returncode == 0
    assert unknowing.stdout.endswith(
        f" signed by an unknown key {key} (by its own words organiser), so consistent, not authenticated\n"
    )


def test_what_is_not_authenticated_is_a_negative_finding_where_a_signature_is_required(signed: Path) -> None:
    assert referee("keys", "new", "deputy", cwd=signed).returncode == 0
    required = ("--keys", "deputy.pub", "--require-signature")
    for file in ("m.jsonl", str(VICTORY)):
        done = referee("replay", "verify", file, *required, cwd=signed)
        assert done.returncode == 1
        assert done.stdout.endswith("consistent, not authenticated\n")
    both = referee("replay", "verify", "m.jsonl", *required, "--keys", "organiser.pub", cwd=signed)
    assert both.returncode == 0


def test_a_signature_that_does_not_fit_differs_at_its_line(signed: Path) -> None:
    lines = lines_of(signed / "m.jsonl")
    (signed / "m.jsonl").write_bytes(b"".join([*lines[:-1], changed(lines[-1], by="\x1b[31mboss")]))
    done = referee("replay", "verify", "m.jsonl", "--keys", "organiser.pub", cwd=signed)
    assert done.returncode == 1
    assert done.stdout.startswith(f"differs m.jsonl at line {len(lines)}: the signature of ")
    assert "\x1b" not in done.stdout


def test_a_replay_is_signed_once_by_a_key(signed: Path) -> None:
    before = (signed / "m.jsonl").read_bytes()
    done = referee("replay", "sign", "m.jsonl", "--key", "organiser.key", cwd=signed)
    assert (done.returncode, done.stdout) == (2, "")
    assert "m.jsonl: is signed by this key already" in done.stderr
    assert (signed / "m.jsonl").read_bytes() == before


def test_a_match_is_signed_as_it_ends(signed: Path) -> None:
    done = referee("match", *POLITE, *SHORT, "--sign", "organiser.key", "--replay", "n.jsonl.gz", "--seal", cwd=signed)
    assert done.returncode == 0, done.stderr
    trusted = read_trusted([signed / "organiser.pub"])
    found = verify(signed / "n.jsonl.gz")
    assert (found.status, found.is_sealed, authenticity(found.signatures, trusted)) == ("ok", True, "authenticated")
    assert referee("replay", "reveal", "n.jsonl.gz", cwd=signed).returncode == 0
    found = verify(signed / "n.jsonl.gz")
    assert (found.status, found.is_sealed, authenticity(found.signatures, trusted)) == ("ok", False, "authenticated")


def test_every_match_of_a_series_is_signed(signed: Path) -> None:
    (signed / "out").mkdir()
    done = referee(
        "series", *(4 * ("--bot", "random")), "--set", "roll_cap=1", "--matches", "2", "--replays", "out",
        "--sign", "organiser.key", cwd=signed,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    checked = referee("replay", "verify", "out", "--keys", "organiser.pub", "--require-signature", cwd=signed)
    assert checked.returncode == 0
    assert checked.stdout.count(" authenticated by organiser\n") == 2


# -- folders -------------------------------------------------------------------------------------------------


def test_a_folder_stands_for_its_replays(signed: Path) -> None:
    (signed / "below").mkdir()
    shutil.copy(FORFEIT, signed / "below" / "f.jsonl")
    done = referee("replay", "verify", ".", cwd=signed)
    assert done.returncode == 0
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["below/f.jsonl", "m.jsonl"]
    assert done.stderr == "2 replays: 2 ok\n"


def test_what_can_not_be_read_does_not_keep_the_rest_from_being_verified(signed: Path) -> None:
    (signed / "empty").mkdir()
    done = referee("replay", "verify", "missing.jsonl", "empty", "m.jsonl", cwd=signed)
    assert done.returncode == 2
    assert done.stdout.startswith("ok m.jsonl ")
    assert "empty: is a folder without replays (.jsonl, .jsonl.gz)" in done.stderr
    assert "missing.jsonl: No such file or directory" in done.stderr


def test_verify_prints_an_object_a_replay(signed: Path) -> None:
    (signed / "x.jsonl").write_bytes(b"no replay\n")
    done = referee("replay", "verify", "m.jsonl", "x.jsonl", "--json", "--keys", "organiser.pub", cwd=signed)
    assert done.returncode == 1
    good, bad = map(json.loads, done.stdout.splitlines())
    key = read_private_key(signed / "organiser.key").public().text
    assert good["status"] == "ok"
    assert good["authenticity"] == "authenticated"
    assert good["authenticated_by"] == ["organiser"]
    assert good["signatures"] == [{"key": key, "by": "organiser"}]
    assert list(bad) == list(good)
    assert (bad["file"], bad["status"], bad["line"], bad["authenticity"]) == ("x.jsonl", "differs", 1, None)


def test_an_object_has_in_ascii_what_a_signer_calls_himself(signed: Path) -> None:
    path = signed / "m.jsonl"
    *lines, last = path.read_bytes().splitlines(keepends=True)
    assert last.startswith(b'{"t":"signature"')
    key, digest = new_key("x"), json.loads(lines[-1])["record_digest"]
    by = "\x9b2J\u202e"
    line = encode_record(Signature(key.public().text, by, key.sign(replay_message(digest, by))))
    path.write_bytes(b"".join([*lines, line]))
    done = referee("replay", "verify", "m.jsonl", "--json", cwd=signed)
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["signatures"][0]["by"] == by


# -- rulings -------------------------------------------------------------------------------------------------


def test_a_ruling_is_written_beside_the_replay_and_checked(signed: Path) -> None:
    before = (signed / "m.jsonl").read_bytes()
    rule = ("replay", "rule", "m.jsonl", "--key", "organiser.key", "--reason", "the clock\x1b[31m stood still")
    done = referee(*rule, "--verdict", "adjudicated", "--ranking", "2,0,1,3", cwd=signed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("ruled m.jsonl.ruling.json ")
    assert "adjudicated ranking=2,0,1,3" in done.stdout
    shown = referee("replay", "ruling", "m.jsonl.ruling.json", "--keys", "organiser.pub", cwd=signed)
    assert shown.returncode == 0
    assert "authenticated by organiser: the clock" in shown.stdout
    assert "\x1b" not in shown.stdout
    again = referee(*rule, "--verdict", "void", cwd=signed)
    assert (again.returncode, again.stdout) == (2, "")
    assert "m.jsonl.ruling.json: is there already" in again.stderr
    later = referee(*rule, "--verdict", "void", "--replaces", "m.jsonl.ruling.json", "--out", "second.json", cwd=signed)
    assert later.returncode == 0
    shown = referee("replay", "ruling", "second.json", "--replay", "m.jsonl", cwd=signed)
    assert shown.returncode == 0
    assert "signed by an unknown key" in shown.stdout
    assert (signed / "m.jsonl").read_bytes() == before


def test_a_ruling_that_is_not_to_be_believed_is_a_negative_finding(signed: Path) -> None:
    rule = ("replay", "rule", "m.jsonl", "--key", "organiser.key", "--reason", "x", "--verdict", "void")
    assert referee(*rule, cwd=signed).returncode == 0
    assert referee("keys", "new", "deputy", cwd=signed).returncode == 0
    unknown = referee("replay", "ruling", "m.jsonl.ruling.json", "--keys", "deputy.pub", cwd=signed)
    assert unknown.returncode == 1
    assert "signed by an unknown key" in unknown.stdout
    other = referee("replay", "ruling", "m.jsonl.ruling.json", "--replay", str(FORFEIT), cwd=signed)
    assert (other.returncode, other.stderr) == (1, "")
    assert other.stdout.startswith("differs m.jsonl.ruling.json: is on another replay: its ")
    ruling = signed / "m.jsonl.ruling.json"
    ruling.write_bytes(ruling.read_bytes().replace(b'"void"', b'"upheld"'))
    changed_one = referee("replay", "ruling", "m.jsonl.ruling.json", cwd=signed)
    assert changed_one.returncode == 1
    assert "it was changed since it was signed" in changed_one.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--verdict", "adjudicated"), "each of the seats 0 to 3 once"),
        (("--verdict", "adjudicated", "--ranking", "2,0,x,3"), "--ranking 2,0,x,3: must be seats"),
        (("--verdict", "void", "--ranking", "2,0,1,3"), "goes with the verdict adjudicated"),
        (("--verdict", "odd"), "odd"),
        (("--verdict", "void", "--replaces", "missing"), "missing: No such file or directory"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(signed: Path, options: tuple[str, ...], words: str) -> None:
    done = referee("replay", "rule", "m.jsonl", "--key", "organiser.key", "--reason", "x", *options, cwd=signed)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert not (signed / "m.jsonl.ruling.json").exists()
