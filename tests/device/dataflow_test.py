# SPDX-License-Identifier: Apache-2.0
"""Kernels that move data: every form of every function, on NC and on B, and what a program with checks says of wrong use.
Usage: dataflow_test.py BINARY"""
import json, os, subprocess, sys, tempfile, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")


def source(name):
    return os.path.join(KERNELS, name + ".cpp")


class Dataflow(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    # Tiles of small whole numbers, each its own: which are exact in BF16.
    def tensor(self, name, rows, columns=1):
        t = np.random.default_rng(len(name) + rows).integers(-99, 99, (32 * rows, 32 * columns)).astype(np.float32)
        np.save(self.path(name + ".npy"), t)
        return t

    def run_program(self, buffers, kernels, circular_buffers=None, options=(), **more):
        text = {"format": "tensix-tlm-program", "version": 1, "buffers": buffers, "kernels": kernels,
                "circular_buffers": circular_buffers or {"c_0": {"pages": 40}}, **more}
        with open(self.path("p.json"), "w") as f:
            json.dump(text, f)
        command = ["bash", "-c", 'exec timeout 100 "$@"', "run", BINARY, "program", self.path("p.json"), *options]
        return subprocess.run(command, capture_output=True, text=True)

    def check_run(self, *args, **more):
        done = self.run_program(*args, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    # Page i goes by the i-th form of reads and the i-th of writes.
    def test_every_form(self):
        ways, shards = 21, 10
        a, s = self.tensor("a", ways), self.tensor("s", shards)
        buffers = {"a": {"content": "a.npy"}, "s": {"content": "s.npy", "shard": {"shape": [128, 32], "banks": 3}},
                   "c": {"shape": [32 * (ways + shards), 32], "output": "c.npy"}}
        for core, other in (("NC", "B"), ("B", "NC")):
            with self.subTest(reads_on=core):
                self.check_run(buffers, {
                    "reader": {"source": source("dataflow_reads"), "core": core, "noc": 1, "args": ["a.address", "s.address", "pages.id"],
                               "ct_args": ["a.accessor", "s.accessor"]},
                    "writer": {"source": source("dataflow_writes"), "core": other, "noc": 0, "args": ["c.address", "pages.id"],
                               "ct_args": ["c.accessor"]}}, semaphores={"other": 7, "pages": 0})
                c = np.load(self.path("c.npy"))
                for i, tile in enumerate(np.concatenate([a, s]).reshape(-1, 32, 32)):
                    self.assertTrue((c.reshape(-1, 32, 32)[i] == tile).all(), f"page {i}")

    # All that a host may put into common arguments instead.
    def test_shards(self):
        rows, columns, shard_rows, shard_columns, banks = 5, 7, 2, 3, 4
        s = self.tensor("s", rows, columns)
        sizes = [2, banks, rows, columns, shard_rows, shard_columns, 0 << 8 | 1 << 24, 2 << 8 | 3 << 24]
        shapes_common = [1 | 2 | 16 | 32, 2, banks, 0 << 8 | 1 << 24, 2 << 8 | 3 << 24]
        for ct, common in (([1 | 2, *sizes], []), ([1 | 2 | 4 | 8 | 16 | 32 | 64], sizes), (shapes_common, sizes[2:6])):
            with self.subTest(flags=ct[0]):
                self.check_run(
                    {"s": {"content": "s.npy", "shard": {"shape": [32 * shard_rows, 32 * shard_columns], "banks": banks}},
                     "c": {"shape": list(s.shape), "output": "c.npy"}},
                    {"reader": {"source": source("dataflow_shards"), "args": ["s.address", "c.address", 2048],
                                "ct_args": [1, *ct, "c.accessor"], "common_args": [99, *common]}})
                np.testing.assert_array_equal(np.load(self.path("c.npy")), s)

    def test_wrong_use(self):
        for wrong, text in enumerate(("cb_push_back adds 1 tiles to circular buffer 0, cb_reserve_back has reserved 0",
                                      "cb_pop_front takes 1 tiles of circular buffer 0, cb_wait_front has waited for 0",
                                      "circular buffer 7 does not exist", "circular buffer 0 holds 3 tiles, 4 are asked for",
                                      "circular buffer 0 of 3 tiles: these 2 tiles do not end where the buffer ends", "argument 1 is read, 1 were given",
                                      "common argument 1 is read, 1 were given", "semaphore 1 does not exist, the program has 1",
                                      "memory bank 8 does not exist, there are 8", "the kernel ends while reads"), 1):
            core, kind = ("NC", "B")[wrong % 2], "warning" if wrong == 10 else "error"
            with self.subTest(wrong=wrong, core=core):
                done = self.run_program({"a": {"shape": [512, 32]}}, {"reader": {
                    "source": source("dataflow_misuse"), "core": core, "args": ["a.address"], "common_args": [1],
                    "define": {"WRONG": wrong}}}, {"c_0": {"pages": 3}}, semaphores={"s": 0})
                self.assertEqual(done.returncode, 0 if wrong == 10 else 1, done.stderr)
                said = [line for line in done.stderr.splitlines() if line.startswith(kind)]
                self.assertEqual(len(said), 1, done.stderr)
                self.assertRegex(said[0], rf"dataflow_misuse.cpp:\d+: {text}.*found by {core}")


if __name__ == "__main__":
    unittest.main()
