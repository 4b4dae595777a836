# SPDX-License-Identifier: Apache-2.0
"""tensix-tlm costs: the table of calls. Usage: costs_test.py BINARY"""
import csv, io, json, os, re, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEVICE = os.path.join(ROOT, "workload", "device")


def lines(name):
    with open(os.path.join(DEVICE, name), newline="") as f:
        return list(csv.DictReader(f))


class Costs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def tlm(self, *arguments, status=0):
        done = subprocess.run([BINARY, *arguments], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def rows(self, *arguments):
        return json.loads(self.tlm("costs", *arguments, "--json", "-").stdout)["rows"]

    def test_products_take_sixteen_cycles_a_phase(self):
        # A tile of 32x32 times one is 16 MVMULs of 8x16 by 16x16; each phase of fidelity does all of them again, one a cycle.
        rows = {(r["operation"], r["fidelity"]): r["warm"] for r in self.rows("matmul_tiles", "--dst", "16")}
        for a, b in (("hifi2", "hifi3"), ("hifi3", "hifi4")):
            self.assertAlmostEqual(rows["matmul_tiles", b] - rows["matmul_tiles", a], 16, delta=0.5)
        for phases, fidelity in enumerate(("lofi", "hifi2", "hifi3", "hifi4"), 1):
            self.assertGreaterEqual(rows["matmul_tiles", fidelity], 16 * phases)

    def test_jobs_change_nothing(self):
        one, two = (self.tlm("costs", "add_tiles_init", "cb_*", "bitwise_and_tile", "tilize_block", "--fidelity", "hifi4", "--csv", "-", "--jobs", n).stdout for n in "12")
        self.assertEqual(one, two)
        rows = list(csv.DictReader(io.StringIO(one)))
        engines = {(r["operation"], r["engine"]) for r in rows}
        self.assertIn(("cb_wait_front", "t0"), engines)
        self.assertIn(("cb_push_back", "t2"), engines)
        self.assertIn(("add_tiles_init", "t1"), engines)
        self.assertEqual([r["dst"] for r in rows if r["operation"] == "bitwise_and_tile"], ["32"])
        for r in rows:
            self.assertEqual(bool(r["refused"]), not r["warm"], r)

    def test_what_has_no_ground_is_refused(self):
        wrong = self.rows("tilize_block", "tile_regs_acquire", "--formats", "bfp8")  # blocks of exponents have no rows
        self.assertEqual([("warm" in r, "refused" in r) for r in wrong], [(False, True)] * len(wrong))
        self.assertIn("tile_regs_acquire", [r["operation"] for r in wrong])
        for words, said in ((["matmul_tile"], "did you mean 'matmul_tiles'?"), (["--formats", "bf61"], "did you mean 'bf16'?"),
                            (["--dst", "8"], "none of 16, 32"), (["--csv", "no/such/folder.csv"], "no/such")):
            self.assertIn(said, self.tlm("costs", *words, status=2).stderr)

    def test_every_function_has_a_row(self):
        listed = [line.split("  ")[0] for line in self.tlm("costs", "--list").stdout.splitlines()]
        dataflow = [r["function"] for r in lines("costs.csv") if r["how"] in ("reader", "writer")]
        self.assertEqual(list(dict.fromkeys(listed)), list(dict.fromkeys([r["function"] for r in lines("public_api.csv")] + dataflow)))
        self.assertNotIn("has no recipe in", self.tlm("costs", "--list").stdout)  # a function without a line of costs.csv

    def test_errors_are_those_of_the_page(self):
        with open(os.path.join(ROOT, "docs", "validation.md")) as f:
            page = f.read()
        for r in lines("cost_errors.csv"):
            family, rows, median, largest = (re.escape(r[c]) for c in ("family", "rows", "median_percent", "largest_percent"))
            kernels = rf"\| {family} \| {rows} \| {median} \| [0-9.]+ \| {largest} \|"
            noc = rf"\| {family} \| [0-9]+ \| {rows} \| {median} \| [0-9, a-z]+ \| [0-9.]+ \| {largest} \|"
            self.assertRegex(page, f"{kernels}|{noc}")

    def test_commands_of_the_noc(self):
        rows = self.rows("noc_*", "--formats", "bf16,fp32")
        found = {(r["call"], r["in"]): r for r in rows}
        self.assertEqual([r for r in rows if "refused" in r], [])
        link = 64  # bytes a cycle
        for call, extra in (("noc_async_read(dram, l1, bytes)", 0), ("noc_async_write(l1, dram, bytes)", 0), ("noc_async_read(tile, l1, bytes)", 2048 / link)):
            small, large = found[call, "bf16"], found[call, "fp32"]  # 2048 and 4096 bytes
            self.assertGreaterEqual(large["warm"], 4096 / link)
            self.assertGreater(large["latency"] - small["latency"], max(extra, 2048 / link) - 1)
            self.assertGreaterEqual(small["cold"], 0.98 * small["latency"])  # the loop around it takes some cycles, by compiler
            self.assertGreater(small["latency"], small["warm"])  # a wait for the last one only
        self.assertLess(found["noc_async_read(tile, l1, bytes)", "bf16"]["latency"], found["noc_async_read(dram, l1, bytes)", "bf16"]["latency"])
        self.assertEqual({r["engine"] for r in rows}, {"nc", "b"})

    def test_a_program_takes_what_the_table_says_of_a_read(self):
        with open(os.path.join(self.folder, "reader.cpp"), "w") as f:
            f.write('#include "api/dataflow/dataflow_api.h"\nvoid kernel_main() {\n  const uint64_t from = TensorAccessor(TensorAccessorArgs<0>(), '
                    "get_arg_val<uint32_t>(0), get_tile_size(0)).get_noc_addr(0);\n  const uint32_t to = get_write_ptr(0), bytes = get_tile_size(0);\n"
                    "  for (uint32_t i = get_arg_val<uint32_t>(1); i > 0; --i) noc_async_read(from, to, bytes);\n  noc_async_read_barrier();\n}\n")
        cycles = []
        for count in 10, 50:
            with open(os.path.join(self.folder, "p.json"), "w") as f:
                json.dump({"format": "tensix-tlm-program", "version": 1, "buffers": {"a": {"shape": [32, 32], "content": "test"}}, "circular_buffers": {"c_0": {}},
                           "kernels": {"reader": {"source": "reader.cpp", "args": ["a.address", count], "ct_args": ["a.accessor"]}}}, f)
            cycles.append(json.loads(self.tlm("program", "p.json", "--unchecked", "--metrics", "-").stdout)["cycles"])
        warm = next(r["warm"] for r in self.rows("noc_async_read") if "dram" in r["call"])
        self.assertAlmostEqual((cycles[1] - cycles[0]) / 40, warm, delta=0.05 * warm)

    def test_a_kernel_takes_the_sum_of_its_calls(self):
        calls = ["sqrt_tile", "negative_tile", "exp_tile"]
        warm = {r["operation"]: r["warm"] for r in self.rows(*calls, "--dst", "16")}
        with open(os.path.join(self.folder, "kernel.cpp"), "w") as f:
            f.write('#include "compute_kernel_api.h"\nvoid kernel_main() {\n  init_sfpu(0, 16);\n  cb_wait_front(0, 1);\n  tile_regs_acquire();\n'
                    "  copy_tile(0, 0, 0);\n  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {\n"
                    + "".join(f"    {c}_init();\n    {c}(0);\n" for c in calls)
                    + "  }\n  tile_regs_commit();\n  cb_pop_front(0, 1);\n  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n"
                    "  cb_push_back(16, 1);\n  tile_regs_release();\n}\n")
        few, many = (json.loads(self.tlm("kernel", "kernel.cpp", "--arg", str(n), "--cb", "0=2:bf16", "--cb", "16=:bf16:tiles=1", "--unchecked",
                                         "--metrics", "-").stdout)["cycles"] for n in (2, 6))
        inits = sum(r["warm"] for r in self.rows(*(c + "_init" for c in calls), "--dst", "16", "--formats", "bf16") if "warm" in r)
        self.assertAlmostEqual((many - few) / 4, sum(warm.values()) + inits, delta=0.05 * sum(warm.values()))


if __name__ == "__main__":
    unittest.main()
