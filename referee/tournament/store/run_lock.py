"""One run at a time: a lock on a file beside the database, which the kernel lets go when its holder is gone."""

from __future__ import annotations

import errno
import fcntl
import os
import weakref
from pathlib import Path
from typing import Final

from referee.tournament.store.errors import StoreError, StoreInUseError

LOCK_FILE: Final = "run.lock"


class RunLock:
    """The right to write to the tournament in one folder. Programs that the holder starts don't have it."""

    def __init__(self, folder: Path) -> None:
        """Take it. Raises ``StoreInUseError`` where another has it, and ``StoreError`` where it can't be had."""
        self._path = folder / LOCK_FILE
        self._descriptor = self._take()
        _held.add(self)

    def release(self) -> None:
        """Let another have it; once is enough, and more does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def remove(self) -> None:
        """Let it go, and the file with it, where there is nothing to be locked after all."""
        if self._descriptor >= 0:
            self._path.unlink(missing_ok=True)
        self.release()

    def _take(self) -> int:
        while True:
            try:
                descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as error:
                raise StoreError(_unwritable(self._path, error)) from error
            try:
                if self._lock(descriptor):
                    return descriptor
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)

    def _lock(self, descriptor: int) -> bool:
        """False where the file that was locked is no longer the one of this name: it was removed in between."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "?"
            raise StoreInUseError(
                f"{self._path.parent}: another run plays this tournament (process {holder}): wait for it, or stop it"
            ) from None
        except OSError as error:
            raise StoreError(_unwritable(self._path, error)) from error
        try:
            is_the_one = os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False
        if is_the_one:
            self._sign(descriptor)
        return is_the_one

    def _sign(self, descriptor: int) -> None:
        """Whose it is, for the message to the next one."""
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise StoreError(_unwritable(self._path, error)) from error


def holder_of(folder: Path) -> int | None:
    """The process that plays the tournament in this folder, None where nobody does."""
    try:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None  # never played here, or where nobody may look
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or 0)
    finally:
        os.close(descriptor)
    return None


_held: Final = weakref.WeakSet[RunLock]()


def _let_go_after_fork() -> None:
    """A lock of this kind would live on in a child after its holder's death."""
    for lock in list(_held):
        lock.release()


os.register_at_fork(after_in_child=_let_go_after_fork)


def _unwritable(path: Path, error: OSError) -> str:
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"{path}: can't be written ({error.strerror}): a run needs a folder that it may write to"
    return f"{path}: {error.strerror}"
