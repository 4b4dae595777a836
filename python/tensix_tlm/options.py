# SPDX-License-Identifier: Apache-2.0
"""Keywords as options of the command line: which there are, and how they are written. The program's help says what a command takes, so a
new option needs nothing here."""
from __future__ import annotations

import difflib
import functools
import os
import re
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from .calls import Error, PathText, find_binary, printed

_LINE = re.compile(r"^  --(?P<name>[a-z][a-z0-9-]*)(?: (?P<value>\S+))?(?: +|$)")


class Option(NamedTuple):
    name: str  # --fp32-dest
    value: str  # what the help calls its value; empty: it has none

    @property
    def has_dimensions(self) -> bool:
        """Its value is written 64x64."""
        return re.search(r"[A-Z]x[A-Z]", self.value) is not None


@functools.lru_cache(maxsize=None)
def _options(binary: str, _changed: int, command: str) -> Dict[str, Option]:
    lines = (_LINE.match(line) for line in printed(binary, ["help", command]).splitlines())
    return {line["name"].replace("-", "_"): Option("--" + line["name"], line["value"] or "") for line in lines if line}


def options_of(binary: Optional[PathText], *commands: str) -> Dict[str, Option]:
    """By keyword; of several commands what one or another takes."""
    program = find_binary(binary)
    found: Dict[str, Option] = {}
    for command in commands:
        found.update(_options(program, os.stat(program).st_mtime_ns, command))
    return found


def nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.5)
    return f"; did you mean '{near[0]}'?" if near else ""


def text(value: Any) -> str:
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:  # a number of NumPy
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(text, value))
    return str(os.fspath(value) if isinstance(value, os.PathLike) else value)


def words(commands: Sequence[str], settings: Mapping[str, Any], binary: Optional[PathText] = None) -> List[str]:
    """fp32_dest=True, l1_tiles=4, set={"l1.banks": 8} as the command line has them. None is as if not given, False too of an option without a
    value; a list is the option several times. Error: a keyword that none of the commands takes."""
    known, result = options_of(binary, *commands), []
    for keyword, value in settings.items():
        option = known.get(keyword.replace("-", "_"))
        if option is None:
            raise Error(f"{commands[0]}: there is no option '{keyword}'{nearest(keyword, list(known))}")
        if value is None:
            continue
        if not option.value:
            if not isinstance(value, bool):
                raise Error(f"{commands[0]}: {keyword} is True or False, not {value!r}")
            result += [option.name] if value else []
        elif isinstance(value, bool):
            raise Error(f"{commands[0]}: {keyword} wants {option.value}, not {value!r}")
        elif keyword == "set":
            if not isinstance(value, Mapping):
                raise Error(f"{commands[0]}: set wants parameters by name, as {{'l1.banks': 16}}, not {value!r}")
            result += [f"--set={parameter}={text(v)}" for parameter, v in value.items()]
        elif option.has_dimensions and isinstance(value, (list, tuple)):
            result.append(f"{option.name}={'x'.join(map(text, value))}")
        else:
            result += [f"{option.name}={text(v)}" for v in (value if isinstance(value, list) else [value])]
    return result
