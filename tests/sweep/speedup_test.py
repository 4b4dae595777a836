# SPDX-License-Identifier: Apache-2.0
"""Variants, baselines, speed-ups and their means, bands of jitter, optimise over kernels, the page of a comparison. Usage:
speedup_test.py BINARY"""
import csv, json, math, os, re, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
WORK = {"zip": [{"axis": "kernel", "values": ["datacopy", "mul"]}, {"axis": "shape", "values": ["64x64", "32x96"]}]}
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "v", "variants": {"wide packer": {"packer.read_interfaces": 8}, "slow": {"throttle": "x1", "l1.banks": 8}},
         "axes": [{"axis": "variant", "values": ["base", "wide packer", "slow"]}, WORK]}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def tlm(self, *arguments, status=0):
        done = subprocess.run([BINARY, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def study(self, **changes):
        with open(self.path("s.json"), "w") as f:
            json.dump({**STUDY, **changes}, f)

    def rows(self, name):
        with open(self.path(name)) as f:
            return [json.loads(line) for line in f]

    def page(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', f.read(), re.S)[1])

    def check_rows(self, rows, base_of, weight=lambda row: 1):
        """Each row's numbers, counted again from cycles alone."""
        by_number = {r["point"]: r for r in rows}
        designs = {}
        for r in rows:
            base = by_number[base_of(r)]
            faster = base["metrics"]["cycles"] / r["metrics"]["cycles"]
            self.assertEqual(r["baseline"], base["point"])
            self.assertAlmostEqual(r["speedup"], faster, 5)
            self.assertAlmostEqual(r["ratio"], 1 / faster, 5)
            designs.setdefault(r["axes"]["variant"], []).append((weight(r), faster))
        means = {v: math.exp(sum(w * math.log(f) for w, f in all) / sum(w for w, _ in all)) for v, all in designs.items()}
        for r in rows:
            self.assertAlmostEqual(r["geomean"], means[r["axes"]["variant"]], 5)
        return means


class Speedups(Case):
    def test_numbers_stand_in_rows_table_csv_and_page(self):
        self.study(baseline="slow", weights={"mul": 3})
        out = self.tlm("sweep", "s.json", "--out", "r.jsonl", "--page", "p.html")
        rows = self.rows("r.jsonl")
        means = self.check_rows(rows, lambda r: 6 if r["axes"]["kernel"] == "mul" else 5, lambda r: 3 if r["axes"]["kernel"] == "mul" else 1)
        self.assertGreater(means["base"], 1.2)  # the variant's settings count
        self.assertIn("variant=slow", out)
        for variant, mean in means.items():
            self.assertRegex(out, rf"variant={variant} +{mean:.3f}")
        # The commands run the variant alone.
        self.assertIn("--set=packer.read_interfaces=8", rows[2]["command"])
        self.assertEqual(rows[4]["command"], ["run", "datacopy", "--throttle=x1", "--shape=64x64", "--set=l1.banks=8"])
        self.tlm("sweep", "s.json", "--out", "r.csv", "--merge", "r.jsonl")
        with open(self.path("r.csv"), newline="") as f:
            table = list(csv.DictReader(f))
        self.assertEqual([float(t["speedup"]) for t in table], [r["speedup"] for r in rows])
        self.assertEqual([t["variant"] for t in table][::2], ["base", "wide packer", "slow"])
        page = self.page("p.html")
        columns = {c["name"]: c["values"] for c in page["columns"]}
        self.assertEqual(columns["speedup"], [r["speedup"] for r in rows])
        self.assertEqual(page["baseline"], {"text": "variant=slow", "axes": {"variant": "slow"}})
        self.assertEqual([(g["axes"], g["points"]) for g in page["geomean"]], [({"variant": v}, 2) for v in ("base", "wide packer", "slow")])
        self.assertEqual([g["speedup"] for g in page["geomean"]], [r["geomean"] for r in rows[::2]])
        self.assertEqual(page["weights"], [["mul", 3]])
        self.assertNotIn("band", page)

    def test_the_first_variant_is_the_baseline_and_parts_join_to_the_same(self):
        self.study()
        self.tlm("sweep", "s.json", "--out", "r.jsonl")
        self.check_rows(self.rows("r.jsonl"), lambda r: 2 if r["axes"]["kernel"] == "mul" else 1)
        for part in "12":
            self.tlm("sweep", "s.json", "--shard", part + "/2")
            self.assertNotIn("speedup", self.rows(f"s.{part}-of-2.jsonl")[0])
        self.tlm("sweep", "s.json", "--out", "m.jsonl", "--merge", "s.1-of-2.jsonl", "s.2-of-2.jsonl")
        self.assertEqual(self.rows("m.jsonl"), self.rows("r.jsonl"))

    def test_a_failing_point_has_none_and_takes_its_mean_along(self):
        self.study(impossible="record", variants={"none": {"l1.size_kib": 64, "l1-tiles": 64}})
        self.study(impossible="record", variants={"none": {"l1.size_kib": 64, "l1-tiles": 64}},
                   axes=[{"axis": "variant", "values": ["base", "none"]}, WORK])
        self.tlm("sweep", "s.json", "--out", "r.jsonl", status=1)
        rows = self.rows("r.jsonl")
        self.assertEqual([r["outcome"] for r in rows], ["done", "done", "wrong_input", "wrong_input"])
        self.assertEqual([r["speedup"] for r in rows], [1, 1, None, None])
        self.assertEqual([r["geomean"] for r in rows], [1, 1, None, None])

    def test_bands_of_jitter(self):
        self.study(base={"options": {"jitter": 4}}, axes=[{"axis": "variant", "values": ["base", "slow"]}, {"axis": "kernel", "values": ["datacopy", "mul"]}])
        self.tlm("sweep", "s.json", "--out", "r.jsonl", "--page", "p.html")
        rows, seen = self.rows("r.jsonl"), 0
        for r in rows:
            band, base = r["metrics"]["jitter"], rows[r["baseline"] - 1]["metrics"]["jitter"]
            if (band["least_cycles"], base["least_cycles"]) != (band["most_cycles"], base["most_cycles"]):
                seen += 1
                self.assertAlmostEqual(r["speedup_low"], base["least_cycles"] / band["most_cycles"], 5)
                self.assertAlmostEqual(r["speedup_high"], base["most_cycles"] / band["least_cycles"], 5)
        self.assertGreater(seen, 0)
        self.assertEqual(self.page("p.html")["band"], [{"low": r["metrics"]["jitter"]["least_cycles"], "high": r["metrics"]["jitter"]["most_cycles"]} for r in rows])

    def test_the_pages_words_are_true_of_several_configurations(self):
        self.study(variants={"d": {"config": "documented"}}, axes=[{"axis": "variant", "values": ["base", "d"]}, {"axis": "l1.banks", "values": [16, 32]}, WORK])
        self.tlm("sweep", "s.json", "--page", "p.html")
        page = self.page("p.html")
        self.assertEqual(page["configuration"], "blackhole, documented")
        self.assertNotIn("default", next(a for a in page["axes"] if a["name"] == "l1.banks"))


class Optimise(Case):
    def test_over_kernels(self):
        self.study(weights={"mul": 2}, axes=[{"axis": "riscv.l1_load_cycles", "values": [8, 4, 16]}, WORK, {"axis": "variant"}])
        out = self.tlm("optimise", "s.json", "--maximise", "geomean", "--minimise", "riscv.l1_load_cycles", "--rows", "rows.jsonl", "--page", "p.html")
        with open(self.path("s.optimum.json")) as f:
            found = json.load(f)
        self.assertEqual(found["kernels"], [{"kernel": "datacopy", "weight": 1.0}, {"kernel": "mul", "weight": 2.0}])
        self.assertEqual(found["points_of_study"], 6)
        self.assertEqual(found["points_run"], 6)
        self.assertEqual(found["baseline"], {"riscv.l1_load_cycles": 8, "variant": "wide packer"})
        cycles = {tuple(r["axes"][a] for a in ("riscv.l1_load_cycles", "variant", "kernel")): r["metrics"]["cycles"] for r in self.rows("rows.jsonl")}
        self.assertEqual(len(cycles), 12)

        def mean(loads, variant):
            faster = {k: cycles[8, "wide packer", k] / cycles[loads, variant, k] for k in ("datacopy", "mul")}
            return math.exp((math.log(faster["datacopy"]) + 2 * math.log(faster["mul"])) / 3)
        best = found["best"][0]
        for point in found["best"]:
            self.assertAlmostEqual(point["values"]["geomean"], mean(point["axes"]["riscv.l1_load_cycles"], point["axes"]["variant"]), 5)
            self.assertEqual(len(point["commands"]), 2)
        self.assertAlmostEqual(best["values"]["geomean"], max(mean(b, v) for b in (8, 4, 16) for v in ("wide packer", "slow")), 5)
        self.assertIn("weighted geometric mean of the speed-ups of datacopy, mul (weight 2)", out)
        self.assertEqual(self.page("p.html")["search"]["best"][0], best["point"])

    def test_refused(self):
        self.study(weights={"mul": 2})
        self.assertIn("geomean", self.tlm("optimise", "s.json", "--minimise", "cycles", status=2) or "")
        self.study(axes=[{"list": [{"kernel": "add", "variant": "slow"}, {"kernel": "mul", "variant": "base"}]}], weights={"mul": 2})
        self.assertIn("'variant'", self.tlm("optimise", "s.json", "--maximise", "geomean", status=2))
        self.study(base={"kernel": "add"}, axes=[{"axis": "variant"}])
        self.assertIn("no axis sets 'kernel'", self.tlm("optimise", "s.json", "--maximise", "geomean", status=2))


class Compare(Case):
    def test_page(self):
        for name, more in (("a", []), ("b", ["--throttle", "x1", "--set", "l1.banks=8"])):
            self.tlm("run", "datacopy", "--shape", "64x64", "--metrics", name + ".json", *more)
        plain = self.tlm("compare", "a.json", "b.json")
        self.assertEqual(self.tlm("compare", "a.json", "b.json", "--page", "p.html"), plain)
        page = self.page("p.html")
        self.assertEqual(page["comparison"], json.loads(self.tlm("compare", "a.json", "b.json", "--json")))
        with open(self.path("p.html"), encoding="utf-8") as f:
            text = f.read()
        self.assertNotRegex(text, r'(src|href)="(?!#)')  # nothing outside itself
        for wrong, said in (("p.htm", ".html"), ("no/p.html", "no/p.html")):
            self.assertIn(said, self.tlm("compare", "a.json", "b.json", "--page", wrong, status=2))


class Plots(Case):
    def setUp(self):
        super().setUp()
        try:
            import plot_drawing  # noqa: F401
        except ImportError:
            self.skipTest("the scripts are elsewhere")

    def test_bands_and_means(self):
        import plot_drawing
        row = {"point": 1, "cycles": 10, "jitter.least_cycles": 9, "jitter.most_cycles": 12, "kernel.tiles": 3, "speedup_low": 0.5, "speedup_high": 2}
        self.assertEqual(plot_drawing.band(row, "cycles"), (9, 12))
        self.assertEqual(plot_drawing.band(row, "cycles / kernel.tiles"), (3, 4))
        self.assertEqual(plot_drawing.band(row, "speedup"), (0.5, 2))
        self.assertIsNone(plot_drawing.band(row, "kernel.tiles"))
        rows = [{"point": n, "variant": v, "kernel": k, "geomean": g} for n, (v, k, g) in enumerate([("a", "x", 1), ("a", "y", 1), ("b", "x", 2)])]
        self.assertEqual([r["point"] for r in plot_drawing.one_a_design(rows, "geomean", ["variant"])], [0, 2])
        self.assertEqual(plot_drawing.one_a_design(rows, "cycles", ["variant"]), rows)

    def test_steps_have_the_colour_of_their_direction(self):
        import plot_drawing
        for now, value, direction in (("4", "2", 0), ("4", "8", 1), ("0.5", "0.25", 0), ("read_interfaces", "independent", 2), ("true", "false", 2)):
            self.assertEqual(plot_drawing.direction_of({"value": now}, {"value": value}), direction)


if __name__ == "__main__":
    unittest.main()
