"""docs/protocol.md says what is so: everything named, every example readable, every number right."""

import json
import re
import tomllib
from typing import get_args

import msgspec
import pytest

from engine import COMPETITION, Game
from engine.notation import VERB_KINDS
from protocol import vocabulary
from protocol.manifest import BotManifest
from protocol.messages import MESSAGE_TYPES, Event, MatchEnd, MatchStart, Request, ResultRecord, decode_message
from protocol.public_state import PublicState
from tests.protocol.protocol_docs import EXAMPLE_SEED, PROTOCOL_MD, fill_in

PAGE = PROTOCOL_MD.read_text(encoding="utf-8")
DIALOGUE = [line for line in PAGE.splitlines() if line.startswith("< {")]


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#)", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert found, f"no section {title!r}"
    return found[1]


def in_code(name: str) -> str:
    return f"`{name}`"


def test_map_and_tables_are_freshly_generated() -> None:
    assert fill_in(PAGE) == PAGE, "run: python -m tests.protocol.protocol_docs"


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_every_message_has_its_section(kind: type[msgspec.Struct]) -> None:
    assert section(f"`{kind.__struct_config__.tag}`")


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("`match_start`", MatchStart),
        ("`request`", Request),
        ("`request`", PublicState),
        ("`event`", Event),
        ("`match_end`", MatchEnd),
        ("`match_end`", ResultRecord),
        ("bot.toml and SPEC", BotManifest),
    ],
)
def test_every_key_is_explained(title: str, kind: type[msgspec.Struct]) -> None:
    text = section(title)
    assert [name for name in kind.__struct_encode_fields__ if in_code(name) not in text] == []


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("`error`", get_args(vocabulary.ErrorCode)),
        ("How a match ends: verdicts", get_args(vocabulary.Verdict)),
        ("`match_start`", get_args(vocabulary.OnIllegal) + get_args(vocabulary.EventDelivery)),
    ],
)
def test_every_word_is_explained(title: str, words: tuple[str, ...]) -> None:
    text = section(title)
    assert [word for word in words if in_code(word) not in text] == []


def test_every_phase_is_named() -> None:
    named = set(re.findall(r"\w+", section("`request`")))
    assert set(get_args(vocabulary.Phase)) <= named


def test_every_action_is_explained() -> None:
    rows = re.findall(r"^\| `([a-z_:]+?)(?::<|`)", section("Actions"), flags=re.MULTILINE)
    assert list(dict.fromkeys(rows)) == list(VERB_KINDS)


def test_every_whole_line_of_the_dialogue_is_a_message() -> None:
    whole = [line for line in DIALOGUE if " ... " not in line]
    assert len(whole) > 10
    for line in whole:
        decode_message(line.removeprefix("< "))


def test_the_dialogue_is_of_the_match_it_says() -> None:
    game = Game(COMPETITION, seed=EXAMPLE_SEED)
    setup = [json.loads(line[2:]) for line in DIALOGUE if line.startswith('< {"type":"event"')][:5]
    for told in setup:
        assert told.pop("type") == "event"
        (event,) = game.apply(told["action"])
        assert event.seen_by(2) == told


def test_the_manifest_shown_can_be_loaded() -> None:
    [toml] = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    assert msgspec.convert(tomllib.loads(toml), BotManifest).name == "settler"


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert {link for link in re.findall(r"\]\(#([^)]*)\)", PAGE) if link not in anchors} == set()
