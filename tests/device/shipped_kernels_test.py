# SPDX-License-Identifier: Apache-2.0
"""The kernels of workload/kernels/device, run by `tensix-tlm kernel`, against NumPy in double precision."""
import os, subprocess, sys, tempfile, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
KERNELS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "workload", "kernels", "device")


def bf16(x):
    """Rounded to the nearest even BF16."""
    bits = np.asarray(x, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)


def bits_of(x):
    return int(np.float32(x).view(np.uint32))


class Shipped(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(17)

    def run_kernel(self, name, line, out_shape, **inputs):
        """inputs: c0=array; what comes out of buffer 16."""
        with tempfile.TemporaryDirectory() as folder:
            words = [BINARY, "kernel", os.path.join(KERNELS, name), "--hazards=warn", *line.split()]
            for key, array in inputs.items():
                np.save(os.path.join(folder, key + ".npy"), np.asarray(array, np.float32))
            out = os.path.join(folder, "out.npy")
            words = [w.replace("@", folder + "/") for w in words] + [f"--out=16={out}"]
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", timeout=300)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            result = np.load(out)
        self.assertEqual(result.shape, out_shape)
        return result.astype(np.float64)

    def values(self, rows, columns, scale=1.0):
        return bf16(self.random.standard_normal((rows, columns)) * scale)

    def near(self, result, expected, relative, absolute=0.0):
        worst = np.max(np.abs(result - expected) - relative * np.abs(expected))
        self.assertLessEqual(worst, absolute)

    def matmul(self, rows, inner, columns, h=1, w=1, more=""):
        a, b = self.values(32 * rows, 32 * inner), self.values(32 * inner, 32 * columns)
        c = self.run_kernel(
            "matmul.cpp",
            f"--ct-arg {rows} --ct-arg {inner} --ct-arg {columns} --define SUBBLOCK_H={h} --define SUBBLOCK_W={w} --fidelity hifi4 "
            f"--cb 0=@a.npy:bf16:capacity={2 * h * inner} --cb 1=@b.npy:bf16:capacity={inner * columns} "
            f"--cb 16=:bf16:shape={32 * rows}x{32 * columns}:capacity={2 * h * columns} {more}", (32 * rows, 32 * columns), a=a, b=b)
        expected = a.astype(np.float64) @ b.astype(np.float64)
        # Sums are kept as BF16 in Dst unless it has 32 bits: then one rounding is left, and that of the products' alignment.
        per_sum = 2.0**-8 if "fp32-dest" in more else 2.0**-8 * (1 + inner)
        self.near(c, expected, per_sum, per_sum * np.max(np.abs(expected)))

    def test_matmul(self):
        self.matmul(1, 1, 1)
        self.matmul(2, 3, 4)
        self.matmul(4, 3, 4, 2, 2)
        self.matmul(4, 2, 4, 2, 4)
        self.matmul(4, 2, 4, 4, 1)
        self.matmul(2, 2, 8, 1, 8)
        self.matmul(4, 3, 4, 2, 2, "--fp32-dest")
        self.matmul(4, 2, 4, 4, 4, "--dst-sync full")
        self.matmul(4, 2, 4, 2, 2, "--unchecked --feed-bytes 64")

    def test_a_sub_block_larger_than_dst_is_refused(self):
        with self.assertRaisesRegex(AssertionError, r"of 4 by 4 tiles from Dst tile 0"):
            self.matmul(4, 1, 4, 4, 4)

    def test_add_relu_scale(self):
        for scale, more in ((1.0, ""), (0.375, ""), (-3.0, "--unchecked"), (2.5, "--dst-sync full")):
            a, b = self.values(96, 64), self.values(96, 64)
            out = self.run_kernel("add_relu_scale.cpp", f"--ct-arg 6 --ct-arg {bits_of(scale)} --cb 0=@a.npy:bf16 --cb 1=@b.npy:bf16 "
                                  f"--cb 16=:bf16:shape=96x64 {more}", (96, 64), a=a, b=b)
            # The sum is rounded to BF16 in Dst, and the product again: half an ulp is 2^-8 at most.
            self.near(out, scale * np.maximum(a.astype(np.float64) + b, 0), 2.2 * 2.0**-8)

    def reduce(self, op, dim, rows, columns):
        x = self.values(32 * rows, 32 * columns)
        axis, n = {"ROW": (1, 32 * columns), "COL": (0, 32 * rows), "SCALAR": (None, 1024 * rows * columns)}[dim]
        shape = {"ROW": (32 * rows, 32), "COL": (32, 32 * columns), "SCALAR": (32, 32)}[dim]
        scaler = 1.0 if op != "AVG" else 1 / n if dim != "SCALAR" else n**-0.5
        out = self.run_kernel("reduce.cpp", f"--ct-arg {rows} --ct-arg {columns} --define OP={op} --define DIM={dim} --fidelity hifi4 "
                              f"--fp32-dest --cb 0=@x.npy:bf16:capacity={rows * columns + 2} --cb 1={scaler}:bf16 "
                              f"--cb 16=:bf16:shape={shape[0]}x{shape[1]}", shape, x=x)
        x = x.astype(np.float64)
        expected = {"SUM": np.sum, "AVG": np.mean, "MAX": np.max}[op](x, axis=axis)
        result = {"ROW": out[:, 0], "COL": out[0], "SCALAR": out[0, 0]}[dim]
        self.near(result, expected, 2.0**-7, 2.0**-7 * np.max(np.abs(expected)) + 2.0**-8 * (n**0.5 if op == "SUM" else 0))

    def test_reduce(self):
        for op in ("SUM", "AVG", "MAX"):
            for dim in ("ROW", "COL", "SCALAR"):
                with self.subTest(op=op, dim=dim):
                    self.reduce(op, dim, 2, 3)

    def test_transpose(self):
        x = self.values(64, 96)
        out = self.run_kernel("transpose.cpp", "--ct-arg 2 --ct-arg 3 --cb 0=@x.npy:bf16 --cb 16=:bf16:shape=96x64", (96, 64), x=x)
        np.testing.assert_array_equal(out, x.T)
        # Of 32 bits all of them, which FP32 and small integers show together; between others, and in all of Dst.
        x = self.random.standard_normal((64, 96)).astype(np.float32)
        whole = self.random.integers(-2**24, 2**24, (64, 96))
        for form, x, more in (("fp32", x, ""), ("fp32", x, "--dst-sync full --unchecked"), ("int32", whole, "")):
            out = self.run_kernel("transpose.cpp", "--fp32-dest --ct-arg 2 --ct-arg 3 "
                                  f"--cb 0=@x.npy:{form} --cb 16=:{form}:shape=96x64 {more}", (96, 64), x=x)
            np.testing.assert_array_equal(out, x.T)

    def test_tilize_and_untilize(self):
        for width in (1, 2, 3, 4):
            x = self.values(96, 32 * width)
            shape, buffers = x.shape, f"--ct-arg 3 --ct-arg {width}"
            for name, layouts in (("tilize.cpp", (":layout=rows", "")), ("untilize.cpp", ("", ":layout=rows"))):
                out = self.run_kernel(name, f"{buffers} --cb 0=@x.npy:bf16:capacity={2 * width}{layouts[0]} "
                                      f"--cb 16=:bf16:shape={shape[0]}x{shape[1]}:capacity={2 * width}{layouts[1]}", shape, x=x)
                np.testing.assert_array_equal(out, x)


unittest.main()
