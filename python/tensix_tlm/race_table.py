# SPDX-License-Identifier: Apache-2.0
"""What in a program depends on how fast its cores are."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Optional

from .calls import Error, PathText, call, said
from .options import words
from .tables import table

if TYPE_CHECKING:
    from .tables import Table

FOUND = 7  # exit status


def races(program: PathText, binary: Optional[PathText] = None, **options: Any) -> Table:
    """A row a finding of `tensix-tlm races` (docs/races.md): `where` something was slower, by how many cycles (`delay_cycles`; 0: an arbiter,
    a combination), `what` came of it, `text`, and the wait that is `missing`; no row: none was found. program: a stream, a kernel's source, a
    program's file, or the name of a built-in kernel; options: of its run, and budget=200, seconds=60, delays="20,300", ..."""
    given = words(["races", "run", "kernel", "stream", "program"], {**options, "json": True}, binary)
    done = call(binary, ["races", os.fspath(program), *given])
    if done.status not in (0, FOUND):
        raise Error(said(done), done.status)
    found: Any = json.loads(done.out)["races"]
    return table([{**row, "missing": "; ".join(row["missing"])} for row in found])
