# SPDX-License-Identifier: Apache-2.0
"""Compute API, what moves and multiplies tiles: kernels compiled and run, results against NumPy, exact to the bit.

usage: data_test.py TENSIX_TLM PART [WORK_FOLDER]
"""
import os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.abspath(sys.argv[1])
SHIPPED = os.path.join(ROOT, "workload", "kernels", "device")
failures = []


def tiles_of(rows):
    """The tiles of a matrix, row by row of tiles, each 32x32."""
    r, c = rows.shape
    return rows.reshape(r // 32, 32, c // 32, 32).swapaxes(1, 2).reshape(-1, 32, 32)


def as_rows(tiles):
    """Tiles side by side."""
    return np.concatenate(list(tiles), axis=1)


def call(folder, source, buffers, outputs, options, status=0, quiet=True):
    """Runs a kernel. `buffers`: {index: (array or text, format and options)}; returns the outputs and what was printed."""
    command = [PROGRAM, "kernel", source, "--hazards=warn"]
    for i, (data, how) in buffers.items():
        if isinstance(data, np.ndarray):
            name = os.path.join(folder, f"in{i}.npy")
            np.save(name, data if "int" in how else data.astype(np.float32))
            data = name
        command += ["--cb", f"{i}={data}:{how}"]
    for i in outputs:
        command += ["--out", f"{i}={folder}/out{i}.npy"]
    command += options
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}, not {status}: {' '.join(command)}\n{done.stderr[-2000:]}")
    if status == 0 and quiet and done.stderr.strip():
        raise AssertionError(f"{' '.join(command)}\n{done.stderr[:2000]}")
    return {i: np.load(f"{folder}/out{i}.npy") for i in outputs if status == 0}, done.stdout + done.stderr


def expect(what, got, wanted):
    wanted = wanted.astype(np.int64 if got.dtype.kind in "iu" else np.float32)
    if got.shape != wanted.shape:
        raise AssertionError(f"{what}: shape {got.shape}, not {wanted.shape}")
    if not np.array_equal(got, wanted):
        where = np.argwhere(got != wanted)
        raise AssertionError(f"{what}: {len(where)} datums differ, the first at {where[0]}: {got[tuple(where[0])]}, "
                             f"not {wanted[tuple(where[0])]}")


def check(name, test, *arguments):
    with tempfile.TemporaryDirectory(prefix="data_test_") as folder:
        try:
            test(folder, *arguments)
        except Exception as error:
            failures.append(name)
            print(f"{name}: {error}", flush=True)


def all_of(tests):
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda t: check(*t), tests))


def only(value, rows, columns):
    result = np.zeros((32, 32))
    result[:rows, :columns] = value
    return result


# Small integers: exact in every format and fidelity.
def tour(folder, form, out_form, other_form, options):
    integers = form == "int8"
    rng = np.random.default_rng(1)
    low, high = (-1, 2) if form == "bfp2" else (-2, 3)
    a, b = rng.integers(low, high, (2, 32, 32)), rng.integers(low, high, (2, 32, 32))
    ones = np.ones((32, 32))
    w = [a[1], a[0] + b[1], a[1] - b[0], a[1] * b[0], a[0] * b[0] + a[1] * b[1], a[0] + b[0] + a[1] + b[1],
         a[0] - b[0] + a[1] - b[1]]
    for op in (np.add, np.subtract):
        w += [op(a[0], b[0][:1]), op(a[0], b[0][:, :1]), op(a[0], b[0][:1, :1])]
    w += [a[1] * b[1][:1], a[1] * b[1][:, :1], a[1] * b[1][:1, :1]]
    w += [a[0] @ b[0] + a[1] @ b[1], a[0] @ b[1], a[1] @ b[1]]
    if not integers:
        w += [a[0] @ b[1].T, a[1].T]
        w += [only(f(1, a), *shape) for f, shape in (
            (lambda _, x: (x[0] + x[1]).sum(axis=1, keepdims=True), (32, 1)), (lambda _, x: (x[0] + x[1]).sum(axis=0), (1, 32)),
            (lambda _, x: x.sum(), (1, 1)), (lambda _, x: np.maximum(x[0], x[1]).max(axis=1, keepdims=True), (32, 1)),
            (lambda _, x: np.maximum(x[0], x[1]).max(axis=0), (1, 32)), (lambda _, x: x.max(), (1, 1)))]
    w += [a[1], a[0], a[1], np.maximum(a[0], 0)]
    if not out_form.startswith("bfp"):
        w += [a[0] + a[1]]
        options = options + ["--define", "ACCUMULATES"]
    if integers:
        options = options + ["--define", "INTEGERS"]
    got, _ = call(folder, f"{HERE}/kernels/tour.cpp",
                  {0: (as_rows(a), form), 1: (as_rows(b), form), 2: (ones, form), 16: ("", f"{out_form}:shape=32x{32 * len(w)}"),
                   17: ("", f"{other_form}:shape=32x64"), 24: ("", f"{other_form}:capacity=2")}, [16, 17], ["--program-kib", "64", *options])
    for i, (g, e) in enumerate(zip(tiles_of(got[16]), w)):
        expect(f"result {i}", g, e)
    expect("other buffer", got[17], as_rows(a))


def tours():
    fp32, full = ["--fp32-dest"], ["--dst-sync", "full"]
    return [(f"tour {f} {o} {p} {' '.join(x)}", tour, f, o, p, x) for f, o, p, x in [
        ("bf16", "bf16", "fp32", ["--fidelity", "hifi2"]), ("fp16", "fp16", "fp32", full + ["--fidelity", "hifi4"]),
        ("fp32", "fp32", "bf16", fp32 + ["--fidelity", "hifi4"]), ("bf16", "fp32", "fp16", fp32 + full),
        ("bfp8", "bf16", "bfp8", full), ("int8", "int32_sm", "int8", fp32 + ["--fidelity", "hifi4"])]]


# Any data: what `tensix-tlm run` makes of the same.
def narrowed(x, form):
    if form in ("fp16", "fp8", "fp8_e4m3"):
        return x.astype(np.float16).astype(np.float32)
    return (x.astype(np.float32).view(np.uint32) & np.uint32(0xffffe000 if form in ("tf32", "fp32") else 0xffff0000)).view(np.float32)


def by_run(folder, kernel, shape, operands, options):
    if kernel in ("mul", "matmul") and not any(o.startswith("--fidelity") for o in options):
        options = [*options, "--fidelity", "hifi4"]  # a kernel's own default
    command = [PROGRAM, "run", kernel, "--shape", shape, "--out", f"{folder}/run.npy", *options]
    for i, x in enumerate(operands):
        np.save(f"{folder}/run{i}.npy", x.astype(np.float32))
        command += [f"--in{i}", f"{folder}/run{i}.npy"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return np.load(f"{folder}/run.npy")


def copies(folder, form, out_form, options, block):
    rng = np.random.default_rng(2)
    n = 2 * block
    x = rng.integers(-2**31 + 1, 2**31, (32, 32 * n)) if form == "int32" else narrowed(rng.standard_normal((32, 32 * n)), form)
    if form == "int32":
        x = x >> 8  # what a .npy of FP32 can say
    got, _ = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, form), 16: ("", f"{out_form}:shape=32x{32 * n}")}, [16],
                  ["--ct-arg", str(n), "--ct-arg", str(block), *options])
    options = [o for o in options if o not in ("--define", "FULL_INIT_ONLY")]
    expect("copy", got[16], by_run(folder, "datacopy", f"32x{32 * n}", [x], ["--format", form, "--out-format", out_form, *options]))


def binaries(folder, op, form, form1, out_form, options, block):
    rng = np.random.default_rng(3)
    n = 2 * block
    a, b = narrowed(rng.standard_normal((32, 32 * n)), form), narrowed(rng.standard_normal((32, 32 * n)), form1)
    got, _ = call(folder, f"{HERE}/kernels/binary.cpp", {0: (a, form), 1: (b, form1), 16: ("", f"{out_form}:shape=32x{32 * n}")}, [16],
                  ["--ct-arg", str(n), "--ct-arg", str(block), "--define", f"OP={op}", *options])
    expect(op, got[16], by_run(folder, op, f"32x{32 * n}", [a, b], ["--format", form, "--in1-format", form1, "--out-format", out_form,
                                                                    *options]))


def products(folder, form, form1, out_form, block, transpose, options):
    rng = np.random.default_rng(4)
    m, k, n = 4, 2, 4
    a, b = narrowed(rng.standard_normal((32 * m, 32 * k)), form), narrowed(rng.standard_normal((32 * k, 32 * n)), form1)
    tiles = tiles_of(b).swapaxes(1, 2) if transpose else tiles_of(b)
    stored = tiles.reshape(k, n, 32, 32).swapaxes(1, 2).reshape(b.shape)
    arguments = [x for v in (m, k, n, *block) for x in ("--ct-arg", str(v))]
    got, _ = call(folder, f"{HERE}/kernels/products.cpp", {0: (a, form), 1: (stored, form1), 16: ("", f"{out_form}:shape=32x{32 * m * n}")},
                  [16], [*arguments, "--define", f"TRANSPOSE={int(transpose)}", *options])
    wanted = tiles_of(by_run(folder, "matmul", f"{32 * m}x{32 * n}x{32 * k}", [a, b],
                             ["--format", form, "--in1-format", form1, "--out-format", out_form, *options]))
    order = [r * n + c for r0 in range(0, m, block[0]) for c0 in range(0, n, block[1])
             for r in range(r0, r0 + block[0]) for c in range(c0, c0 + block[1])]
    expect("product", got[16], as_rows(wanted[order]))


def example(folder, form, capacity, options):
    rng = np.random.default_rng(9)
    a, b = narrowed(rng.standard_normal((32, 256)), form), narrowed(rng.standard_normal((32, 256)), form)
    room = f"{form}:capacity={capacity}"
    got, _ = call(folder, f"{HERE}/kernels/matmul_example.cpp", {0: (a, room), 1: (b, room), 16: ("", f"{room}:shape=32x256")}, [16],
                  options)
    options = [o for o in options if not o.startswith("--feed")]
    for i, (x, y, g) in enumerate(zip(tiles_of(a), tiles_of(b), tiles_of(got[16]))):
        if i in (0, 7):
            expect(f"tile {i}", g, by_run(folder, "matmul", "32x32x32", [x, y], ["--format", form, *options]))


def bits():
    fp32, full = ["--fp32-dest"], ["--dst-sync", "full"]
    fidelity = lambda f: ["--fidelity", f]
    tests = [(copies, f, o, x, n) for f, o, x, n in [
        ("bf16", "bfp8", [], 8), ("fp32", "fp32", fp32, 4), ("fp32", "fp32", fp32 + full, 8), ("fp32", "bf16", full, 16),
        ("fp32", "fp32", fp32 + ["--define", "FULL_INIT_ONLY"], 4), ("fp16", "bfp4", [], 8), ("bfp4", "bf16", full, 16),
        ("bfp2", "fp32", [], 8), ("tf32", "tf32", fp32, 4), ("fp8", "fp16", [], 8), ("fp8_e4m3", "fp16", [], 8),
        ("fp16", "fp8_e4m3", [], 4), ("int32", "int32", fp32, 4)]]
    tests += [(binaries, *t) for t in [
        ("add", "bf16", "bf16", "bf16", [], 8), ("sub", "fp16", "fp32", "fp16", full, 16), ("mul", "fp32", "bf16", "fp32", fp32 + fidelity("hifi4"), 4),
        ("mul", "bfp8", "bf16", "bfp8", fidelity("hifi2"), 4), ("mul", "bf16", "bf16", "bf16", fp32 + full + fidelity("hifi3"), 8)]]
    tests += [(products, *t) for t in [
        ("bf16", "bf16", "bf16", (1, 1), False, []), ("bf16", "bf16", "bf16", (2, 4), True, fidelity("hifi2")),
        ("fp16", "fp16", "fp16", (4, 2), False, full + fidelity("hifi3")), ("fp32", "bf16", "fp32", (2, 2), False, fp32 + fidelity("hifi4")),
        ("bfp8", "bfp4", "bf16", (4, 4), False, full), ("bfp8", "bfp8", "bf16", (1, 2), False, fp32)]]
    tests += [(example, "bf16", 16, []), (example, "bf16", 1, ["--feed-bytes=16"]), (example, "fp16", 3, full + fidelity("hifi3"))]
    return [(" ".join(map(str, (t[0].__name__, *t[1:]))), *t) for t in tests]


# The shipped kernels that change a tensor's shape.
def reduced(folder, op, axis, form, options):
    rng = np.random.default_rng(5)
    r, c = 2, 3
    x = narrowed(rng.standard_normal((32 * r, 32 * c)), form) if op == "MAX" else rng.integers(-2, 3, (32 * r, 32 * c)).astype(float)
    scaler = 1.0
    if op == "AVG":  # of such numbers that it is exact
        scaler, x = {"ROW": 1 / 64, "COL": 1 / 32, "SCALAR": 1 / 32}[axis], 64 * x
    rows, columns = {"ROW": (32 * r, 32), "COL": (32, 32 * c), "SCALAR": (32, 32)}[axis]
    got, _ = call(folder, f"{SHIPPED}/reduce.cpp", {0: (x, f"{form}:capacity={r * c}"), 1: (np.full((32, 32), scaler), form),
                                                    16: ("", f"{form}:shape={rows}x{columns}")}, [16],
                  ["--ct-arg", str(r), "--ct-arg", str(c), "--define", f"OP={op}", "--define", f"DIM={axis}", *options])
    how = np.max if op == "MAX" else np.sum
    factor = 1 if op == "MAX" else scaler * (scaler if axis == "SCALAR" else 1)
    wanted = np.zeros((rows, columns))
    if axis == "ROW":
        wanted[:, 0] = how(x, axis=1) * factor
    elif axis == "COL":
        wanted[0] = how(x, axis=0) * factor
    else:
        wanted[0, 0] = how(x) * factor
    expect("reduced", got[16], wanted)


def transposed(folder, form, options):
    x = narrowed(np.random.default_rng(6).standard_normal((64, 96)), form)
    got, _ = call(folder, f"{SHIPPED}/transpose.cpp", {0: (x, form), 16: ("", f"{form}:shape=96x64")}, [16],
                  ["--ct-arg", "2", "--ct-arg", "3", *options])
    expect("transposed", got[16], x.T)


# A buffer's bytes are those of tiles; of rows they are these tiles.
def bytes_as_tiles(rows):
    t = rows.reshape(-1, 2, 2, 16, 16).swapaxes(2, 3).reshape(-1, 32, 32)
    return as_rows(t)


def rows_and_tiles(folder, form, blocks, width, options):
    x = np.random.default_rng(7).standard_normal((32 * blocks, 32 * width))
    x = x.astype(np.float32) if form == "fp32" else narrowed(x, form)
    arguments = ["--ct-arg", str(blocks), "--ct-arg", str(width), *options]
    room = f"{form}:capacity={2 * width}"
    got, _ = call(folder, f"{SHIPPED}/tilize.cpp", {0: (bytes_as_tiles(x), room), 16: ("", f"{room}:shape={32 * blocks}x{32 * width}")},
                  [16], arguments)
    expect("tilize", got[16], x)
    got, _ = call(folder, f"{SHIPPED}/untilize.cpp", {0: (x, room), 16: ("", f"{room}:shape=32x{32 * blocks * width}")}, [16], arguments)
    expect("untilize", got[16], bytes_as_tiles(x))


def variants(folder, options):
    rng = np.random.default_rng(8)
    a, b, ones, words = rng.integers(-2, 3, (2, 32, 32)), rng.integers(-2, 3, (2, 32, 32)), np.ones((32, 32)), np.zeros((32, 32))
    words[0, 0] = words[0, 1] = 1
    w = [a[0] - b[1][:, :1], a[0] * b[1], a[0] + b[1], b[0] + b[1], a[0] + 1, a[0] @ b[0].T, a[1] @ b[0], a[1] @ b[1],
         only(a[0].sum(axis=0), 1, 32), a[0].T, a[0], a[1], a[1]]
    got, _ = call(folder, f"{HERE}/kernels/variants.cpp",
                  {0: (as_rows(a), "bf16"), 1: (as_rows(b), "bf16"), 2: (ones, "bf16"), 3: (words, "int32"),
                   16: ("", f"bf16:shape=32x{32 * len(w)}"), 17: ("", "bf16:shape=32x192:capacity=6")}, [16, 17], options)
    for i, (g, e) in enumerate(zip(tiles_of(got[16]), w)):
        expect(f"result {i}", g, e)
    both = [bytes_as_tiles(np.concatenate(x, axis=1)) for x in ([a[0], a[1], a[1], a[0]], [a[0], a[1]])]
    expect("rows", got[17], np.concatenate(both, axis=1))


def shapes():
    fp32, full = ["--fp32-dest"], ["--dst-sync", "full"]
    tests = [(reduced, *t) for t in [
        ("SUM", "ROW", "bf16", []), ("SUM", "COL", "fp16", full), ("SUM", "SCALAR", "fp32", fp32 + ["--fidelity", "hifi4"]),
        ("AVG", "ROW", "bf16", fp32 + full), ("AVG", "COL", "bf16", ["--fidelity", "hifi2"]), ("AVG", "SCALAR", "fp16", full),
        ("MAX", "ROW", "fp32", fp32), ("MAX", "COL", "bf16", ["--fidelity", "hifi4"]), ("MAX", "SCALAR", "bfp8", [])]]
    tests += [(transposed, *t) for t in [("bf16", []), ("fp32", fp32), ("fp16", full), ("tf32", fp32 + full)]]
    tests += [(rows_and_tiles, *t) for t in [("bf16", 2, 3, []), ("bf16", 1, 16, fp32), ("fp16", 1, 10, full), ("fp32", 1, 10, fp32),
                                             ("fp32", 2, 4, fp32 + full)]]
    tests += [(variants, ["--program-kib", "64"]), (variants, fp32 + full + ["--program-kib", "64"])]
    return [(" ".join(map(str, (t[0].__name__, *t[1:]))), *t) for t in tests]


# Kernels that a stricter check would refuse: what comes out, rounded to what Dst has.
def allowed(folder, form, options):
    bits, wide = 11 if form == "fp16" else 8, "--fp32-dest" in options
    rng = np.random.default_rng(11)
    a, b = rng.integers(-8, 9, (2, 32, 32)).astype(np.float64)
    c, d = rng.integers(-2, 3, (2, 32, 32)).astype(np.float64)

    def dst(x):  # to the nearest, away from zero where there are two
        if wide:
            return np.float32(x).astype(np.float64)
        fraction, exponent = np.frexp(x)
        scale = 2.0**bits
        return np.ldexp(np.sign(fraction) * np.floor(np.abs(fraction) * scale + 0.5) / scale, exponent)

    number = np.array(0x3f99999a, np.uint32).view(np.float32).astype(np.float64)
    exact = [c + d, d * c[:1], d @ c, d, (a < 0) * 2.5, dst(dst(np.abs(a) + dst(b * b)) * number)]
    got, _ = call(folder, f"{HERE}/kernels/allowed.cpp", {
        **{i: (x, form) for i, x in enumerate((a, b, c, d))}, 16: ("", f"{form}:tiles=7:capacity=7")}, [16], options)
    tiles = tiles_of(got[16])
    for i, (g, e) in enumerate(zip(tiles, exact)):
        expect(f"result {i}", g, e)
    root = np.sqrt(a * a + 1)
    assert np.max(np.abs(tiles[6] - root) / root) < 2.0**-7, "the root"


def all_allowed():
    return [(f"allowed {f} {o}", allowed, f, o + ["--fidelity=hifi4"]) for f, o in [
        ("bf16", []), ("fp16", []), ("fp32", ["--fp32-dest"]), ("bf16", ["--dst-sync=full"])]]


# Integers of buffers: all bits come back, whatever else goes through the registers between them.
def every_integer(folder, kinds, options):
    rng = np.random.default_rng(12)
    inputs, outputs, wanted, counts = {}, [], {}, []
    for i, form in enumerate(kinds):
        tiles = 64 if form == "uint16" else 2
        low, high = {"bf16": (-256, 257), "int8": (-127, 128), "int16": (-2**15 + 1, 2**15), "int32": (-2**31, 2**31),
                     "int32_sm": (-2**31 + 1, 2**31), "uint8": (0, 2**8), "uint16": (0, 2**16), "uint32": (0, 2**32)}[form]
        x = rng.integers(low, high, tiles * 1024)
        x[:4] = low, high - 1, 0, 1
        if high - low <= x.size:
            x[:high - low] = rng.permutation(np.arange(low, high))  # each of them
        x = x.reshape(32, 32 * tiles)
        if form == "bf16":
            x = x.astype(np.float32)
        # Half of them arrays of the format's own type: int64 is taken, too.
        how = ":sharded" if i % 2 else ""
        inputs[i] = (x if form == "bf16" or i % 2 else x.astype(form.removesuffix("_sm")), form + how)
        inputs[16 + i] = ("", f"{form}:tiles={tiles}{how}")
        counts += ["--ct-arg", str(tiles)]
        outputs.append(16 + i)
        wanted[16 + i] = x
    floats = {6: (np.full((32, 32), 2.0), "bf16"), 7: (np.full((32, 32), 3.0), "bf16"), 8: (np.ones((32, 32)), "bf16"),
              30: ("", f"bf16:tiles={len(kinds)}"), 31: ("", f"bf16:tiles={len(kinds)}")}
    got, _ = call(folder, f"{HERE}/kernels/formats.cpp", {**inputs, **floats}, [*outputs, 30, 31],
                  ["--ct-arg", str(len(kinds)), *counts, *options])
    for i, form in enumerate(kinds):
        assert got[16 + i].dtype == ("float32" if form == "bf16" else form.removesuffix("_sm")), (form, got[16 + i].dtype)
        expect(f"{form} {options}", got[16 + i], wanted[16 + i])
    expect("sums", got[30], np.full((32, 32 * len(kinds)), 10.0))
    expect("sums of rows", got[31], np.concatenate([only(64, 32, 1)] * len(kinds), axis=1))


# Sharded buffers: what others give, but the tensor is where the kernel finds it.
def shards(folder):
    x = np.random.default_rng(13).integers(-256, 257, (64, 128)).astype(np.float32)
    for order, columns in (("", 4), (":order=columns", 2)):
        arguments = ["--ct-arg", "8", "--ct-arg", "4"]
        wanted, _ = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, "bf16" + order), 16: ("", "bf16:shape=64x128")}, [16], arguments)
        got, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, "bf16:sharded" + order), 16: ("", "bf16:shape=64x128:sharded")}, [16],
                         arguments)
        expect("sharded", got[16], wanted[16])
        rows = [line.split() for line in said.splitlines() if line.startswith("c_")]
        assert [(r[3], r[5], r[6]) for r in rows] == [("8", "8", "8"), ("8", "8", "0")], said
        assert rows[0][-1] == rows[1][-1] == "sharded" and " fed " not in said, said
    # A kernel without a reader pushes its input itself, as often as it goes through it.
    with open(f"{folder}/twice.cpp", "w") as kernel:
        kernel.write('''#include "compute_kernel_api.h"
void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  for (uint32_t round = 0; round < 2; ++round) {
    cb_reserve_back(CBIndex::c_0, 4);
    cb_push_back(CBIndex::c_0, 4);
    cb_wait_front(CBIndex::c_0, 4);
    tile_regs_acquire();
    for (uint32_t t = 0; t < 4; ++t) copy_tile(CBIndex::c_0, t, t);
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 4);
    cb_reserve_back(CBIndex::c_16, 4);
    tile_regs_wait();
    pack_tile_block(0, CBIndex::c_16, 4);
    cb_push_back(CBIndex::c_16, 4);
    tile_regs_release();
  }
}
''')
    got, _ = call(folder, f"{folder}/twice.cpp", {0: (x[:32], "bf16:sharded"), 16: ("", "bf16:tiles=8:sharded")}, [16], [])
    expect("pushed twice", got[16], np.concatenate([x[:32], x[:32]], axis=1))
    # Nobody takes tiles out of a shard; and none are missing in it.
    _, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, "bf16:sharded"), 16: ("", "bf16:tiles=4:sharded")}, [],
                   ["--ct-arg", "8", "--ct-arg", "4"], status=3)
    assert "it is sharded: its tiles stay where they are" in said, said
    _, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, "bf16:sharded"), 16: ("", "bf16:tiles=900:sharded")}, [],
                   ["--ct-arg", "8", "--ct-arg", "4"], status=2)
    assert "c_16 1800 KiB: 900 tiles of 2048 bytes (bf16, sharded: the whole tensor)" in said, said
    for wrong, text in (("bf16:sharded", "a sharded buffer is the tensor in L1"), ("bf16:tiles=8:sharded:capacity=8", "capacity= is not for it")):
        _, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (x, "bf16"), 16: ("", wrong)}, [], [], status=2)
        assert text in said, said


# What arrays may be, and what is refused by name.
def arrays(folder):
    def copied(x, form):
        np.save(f"{folder}/in.npy", x)
        return call(folder, f"{HERE}/kernels/copy.cpp", {0: (f"{folder}/in.npy", form), 16: ("", f"{form}:tiles=1")}, [16],
                    ["--ct-arg", "1", "--ct-arg", "1", "--fp32-dest"])[0][16]

    x = np.random.default_rng(14).integers(0, 100, (32, 32))
    for kind, form in (("float16", "bf16"), ("float64", "bf16"), ("int64", "bf16"), ("bool", "bf16"), ("bool", "uint8"), ("float16", "uint16"),
                       ("uint64", "uint32"), ("int8", "int32")):
        expect(f"{kind} as {form}", copied(x.astype(kind), form), x.astype(kind).astype(float))
    expect("one dimension", copied(x[0], "uint16")[:1, :32], x[:1])
    expect("no dimension", copied(x[0, 1], "uint16")[:1, :1], x[:1, 1:2])
    expect("three dimensions", copied(x.reshape(2, 16, 32)[:1].repeat(2, axis=1), "uint16"), x[:16].repeat(2, axis=0))
    for wrong, form, text in (
            (np.array([[1, 256]]), "uint8", r"256 at \[0, 1\] is not an integer of 0 to 255, as uint8 holds"),
            (np.array([[-1]]), "uint16", "-1 at .* of 0 to 65535"), (np.array([2**32], np.uint64), "uint32", "4294967296 at .*uint32"),
            (np.array([2**31]), "int32", "2147483648 at .* of -2147483648 to 2147483647"), (np.array([[[-128]]], np.int8), "int8", "-128 at .* of -127"),
            (np.array([0.5]), "int32", r"0\.5 at \[0\] is not an integer"), (np.array([np.nan]), "uint8", "nan at"),
            (np.array([1e300]), "fp32", r"1e\+300 at \[0\] is more than a 32-bit float holds"), (np.array([1], ">f4"), "bf16", "newbyteorder"),
            (np.zeros(2, "V2"), "bf16", "bfloat16 is saved without its type"), (np.array([1j]), "bf16", "<c16 is not supported"),
            (np.zeros((2, 30, 32)), "bf16", "3 dimensions, of matrices of 30 rows.*pad each")):
        np.save(f"{folder}/in.npy", wrong)
        _, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (f"{folder}/in.npy", form), 16: ("", "bf16:tiles=1")}, [], [], status=2)
        assert re.search(text, said), said
    for value, form in ((256, "uint8"), (-1, "uint32"), (0.5, "int32"), (-128, "int8")):
        _, said = call(folder, f"{HERE}/kernels/copy.cpp", {0: (str(value), form), 16: ("", "bf16:tiles=1")}, [], [], status=2)
        assert f"{form} holds the integers" in said and f"not {value}" in said, said


# ComputeConfig's: of a product all bits of BF16.
def defaults(folder):
    a, b = (narrowed(np.random.default_rng(15 + i).uniform(1, 2, (32, 32)), "bf16") for i in range(2))
    got, said = call(folder, f"{HERE}/kernels/binary.cpp", {0: (a, "bf16"), 1: (b, "bf16"), 16: ("", "fp32:tiles=1")}, [16],
                     ["--ct-arg", "1", "--ct-arg", "1", "--define", "OP=mul", "--fp32-dest"])
    expect("product", got[16], a * b)
    assert "bf16 -> fp32, hifi4, " in said, said


def all_formats():
    return [("integers, 32-bit Dst", every_integer, ["uint8", "uint16", "uint32", "bf16", "int32", "int16"], ["--fp32-dest"]),
            ("integers of sign and magnitude", every_integer, ["int8", "int32_sm", "bf16", "uint8"], ["--fp32-dest", "--dst-sync", "full"]),
            ("integers, 16-bit Dst", every_integer, ["uint16", "bf16", "int16", "uint16"], []),
            ("shards", shards), ("arrays", arrays), ("defaults", defaults)]


# Each case of misuse.cpp is told, with its line; misuse.def has no row that is never told.
def told(folder, case, kind_of_text, lines, kinds):
    source = f"{HERE}/kernels/misuse.cpp"
    text = open(f"{ROOT}/workload/device/misuse.def").read()
    rows = dict(re.findall(r'TENSIX_MISUSE\((\w+), "(.*)"\)', text))
    tensors = np.ones((32, 32 * 8))
    _, said = call(folder, source, {
        0: (tensors, "bf16:capacity=4"), 1: (tensors, "bf16:capacity=4"), 2: (tensors, "fp32:capacity=4"), 5: (tensors, "fp16:capacity=4"),
        6: (tensors, "int8:capacity=4"), 7: (tensors, "bfp8:capacity=4"), 16: ("", "bf16:tiles=1:capacity=4"), 17: ("", "fp32:tiles=1"),
        18: ("", "fp16:tiles=1"), 24: ("", "bf16:capacity=1")}, [], ["--arg", str(case)], status=int(kind_of_text == "error"), quiet=False)
    errors = [l for l in said.splitlines() if l.startswith(kind_of_text + ": ")]
    patterns = [".*" + re.sub(r"%\d", r"\\w+", re.escape(rows[k]).replace("\\%", "%")) for k in kinds]
    good = any(re.search(rf"misuse\.cpp:{line}: ", e) and any(re.match(p, e) for p in patterns) for e in errors for line in lines)
    if not good:
        raise AssertionError(f"case {case}, line {lines}, {kinds}: {said[-1500:]}")


def misuses():
    cases, case = {}, None
    for number, line in enumerate(open(f"{HERE}/kernels/misuse.cpp"), 1):
        found = re.search(r"(?:wrong == |case )(\d+)[:)]", line)
        case = int(found[1]) if found else case
        mark = re.search(r"// (told|warned): ([\w ]+)", line)
        if mark:
            cases.setdefault(case, ("error" if mark[1] == "told" else "warning", [], []))
            cases[case][1].append(number)
            cases[case][2].extend(mark[2].split())
    # dst_reg_*: the vector unit's, tested there; of arguments by name and ASSERT: surface_test.py; of kernels that move data:
    # dataflow_test.py.
    all_kinds = set(re.findall(r"TENSIX_MISUSE\((?!dst_reg_|common_argument|named_argument|assertion|end_without_barrier|no_such_bank|semaphore_not_given)(\w+),", open(f"{ROOT}/workload/device/misuse.def").read()))
    told_kinds = {k for _, _, kinds in cases.values() for k in kinds}
    if all_kinds - told_kinds:
        failures.append("misuse.def")
        print("rows of misuse.def without a case:", sorted(all_kinds - told_kinds))
    return [(f"misuse {c}", told, c, *what) for c, what in sorted(cases.items())]


# Unchecked programs: as short as those of headers from which every check has been cut out. (The order of instructions and a few
# of them depend on what the compiler takes for likely.)
def without_checks(folder, source, options):
    def stripped(text):
        text = re.sub(r"const char\* file = __builtin_FILE\(\), uint32_t line = __builtin_LINE\(\)", "const char* file = nullptr, uint32_t line = 0", text)
        out, i = "", 0
        for m in re.finditer(r"(?<![\w:])check(_\w+)?\(", text):
            if m.start() < i or re.search(r"(void|bool) $", text[:m.start()]):
                continue
            depth, j = 1, m.end()
            while depth:
                depth += {"(": 1, ")": -1}.get(text[j], 0)
                j += 1
            if text[j] != ";":
                continue
            out += text[i:m.start()]
            i = j
        return out + text[i:]

    from compiled import compile as compiled_kernel
    import shutil
    device = f"{folder}/workload/device"
    shutil.copytree(f"{ROOT}/workload/device", device)
    cut = 0
    for base, _, names in os.walk(f"{device}/include"):
        for name in names:
            path = os.path.join(base, name)
            text = open(path).read()
            new = stripped(text)
            cut += len(text) - len(new)
            open(path, "w").write(new)
    assert cut > 3000, f"only {cut} characters of checks found"
    buffers = {i: (0x20000 + 0x10000 * i, "bf16", 16) for i in (0, 1, 2, 16, 17, 24)}
    listings = []
    for i, extra in enumerate(([], [f"-I{device}/include"])):
        elfs = compiled_kernel(source, f"{folder}/{i}", buffers, checked=0, extra=["-w"], first=extra, **options)
        listings.append([subprocess.run(["riscv64-unknown-elf-objdump", "-d", "--no-show-raw-insn", e], capture_output=True,
                                        text=True).stdout.split("\n", 3)[3] for e in elfs])
    for core in range(3):
        lengths = [l[core].count("\n") for l in listings]
        assert lengths[0] <= lengths[1] * 1.015, f"T{core}: {lengths[0]} instructions, without checks {lengths[1]}"
        assert ".cpp" not in listings[0][core] and "fault" not in listings[0][core], f"T{core} has what only checks need"
        assert listings[0][core].count("ebreak") == 1, f"T{core}: more than one ebreak"


def unchecked():
    return [(f"unchecked {n} {o}", without_checks, f"{HERE}/kernels/{n}.cpp", o) for n, o in [
        ("tour", {}), ("binary", {"ct_args": (8, 4), "defines": ("OP=mul",), "fp32_dest": 1}),
        ("products", {"ct_args": (4, 2, 4, 2, 2), "defines": ("TRANSPOSE=0",), "fidelity": 3})]]


if __name__ == "__main__":
    all_of({"tour": tours, "bits": bits, "shapes": shapes, "misuse": misuses, "allowed": all_allowed, "formats": all_formats, "unchecked": unchecked}[sys.argv[2]]())
    print(f"{len(failures)} failed" if failures else "all as expected")
    sys.exit(1 if failures else 0)
