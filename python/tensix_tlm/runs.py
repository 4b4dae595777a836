# SPDX-License-Identifier: Apache-2.0
"""Runs of one tile: built-in kernels, streams, compiled programs, program files."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

from .arrays import Files, is_array, read
from .calls import Error, PathText, measured
from .options import text, words
from .results import Run

if TYPE_CHECKING:
    from .arrays import Array, ArrayLike


def run(kernel: str, binary: Optional[PathText] = None, out: Union[PathText, bool, None] = None, **options: Any) -> Run:
    """A built-in kernel. Options as `tensix-tlm run --help` has them, underscores for hyphens: shape=(64, 64) or "64x64", format="bf16",
    config="documented", set={"l1.banks": 16}, why=True, ... ; in0, in1, in2: arrays, or names of .npy files. out: a file, or True for an
    array in the result's .tensor, as it is anyway if an operand is an array; False: none."""
    with Files() as files:
        given = files.written(options)
        wanted = out is True or out is None and any(given[name] is not options[name] for name in options)
        file = files.new() if wanted else out or None
        m = measured(binary, ["run", kernel, *words(["run"], {**given, "out": file}, binary)])
        return Run(m, {16: read(str(file))} if wanted else {})


def stream(file: PathText, binary: Optional[PathText] = None, **options: Any) -> Run:
    """A stream file (docs/stream-format.md). Its metrics have "marks", a list of name, core, cycle, and beside them "out", a list of
    address and bytes."""
    m = measured(binary, ["stream", os.fspath(file), *words(["stream"], options, binary)])
    result = Run(m)
    lines = [line.split() for line in m.text.splitlines() if line.startswith("out ")]
    result["out"] = [{"address": int(w[1], 16), "bytes": bytes.fromhex(w[2])} for w in lines]
    return result


def elf(t0: Optional[PathText] = None, t1: Optional[PathText] = None, t2: Optional[PathText] = None, b: Optional[PathText] = None,
        nc: Optional[PathText] = None, l1: Optional[Mapping[int, Union[PathText, ArrayLike, Tuple[Union[PathText, ArrayLike], str]]]] = None,
        l1w: Optional[Mapping[int, Union[int, str]]] = None, until: Optional[Mapping[int, int]] = None,
        dump: Optional[Mapping[int, int]] = None, binary: Optional[PathText] = None, **options: Any) -> Run:
    """Compiled programs on the cores (docs/elf.md): files, one a core. By address in L1: l1: what it holds, an array or .npy as tiles in
    BF16, (that, format) in another format, or any other file; l1w: a word, or "WORD@CYCLE"; until: the word that ends the run; dump: so
    many bytes in the result's .dumps. Other options as `tensix-tlm elf --help` has them."""
    with Files() as files:
        given: Dict[str, Any] = {"t0": t0, "t1": t1, "t2": t2, "b": b, "nc": nc, **options}
        given["l1"] = [f"{address}={_content(content, files)}" for address, content in _by_address("l1", l1)]
        given["l1w"] = [f"{address}={word}" for address, word in _by_address("l1w", l1w)]
        given["until"] = [f"{address}={word}" for address, word in _by_address("until", until)]
        dumps = {address: (count, files.new("bin")) for address, count in _by_address("dump", dump)}
        given["dump"] = [f"{address}:{count}={file}" for address, (count, file) in dumps.items()]
        m = measured(binary, ["elf", *words(["elf"], given, binary)])
        contents: Dict[int, bytes] = {}
        for address, (_, file) in dumps.items():
            with open(file, "rb") as f:
                contents[address] = f.read()
        return Run(m, dumps=contents)


def program(file: PathText, binary: Optional[PathText] = None, **options: Any) -> Run:
    """A program file (docs/programs.md). Options as `tensix-tlm program --help` has them; .tensors: what it wrote, by buffer's name. A program
    that is made in Python is a Program."""
    m = measured(binary, ["program", os.fspath(file), *words(["program"], options, binary)])
    return Run(m, {b["name"]: read(b["output"]) for b in m.metrics.get("memory_buffers", []) if b.get("output")})


def _by_address(keyword: str, given: Optional[Mapping[int, Any]]) -> List[Tuple[int, Any]]:
    if given is None:
        return []
    if not isinstance(given, Mapping) or not all(isinstance(address, int) for address in given):
        raise Error(f"elf: {keyword} wants addresses with what they have, as {{0x20000: ...}}, not {given!r}")
    return sorted(given.items())


def _content(content: Any, files: Files) -> str:
    form = ""
    if isinstance(content, tuple) and len(content) == 2 and isinstance(content[1], str):
        content, form = content[0], ":" + content[1]
    if is_array(content):
        return files.write(content) + (form or ":bf16")
    if not isinstance(content, (str, os.PathLike)):
        raise Error(f"elf: l1 wants arrays or files, not {content!r}")
    return text(content) + form
