# SPDX-License-Identifier: Apache-2.0
"""How far many runs are: a bar on a terminal or in a notebook, or a function of one's own. The program shows on a terminal how many points
are done; here it is given one."""
from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
import tty
from typing import Any, Callable, Optional, Sequence, Union

from .calls import Done, PathText, call, find_binary

Progress = Union[bool, Callable[[int, int], None], None]
_SHOWN = re.compile(r"([\d,]+) of ([\d,]+) points")
_WIDTH = 40


class Shown:
    """Whoever is told of points that are done, and of all, whenever more are. progress: a function of both; True: a bar; None: a bar where
    somebody looks; False: nobody."""

    def __init__(self, progress: Progress):
        if progress is None:
            progress = sys.stderr.isatty() or _display() is not None
        self._bar = _Bar() if progress is True else None
        self._tell = self._bar.show if self._bar else progress if callable(progress) else None
        self._last = 0, 0

    def __enter__(self) -> Shown:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.close()

    def call(self, binary: Optional[PathText], words: Sequence[str]) -> Done:
        """As calls.call(), and watched."""
        if not self._tell:
            return call(binary, words)
        terminal, end = pty.openpty()
        tty.setraw(end)  # line ends as they are
        with open(os.devnull) as nothing, tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
            child = subprocess.Popen([find_binary(binary), *words], stdin=nothing, stdout=out, stderr=end)
            os.close(end)
            try:
                messages = self._watch(terminal)
                status = child.wait()
            except BaseException:  # an interruption, or an error of the function: nothing goes on behind one's back
                child.terminate()
                child.wait()
                raise
            finally:
                os.close(terminal)
            out.seek(0)
            return Done(status, out.read(), messages)

    def all_done(self, total: Optional[int] = None) -> None:
        """The last of them may have ended between two looks of the program. total: if it is known."""
        total = total or self._last[1]
        if total:
            self._show(total, total)

    def _show(self, done: int, total: int) -> None:
        if self._tell and (done, total) != self._last:
            self._last = done, total
            self._tell(done, total)

    def _watch(self, terminal: int) -> str:
        """Until nobody has it open any more. Returns what is no progress."""
        pending, kept = b"", []
        while True:
            try:
                some = os.read(terminal, 65536)
            except OSError:  # how a terminal says that
                some = b""
            *pieces, pending = re.split(rb"(?<=[\r\n])", pending + some)
            for piece in [*pieces, *([] if some else [pending])]:
                line = piece.decode("utf-8", "replace")
                at = _SHOWN.match(line)
                if at:
                    self._show(int(at[1].replace(",", "")), int(at[2].replace(",", "")))
                elif line.strip():
                    kept.append(line.replace("\r", ""))
            if not some:
                return "".join(kept)


def _display() -> Any:
    """IPython's display, in a notebook."""
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell else None
    if running is None or not hasattr(running, "kernel"):
        return None
    from IPython.display import display
    return display


class _Bar:
    def __init__(self) -> None:
        display = _display()
        self._handle = display({"text/plain": ""}, raw=True, display_id=True) if display else None

    def show(self, done: int, total: int) -> None:
        full = _WIDTH * done // total if total else 0
        self._write(f"[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {total:,} points")

    def close(self) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        if self._handle:
            self._handle.update({"text/plain": text}, raw=True)
        else:
            sys.stderr.write(f"\r{text}" if text else f"\r{'':{_WIDTH + 40}}\r")
            sys.stderr.flush()
