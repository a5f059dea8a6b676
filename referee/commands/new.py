"""``referee new``: a bot to begin with, in a folder of its own, and what to do next."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.manifest import BotManifest, load_manifest
from referee.bots.building import build_line
from referee.commands.arguments import UsageError
from referee.exit_status import FINE
from referee.replays.render.escape import printable
from sample_bots.starters import STARTERS


def new(
    language: Annotated[str, Parameter(name="LANGUAGE")],
    folder: Annotated[Path, Parameter(name="DIR")],
    /,
) -> int:
    """Copy a starter, a small bot that is commented as a tutorial, into a new folder, and tell what to do next.

    Parameters
    ----------
    language
        python, javascript, cpp, c, rust, java or shell.
    folder
        The folder to make; it must not be there yet.
    """
    if language not in STARTERS:
        raise UsageError(f"{language}: there is no starter of this name; there are {', '.join(STARTERS)}")
    copies = _copy(STARTERS[language], folder)
    for line in [*map(str, copies), *_next_steps(load_manifest(folder), folder)]:
        print(printable(line, 4000))
    return FINE


def missing_tools(manifest: BotManifest) -> list[str]:
    """The programs that a bot is built and run with, but for those in its own folder, that are not on the PATH."""
    tools = dict.fromkeys(command[0] for command in [*manifest.build, manifest.command])
    return [tool for tool in tools if "/" not in tool and shutil.which(tool) is None]


def _copy(starter: Path, folder: Path) -> list[Path]:
    """The copies of a starter's files. What an interpreter left beside them is in folders, and stays behind."""
    try:
        folder.mkdir()
    except FileExistsError:
        raise UsageError(f"{folder}: is there already; name a folder that is not") from None
    except FileNotFoundError:
        raise UsageError(f"{folder}: there is no folder {folder.parent} to make it in") from None
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from None
    copies = []
    for file in sorted(path for path in starter.iterdir() if path.is_file()):
        copies.append(folder / file.name)
        copies[-1].write_bytes(file.read_bytes())  # not its mode: what is installed may be read-only
    return copies


def _next_steps(manifest: BotManifest, folder: Path) -> list[str]:
    """What to type, as a shell takes it."""
    text = str(folder)
    folder_spec = text if text.startswith(("/", "../")) else f"./{text}"
    steps = ["", "What to do next:", ""]
    if manifest.build:
        steps.append(f"    {build_line(manifest.build, folder_spec)}")
    steps += [
        f"    referee check {shlex.quote(folder_spec)}",
        f"    referee match --bot {shlex.quote(folder_spec)} --bot random --bot random --bot random",
        "",
        "Then give it a name of its own, in bot.toml and where it says ready, and make its choice better.",
    ]
    missing = missing_tools(manifest)
    if missing:
        steps.append(f"Not on the PATH, so to be installed first: {', '.join(missing)}")
    return steps
