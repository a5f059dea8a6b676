"""Rules and seeds from a command line or a file: what can't be used is a ``ConfigError`` that names it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import COMPETITION, STANDARD
from referee.config import LONGEST_SEED, ConfigError, check_seed, load_rules

HUGE_NUMBERS = ["1" * 6000, "0x" + "f" * 6000]
DEEP = "[" * 5000 + "]" * 5000


def refusal(name_or_file: str, *changes: str) -> str:
    with pytest.raises(ConfigError) as refused:
        load_rules(name_or_file, changes)
    return str(refused.value)


@pytest.mark.parametrize("number", HUGE_NUMBERS, ids=["decimal", "hexadecimal"])
def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path, number: str) -> None:
    file = tmp_path / "huge.toml"
    file.write_text(f"points_to_win = {number}")
    assert refusal(str(file)).startswith(f"rules {file}: ")
    assert "a number" in refusal(str(file))
    assert "too many digits" in refusal(str(file))
    assert refusal("competition", f"points_to_win={number}").startswith("--set")
    assert "too many digits" in refusal("competition", f"points_to_win={number}")


def test_values_nested_without_end_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(f"points_to_win = {DEEP}")
    assert "nested too deeply" in refusal(str(file))
    assert "points_to_win" in refusal("competition", f"points_to_win={DEEP}")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert refusal(str(folder)) == f"rules {folder}: Is a directory"
    assert refusal(str(tmp_path / "none.toml")).endswith("none.toml: No such file or directory")


def test_a_file_that_is_no_toml_is_told_where(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    for content, words in (
        (b"seats = = 4", "not TOML: Invalid value (at line 1"),
        (b"# caf\xe9", "not UTF-8 at byte 5"),
    ):
        file.write_bytes(content)
        assert f"rules {file}: {words}" in refusal(str(file))


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_bytes(b"\xef\xbb\xbfpoints_to_win = 5")
    assert load_rules(str(file), []).points_to_win == 5


def test_what_is_wrong_is_looked_for_where_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("points = 5")
    assert refusal(str(file)).startswith(f"rules {file}: 'points'")
    assert refusal("competition", "points=5").startswith("--set: 'points'")


def test_changes_are_judged_together() -> None:
    assert load_rules("competition", ["overlapping_bundles=true", "player_trades=bundles"]).overlapping_bundles


def test_a_change_is_read_as_toml_and_a_bare_word_as_text() -> None:
    rules = load_rules("competition", ["points_to_win = 8", "player_trades=none", 'name="ours"'])
    assert (rules.points_to_win, rules.player_trades, rules.name) == (8, "none", "ours")


def test_a_file_is_called_by_its_name_and_keeps_the_values_that_it_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text("points_to_win = 5")
    rules = load_rules(str(file), [])
    assert (rules.name, rules.points_to_win, rules.roll_cap) == ("short", 5, COMPETITION.roll_cap)


@pytest.mark.parametrize("seed", ["x", "2026-final-17", "Zoë 象棋", "s" * LONGEST_SEED])
def test_what_can_be_a_seed(seed: str) -> None:
    check_seed(seed)


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("", "0 characters: must have 1 to 256"),
        ("s" * (LONGEST_SEED + 1), "257 characters"),
        ("a\nb", r"'a\nb': must be printable"),
        ("\udcff\x1b", "printable"),
        ("a\u202eb", "printable"),
    ],
)
def test_what_can_be_no_seed(seed: str, words: str) -> None:
    with pytest.raises(ConfigError) as refused:
        check_seed(seed)
    assert words in str(refused.value)
    assert str(refused.value).isascii()


def test_a_name_of_a_preset_is_only_for_its_values(tmp_path: Path) -> None:
    file = tmp_path / "katan.toml"
    file.write_text("seats = 3")
    assert "'katan' is the name of a preset with other values" in refusal(str(file))
    assert "'standard' is the name of a preset" in refusal("competition", "name=standard")
    file.write_text("".join(f"{field} = {json.dumps(value)}\n" for field, value in STANDARD.as_dict().items()
                            if value is not None) + 'roll_cap = "null"\n')  # fmt: skip
    assert load_rules(str(file), ()) == STANDARD


def test_null_is_a_word_in_files_and_on_the_command_line(tmp_path: Path) -> None:
    assert load_rules("competition", ("roll_cap=null",)).roll_cap is None
    assert load_rules("competition", ('roll_cap="null"',)).roll_cap is None
    assert "hand_limit" in refusal("competition", "hand_limit=null")


def test_one_change_is_one_field_and_each_is_given_once() -> None:
    assert "one field at a time" in refusal("competition", "seats=3\npoints_to_win=5")
    assert "--set seats: is given twice" in refusal("competition", "seats=3", "seats=4")
