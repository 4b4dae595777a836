# SPDX-License-Identifier: Apache-2.0
"""Python's tensix_tlm and scripts/plot_sweep.py. Usage: tools_test.py BINARY"""
import json, math, os, re, subprocess, sys, tempfile, unittest
import xml.etree.ElementTree as ElementTree

BINARY = os.path.abspath(sys.argv.pop(1))
SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")
sys.path.insert(0, os.path.join(SCRIPTS, "..", "python"))
import tensix_tlm

os.environ["TENSIX_TLM"] = BINARY
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "test", "base": {"kernel": "datacopy", "options": {"shape": "64x64"}},
         "axes": [{"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "throttle", "values": ["x1", "x4"]}]}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)


class Module(Case):
    def test_run(self):
        m = tensix_tlm.run("matmul", shape="64x64x64", fidelity="hifi2", fp32_dest=True, set={"l1.banks": 16}, out="c.npy")
        self.assertEqual(m["format"], "tensix-tlm-metrics")
        self.assertEqual(m["parameters"]["l1.banks"], 16)
        self.assertEqual(m["kernel"]["fidelity"], "hifi2")
        self.assertTrue(os.path.exists("c.npy"))
        text = subprocess.run([BINARY, "run", "matmul", "--shape", "64x64x64", "--fidelity", "hifi2", "--fp32-dest", "--set",
                               "l1.banks=16"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn(f"\n{m['cycles']:,} cycles", text)

    def test_stream(self):
        with open("a.scn", "w") as f:
            f.write("l1w 0x1000 0x12345678\nout 0x1000 4\nt0 delay 7\nt0 mark a\nt1 mark b\n")
        m = tensix_tlm.stream("a.scn")
        self.assertEqual(m["marks"], [{"name": "a", "core": "t0", "cycle": 7}, {"name": "b", "core": "t1", "cycle": 0}])
        self.assertEqual(m["out"], [{"address": 0x1000, "bytes": bytes.fromhex("78563412")}])

    def test_sweep(self):
        rows = tensix_tlm.sweep(STUDY, jobs=2)
        self.assertEqual(os.listdir("."), [])
        self.assertEqual(len(rows), 6)
        self.assertEqual(rows[3]["axes"], {"l1.banks": 16, "throttle": "x4"})
        single = tensix_tlm.run("datacopy", shape="64x64", throttle="x4", set={"l1.banks": 16})
        self.assertEqual(rows[3]["metrics"]["cycles"], single["cycles"])
        tensix_tlm.sweep(STUDY, out="r.csv")
        table = tensix_tlm.read_result("r.csv")
        for row, line in zip(rows, table):  # the CSV has every column, with 0 or nothing where JSON lines have none
            flat = tensix_tlm.columns(row)
            self.assertEqual({c: str(v) for c, v in line.items() if v not in (None, 0)},
                             {c: str(v) for c, v in flat.items() if v not in (None, "", 0)})

    def test_parameters(self):
        p = tensix_tlm.parameters()
        self.assertEqual(p["l1.banks"]["value"], 32)
        self.assertEqual(p["l1.banks"]["unit"], "banks")
        self.assertEqual(p["throttle.arbitration.x4_x1"], {**p["throttle.arbitration.x4_x1"], "value": "x4,x1", "unit": "speeds"})
        self.assertEqual({n: v["value"] for n, v in p.items()}, tensix_tlm.run("datacopy")["parameters"])
        self.assertEqual(tensix_tlm.parameters("documented", set={"clock_mhz": 1000})["l1.banks"]["value"], 16)

    def test_errors_have_the_message_of_the_program(self):
        with self.assertRaisesRegex(tensix_tlm.Error, "did you mean 'datacopy'") as e:
            tensix_tlm.run("datacpy")
        self.assertEqual((e.exception.status, e.exception.metrics), (2, None))
        with self.assertRaisesRegex(tensix_tlm.Error, "gave up after 100 cycles") as e:
            tensix_tlm.run("datacopy", maxclk=100)
        self.assertEqual((e.exception.status, e.exception.metrics["cycles"]), (3, 100))
        with self.assertRaisesRegex(tensix_tlm.Error, "none.scn"):
            tensix_tlm.stream("none.scn")
        with self.assertRaisesRegex(tensix_tlm.Error, "'l1.bank'"):
            tensix_tlm.parameters(set={"l1.bank": 3})
        with self.assertRaisesRegex(tensix_tlm.Error, "there is no program 'none'"):
            tensix_tlm.run("datacopy", binary="none")
        with self.assertRaisesRegex(tensix_tlm.Error, "no power of two"):
            tensix_tlm.sweep({**STUDY, "axes": [{"axis": "l1.banks", "values": [8, 9]}]})
        failing = {**STUDY, "axes": [{"axis": "maxclk", "values": [50, 100000]}]}
        with self.assertRaisesRegex(tensix_tlm.Error, "1 of 2 points failed; point 1: gave_up"):
            tensix_tlm.sweep(failing)
        self.assertEqual([r["outcome"] for r in tensix_tlm.sweep(failing, allow_failures=True)], ["gave_up", "done"])


class Path(Case):
    """Cycles on the critical path by resource, as columns; of metrics made by hand."""

    def test_columns(self):
        path = {"cycles": 90, "resources": [{"name": "T0 loop", "does": "", "parameter": "", "cycles": 70, "stretches": 1, "slack": 0},
                                            {"name": "unpacker0 fetch", "does": "", "parameter": "", "cycles": 20, "stretches": 1, "slack": 3}]}
        row = {"point": 1, "axes": {"k": 1}, "outcome": "done", "message": "", "command": [], "parameters": None, "metrics": {"cycles": 90, "path": path}}
        flat = tensix_tlm.columns(row)
        self.assertEqual({n: v for n, v in flat.items() if n.startswith("path.")}, {"path.cycles": 90, "path.T0 loop": 70, "path.unpacker0 fetch": 20})

    def test_a_merged_csv_has_them_and_0_where_there_is_none(self):
        tensix_tlm.sweep(STUDY, out="r.jsonl")
        rows = tensix_tlm.read_result("r.jsonl")
        for i, row in enumerate(rows):
            row["metrics"]["path"] = {"cycles": row["metrics"]["cycles"], "resources": [{"name": "even" if i % 2 else "odd", "cycles": 7, "parameter": ""}]}
        with open("part.jsonl", "w") as f:
            f.writelines(json.dumps(r, separators=(",", ":")) + "\n" for r in rows)
        with open("study.json", "w") as f:
            json.dump(STUDY, f)
        subprocess.run([BINARY, "sweep", "study.json", "--out", "m.csv", "--merge", "part.jsonl"], check=True, stderr=subprocess.DEVNULL)
        table = tensix_tlm.read_result("m.csv")
        self.assertEqual([(r["path.odd"], r["path.even"]) for r in table], [(7, 0), (0, 7)] * 3)


class Plots(Case):
    def setUp(self):
        super().setUp()
        self.rows = tensix_tlm.sweep(STUDY, out="r.jsonl")
        tensix_tlm.sweep(STUDY, out="r.csv")

    def plot(self, *arguments, status=0):
        done = subprocess.run([sys.executable, os.path.join(SCRIPTS, "plot_sweep.py"), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if "matplotlib is missing" in done.stdout and "CI" not in os.environ:
            self.skipTest("matplotlib is missing")
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def texts(self, file):
        return ["".join(t.itertext()).strip() for t in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]

    def test_lines(self):
        arguments = ["--x", "l1.banks", "--y", "cycles", "--series", "throttle", "--title", "A title"]
        self.plot("r.jsonl", *arguments, "--out", "a.svg", "--out", "a.png")
        self.plot("r.csv", *arguments, "--out", "b.svg", "--out", "b.png")
        for kind in ("svg", "png"):  # of the same numbers the same bytes
            with open(f"a.{kind}", "rb") as a, open(f"b.{kind}", "rb") as b:
                self.assertEqual(a.read(), b.read())
        with open("a.png", "rb") as f:
            self.assertEqual(f.read(8), b"\x89PNG\r\n\x1a\n")
        texts = self.texts("a.svg")
        for text in ("A title", "L1: banks", "cycles", "throttle mode:", "x1", "x4", "8", "16", "32", "(default)"):
            self.assertIn(text, texts)
        # The lines' ends are where the numbers are: heights in the picture go with the cycles.
        with open("a.svg") as f:
            paths = re.findall(r'<path d="M ([\d.]+) ([\d.]+) \nL ([\d.]+) ([\d.]+) \nL ([\d.]+) ([\d.]+) \n" clip-path', f.read())
        self.assertEqual(len(paths), 2)
        drawn = [float(p[i]) for i in (1, 3, 5) for p in paths]  # in the order of the points
        cycles = [r["metrics"]["cycles"] for r in self.rows]
        self.check_linear(drawn, cycles)

    def check_linear(self, drawn, values):
        low, high = values.index(min(values)), values.index(max(values))
        scale = (drawn[high] - drawn[low]) / (values[high] - values[low])
        for d, v in zip(drawn, values):
            self.assertAlmostEqual(d, drawn[low] + scale * (v - values[low]), delta=0.01)

    def test_heat_map(self):
        self.plot("r.jsonl", "--kind", "heat", "--x", "l1.banks", "--y", "throttle", "--z", "cycles / kernel.tiles", "--out", "h.svg")
        texts = self.texts("h.svg")
        self.assertIn("cycles per output tile [cycles/tile]", texts)
        values = [row["metrics"]["cycles"] / row["metrics"]["kernel"]["tiles"] for row in self.rows]
        digits = 3 - math.floor(math.log10(max(values)))
        for v in values:  # all with as many digits
            self.assertIn(f"{v:.{digits}f}", texts)

    def test_pareto_front(self):
        self.plot("r.jsonl", "--kind", "pareto", "--x", "l1.banks", "--y", "bandwidth.pack.bytes_per_cycle", "--y-better", "high",
                  "--out", "p.svg")
        texts = self.texts("p.svg")
        self.assertIn("moved by packer [bytes/cycle]", texts)
        points = [(r["axes"]["l1.banks"], -r["metrics"]["bandwidth"]["pack"]["bytes_per_cycle"], r["axes"]["throttle"]) for r in self.rows]
        best = [p for p in points if not any(q[0] <= p[0] and q[1] <= p[1] and q[:2] != p[:2] for q in points)]
        self.assertEqual(sorted(t for t in texts if t.startswith("throttle mode x")), sorted(f"throttle mode {p[2]}" for p in best))

    def test_wrong_wishes_are_refused(self):
        with open("text.jsonl", "w") as f:
            f.write("nothing\n")
        for arguments, part in [
            (["r.jsonl", "--x", "l1.bank", "--y", "cycles", "--out", "a.svg"], "did you mean 'l1.banks'"),
            (["r.jsonl", "--x", "l1.banks", "--y", "cycles", "--out", "a.svg"], "differ in throttle"),
            (["r.jsonl", "--x", "l1.banks", "--y", "throttle", "--series", "throttle", "--out", "a.svg"], "is no number: x1"),
            (["r.jsonl", "--x", "l1.banks", "--y", "cycles", "--out", "a.pdf"], "--out"),
            (["r.jsonl", "--x", "l1.banks", "--y", "cycles", "--where", "throttle=x9", "--out", "a.svg"], "no point is left"),
            (["r.jsonl", "--kind", "heat", "--x", "l1.banks", "--y", "throttle", "--out", "a.svg"], "--z"),
            (["text.jsonl", "--x", "a", "--y", "b", "--out", "a.svg"], "no result of a sweep"),
            (["none.jsonl", "--x", "a", "--y", "b", "--out", "a.svg"], "none.jsonl")]:
            with self.subTest(arguments=arguments):
                text = self.plot(*arguments, status=1)
                self.assertTrue(text.startswith("plot_sweep.py: "), text)
                self.assertIn(part, text)
        self.assertFalse(os.path.exists("a.svg"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
