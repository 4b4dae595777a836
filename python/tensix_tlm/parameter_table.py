# SPDX-License-Identifier: Apache-2.0
"""The parameters of a tile."""
from __future__ import annotations

import json
from typing import Any, Dict, Optional

from .calls import PathText, printed
from .options import text, words


def parameters(config: Optional[str] = None, binary: Optional[PathText] = None, **options: Any) -> Dict[str, Dict[str, Any]]:
    """All of them: name -> {"value", "unit", "meaning", "range", "source"}, of a configuration and settings as in run()."""
    own = words(["params"], {"config": config, **options}, binary)
    lines, result = printed(binary, ["params", *own]).splitlines(), {}
    values = json.loads(printed(binary, ["--dump-config", *own]))
    for head, meaning, rest_of_it in zip(lines, lines[1:], lines[2:]):
        if head.startswith(" ") or not meaning.startswith("    "):
            continue
        name, _, rest = head.partition(" ")
        value: Any = values
        for part in name.split("."):
            value = value[part]
        unit = rest.strip()[len(text(value)):].strip()
        limits, _, source = rest_of_it.strip().partition("; source: ")
        result[name] = {"value": value, "unit": unit, "meaning": meaning.strip(), "range": limits[len("range: "):], "source": source}
    return result
