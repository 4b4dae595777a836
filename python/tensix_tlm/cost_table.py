# SPDX-License-Identifier: Apache-2.0
"""What each call of the compute API costs."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Optional, Sequence

from .calls import Error, PathText, call, said
from .options import words
from .tables import table

if TYPE_CHECKING:
    from .tables import Table


def costs(*calls: str, formats: Optional[Sequence[str]] = None, dst: Optional[Sequence[int]] = None, fidelity: Optional[Sequence[str]] = None,
          jobs: Optional[int] = None, binary: Optional[PathText] = None) -> Table:
    """A row a call, engine, format, width of Dst and fidelity (docs/cost-table.md), with cycles of the first call (`cold`), of the second
    (`latency`) and of one of many (`warm`); a row that is refused has none, and says why. calls: names and patterns, as "matmul*"."""
    settings: dict[str, Any] = {"formats": formats, "dst": dst, "fidelity": fidelity, "jobs": jobs}
    given = {k: v if k == "jobs" or v is None or isinstance(v, str) else ",".join(map(str, v)) for k, v in settings.items()}
    done = call(binary, ["costs", *calls, *words(["costs"], {**given, "json": "-"}, binary)])
    if done.status:
        raise Error(said(done), done.status)
    rows: Any = json.loads(done.out)["rows"]
    return table(rows)
