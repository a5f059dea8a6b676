"""What is told of a comparison, while it goes on and at its end."""

import json
from dataclasses import replace

import pytest

from referee.commands.compare_report import STATUSES, Compared, closing_lines, comparison_object, progress_line
from referee.tournament.comparison.answer import Progress

PROGRESS = Progress(
    blocks=57, score=0.152, low=0.0036, high=0.2966, better=46.81, worse=0.0854, needed=40, error=0.05, margin=None,
    answer="better",
)  # fmt: skip
COMPARED = Compared(new="greedy 2", old="greedy", by="wins", has_elo=True, matches=342, progress=PROGRESS)
EMPTY = Progress(
    blocks=0, score=0, low=-1, high=1, better=1, worse=1, needed=40, error=0.05, margin=None, answer=None
)  # fmt: skip


def test_the_line_while_it_goes_on() -> None:
    assert progress_line(COMPARED) == (
        "57 blocks, 342 matches: score +0.152 [+0.004, +0.297], Elo +53 [+1, +106];"
        " evidence for better 47, for worse 0.085, of 40 needed"
    )


def test_without_elo_there_is_none() -> None:
    plain = replace(COMPARED, has_elo=False, matches=6, progress=replace(PROGRESS, blocks=1, better=1.2e9))
    assert progress_line(plain) == (
        "1 block, 6 matches: score +0.152 [+0.004, +0.297]; evidence for better 1e+09, for worse 0.085, of 40 needed"
    )
    assert comparison_object(plain)["elo"] is None


def test_the_answer_and_what_it_rests_on() -> None:
    assert closing_lines(COMPARED) == [
        "greedy 2 is better than greedy.",
        "57 blocks, 342 matches: mean score +0.152 [+0.004, +0.297], Elo +53 [+1, +106], the interval at 95 %;"
        " 1 would be all matches won by the first, -1 all by the second.",
        "Of equal bots one is called better in at most 5 % of comparisons, and a worse one in at most 2.5 %,"
        " however often one looks.",
        "It stopped when the figures were clear, so the mean tends to overstate; the interval does not.",
    ]


@pytest.mark.parametrize(
    ("progress", "first", "last"),
    [
        (replace(PROGRESS, answer="worse"), "greedy 2 is worse than greedy.", "It stopped when"),
        (
            replace(PROGRESS, answer="equal", margin=0.1, error=0.01),
            "greedy 2 and greedy are equal within 0.1.",
            "Bots that differ by more than 0.1 are called equal in at most 0.5 % of comparisons.",
        ),
        (
            replace(PROGRESS, answer=None),
            "Undecided: greedy 2 was not shown to be better or worse than greedy. More blocks may tell.",
            "Of equal bots one is called better",
        ),
        (EMPTY, "Undecided: greedy 2 was not shown", "No block was played to its end."),
    ],
)
def test_the_other_answers(progress: Progress, first: str, last: str) -> None:
    lines = closing_lines(replace(COMPARED, progress=progress))
    assert lines[0].startswith(first)
    assert lines[-1].startswith(last)


def test_names_do_not_move_the_cursor() -> None:
    hostile = replace(COMPARED, new="\x1b[2J" * 20, old="a\nb")
    assert closing_lines(hostile)[0] == "\\x1b[2J\\x1b[2J\\x1b[2J\\x1b[2J\\x1… is better than a\\nb."


def test_for_programs() -> None:
    assert comparison_object(COMPARED) == {
        "outcome": "better",
        "new": "greedy 2",
        "old": "greedy",
        "by": "wins",
        "blocks": 57,
        "matches": 342,
        "score": {"value": 0.152, "low": 0.0036, "high": 0.2966},
        "elo": {"value": pytest.approx(53.2, abs=0.1), "low": pytest.approx(1.25, abs=0.01),
                "high": pytest.approx(106.2, abs=0.1)},
        "evidence": {"better": 46.81, "worse": 0.0854, "needed": 40},
        "error": 0.05,
        "margin": None,
    }  # fmt: skip


def test_what_has_no_bound_is_null_for_programs_and_said_to_people() -> None:
    empty = replace(COMPARED, matches=0, progress=EMPTY)
    assert json.loads(json.dumps(comparison_object(empty), allow_nan=False))["elo"] == {
        "value": 0, "low": None, "high": None
    }  # fmt: skip
    assert progress_line(empty).startswith("0 blocks, 0 matches: score +0.000 [-1.000, +1.000], Elo +0 [-inf, +inf];")


def test_each_outcome_has_a_status_of_its_own() -> None:
    assert STATUSES == {"better": 0, "worse": 1, "undecided": 4, "equal": 5}
    assert STATUSES[replace(COMPARED, progress=EMPTY).outcome] == 4
