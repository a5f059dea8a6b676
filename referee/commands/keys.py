"""``referee keys``: makes the keys that sign replays and rulings, and shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from referee.commands.arguments import UsageError, new_file
from referee.exit_status import FINE
from referee.replays.render.escape import printable
from referee.signing.key_files import KeyFileError, private_file, public_file, read_keys, write_pair
from referee.signing.keys import KeyTextError, PrivateKey, SigningUnavailable, check_available, new_key

keys_app = App(name="keys", help="Keys that sign replays and rulings.")


@keys_app.command(name="new")
def keys_new(name: Annotated[str, Parameter(name="NAME")], /, *, folder: Path = Path(".")) -> int:
    """Make a pair of Ed25519 keys: NAME.key, which signs and is for its owner alone, and NAME.pub, for everybody.

    Publish the second where those who check signatures trust you. The first can't be replaced: keep a copy.

    Parameters
    ----------
    name
        Who signs: 1 to 32 characters out of A-Z a-z 0-9 . _ -
    folder
        Where the files go. Nothing there is written over.
    """
    try:
        check_available()
        key = new_key(name)
    except (KeyTextError, SigningUnavailable) as error:
        raise UsageError(str(error)) from None
    for path in (private_file(folder, name), public_file(folder, name)):
        new_file(path, "--folder")
    private, public = write_pair(folder, key)
    print(f"private key, to be kept secret: {printable(str(private), 4000)}")
    print(f"public key, to be published: {printable(str(public), 4000)}")
    print(key.public().line(), end="")
    return FINE


@keys_app.command(name="show")
def keys_show(file: Annotated[Path, Parameter(name="FILE")], /) -> int:
    """Print the public keys of a key file, as NAME.pub has them; of a private key the public one that goes with it.

    Parameters
    ----------
    file
        A private key, or public keys, a line each.
    """
    try:
        keys = read_keys(file)
        if any(isinstance(key, PrivateKey) for key in keys):
            check_available()
    except (KeyFileError, SigningUnavailable) as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    for key in keys:
        print((key.public() if isinstance(key, PrivateKey) else key).line(), end="")
    return FINE
