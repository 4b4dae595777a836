# SPDX-License-Identifier: Apache-2.0
"""The program tensix-tlm: where it is, and what it says."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

PathText = Union[str, "os.PathLike[str]"]
Metrics = Dict[str, Any]

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # of the repository; installed: share/tensix_tlm


class Error(Exception):
    """What was asked for was not done; the text is the program's. `status`: its exit status, None if it was not started; `metrics`: what
    it measured nevertheless, or None."""

    def __init__(self, message: str, status: Optional[int] = None, metrics: Optional[Metrics] = None):
        super().__init__(message)
        self.status, self.metrics = status, metrics


class Done(NamedTuple):
    """How a call of the program ended."""

    status: int
    out: str
    err: str


class Measured(NamedTuple):
    """A run that ended well: its metrics, its printed report, what it warned of."""

    metrics: Metrics
    text: str
    warnings: List[str]


def find_binary(binary: Optional[PathText] = None) -> str:
    """The program's path: `binary`, or $TENSIX_TLM, or build/release/tensix-tlm of the repository that this file is in, or bin/tensix-tlm
    of its installation, or tensix-tlm on the PATH."""
    places = [os.path.join(_ROOT, "build", "release", "tensix-tlm"), os.path.join(_ROOT, "..", "..", "bin", "tensix-tlm")]
    there = next((place for place in places if os.path.exists(place)), "tensix-tlm")
    wanted = os.fspath(binary) if binary else os.environ.get("TENSIX_TLM", "") or there
    found = shutil.which(os.path.expanduser(wanted))
    if not found:
        raise Error(f"there is no program '{wanted}': build it (scripts/demo.sh), or name it in $TENSIX_TLM")
    return os.path.abspath(found)


def call(binary: Optional[PathText], words: Sequence[str]) -> Done:
    done = subprocess.run([find_binary(binary), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace")
    return Done(done.returncode, done.stdout, done.stderr)


def said(done: Done) -> str:
    """The text of an Error, without what is only of a file that nobody will see."""
    return re.sub(r"^incomplete \([^)]*\): \S*/metrics\.json \(--metrics\)\n", "", done.err).strip() or f"tensix-tlm ended with status {done.status}"


def printed(binary: Optional[PathText], words: Sequence[str]) -> str:
    """What a command prints that has to end well."""
    done = call(binary, words)
    if done.status != 0:
        raise Error(said(done), done.status)
    return done.out


def stamp(file: str) -> Optional[Tuple[int, int]]:
    """Differs if the file has been written meanwhile: what was there before the program ran is not taken for its result."""
    try:
        state = os.stat(file)
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns


def measured(binary: Optional[PathText], words: Sequence[str]) -> Measured:
    option = "--metrics="
    with tempfile.TemporaryDirectory() as folder:
        given = [word[len(option):] for word in words if word.startswith(option)]
        file = given[-1] if given else os.path.join(folder, "metrics.json")
        before = stamp(file)
        done = call(binary, words if given else [*words, option + file])
        metrics: Optional[Metrics] = None
        if stamp(file) != before:
            with open(file, encoding="utf-8") as f:
                metrics = json.load(f)
    if done.status != 0:
        raise Error(said(done), done.status, metrics)
    if metrics is None:
        raise Error(f"tensix-tlm {words[0]} measured nothing with these options: {' '.join(words[1:])}", done.status)
    return Measured(metrics, done.out, done.err.splitlines())
