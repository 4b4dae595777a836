# SPDX-License-Identifier: Apache-2.0
"""docs/bounds.md: no run is faster than any of its bounds, whatever it runs; and each is reached where nothing else holds the run up."""
import json, os, subprocess, unittest
from concurrent.futures import ThreadPoolExecutor

from common import BINARY, Case, LIMIT

SHAPES = {2: ["32x32", "64x96", "128x128", "33x70"], 3: ["32x32x32", "64x96x64", "128x128x32", "33x70x40"]}
# Where one part is all that counts: its bound, and the command.
TIGHT = {
    "unpack": "run datacopy --shape 256x256 --throttle x1",
    "address_phase": "run datacopy --shape 256x256 --set unpacker.address_phase_cycles=60",
    "math": "run matmul --shape 256x256x256 --fidelity hifi4",
    "matrix_unit": "run mul --shape 256x256 --fidelity hifi4 --set matrix_unit.dst_read_hazard_cycles=1 --set matrix_unit.zeroacc_cycles=600",
    "vector_unit": "run unary --op gelu --shape 256x256 --set vector_unit.multiply_add_cycles=1",
    "pack": "run datacopy --shape 256x256 --set packer.interface_bytes=2",
    "l1_bank": "run datacopy --shape 256x256 --set l1.banks=1",
    "producer": "run add --shape 256x256 --feed-bytes 8",
    "consumer": "run add --shape 256x256 --set feed.consumer_bytes_per_cycle=4",
    "issue_t1": "run matmul --shape 256x256x256 --fidelity hifi4 --fidelity-loop tile",
}


class Bounds(Case):
    def check(self, words, m):
        least = m["bounds"]
        self.assertIn("unpack", least, words)
        cycles = [b["cycles"] for b in least.values()]
        self.assertEqual(cycles, sorted(cycles, reverse=True), words)
        for name, b in least.items():
            self.assertLessEqual(b["cycles"], m["cycles"], (name, words))
            self.assertTrue(b["what"])

    def test_no_run_is_faster(self):
        kernels = {line.split()[0]: line.split()[1].count("x") + 1 for line in self.tlm("kernels")[0].split("\n\n")[0].splitlines()}
        self.assertGreaterEqual(len(kernels), 9)
        commands = []
        for kernel, dimensions in kernels.items():
            for configuration in ("blackhole", "documented"):
                commands += [["run", kernel, "--shape", shape, "--config", configuration] for shape in SHAPES[dimensions]]
            commands.append(["run", kernel, "--shape", SHAPES[dimensions][1], "--format", "fp32", "--fp32-dest", "--issue", "direct"])
            commands.append(["run", kernel, "--shape", SHAPES[dimensions][1], "--format", "bfp8", "--feed-bytes", "20"])
            commands.append(["run", kernel, "--shape", SHAPES[dimensions][1], "--set", "unpacker.address_phase_cycles=9", "--set", "packer.interface_bytes=4", "--set", "l1.banks=2"])
        ran, told = 0, []
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for words, done in zip(commands, pool.map(self.attempt, commands)):
                if done is None:
                    told.append(words)
                    continue
                self.check(words, done)
                ran += 1
        self.assertGreater(ran, 80)
        self.assertLess(len(told), len(commands) - 80, told)

    def attempt(self, words):
        """Metrics; None: the kernel has no such variant, which the program says."""
        done = subprocess.run([BINARY, *words, "--metrics", "-"], capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertIn(done.returncode, (0, 2), (words, done.stderr))
        return json.loads(done.stdout) if done.returncode == 0 else None

    def test_each_is_reached(self):
        for name, command in TIGHT.items():
            with self.subTest(bound=name):
                m = self.metrics(*command.split())
                self.check(command, m)
                self.assertGreaterEqual(m["bounds"][name]["cycles"] / m["cycles"], 0.9, {n: b["cycles"] for n, b in m["bounds"].items()} | {"run": m["cycles"]})

    def test_only_of_runs_that_came_to_their_end(self):
        out = self.tlm("run", "datacopy", "--shape", "256x256", "--maxclk", "500", "--metrics", "m.json", status=3)[0]
        self.assertNotIn("at least:", out)
        with open(self.path("m.json")) as f:
            self.assertEqual(json.load(f)["bounds"], {})

    def test_the_largest_are_printed(self):
        self.assertRegex(self.tlm("run", "matmul", "--shape", "64x64x64")[0], r"(?m)^at least: [a-z0-9_]+ [0-9,]+ cycles \([0-9]+ %\), ")


if __name__ == "__main__":
    unittest.main()
