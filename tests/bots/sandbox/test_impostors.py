"""Programs of a bot's own that bear the names of those that contain it are not taken for them."""

from __future__ import annotations

import pytest

from tests.bots.sandbox.trials import CONTAINED, program, run_to_end, sandbox_of
from tests.kit.unprivileged import open_folder

pytestmark = pytest.mark.usefixtures("containment")


@pytest.mark.parametrize("kind", [*CONTAINED, "limits"])
async def test_a_bots_own_programs_are_not_what_contains_it(kind: str) -> None:
    sandbox = sandbox_of(kind)
    with open_folder() as folder:
        for name in ("bwrap", "setpriv", "prlimit", "sh", "env", "bot"):
            impostor = folder / name
            impostor.write_text(f"#!/bin/sh\necho I am {name}\n")
            impostor.chmod(0o755)
        ending = await run_to_end(sandbox, program(str(folder / "bot"), folder=folder, files=(folder,)))
    assert (ending.status, ending.out) == (0, "I am bot\n")


async def test_a_bot_finds_its_own_folder_first_on_its_path() -> None:
    sandbox = sandbox_of("user namespace")
    with open_folder() as folder:
        bot = folder / "bot"
        bot.write_text("#!/bin/sh\necho $PATH\n")
        bot.chmod(0o755)
        ending = await run_to_end(sandbox, program(str(bot), folder=folder, files=(folder,)))
    assert ending.out.strip() == f"{folder}:/usr/local/bin:/usr/bin:/bin"


async def test_a_program_whose_path_looks_like_a_variable() -> None:
    sandbox = sandbox_of("user namespace")
    with open_folder() as folder:
        odd = folder / "NAME=value"
        odd.mkdir()
        (odd / "bot").write_text("#!/bin/sh\necho up\n")
        (odd / "bot").chmod(0o755)
        ending = await run_to_end(sandbox, program(str(odd / "bot"), folder=odd, files=(odd,)))
    assert (ending.status, ending.out) == (0, "up\n")
