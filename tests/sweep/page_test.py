# SPDX-License-Identifier: Apache-2.0
"""Pages of sweep, levers and optimise, in a headless Chromium: by clicking, at three widths, in both themes. Usage: page_test.py BINARY
Exit status 77: there is no Chromium."""
import json, os, pathlib, re, subprocess, sys, tempfile, unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "report"), str(HERE.parents[1] / "python")]
import devtools
from tensix_tlm import plot_names

BINARY = os.path.abspath(sys.argv.pop(1))
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "A <study>", "description": "What </script> it is for",
         "base": {"kernel": "matmul", "options": {"shape": "64x64x64"}},
         "axes": [{"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "fidelity", "values": ["lofi", "hifi4"]}, {"axis": "dst-sync", "values": ["half", "full"]},
                  {"axis": "player.push_cycles", "values": [1, 2]}]}
WIDTHS = {390: 844, 768: 1024, 1440: 900}


def call(folder, *words):
    done = subprocess.run([BINARY, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200)
    if done.returncode:
        sys.exit(done.stderr)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keep = tempfile.TemporaryDirectory()
        cls.folder = cls.keep.name
        with open(os.path.join(cls.folder, "study.json"), "w") as f:
            json.dump(STUDY, f)
        call(cls.folder, "sweep", "study.json", "--page", "sweep.html", "--reports", "reports")
        call(cls.folder, "levers", "datacopy", "--shape", "64x64", "--only", "unpacker.", "--only", "riscv.", "--only", "throttle.", "--only", "clock_", "--only", "hand_over.", "--page", "levers.html")
        call(cls.folder, "optimise", "study.json", "--minimise", "cycles", "--minimise", "l1.banks", "--points", "12", "--page", "optimise.html")
        cls.browser = devtools.Browser(devtools.find(), os.path.join(cls.folder, "browser.log"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.keep.cleanup()

    def open(self, page, width=1440):
        self.browser.errors()
        self.browser.size(width, WIDTHS[width])
        self.browser.open(f"file://{self.folder}/{page}")
        self.browser.settle()
        self.assertEqual(self.browser.js("document.documentElement.dataset.ready"), "true", self.browser.errors())

    def js(self, expression):
        return self.browser.js(expression)

    def choose(self, selector, value):
        self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (e.type === 'checkbox') e.click(); else {{ e.value = {json.dumps(value)}; e.onchange(); }} }})()")
        self.browser.settle()

    def rows(self):
        with open(os.path.join(self.folder, "study.jsonl")) as f:
            return [json.loads(line) for line in f]

    def test_points_of_samples_have_no_report(self):
        with open(os.path.join(self.folder, "sampled.json"), "w") as f:
            json.dump({"format": "tensix-tlm-study", "version": 1, "base": {"kernel": "matmul", "options": {"shape": "512x512x64"}},
                       "axes": [{"axis": "sample", "values": [True, False]}]}, f)
        done = subprocess.run([BINARY, "sweep", "sampled.json", "--reports", "of_samples"], cwd=self.folder, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("points with --sample have none"), 1)
        self.assertEqual(os.listdir(os.path.join(self.folder, "of_samples")), ["2.html"])

    def test_every_width_and_theme(self):
        for page in ("sweep.html", "levers.html", "optimise.html"):
            with open(os.path.join(self.folder, page)) as f:
                self.assertFalse(re.search(r'(src|href)="(https?:)?//', f.read()))  # nothing from elsewhere
            for width in WIDTHS:
                self.open(page, width)
                for theme in ("light", "dark"):
                    self.choose("#theme", theme)
                    self.assertEqual(self.js("document.documentElement.hasAttribute('data-dark')"), theme == "dark")
                    self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width, page)
                    self.assertTrue(self.js("[...document.querySelectorAll('.scroll')].every(e => (e.scrollWidth > e.clientWidth + 1) === (e.previousElementSibling?.className === 'hint' && !e.previousElementSibling.hidden))"), page)
                    self.assertGreater(self.js("document.querySelectorAll('.chart svg path').length"), 5)
                    # No two names on one axis lie on each other.
                    self.assertEqual(self.js("""(() => { const bad = [];
                      for (const chart of document.querySelectorAll('.chart')) {
                        const boxes = [...chart.querySelectorAll('svg text')].map(t => [t.textContent, t.getBoundingClientRect()]).filter(([t, b]) => b.width);
                        for (const [i, [s, a]] of boxes.entries()) for (const [t, b] of boxes.slice(i + 1))
                          if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) bad.push(s + ' / ' + t);
                      } return bad.slice(0, 5); })()"""), [], (page, width))
                if pictures := os.environ.get("TENSIX_PICTURES"):  # a folder, to look at them
                    self.browser.picture(os.path.join(pictures, f"{page}-{width}.png"))
                self.assertEqual(self.browser.errors(), [])
        self.open("levers.html")
        self.assertTrue(self.js("document.documentElement.hasAttribute('data-dark')"))  # remembered

    def test_points_are_those_of_the_sweep(self):
        self.open("sweep.html")
        self.choose("[data-choice=y]", "cycles")  # with a baseline it begins with speed-ups
        self.assertEqual(self.js("document.getElementById('title').textContent"), "A <study>")
        self.assertEqual(self.js("data.columns.find(c => c.name === 'cycles').values"), [r["metrics"]["cycles"] for r in self.rows()])
        drawn = self.js("charts.flatMap(c => c.chart.getOption().series.flatMap(s => s.data.map(d => [d.point, d.value[1]])))")
        self.assertEqual(sorted(drawn), [[i, r["metrics"]["cycles"]] for i, r in enumerate(self.rows()) if r["axes"]["player.push_cycles"] == 1 or len(drawn) == 24])
        # One colour a value, the other axis by dash and mark.
        looks = self.js("charts[0].chart.getOption().series.map(s => [s.color, String(s.lineStyle.type), s.symbol])")
        self.assertEqual(len({tuple(look) for look in looks}), len(looks))
        self.assertLess(len({c for c, _, _ in looks}), len(looks))

    def test_names_are_those_of_the_plots(self):
        self.open("sweep.html")
        for column in self.js("[...data.axes, ...data.columns].map(c => ({name: c.name, label: c.label, unit: c.unit}))"):
            if " / " not in column["name"]:
                self.assertEqual((column["label"], column["unit"]), plot_names.name_and_unit(column["name"]), column["name"])
        self.assertEqual(self.js("data.axes.find(a => a.name === 'l1.banks').default"), "32")
        self.assertIn("default", self.js("document.querySelector('#facets').textContent"))

    def test_hover_and_click(self):
        self.open("sweep.html")
        place = """(() => { const c = charts[0].chart, s = c.getOption().series[0], d = s.data[1], at = c.convertToPixel({seriesIndex: 0}, d.value);
          c.getDom().scrollIntoView({block: 'center'}); const b = c.getDom().getBoundingClientRect(); return [b.left + at[0], b.top + at[1], d.point]; })()"""
        x, y, point = self.js(place)
        self.browser.mouse("mouseMoved", x, y)
        self.browser.settle()
        number = self.js(f"data.points[{point}]")
        self.assertIn(f"point {number}", self.js("document.querySelector('#facets').textContent"))
        self.browser.forget("Page.loadEventFired")
        self.browser.click_at(x, y)
        self.browser.wait_for("Page.loadEventFired")
        self.assertTrue(self.js("location.href").endswith(f"/reports/{number}.html"))
        self.assertEqual(self.js("JSON.parse(document.getElementById('data').textContent).metrics.cycles"), self.rows()[number - 1]["metrics"]["cycles"])
        self.open("optimise.html")  # without reports: the command
        self.js("openPoint(0)")
        self.assertIn("tensix-tlm run matmul", self.js("document.getElementById('chosen').textContent"))

    def test_heat_map_pareto_facets_and_filters(self):
        self.open("sweep.html")
        self.choose("[data-choice=kind]", "heat")
        self.assertEqual(self.js("charts[0].chart.getOption().series[0].type"), "heatmap")
        self.choose("[data-choice=kind]", "pareto")
        self.choose("[data-choice=x]", "l1.banks")
        self.choose("[data-choice=facet]", "")
        self.choose("[data-choice=y]", "cycles")
        front = self.js("charts[0].chart.getOption().series.find(s => s.name === 'Pareto front').data")
        points = [[r["axes"]["l1.banks"], r["metrics"]["cycles"]] for r in self.rows()]
        best = [p for p in points if not any(q[0] <= p[0] and q[1] <= p[1] and q != p for q in points)]
        self.assertEqual(sorted(front), sorted([list(p) for p in {tuple(p) for p in best}]))
        self.choose("[data-choice=facet]", "fidelity")
        self.assertEqual(self.js("charts.length"), 2)
        self.choose("[data-filter=fidelity]", "lofi")
        self.assertEqual(self.js("charts.length"), 1)
        self.assertEqual(self.browser.errors(), [])

    def test_lines_that_are_the_same_are_said(self):
        self.open("sweep.html")
        self.choose("[data-choice=y]", "cycles")  # with a baseline it begins with speed-ups
        self.js("(() => { const c = columnNamed('cycles'); c.values = c.values.map((_, p) => valueOf(columnNamed('l1.banks'), p)); showPlot(); })()")
        self.assertIn("the same in all points", self.js("document.getElementById('plot-text').textContent"))

    def test_levers(self):
        self.open("levers.html")
        with open(os.path.join(self.folder, "levers.json")) as f:
            r = json.load(f)
        bars = self.js("charts[0].chart.getOption().series.flatMap(s => s.data.filter(d => d.step).map(d => [d.lever.parameter, d.step.value, d.value, !!d.itemStyle.decal]))")
        wanted = [[l["parameter"], s["value"], s["percent"], l["assumption"]] for l in r["levers"] for s in l["steps"] if any(t["effect"] == "cycles" for t in l["steps"])]
        self.assertEqual(sorted(bars), sorted(wanted))
        self.assertIn(f"{r['band']['independent'][0]:,}", self.js("document.getElementById('band-table').textContent"))
        text = self.js("document.getElementById('idle').textContent")
        for part in ("throttle.arbitration.x1_x1=", "throttle.shared_ports", "clock_mhz", "legal range"):
            self.assertIn(part, text)

    def test_optimise(self):
        self.open("optimise.html")
        with open(os.path.join(self.folder, "study.optimum.json")) as f:
            o = json.load(f)
        shown = self.js("[...document.querySelectorAll('#best-table tbody tr')].map(r => Number(r.cells[0].textContent))")
        self.assertEqual(shown, [b["point"] for b in o["best"]])
        shown = self.js("[...document.querySelectorAll('#front-table tbody tr')].map(r => Number(r.cells[0].textContent))")
        self.assertEqual(shown, [b["point"] for b in o["front"]])


if __name__ == "__main__":
    if not devtools.find():
        print("SKIPPED: there is no Chromium (Debian: chromium)")
        sys.exit(77)
    unittest.main(verbosity=1)
