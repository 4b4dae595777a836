# SPDX-License-Identifier: Apache-2.0
"""Arrays on their way to the program and back, as .npy files. NumPy is wanted only where there is an array."""
from __future__ import annotations

import numbers
import os
import struct
import tempfile
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Tuple, Type, Union

from .calls import Error, PathText

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import TypeGuard

    Array = NDArray[Any]  # of numbers
    ArrayLike = Union[Array, Sequence[Sequence[float]]]
Shape = Tuple[int, ...]


def numpy(why: str) -> Any:
    try:
        import numpy as module
    except ImportError:
        raise Error(f"{why} needs NumPy, which this Python does not have") from None
    return module


def is_array(value: Any) -> TypeGuard[ArrayLike]:
    return hasattr(value, "shape") or (isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], (list, tuple)))


def save(file: PathText, array: ArrayLike) -> None:
    np = numpy("an array")
    data = np.asarray(array)
    if data.dtype.name == "bfloat16":
        data = data.astype(np.float32)
    if data.dtype.kind not in "fiub" or data.dtype.itemsize > 8:
        raise Error(f"an array of {data.dtype} is no tensor: expected numbers of at most 64 bits")
    np.save(file, np.ascontiguousarray(data.astype(data.dtype.newbyteorder("<"))))


class Files:
    """A folder of them, while it is open."""

    def __enter__(self) -> Files:
        self._folder = tempfile.TemporaryDirectory()
        self._count = 0
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._folder.cleanup()

    @property
    def folder(self) -> str:
        return self._folder.name

    def new(self, ending: str = "npy") -> str:
        self._count += 1
        return os.path.join(self.folder, f"{self._count}.{ending}")

    def write(self, array: ArrayLike) -> str:
        file = self.new()
        save(file, array)
        return file

    def written(self, settings: Mapping[str, Any]) -> Dict[str, Any]:
        """The same settings with a file's name for each array."""
        return {name: self.write(value) if is_array(value) and getattr(value, "shape", None) != () else value
                for name, value in settings.items()}


def read(file: PathText, shape: Optional[Shape] = None) -> Array:
    array: Array = numpy("an array").load(file)
    return array.reshape(shape) if shape is not None else array


def word(value: Any) -> int:
    """32 bits; of a number that is not of integers those of its FP32."""
    if isinstance(value, numbers.Integral) and -2**31 <= int(value) < 2**32:
        return int(value) & 0xFFFFFFFF
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        try:
            return int(struct.unpack("<I", struct.pack("<f", float(value)))[0])
        except OverflowError:
            pass
    raise Error(f"{value!r} is no word: expected a whole number of 32 bits, or a float that FP32 holds")
