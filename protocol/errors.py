"""The errors that reading and writing the protocol can end in."""


class ProtocolError(ValueError):
    """A line, record or message that is not as the protocol says; the text names the path of the bad key."""


class UnknownTypeError(ProtocolError):
    """An object whose type this version does not know: readers skip it, as later versions add some."""


class LineTooLongError(ProtocolError):
    """A message that would be longer than a line to a bot may be (`json_lines.MAX_LINE_BYTES`)."""


class ProtocolMisuseError(RuntimeError):
    """The referee's own mistake: a session was asked for what its state does not allow."""


class ManifestError(ValueError):
    """A `bot.toml` that can't be used; the text names the file, the key and what would be right."""
