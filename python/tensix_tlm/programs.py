# SPDX-License-Identifier: Apache-2.0
"""Whole programs of one or several cores: buffers, circular buffers, semaphores, readers, writers, compute kernels."""
from __future__ import annotations

import json
import math
import numbers
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .arrays import Files, Shape, is_array, numpy, read, save, word
from .calls import Error, PathText, measured, printed
from .kernels import folders
from .options import words
from .results import Run

if TYPE_CHECKING:
    from .arrays import ArrayLike
    from .kernels import Folders

    Argument = Union[float, str]  # a number, or what a Buffer, Semaphore or Core has
    # A core (x, y), a range ((x, y), (x, y)) with both corners, a list of ranges, or a name that cores() has given.
    Cores = Union[str, Sequence[Any]]
    # The same for all cores, or by core: {(x, y): [...]}, or what a function makes of a Core.
    Arguments = Union[Sequence[Argument], Mapping[Tuple[int, int], Sequence[Argument]], Callable[["Core"], Sequence[Argument]]]


class Buffer:
    """A buffer of a Program. What stands for it in a kernel's arguments, until all has a place:"""

    def __init__(self, name: str):
        self.name = name
        self.address = f"{name}.address"  # the same in every bank
        self.accessor = f"{name}.accessor"  # in ct_args: the words of TensorAccessorArgs
        self.pages = f"{name}.pages"
        self.page_bytes = f"{name}.page_bytes"
        self.aligned_page_bytes = f"{name}.aligned_page_bytes"  # from a page of a bank to the next one


class Semaphore:
    """A semaphore of a Program; in arguments .id, for get_semaphore(), or .address."""

    def __init__(self, name: str):
        self.name, self.id, self.address = name, f"{name}.id", f"{name}.address"


class Core:
    """A core of a Program: its column and row, its place among the cores of a kernel, and in arguments its place on the networks."""

    def __init__(self, x: int, y: int, index: int = 0):
        self.x, self.y, self.index = x, y, index
        self.noc_x, self.noc_y = f"core({x},{y}).noc_x", f"core({x},{y}).noc_y"


class Program:
    """A program (docs/programs.md): buffers, circular buffers, semaphores, and kernels: a reader, a writer, a compute kernel, or several of
    each on different cores. run() runs it; write() makes a program file of it."""

    def __init__(self, name: Optional[str] = None, program_kib: Optional[int] = None):
        """name: for reports. program_kib: room in L1 for each core's program, 32 without."""
        self._tree: Dict[str, Any] = {"format": "tensix-tlm-program", "version": 1, "buffers": {}, "circular_buffers": {}, "semaphores": {}, "kernels": {}}
        self._tree.update(_given(name=name, program_kib=program_kib))
        self._outputs: Dict[str, Optional[Shape]] = {}

    def cores(self, name: str, cores: Cores) -> str:
        """A name for cores, wherever cores are wanted: (x, y), ((x, y), (x, y)) with both corners, or a list of ranges."""
        self._tree.setdefault("cores", {})
        self._new("cores", name, _cores(cores))
        return name

    def buffer(self, name: str, content: Union[ArrayLike, PathText, float, None] = None, shape: Optional[Sequence[int]] = None,
               format: str = "bf16", memory: str = "dram", layout: Optional[str] = None, page_bytes: Optional[int] = None,
               shard: Optional[Sequence[int]] = None, banks: Optional[int] = None, output: Optional[bool] = None,
               cores: Optional[Cores] = None, orientation: Optional[str] = None) -> Buffer:
        """A tensor in memory: "dram", or "l1". content: an array, a .npy file, a number (everywhere), "test" (test data), or None. shape: not
        of an array or file. layout="rows": row-major, a page is a row; else a page is a tile. shard: rows and columns of a shard, which go
        to the banks of DRAM in turn, or to the L1 of cores (all without; orientation "row_major" or "col_major"); without it is interleaved. output: whether run() reads it back; None: if it has no content. Returns a Buffer."""
        if is_array(content) and not hasattr(content, "shape"):
            content = numpy("an array").asarray(content)
        entry: Dict[str, Any] = {"content": content, **_given(shape=shape and list(map(int, shape)), format=format, memory=memory, layout=layout,
                                              page_bytes=page_bytes)}
        if shard is not None:
            entry["shard"] = {"shape": list(map(int, shard)), **_given(banks=banks, cores=_cores(cores), orientation=orientation)}
        if content is None if output is None else output:
            self._outputs[name] = tuple(shape) if shape is not None else getattr(content, "shape", None)
        self._new("buffers", name, entry)
        return Buffer(name)

    def circular_buffer(self, index: int, format: Optional[str] = None, pages: Optional[int] = None, page_bytes: Optional[int] = None,
                        on: Union[Buffer, int, str, None] = None, cores: Optional[Cores] = None) -> None:
        """Circular buffer c_INDEX of pages, 2 without, of page_bytes (a tile of the format, bf16 without). on: a Buffer in L1 that it lies on,
        or the index of a circular buffer whose memory it shares: then all of that. cores: all without; other cores may have another one of
        the same index."""
        base = on.name if isinstance(on, Buffer) else f"c_{on}" if isinstance(on, int) else on
        self._add("circular_buffers", f"c_{index}", _given(format=format, pages=pages, page_bytes=page_bytes, on=base, cores=_cores(cores)))

    def semaphore(self, name: str, value: int = 0, id: Optional[int] = None, cores: Optional[Cores] = None) -> Semaphore:
        """A semaphore that holds value when the program begins. id: without, the next one; cores: all without. Returns a Semaphore."""
        self._new("semaphores", name, {"value": value, **_given(id=id, cores=_cores(cores))})
        return Semaphore(name)

    def reader(self, source: PathText, args: Arguments = (), ct_args: Sequence[Argument] = (), common_args: Sequence[Argument] = (),
               named_ct_args: Optional[Mapping[str, Argument]] = None, define: Optional[Mapping[str, Any]] = None, include: Folders = (),
               core: Optional[str] = None, noc: Optional[int] = None, cores: Optional[Cores] = None) -> None:
        """The kernel that brings data: on core "NC" and NoC 1, unless said otherwise. Arguments: whole numbers, floats (their FP32 bits), or what
        a Buffer, Semaphore or Core has; ct_args also accessors. args also by core: {(x, y): [...]}, or a function of a Core that gives the list;
        "core.x", "core.y", "core.noc_x", "core.noc_y", "core.index" are of the core that gets them. define: {name: value}; include: folders
        of headers. cores: where it runs; without, on the one core of the program. On other cores there may be another reader."""
        self._kernel("reader", source, args, ct_args, common_args, named_ct_args, define, include, cores, core=core, noc=noc)

    def writer(self, source: PathText, args: Arguments = (), ct_args: Sequence[Argument] = (), common_args: Sequence[Argument] = (),
               named_ct_args: Optional[Mapping[str, Argument]] = None, define: Optional[Mapping[str, Any]] = None, include: Folders = (),
               core: Optional[str] = None, noc: Optional[int] = None, cores: Optional[Cores] = None) -> None:
        """The kernel that takes data away: on core "B" and NoC 0, unless said otherwise. All else as of reader()."""
        self._kernel("writer", source, args, ct_args, common_args, named_ct_args, define, include, cores, core=core, noc=noc)

    def compute(self, source: PathText, args: Arguments = (), ct_args: Sequence[Argument] = (),
                common_args: Sequence[Argument] = (), named_ct_args: Optional[Mapping[str, Argument]] = None,
                define: Optional[Mapping[str, Any]] = None, include: Folders = (), fidelity: Optional[str] = None,
                fp32_dest: Optional[bool] = None, dst_sync: Optional[str] = None, cores: Optional[Cores] = None) -> None:
        """The kernel of T0, T1 and T2. fidelity: "hifi4" without; fp32_dest: 32-bit datums in Dst; dst_sync: "half" (without), "full".
        All else as of reader()."""
        self._kernel("compute", source, args, ct_args, common_args, named_ct_args, define, include, cores, fidelity=fidelity,
                     fp32_dest=fp32_dest, dst_sync=dst_sync)

    def run(self, binary: Optional[PathText] = None, **options: Any) -> Run:
        """Runs it, with .tensors: what buffers held in the end, by name. Options as `tensix-tlm program --help` has them."""
        with Files() as files:
            file, outputs = self.written(files)
            m = measured(binary, ["program", file, *words(["program"], options, binary)])
            return Run(m, {name: read(array, self._outputs[name]) for name, array in outputs.items()})

    def check(self, binary: Optional[PathText] = None) -> str:
        """What lies where, and the arguments that the kernels get, as text."""
        with Files() as files:
            return printed(binary, ["program", self.written(files)[0], "--check"])

    def written(self, files: Files) -> Tuple[str, Dict[str, str]]:
        """The program file, and the outputs' files by buffer."""
        file = os.path.join(files.folder, "program.json")
        return file, self._write(file)

    def write(self, file: PathText) -> None:
        """A program file, with arrays and outputs as NAME.npy and NAME_out.npy beside it."""
        self._write(os.path.abspath(os.fspath(file)))

    def _new(self, kind: str, name: str, entry: Any) -> None:
        if name in self._tree[kind]:
            raise Error(f"{name} is there already")
        self._tree[kind][name] = entry

    def _add(self, kind: str, name: str, entry: Dict[str, Any]) -> None:
        """One of several on different cores."""
        before = self._tree[kind].get(name)
        if before is None:
            self._tree[kind][name] = entry
            return
        several: List[Dict[str, Any]] = before if isinstance(before, list) else [before]
        if any("cores" not in one for one in (*several, entry)):
            raise Error(f"{name} is there already; several are on different cores, each with cores=")
        self._tree[kind][name] = [*several, entry]

    def _list(self, args: Arguments, cores: Optional[Cores]) -> Any:
        """Of "args": a list, or one by core."""
        if callable(args):
            if cores is None:
                raise Error("arguments as a function of the core want cores=")
            args = {(x, y): args(Core(x, y, index)) for index, (x, y) in enumerate(self._each(_cores(cores)))}
        if isinstance(args, Mapping):
            return {f"{x},{y}": list(map(_argument, own)) for (x, y), own in args.items()}
        return list(map(_argument, args))

    def _each(self, cores: Any) -> List[Tuple[int, int]]:
        """Of a program file's cores, in their order."""
        if isinstance(cores, str):
            if cores not in self._tree.get("cores", {}):
                raise Error(f"no cores are called {cores!r}")
            return self._each(self._tree["cores"][cores])
        if isinstance(cores[0], int):
            return [(cores[0], cores[1])]
        if len(cores) == 2 and all(not isinstance(c, str) and isinstance(c[0], int) for c in cores):
            (x0, y0), (x1, y1) = cores
            return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
        return [core for part in cores for core in self._each(part)]

    def _kernel(self, role: str, source: PathText, args: Arguments, ct_args: Sequence[Argument], common_args: Sequence[Argument],
                named_ct_args: Optional[Mapping[str, Argument]], define: Optional[Mapping[str, Any]], include: Folders,
                cores: Optional[Cores], **more: Any) -> None:
        self._add("kernels", role, {
            "source": os.path.abspath(os.fspath(source)), **_given(cores=_cores(cores)), "args": self._list(args, cores), "ct_args": list(map(_argument, ct_args)),
            "common_args": list(map(_argument, common_args)),
            **_given(named_ct_args=named_ct_args and {name: _argument(a) for name, a in named_ct_args.items()}, define=define,
                     include=[os.path.abspath(os.fspath(folder)) for folder in folders(include)] or None, **more)})

    def _write(self, file: str) -> Dict[str, str]:
        """Returns the outputs' files, by buffer."""
        def beside(name: str) -> str:
            return os.path.join(os.path.dirname(file), f"{name}.npy")

        outputs: Dict[str, str] = {}
        tree: Dict[str, Any] = {**self._tree, "buffers": {}}
        for name, entry in self._tree["buffers"].items():
            entry, content = dict(entry), entry["content"]
            if is_array(content):
                save(beside(name), content)
                entry["content"] = f"{name}.npy"
            elif isinstance(content, os.PathLike) or isinstance(content, str) and content != "test":
                entry["content"] = os.path.abspath(os.fspath(content))
            elif content is not None and not isinstance(content, str):
                entry["content"] = int(content) if isinstance(content, numbers.Integral) else float(content)
            if name in self._outputs:
                outputs[name] = beside(f"{name}_out")
                entry["output"] = f"{name}_out.npy"
            tree["buffers"][name] = entry
        with open(file, "w", encoding="utf-8") as f:
            json.dump(tree, f, indent=2, allow_nan=False)
        return outputs


def _given(**settings: Any) -> Dict[str, Any]:
    return {name: value for name, value in settings.items() if value is not None}


def _cores(cores: Optional[Cores]) -> Any:
    """As a program file has them."""
    if cores is None or isinstance(cores, str):
        return cores
    return [int(part) if isinstance(part, numbers.Integral) else _cores(part) for part in cores]


def _argument(value: Any) -> Union[str, bool, int, float]:
    """A word, or the name of one, for a program file."""
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value) if math.isfinite(value) else f"0x{word(float(value)):08x}"
    raise Error(f"{value!r} is no argument: expected a number, or what a Buffer, Semaphore or Core has, as .address")
