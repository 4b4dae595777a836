# SPDX-License-Identifier: Apache-2.0
"""Operations and call forms beside those of data_test.py, against NumPy: forms_test.py PROGRAM."""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

PROGRAM, HERE = sys.argv[1], pathlib.Path(__file__).parent
# What a sum of a few numbers near 1 is off by.
STEP = {"bf16": 2.0**-8, "fp16": 2.0**-10, "fp32": 2.0**-10, "int32": 0}


def run(kernel, inputs, outputs, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "kernel", f"{HERE}/kernels/{kernel}", "--hazards=warn", *options]
        for i, (data, form) in inputs.items():
            np.save(f"{folder}/{i}.npy", data)
            command += ["--cb", f"{i}={folder}/{i}.npy:{form}"]
        for i, (shape, form) in outputs.items():  # capacity: of all, in which groups they may come
            command += ["--cb", f"{i}=:{form}:shape={shape[0]}x{shape[1]}:capacity=32", f"--out={i}={folder}/out{i}.npy"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0 and "hazard" not in done.stderr, f"{command}: {done.stderr}"
        return [np.load(f"{folder}/out{i}.npy") for i in outputs]


def same(name, got, expected, tolerance):
    expected = np.asarray(expected, np.float64)
    worst = np.max(np.abs(got.astype(np.float64) - expected))
    assert worst <= tolerance * np.max(np.abs(expected)), f"{name}: {worst} off"


def as_tiles(rows):
    """The tensor of tiles whose bytes in L1 are `rows`, one behind the other."""
    faces = rows.reshape(-1, 2, 2, 16, 16)
    return faces.transpose(1, 3, 0, 2, 4).reshape(32, -1)


def in_l1(tiles):
    return tiles.reshape(2, 16, -1, 2, 16).transpose(2, 0, 3, 1, 4).reshape(-1)


def forms(form, options):
    rng = np.random.default_rng(7)
    integers = form == "int32"
    if integers:
        x = rng.integers(-2**30, 2**30, (32, 64)).astype(np.int32)
    else:
        x = rng.standard_normal((32, 64)).astype(np.float32)
    r = rng.standard_normal((32, 64)).astype(np.float32) - 4  # negative: what is not there must not be the largest
    n = 11 if integers else 21
    t, one = (x[:, :32], x[:, 32:]), np.ones((32, 32), x.dtype)
    changed = t[1].copy()
    changed[:16, 16:], changed[16:, :16] = t[1][16:, :16], t[1][:16, 16:]
    expected = [one * t[0][:1], one * t[1][:, :1], one * t[1][:1, :1], t[0], one * t[1][:1], one * t[0][:, :1], one * t[0][:1, :1],
                t[0].T, t[1].T, t[1], changed]
    inputs, outputs = {0: (x, form), 1: (np.ones((32, 32), np.float32), "bf16" if integers else form)}, {16: ((32 * n, 32), form)}
    if integers:
        options = options + ["--define", "INTEGERS=1"]
    else:
        inputs[2], outputs[17] = (as_tiles(r), form), ((64, 32), form)
    out, *rows = run("forms.cpp", inputs, outputs, options)
    out = out.reshape(n, 32, 32)
    if not integers:
        def column(y):
            c = np.zeros((32, 32))
            c[:, 0] = y
            return c
        squares = np.zeros((32, 32))
        squares[0, 0] = 0.25 * (x.astype(np.float64)**2).sum()
        expected += [column(x.max(axis=1)), column(t[1].max(axis=1)), t[0] - t[1][:, :1], t[1] - t[1][:, :1], t[1], t[1] - t[0][:, :1], t[0] @ t[1].T,
                     t[0] * t[1][21] + t[1] * t[0][3], column(x.astype(np.float64).sum(axis=1)), squares]
        rows = [in_l1(rows[0][:32]), in_l1(rows[0][32:])]
        same("largest of 9 rows", rows[0][:64], r[:9].max(axis=0), STEP[form])
        same("sums of 32 rows", rows[1][:16], r[:, 32:48].sum(axis=0), 4 * STEP[form])
    for i, (g, e) in enumerate(zip(out, expected)):
        exact = form in ("fp32", "int32") and i < 11
        same(f"{form} {options} result {i}", g, e, 0 if exact else 4 * STEP[form] if i > 12 else STEP[form])


def call_forms(form, options):
    rng = np.random.default_rng(8)
    x, y = (rng.standard_normal((32, 64)).astype(np.float32) for _ in range(2))
    x = (x.view(np.uint32) & np.uint32(0xffff0000)).view(np.float32)  # BF16: sums are exact but for FP32's own
    a, b = (x[:, :32], x[:, 32:]), (y[:, :32], y[:, 32:])
    summed = np.zeros((32, 32))
    summed[:, 0] = a[1].sum(axis=1)
    expected = [a[0] @ b[1], a[0] @ b[0], a[0] @ b[1], a[0] * b[1], a[0] + b[1][:, :1], a[0] - b[1][:1, :1], a[0] * b[1][:1],
                a[1] - b[1], summed, np.maximum(a[1] + a[0] - b[1][:1], 0)]
    out, rows = run("call_forms.cpp", {0: (x, form), 1: (y, form), 2: (np.ones((32, 32), np.float32), form)},
                    {16: ((32 * len(expected), 32), form), 17: ((96, 64), form)}, options)
    for i, (g, e) in enumerate(zip(out.reshape(-1, 32, 32), expected)):
        same(f"call {form} {options} result {i}", g, e, 4 * STEP[form])
    if form == "fp32":
        same("sums along rows, all bits", out.reshape(-1, 32, 32)[8], summed, 2.0**-13)
    for i in range(3):
        same(f"rows {form} {options} {i}", in_l1(rows[32 * i:32 * i + 32]), x.reshape(-1), 0)


wide = ["--fp32-dest"]
for f, o in (("fp32", wide), ("int32", wide), ("bf16", []), ("bf16", wide), ("fp16", [])):
    forms(f, o)
for f, o in (("bf16", []), ("fp32", wide)):
    call_forms(f, o)
print("all as expected")
