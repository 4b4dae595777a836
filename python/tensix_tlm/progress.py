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
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from .calls import Done, PathText, call, find_binary

Progress = Union[bool, Callable[[int, int], None], None]
_SHOWN = re.compile(r"([\d,]+) of ([\d,]+) points")
_WIDTH = 40


def call_with_progress(binary: Optional[PathText], words: Sequence[str], progress: Progress, runs_all: bool = True) -> Done:
    """progress: called with points that are done, and all, whenever more are; True: a bar; None: a bar where somebody looks; False: none.
    runs_all: in the end all are done."""
    if progress is None:
        progress = sys.stderr.isatty() or _display() is not None
    if progress is False:
        return call(binary, words)
    command = [find_binary(binary), *words]
    if callable(progress):
        return _watched(command, progress, runs_all)
    bar = _Bar()
    try:
        return _watched(command, bar.show, runs_all)
    finally:
        bar.close()


def _watched(command: List[str], show: Callable[[int, int], None], runs_all: bool) -> Done:
    terminal, end = pty.openpty()
    tty.setraw(end)  # line ends as they are
    with open(os.devnull) as nothing, tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        child = subprocess.Popen(command, stdin=nothing, stdout=out, stderr=end)
        os.close(end)
        try:
            messages, done, total = _read(terminal, show)
            status = child.wait()
            if runs_all and status in (0, 1) and done < total:  # the last of them end between two looks
                show(total, total)
        except BaseException:  # an interruption, or an error of the function: nothing goes on behind one's back
            child.terminate()
            child.wait()
            raise
        finally:
            os.close(terminal)
        out.seek(0)
        return Done(status, out.read(), messages)


def _read(terminal: int, show: Callable[[int, int], None]) -> Tuple[str, int, int]:
    """What is no progress, and the last that was."""
    pending, kept, last = b"", [], (0, 0)
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # how a terminal says that nobody has it open
            some = b""
        *pieces, pending = re.split(rb"(?<=[\r\n])", pending + some)
        for piece in [*pieces, *([] if some else [pending])]:
            line = piece.decode("utf-8", "replace")
            at = _SHOWN.match(line)
            now = (int(at[1].replace(",", "")), int(at[2].replace(",", ""))) if at else last
            if now != last:
                last = now
                show(*now)
            elif not at and line.strip():
                kept.append(line.replace("\r", ""))
        if not some:
            return "".join(kept), *last


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
