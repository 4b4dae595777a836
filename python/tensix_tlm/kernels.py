# SPDX-License-Identifier: Apache-2.0
"""Kernels of one's own: source, circular buffers, arguments."""
from __future__ import annotations

import math
import numbers
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .arrays import Files, Shape, is_array, read, word
from .calls import Error, PathText, measured
from .options import text, words
from .results import Run

if TYPE_CHECKING:
    from .arrays import ArrayLike

    Source = Union[ArrayLike, PathText, float, None]
    Arguments = Union[Sequence[float], Mapping[str, float]]
    Folders = Union[PathText, Sequence[PathText]]


@dataclass(frozen=True)
class CircularBuffer:
    """A circular buffer for kernel(). See buffer()."""

    source: Source = None
    format: str = "bf16"
    shape: Optional[Shape] = None
    tiles: Optional[int] = None
    capacity: Optional[int] = None
    layout: Optional[str] = None
    order: Union[str, Sequence[Tuple[int, int]], None] = None
    sharded: bool = False

    @property
    def is_output(self) -> bool:
        return self.source is None and (self.shape is not None or self.tiles is not None)

    def option(self, files: Files) -> str:
        """As --cb has it."""
        source = "" if self.source is None else files.write(self.source) if is_array(self.source) else text(self.source)
        if ":" in source:
            raise Error(f"{source}: a file's name with ':' cannot be given")
        parts = [source, self.format]
        if self.shape is not None:
            if not self.shape or not all(isinstance(n, numbers.Integral) for n in self.shape):
                raise Error(f"{self.shape!r} is no shape: expected whole numbers")
            parts.append(f"shape={math.prod(self.shape[:-1])}x{self.shape[-1]}")  # leading dimensions are rows
        parts += [f"{name}={value}" for name, value in (("tiles", self.tiles), ("capacity", self.capacity), ("layout", self.layout)) if value is not None]
        if self.sharded:
            parts.append("sharded")
        if self.order is not None:
            parts.append("order=" + (self.order if isinstance(self.order, str) else ",".join("x".join(map(str, loop)) for loop in self.order)))
        return ":".join(parts)


def buffer(source: Source = None, format: str = "bf16", shape: Optional[Shape] = None, tiles: Optional[int] = None,
           capacity: Optional[int] = None, layout: Optional[str] = None, order: Union[str, Sequence[Tuple[int, int]], None] = None,
           sharded: bool = False) -> CircularBuffer:
    """A circular buffer for kernel(). source: an array, a .npy file, a number (everywhere), "test" (test data), or None: an output if it
    has a shape (a tuple) or tiles (a row of so many), else the kernel's own. capacity: tiles that it holds; sharded: all, the tensor lies
    in it. layout="rows": row-major.
    order: which tile passes when: "columns", or loops over the tensor's tiles, outermost first: [(count, step), ...]."""
    return CircularBuffer(source, format, shape, tiles, capacity, layout, order, sharded)


def kernel(source: PathText, buffers: Mapping[int, Any], args: Sequence[float] = (), ct_args: Arguments = (),
           define: Optional[Mapping[str, Any]] = None, out: bool = True, binary: Optional[PathText] = None,
           common_args: Sequence[float] = (), include: Folders = (), **options: Any) -> Run:
    """A kernel of one's own (docs/kernels.md), with .tensors: what came out, by buffer. buffers: {0: array, 16: (64, 64), 1: buffer(...), ...}:
    an array is an input in BF16, a tuple the shape of an output in BF16, a number so many tiles of an output. args, common_args, ct_args:
    words; a float is its FP32 bits. ct_args may be {name: word}, too. define: {name: value}. include: folders of headers. out=False: the
    outputs' values are not wanted. Other options as `tensix-tlm kernel --help` has them."""
    with Files() as files:
        own, outputs = kernel_words(files, source, buffers, args, ct_args, define, out, common_args, include)
        m = measured(binary, own + words(["kernel"], files.written(options), binary))
        return Run(m, {index: read(file, shape) for index, (file, shape) in outputs.items()})


def kernel_words(files: Files, source: PathText, buffers: Mapping[int, Any], args: Sequence[float] = (), ct_args: Arguments = (),
                 define: Optional[Mapping[str, Any]] = None, out: bool = True, common_args: Sequence[float] = (),
                 include: Folders = ()) -> Tuple[List[str], Dict[int, Tuple[str, Optional[Shape]]]]:
    """The command line, and of each output its file and shape."""
    if not isinstance(buffers, Mapping) or not all(isinstance(index, int) for index in buffers):
        raise Error(f"{buffers!r} are no circular buffers: expected {{0: ..., 16: ...}}")
    result, outputs = ["kernel", os.fspath(source)], {}
    for index, given in sorted(buffers.items()):
        b = _buffer(given)
        result.append(f"--cb={index}={b.option(files)}")
        if out and b.is_output:
            outputs[index] = files.new(), b.shape
            result.append(f"--out={index}={outputs[index][0]}")
    result += [f"--arg={word(a)}" for a in args] + [f"--common-arg={word(a)}" for a in common_args]
    result += [f"--ct-arg={name}={word(a)}" for name, a in ct_args.items()] if isinstance(ct_args, Mapping) else [
        f"--ct-arg={word(a)}" for a in ct_args]
    result += [f"--include={os.fspath(folder)}" for folder in folders(include)]
    result += [f"--define={name}={text(value)}" for name, value in (define or {}).items()]
    return result, outputs


def folders(given: Folders) -> Sequence[PathText]:
    return [given] if isinstance(given, (str, os.PathLike)) else given


def _buffer(given: Any) -> CircularBuffer:
    if isinstance(given, CircularBuffer):
        return given
    if is_array(given):
        return buffer(given)
    if isinstance(given, tuple):
        return buffer(shape=given)
    if isinstance(given, int):
        return buffer(tiles=given)
    raise Error(f"{given!r} is no circular buffer: expected an array, a shape, a number of tiles, or buffer(...)")
