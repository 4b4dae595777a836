# SPDX-License-Identifier: Apache-2.0
"""--energy: counts by closed formulas, sums by the table, and what a wrong table is told."""
import json, os, unittest

from common import Case, ROOT

EXAMPLE = os.path.join(ROOT, "configs", "energy_example.json")


class Energy(Case):
    def counts(self, *words):
        return self.metrics(*words, "--energy", EXAMPLE)["energy"]["counts"]

    def table(self, **changes):
        with open(EXAMPLE) as f:
            t = json.load(f)
        t.update(changes)
        self.write("t.json", json.dumps({k: v for k, v in t.items() if v is not None}))
        return "t.json"

    def test_a_tile_that_is_copied(self):
        for tiles, shape in ((1, "32x32"), (12, "96x128")):
            c = self.counts("run", "datacopy", "--shape", shape, "--format", "bf16")
            self.assertEqual(c["l1_read_unpack"] * 16, 2048 * tiles)
            self.assertEqual(c["l1_write_pack"] * 16, 2048 * tiles)
            self.assertEqual(c["pack_beat"] * 16, 2048 * tiles)
            self.assertEqual(c["srca_row_written"], 64 * tiles)
            self.assertEqual(c["srca_row_read"], 64 * tiles)
            self.assertEqual(c["dst_row_written"], 64 * tiles)
            self.assertEqual(c["dst_row_read"], 0)  # what the packer reads is in pack_beat
            self.assertEqual([c[k] for k in c if k.startswith("mac_") or k.startswith("sfpu_")], [0] * 8)
        c = self.counts("run", "datacopy", "--shape", "64x64", "--format", "fp32", "--fp32-dest")
        self.assertEqual((c["l1_read_unpack"] * 16, c["l1_write_pack"] * 16), (4 * 4096, 4 * 4096))

    def test_products(self):
        for phases, fidelity in ((1, "lofi"), (2, "hifi2"), (4, "hifi4")):
            c = self.counts("run", "matmul", "--shape", "64x96x128", "--fidelity", fidelity)
            self.assertEqual(c["mac_bf16"], 64 * 96 * 128 * phases)
            self.assertEqual(c["srcb_row_read"], c["mac_bf16"] // 256)
            self.assertEqual(c["srca_row_read"], c["mac_bf16"] // 128)
        self.assertEqual(self.counts("run", "matmul", "--shape", "33x32x32")["mac_bf16"], 64 * 32 * 32)  # with padding
        for format, name in (("fp16", "mac_fp16"), ("tf32", "mac_tf32"), ("int8", "mac_int8"), ("bfp8", "mac_bf16")):
            c = self.counts("run", "matmul", "--shape", "32x32x32", "--format", format, *(["--fp32-dest"] if format in ("tf32", "int8") else []))
            self.assertGreater(c[name], 0, format)
            self.assertEqual([c[m] for m in c if m.startswith("mac_") and m != name], [0] * 3)

    def test_elementwise(self):
        c = self.counts("run", "add", "--shape", "64x96")
        self.assertEqual((c["fpu_add"], c["fpu_multiply"]), (64 * 96, 0))
        self.assertEqual((c["srca_row_read"], c["srcb_row_read"]), (64 * 96 // 16, 64 * 96 // 16))
        c = self.counts("run", "mul", "--shape", "64x96", "--fidelity", "hifi3")
        self.assertEqual((c["fpu_add"], c["fpu_multiply"]), (0, 3 * 64 * 96))

    def test_the_vector_unit(self):
        c = self.counts("run", "unary", "--op", "gelu", "--shape", "32x64")
        self.assertGreaterEqual(c["sfpu_load"], 2 * 1024)
        self.assertEqual(c["sfpu_store"] % 1024, 0)
        self.assertGreater(c["sfpu_multiply_add"], c["sfpu_store"])

    def test_what_a_macro_schedules(self):
        def counts(sequence):  # of macro 0; 4: the simple sub-unit does template 0
            self.write("m.scn", "t1 SFPIADD lreg_dest=12 imm12_math=3 instr_mod1=5\n"  # becomes template 0
                       f"t1 SFPCONFIG config_dest=4 imm16_math={sequence} instr_mod1=1\n"
                       "t1 loop 10\nt1 SFPLOADMACRO lreg_ind=0 instr_mod0=6 sfpu_addr_mode=0 dest_reg_addr=64\n" + "t1 SFPNOP\n" * 8 + "t1 endloop\n")
            return self.counts("stream", "m.scn", "--on-undefined", "warn")

        none, one = counts(0), counts(4)
        self.assertEqual(one["sfpu_load"], none["sfpu_load"])
        self.assertEqual(one["sfpu_simple"] - none["sfpu_simple"], 10 * 32)
        self.assertEqual(one["lreg_written"] - none["lreg_written"], 10)

    def test_instructions_and_cycles(self):
        m = self.metrics("run", "add", "--shape", "64x96", "--energy", EXAMPLE)
        for t in range(3):
            self.assertEqual(m["energy"]["counts"][f"issue_t{t}"], m["threads"][f"t{t}"]["busy"])
        self.assertEqual(m["energy"]["counts"]["cycle"], m["cycles"])

    def test_a_run_is_the_same_with_and_without(self):
        with_table, without = self.metrics("run", "matmul", "--energy", EXAMPLE), self.metrics("run", "matmul")
        self.assertNotIn("energy", without)
        for m in (with_table, without):
            for differs in ("energy", "host_seconds", "command", "files"):
                m.pop(differs, None)
        self.assertEqual(with_table, without)

    def test_sums(self):
        m = self.metrics("run", "matmul", "--shape", "64x64x64", "--energy", EXAMPLE)
        with open(EXAMPLE) as f:
            table = json.load(f)
        e, prices = m["energy"], table["picojoules"]
        for name, pj in e["picojoules"].items():
            self.assertAlmostEqual(pj, e["counts"][name] * prices[name], places=6)
        self.assertAlmostEqual(e["total_picojoules"], sum(e["picojoules"].values()), places=3)
        self.assertAlmostEqual(e["picojoules_per_tile"], e["total_picojoules"] / 4, places=3)
        self.assertAlmostEqual(e["average_milliwatts"], e["total_picojoules"] / (m["cycles"] / m["clock_mhz"]) / 1000, places=6)
        self.assertEqual(e["not_in_table"], [])
        self.assertEqual(e["area"]["units"]["l1_bank"], 32)
        self.assertEqual(e["area"]["by"]["l1_bank"], 32 * table["area"]["l1_bank"])
        self.assertAlmostEqual(e["area"]["total"], sum(e["area"]["by"].values()))
        self.assertEqual(self.metrics("run", "add", "--energy", EXAMPLE, "--set", "l1.banks=16")["energy"]["area"]["units"]["l1_bank"], 16)

    def test_marked_wherever_it_is_used(self):
        out, _ = self.tlm("run", "add", "--energy", EXAMPLE, "--metrics", "m.json", "--report", "r.html")
        self.assertIn("ILLUSTRATIVE: made up", out)
        for name in ("m.json", "r.html"):
            with open(self.path(name), encoding="utf-8") as f:
                text = f.read()
            self.assertRegex(text, '"illustrative": ?true')
            self.assertIn("made up to show", text)
        self.assertIn("ILLUSTRATIVE", text)
        self.write("s.json", json.dumps({"format": "tensix-tlm-study", "version": 1, "base": {"kernel": "add", "options": {"energy": EXAMPLE}},
                                         "axes": [{"axis": "l1.banks", "values": [16, 32]}]}))
        self.tlm("sweep", "s.json", "--out", "r.csv")
        with open(self.path("r.csv")) as f:
            head, *rows = f.read().splitlines()
        self.assertEqual(len(rows), 2)
        for column in ("energy.total_picojoules", "energy.illustrative", "energy.area.total"):
            self.assertIn(column, head.split(","))

    def test_what_a_table_does_not_say(self):
        t = self.table(picojoules={"mac_bf16": 1}, illustrative=False, area=None, area_unit=None)
        m = self.metrics("run", "matmul", "--energy", t)
        self.assertEqual(m["energy"]["picojoules"], {"mac_bf16": 32768})
        self.assertIn("l1_read_unpack", m["energy"]["not_in_table"])
        self.assertNotIn("mac_fp16", m["energy"]["not_in_table"])  # did not happen
        self.assertNotIn("area", m["energy"])
        out = self.tlm("run", "matmul", "--energy", t)[0]
        self.assertRegex(out, "not in the table, so not in the sum: .*l1_read_unpack")
        self.assertNotIn("ILLUSTRATIVE", out)

    def test_refused(self):
        for changes, wanted in (({"picojoules": {"mac_bf61": 1}}, ("/picojoules/mac_bf61", "did you mean 'mac_bf16'?")), ({"picojoules": {"mac_bf16": -1}}, ("/picojoules/mac_bf16", "-1")),
                                ({"picojoules": {"mac_bf16": "1"}}, ("/picojoules/mac_bf16",)), ({"picojoules": None}, ("picojoules", "missing")), ({"name": None}, ("name",)),
                                ({"area": {"l1_banks": 1}}, ("/area/l1_banks", "did you mean 'l1_bank'?")), ({"area_unit": None}, ("area_unit",)), ({"format": "x"}, ("tensix-tlm-energy",)),
                                ({"version": 2}, ("version",)), ({"pico": {}}, ("/pico",)), ({"illustrative": 1}, ("/illustrative",)), ({"area": 5}, ("/area",))):
            with self.subTest(changes=changes):
                err = self.tlm("run", "add", "--energy", self.table(**changes), status=2)[1]
                for part in ("t.json", *wanted):
                    self.assertIn(part, err)
        self.assertIn("no file", self.tlm("run", "add", "--energy", "none.json", status=2)[1])
        for option in (["--events", "e.jsonl"], ["--record", "packers=p"], ["--vcd", "a.vcd", "--vcd-data"]):
            self.assertIn("exclude each other", self.tlm("run", "add", "--energy", EXAMPLE, *option, status=2)[1])
        self.assertIn("--sample", self.tlm("run", "add", "--sample", "--energy", EXAMPLE, status=2)[1])

    def test_a_program_with_dram(self):
        c = self.counts("program", os.path.join(ROOT, "examples", "programs", "add", "add.json"))
        self.assertEqual((c["dram_read"], c["dram_write"]), (2 * 64 * 32, 64 * 32))
        # 128 tiles asked for and brought, 64 sent and acknowledged: a header each, and 32 flits of a tile.
        self.assertEqual(c["noc_flit"], 128 * (1 + 33) + 64 * (33 + 1))
        self.assertGreater(c["noc_flit_link"], 2 * c["noc_flit"])

    def test_streams_and_own_programs(self):
        vector = os.path.join(ROOT, "tests", "vectors", "D_matmul", "gap_bf16_d32.scn")
        self.assertGreater(self.metrics("stream", vector, "--energy", EXAMPLE)["energy"]["counts"]["mac_bf16"], 0)


if __name__ == "__main__":
    unittest.main()
