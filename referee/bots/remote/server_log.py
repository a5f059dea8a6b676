"""What aiohttp has to say, as lines of our logs."""

from __future__ import annotations

import logging

import structlog

log = structlog.get_logger()


class _OurLogs(logging.Handler):
    """One line each, without a traceback: it is about nonsense that strangers send, and about those who vanish.

    Of an error only the kind is told: its text may quote what was sent, a token too. What fails while a bot's line is
    taken in is told to its match.
    """

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log.warning(record.getMessage(), error=type(error).__name__ if error is not None else None)


def server_log() -> logging.Logger:
    """A logger for a server of aiohttp's; other users of the logging module see nothing of it."""
    logger = logging.Logger("aiohttp.server", logging.INFO)
    logger.addHandler(_OurLogs())
    return logger
