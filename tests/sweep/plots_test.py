# SPDX-License-Identifier: Apache-2.0
"""What a picture of scripts/plot_sweep.py must have: read from matplotlib's objects and from the SVG. Usage: plots_test.py"""
import itertools, json, os, re, subprocess, sys, tempfile, unittest
import xml.etree.ElementTree as ElementTree

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")
sys.path[:0] = [SCRIPTS, os.path.join(SCRIPTS, "..", "python")]
try:
    import matplotlib
except ImportError:
    DEBIAN = "/usr/bin/python3"
    if os.path.exists(DEBIAN) and subprocess.run([DEBIAN, "-c", "import matplotlib"], stderr=subprocess.DEVNULL).returncode == 0 and not os.environ.get("TENSIX_DEBIAN"):
        os.environ["TENSIX_DEBIAN"] = "1"
        os.execv(DEBIAN, [DEBIAN, *sys.argv])
    print("SKIPPED: matplotlib is missing: scripts/setup.sh installs it")
    sys.exit(77)
import plot_sweep
from tensix_tlm import plot_drawing, plot_names


def row(number, axes, **metrics):
    return {"point": number, "axes": axes, "outcome": "done", "message": "", "command": [], "parameters": None,
            "metrics": {"cycles": 100, **metrics, "kernel": {"configuration": "blackhole with l1.banks=8", "tiles": 4}}}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def figure(self, rows, *words):
        with open(self.path("r.jsonl"), "w") as f:
            f.writelines(json.dumps(r) + "\n" for r in rows)
        fig, ax = plot_sweep.draw(plot_sweep.arguments([self.path("r.jsonl"), "--out", self.path("a.svg"), *words]))
        self.addCleanup(plot_sweep.load_matplotlib().close, fig)
        fig.canvas.draw()
        return fig, ax

    def grid(self, cycles):
        """Banks, fidelity and Dst sharing; cycles(banks, fidelity, sync)."""
        points = itertools.product([8, 16, 32], ["lofi", "hifi2", "hifi4"], ["half", "full"])
        return [row(i + 1, {"l1.banks": b, "fidelity": f, "dst-sync": s}, cycles=cycles(b, f, s)) for i, (b, f, s) in enumerate(points)]

    LINES = ["--x", "l1.banks", "--y", "cycles", "--series", "fidelity", "--series", "dst-sync"]

    def no_overlap(self, texts):
        boxes = [t.get_window_extent() for t in texts if t.get_visible() and t.get_text().strip()]
        self.assertGreater(len(boxes), 1)
        for a, b in itertools.combinations(boxes, 2):
            self.assertFalse(a.overlaps(b), (a, b))


    def beside(self, fig, ax):
        """The legend hides no data, and is in the picture as it is written."""
        fig.canvas.draw()
        legend, axes = ax.get_legend().get_window_extent(), ax.get_window_extent()
        self.assertFalse(legend.overlaps(axes), (legend, axes))
        whole = fig.get_tightbbox().padded(0.01)
        self.assertTrue(fig.bbox_inches.x0 - 0.02 <= whole.x0 and whole.x1 <= fig.bbox_inches.x1 + 0.05 and whole.y1 <= fig.bbox_inches.y1 + 0.05, (whole, fig.bbox_inches))


class Lines(Case):
    def test_legends_are_beside_the_data(self):
        for words in (self.LINES, ["--x", "l1.banks", "--y", "cycles", "--series", "fidelity", "--where", "dst-sync=half"]):
            self.beside(*self.figure(self.grid(lambda b, f, s: 1000 * b + len(f) * 77 + len(s)), *words))

    def test_one_colour_a_value_and_the_other_axis_by_mark(self):
        _, ax = self.figure(self.grid(lambda b, f, s: 1000 // b + int.from_bytes((f + s).encode(), "big") % 9973), *self.LINES)
        looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in ax.get_lines()]
        self.assertEqual(len(looks), 6)
        self.assertEqual(len({c for c, _, _ in looks}), 3)
        self.assertEqual(len({m for _, m, _ in looks}), 2)
        self.assertEqual(len({l for _, _, l in looks}), 1)
        self.assertEqual([t.get_text() for t in ax.get_legend().get_texts()], ["fidelity:", "lofi", "hifi2", "hifi4", "Dst sharing:", "half", "full"])

    def test_a_third_series_is_a_dash_and_a_fourth_is_refused(self):
        rows = [row(i + 1, {"k": k, "fidelity": f, "dst-sync": s, "format": t}, cycles=i) for i, (k, f, s, t) in
                enumerate(itertools.product([32, 64], ["lofi", "hifi4"], ["half", "full"], ["bf16", "fp32"]))]
        words = ["--x", "k", "--y", "cycles", "--series", "fidelity", "--series", "dst-sync", "--series", "format"]
        _, ax = self.figure(rows, *words)
        self.assertEqual(len({(line.get_color(), line.get_marker(), line.get_linestyle()) for line in ax.get_lines()}), 8)
        with self.assertRaisesRegex(plot_sweep.Problem, "at most three"):
            self.figure(rows, *words, "--series", "cycles")

    def test_lines_that_are_the_same_are_said(self):
        _, ax = self.figure(self.grid(lambda b, f, s: 1000 // b + (f == "hifi4")), *self.LINES)
        self.assertEqual(len(ax.get_lines()), 2)
        texts = [t.get_text() for t in ax.get_legend().get_texts()]
        self.assertEqual(texts[texts.index("the same line:") + 1:], ["lofi, half = lofi, full = hifi2, half = hifi2, full", "hifi4, half = hifi4, full"])

    def test_lines_that_hide_each_other_are_said(self):
        _, ax = self.figure(self.grid(lambda b, f, s: 1000 * b + (f == "hifi4") * 9000 + (s == "full")), *self.LINES)
        texts = [t.get_text() for t in ax.get_legend().get_texts()]
        self.assertEqual(texts[texts.index("less than 1 % of the axis apart:") + 1:], ["lofi, half and lofi, full", "hifi4, half and hifi4, full"])

    def test_axes_have_names_and_units_and_the_default_is_marked(self):
        _, ax = self.figure(self.grid(lambda b, f, s: b), *self.LINES)
        self.assertEqual((ax.get_xlabel(), ax.get_ylabel()), ("L1: banks", "cycles"))
        self.assertEqual([t.get_text() for t in ax.get_xticklabels()], ["8", "16", "32\n(default)"])
        for column, label in [("matrix_unit.dst_read_hazard_cycles", "matrix unit: Dst read hazard [cycles]"), ("cycles / kernel.tiles", "cycles per output tile [cycles/tile]"),
                              ("bandwidth.unpacker0.bytes_per_cycle", "moved by unpacker 0 [bytes/cycle]"), ("units.packer1.stall.l1_port", "packer 1 stalled: L1 port [cycles]"),
                              ("l1-tiles", "capacity of a circular buffer [tiles]"), ("riscv.l1_load_cycles", "RISC-V: L1 load [cycles]"), ("packer.read_interfaces", "packer: read interfaces")]:
            self.assertEqual(plot_names.label(column), label)

    def test_labels_of_many_values_do_not_overlap(self):
        rows = [row(i + 1, {"feed.producer_bytes_per_cycle": n}, cycles=n) for i, n in enumerate(range(100000, 100012))]
        _, ax = self.figure(rows, "--x", "feed.producer_bytes_per_cycle", "--y", "cycles", "--size", "4x3")
        self.no_overlap(ax.get_xticklabels())

    def test_ticks_have_one_style_of_number(self):
        for values in ([0.25, 0.5, 1.75], [1000, 20000], [1, 1000000]):
            _, ax = self.figure([row(i + 1, {"k": i}, cycles=v) for i, v in enumerate(values)], "--x", "k", "--y", "cycles", *(["--log", "y"] if max(values) > 10 else []))
            texts = [t.get_text() for t, v in zip(ax.get_yticklabels(), ax.get_yticks()) if ax.get_ylim()[0] <= v <= ax.get_ylim()[1]]
            self.assertGreater(len(texts), 1)
            self.assertEqual(len({len(t.partition(".")[2]) for t in texts}), 1, texts)
            self.assertFalse([t for t in texts if "e" in t or "^" in t], texts)

    def test_the_background_is_transparent_and_texts_are_seen_on_white_and_black(self):
        def luminance(colour):
            parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in matplotlib.colors.to_rgb(colour)]
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        fig, _ = self.figure(self.grid(lambda b, f, s: b), *self.LINES)
        for file in ("a.svg", "a.png"):
            fig.savefig(self.path(file))
        with open(self.path("a.svg")) as f:
            patches = re.findall(r'<g id="patch_[12]">\s*<path [^>]*style="([^"]*)"', f.read())
        self.assertEqual(len(patches), 2)
        for style in patches:
            self.assertRegex(style, "opacity: 0|fill: none")
        self.assertEqual(matplotlib.image.imread(self.path("a.png"))[0, 0, 3], 0)
        for colour in (plot_drawing.TEXT, *plot_drawing.COLOURS):
            for back in (1.0, luminance("#0d1117")):
                light, dark = sorted((luminance(colour), back), reverse=True)
                self.assertGreater((light + 0.05) / (dark + 0.05), 3, (colour, back))


class Bars(Case):
    def named(self, names, series=("lofi", "hifi4"), syncs=("half", "full"), **more):
        points = itertools.product(names, series, syncs)
        return [row(i + 1, {"kernel": n, "fidelity": f, "dst-sync": s}, cycles=100 + 7 * i, **more) for i, (n, f, s) in enumerate(points)]

    WORDS = ["--x", "kernel", "--y", "cycles", "--series", "fidelity", "--series", "dst-sync"]

    def test_names_are_bars_from_zero_side_by_side(self):
        fig, ax = self.figure(self.named(["mul", "add", "reduce"]), *self.WORDS)
        self.assertEqual(len(ax.get_lines()), 0)
        bars = sorted((p.get_x(), p.get_width(), p.get_height()) for p in ax.patches)
        self.assertEqual(sorted(h for _, _, h in bars), [100 + 7 * i for i in range(12)])
        self.assertTrue(all(x + w < other for (x, w, _), (other, _, _) in zip(bars, bars[1:])))
        self.assertEqual(ax.get_ylim()[0], 0)
        self.assertEqual([t.get_text() for t in ax.get_xticklabels()], ["mul", "add", "reduce"])
        self.assertEqual(len({p.get_facecolor() for p in ax.patches}), 2)
        self.assertEqual(len({p.get_hatch() for p in ax.patches}), 2)
        self.assertEqual([t.get_text() for t in ax.get_legend().get_texts()], ["fidelity:", "lofi", "hifi4", "Dst sharing:", "half", "full"])
        self.beside(fig, ax)
        for names in (["mul", 3], ["0x10", "0x20"]):  # not all numbers
            self.assertEqual(len(self.figure(self.named(names), *self.WORDS)[1].patches), 8)
        self.assertEqual(len(self.figure(self.named([1, 2]), *self.WORDS)[1].patches), 0)

    def test_many_long_names_are_all_written(self):
        names = [f"a_kernel_with_a_long_name_{i}" for i in range(12)]
        fig, ax = self.figure(self.named(names), *self.WORDS)
        self.assertEqual([t.get_text() for t in ax.get_xticklabels() if t.get_visible()], names)
        self.no_overlap(ax.get_xticklabels())
        for t in ax.get_xticklabels():
            self.assertGreaterEqual(t.get_window_extent().y0, 0)
        self.beside(fig, ax)

    def test_what_bars_cannot_show_is_refused(self):
        for words, says in ((["--series", "k"], "at most two"), (["--log", "x"], "names, no numbers")):
            rows = [{**r, "axes": {**r["axes"], "k": r["point"] % 2}} for r in self.named(["mul", "add"])]
            with self.assertRaisesRegex(plot_sweep.Problem, says):
                self.figure(rows, *self.WORDS, *words)

    def test_bands_of_jitter_are_whiskers(self):
        rows = self.named(["mul", "add"], syncs=("half",), jitter={"least_cycles": 90, "most_cycles": 130})
        _, ax = self.figure(rows, "--x", "kernel", "--y", "cycles", "--series", "fidelity")
        self.assertEqual([tuple(line.get_ydata()) for line in ax.get_lines()], [(90, 130)] * 4)
        self.assertEqual(ax.get_legend().get_texts()[-1].get_text(), "from other starts (--jitter)")


class HeatMap(Case):
    def test_cells_have_one_style_of_number_and_are_left_out_where_they_would_overlap(self):
        rows = [row(i + 1, {"l1.banks": b, "k": k}, cycles=v) for i, ((b, k), v) in enumerate(zip(itertools.product([8, 16, 32], [32, 64]), [9.5, 120.25, 15000.125, 7, 8, 2]))]
        words = ["--kind", "heat", "--x", "l1.banks", "--y", "k", "--z", "cycles"]
        _, ax = self.figure(rows, *words)
        cells = [t.get_text() for t in ax.texts]
        self.assertEqual(cells[2], "15,000")
        self.assertEqual(len({len(t.partition(".")[2]) for t in cells}), 1)
        self.no_overlap(ax.texts)
        many = [row(i + 1, {"l1.banks": b, "k": k}, cycles=123456789 + b) for i, (b, k) in enumerate(itertools.product(range(1, 30), [32, 64]))]
        _, ax = self.figure(many, *words)
        self.assertEqual(len(ax.texts), 0)
        self.no_overlap(ax.get_xticklabels())


class Pareto(Case):
    def test_names_of_a_dense_front_do_not_overlap(self):
        rows = [row(i + 1, {"k": i % 4, "fidelity": "lofi"}, cycles=1000 - i, host=i) for i in range(30)]
        _, ax = self.figure(rows, "--kind", "pareto", "--x", "host", "--y", "cycles")
        notes = ax.texts
        self.assertGreater(len(notes), 3)
        boxes = [matplotlib.text.Text.get_window_extent(t) for t in notes]
        for a, b in itertools.combinations(boxes, 2):
            self.assertFalse(a.overlaps(b))
        if len(notes) < 30:
            self.assertIn(f"{30 - len(notes)} of 30 points", ax.get_title(loc="right"))


class Tornado(Case):
    def test_bars(self):
        step = lambda value, percent: {"value": value, "outcome": "done", "effect": "cycles" if percent else "none", "cycles": 1, "change": percent, "percent": percent}
        lever = lambda name, assumption, *steps: {"parameter": name, "unit": "cycles", "value": "4", "assumption": assumption, "steps": [*steps]}
        tree = {"format": "tensix-tlm-levers", "cycles": 1000, "levers": [lever("a.b", False, step("3", -10.0), step("5", 20.0)), lever("c.d", True, step("8", 5.0)), lever("e.f", False, step("1", 0))]}
        with open(self.path("l.json"), "w") as f:
            json.dump(tree, f)
        fig, ax = plot_sweep.draw(plot_sweep.arguments([self.path("l.json"), "--kind", "tornado", "--out", "a.svg"]))
        self.assertEqual([t.get_text() for t in ax.get_yticklabels()], ["c.d 4 cycles", "a.b 4 cycles"])
        bars = {(round(p.get_width(), 3), p.get_hatch()) for p in ax.patches}
        self.assertEqual(bars, {(-10.0, None), (20.0, None), (5.0, "////")})
        self.assertEqual([t.get_text() for t in ax.get_legend().get_texts()][-1], "rests on an assumption")
        colours = {side: {p.get_facecolor() for p in ax.patches if (p.get_width() < 0) == side} for side in (True, False)}
        self.assertEqual([len(c) for c in colours.values()], [1, 1])  # better, worse
        self.assertNotEqual(*colours.values())
        self.beside(fig, ax)


if __name__ == "__main__":
    unittest.main(verbosity=1)
