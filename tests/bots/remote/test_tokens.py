"""Tokens: shown once, kept as digests, one for each name."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from referee.bots.remote.tokens import TokensError, name_of, new_token, read_tokens


def test_a_token_is_known_by_its_digest_alone(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    token = new_token(file, "settler")
    assert len(token) == 43, "256 bits"
    assert file.read_text() == f"settler sha256:{sha256(token.encode()).hexdigest()}\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert name_of(token, read_tokens(file)) == "settler"


def test_a_new_token_takes_the_place_of_the_older(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("# of the winter season\n\n")
    old, other, new = (new_token(file, name) for name in ("a", "b", "a"))
    digests = read_tokens(file)
    assert [name_of(token, digests) for token in (old, other, new)] == [None, "b", "a"]
    assert file.read_text().startswith("# of the winter season\n\nb sha256:")
    assert [path.name for path in tmp_path.iterdir()] == ["tokens"]


@pytest.mark.parametrize("shown", ["", "x", "\udcff", "é"])
def test_nothing_else_is_a_token(tmp_path: Path, shown: str) -> None:
    new_token(tmp_path / "tokens", "a")
    assert name_of(shown, read_tokens(tmp_path / "tokens")) is None


@pytest.mark.parametrize("name", ["", "a b", "a" * 33, "é", "#a", "a\n"])
def test_a_name_that_no_bot_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(TokensError, match="a bot's name is 1 to 32 characters"):
        new_token(tmp_path / "tokens", name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["a sha256:12\n", "[tokens]\n", "a " + "0" * 64 + "\n", "\xff"])
def test_a_file_of_something_else_is_named_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(content, encoding="latin-1")
    for use in (lambda: read_tokens(file), lambda: new_token(file, "a")):
        with pytest.raises(TokensError, match=r"tokens: (line 1|is no token file)"):
            use()
    assert file.read_text(encoding="latin-1") == content
