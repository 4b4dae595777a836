# SPDX-License-Identifier: Apache-2.0
"""Python's tensix_tlm, function by function: what comes out is what the command line says, and what is wrong is refused with the program's
words. Usage: api_test.py BINARY [FOLDER_OF_ELF_FILES]"""
import contextlib, inspect, io, json, os, re, subprocess, sys, tempfile, typing, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
ELF = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = os.path.join(ROOT, "python")
sys.path.insert(0, PYTHON)
import tensix_tlm
from tensix_tlm import arrays, options

os.environ["TENSIX_TLM"] = BINARY
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "test", "base": {"kernel": "datacopy", "options": {"shape": "64x64"}},
         "axes": [{"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "throttle", "values": ["x1", "x4"]}]}
EMPTY = '#include "api/compute/common.h"\nvoid kernel_main() {}\n'
COPY = """#include "compute_kernel_api.h"
void kernel_main() {
  init_sfpu(0, 16);
  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    cb_pop_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);
    cb_push_back(16, 1);
    tile_regs_release();
  }
}
"""


def said(*words):
    return subprocess.run([BINARY, *words], capture_output=True, text=True, check=True).stdout


def rows(table):
    """Of a DataFrame or a list of rows."""
    return table if isinstance(table, list) else table.to_dict("records")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def refused(self, text, function, *operands, status=2, **options):
        with self.assertRaisesRegex(tensix_tlm.Error, text) as raised:
            function(*operands, **options)
        self.assertEqual(raised.exception.status, status)
        return raised.exception


class Runs(Case):
    def test_views(self):
        r = tensix_tlm.run("mul", shape=(64, 96), fidelity="hifi2", why=True)
        text = said("run", "mul", "--shape", "64x96", "--fidelity", "hifi2", "--why")
        self.assertIn(f"\n{r.cycles:,} cycles = {r.microseconds:.3f} us", text)
        self.assertIn(f"limited by {r.limited_by}\n", text)
        self.assertEqual(re.sub("host:.*", "", r.text), re.sub("host:.*", "", text))
        self.assertEqual((r.cycles, r.warnings, r.energy), (r["cycles"], [], None))
        accounts = rows(r.accounts)
        self.assertEqual([a["name"] for a in accounts], [*r["units"], *r["threads"], *r["cores"]])
        self.assertTrue(all(a["busy"] + a["stalled"] + a["idle"] == r.cycles for a in accounts))
        stalls = rows(r.stalls)
        self.assertEqual(stalls, sorted(stalls, key=lambda s: -s["cycles"]))
        self.assertEqual(sum(s["cycles"] for s in stalls), sum(a["stalled"] for a in accounts))
        self.assertEqual({s["reason"] for s in stalls if s["name"] == "t2"}, set(r["threads"]["t2"]["stall"]))
        path = rows(r.path)
        self.assertEqual(sum(p["cycles"] for p in path), r.cycles)
        self.assertAlmostEqual(sum(p["percent"] for p in path), 100)
        self.assertTrue(all(p["run_if_free"] <= p["run_if_halved"] <= r.cycles for p in path))
        self.assertEqual([b["name"] for b in rows(r.bounds)], list(r["bounds"]))
        self.assertEqual([b["bytes"] for b in rows(r.bandwidth)], [b["bytes"] for b in r["bandwidth"].values()])
        self.assertEqual(r.parameters, {name: p["value"] for name, p in tensix_tlm.parameters().items()})
        self.assertEqual(json.loads(json.dumps(r)), dict(r))

    def test_what_is_shown(self):
        r = tensix_tlm.run("datacopy", shape=(64, 64), noc_read=["32B/cycle", "8B/cycle"], energy=os.path.join(ROOT, "configs", "energy_example.json"))
        self.assertEqual(repr(r), f"<Run: datacopy, 64x64, bf16: {r.cycles} cycles; limited by {r.limited_by}>")
        page = r._repr_html_()
        self.assertIn("limited by", page)
        for name in ("unpacker0", "packer0", "t0", "core_t2", "noc_read0", "noc_read1"):
            self.assertIn(f">{name}</td>", page)
        self.assertNotIn("mover", page)  # which did nothing
        self.assertGreater(r.energy["total_picojoules"], 0)
        named = tensix_tlm.Run({**r, "kernel": {**r["kernel"], "name": "<b>&"}})
        self.assertIn("&lt;b&gt;&amp;", named._repr_html_())

    def test_keywords(self):
        self.assertEqual(tensix_tlm.run("matmul", shape=[64, 32, 64], subblock=(1, 1), fp32_dest=True, relu=False, seed=np.int64(3), maxclk=None)["command"][:-1],
                         ["run", "matmul", "--shape=64x32x64", "--subblock=1x1", "--fp32-dest", "--seed=3"])
        chosen = tensix_tlm.run("add", set={"throttle.shared_ports": True, "l1.client_ports.unpacker0": [0, 35, 36], "l1.banks": np.int32(16)}).parameters
        self.assertEqual((chosen["throttle.shared_ports"], chosen["l1.client_ports.unpacker0"], chosen["l1.banks"]), (True, "0,35,36", 16))
        tensix_tlm.run("add", metrics="m.json", report="r.html")
        self.assertEqual(sorted(os.listdir(".")), ["m.json", "r.html"])
        self.assertIsNone(self.refused("unknown kernel", tensix_tlm.run, "ad", metrics="m.json").metrics)  # what is there is another's

    def test_wrong_keywords(self):
        for value in ((64, 64), None, False):
            self.refused("^run: there is no option 'shap'; did you mean 'shape'\\?$", tensix_tlm.run, "add", shap=value, status=None)
        self.refused("there is no option 'xyzzy'$", tensix_tlm.run, "add", xyzzy=1, status=None)
        self.refused("no option 't0'", tensix_tlm.run, "add", t0="a.elf", status=None)
        self.refused("fp32_dest is True or False, not 'yes'", tensix_tlm.run, "add", fp32_dest="yes", status=None)
        self.refused("shape wants MxN.*, not True", tensix_tlm.run, "add", shape=True, status=None)
        self.refused("set wants parameters by name", tensix_tlm.run, "add", set="l1.banks=8", status=None)
        self.refused("'l1.bank'; did you mean 'l1.banks'", tensix_tlm.run, "add", set={"l1.bank": 8})
        self.refused("unknown fidelity 'hifi5'", tensix_tlm.run, "mul", fidelity="hifi5")
        self.refused("measured nothing with these options: add --dump-config", tensix_tlm.run, "add", dump_config=True, status=0)
        self.assertEqual(self.refused("^gave up after 20 cycles", tensix_tlm.run, "add", maxclk=20, status=3).metrics["end"], "gave_up")

    def test_every_option_is_a_keyword(self):
        for command in ("run", "stream", "elf", "kernel", "program", "sweep", "levers", "optimise", "compare", "params"):
            known = {o.name for o in options.options_of(None, command).values()}
            listed = re.search(rf"^    {command}\) options='([^']*)'", said("completion", "bash"), re.M)[1].split()
            self.assertEqual(known, set(listed) - {"--help"}, command)
        self.assertEqual({n for n, o in options.options_of(None, "run").items() if o.has_dimensions}, {"shape", "subblock"})
        with_value = set(re.findall(r"'?(?:\*)?--([a-z0-9-]+)=\[", said("completion", "zsh")))  # of any command
        for command in ("run", "kernel", "elf", "sweep", "levers", "optimise"):
            for keyword, option in options.options_of(None, command).items():
                self.assertEqual(bool(option.value), option.name[2:] in with_value, (command, keyword))

    def test_stream(self):
        with open("a.scn", "w") as f:
            f.write("l1w 0x1000 0x12345678\nout 0x1000 4\nt0 mark a\n")
        r = tensix_tlm.stream("a.scn", why=True)
        self.assertEqual((r["marks"][0]["name"], r["out"]), ("a", [{"address": 0x1000, "bytes": bytes.fromhex("78563412")}]))
        self.assertEqual(tensix_tlm.compare(r, r).speedup, 1)
        self.refused("b.scn", tensix_tlm.stream, "b.scn")
        self.refused("no option 'shape'", tensix_tlm.stream, "a.scn", shape=(64, 64), status=None)

    def test_where_the_program_is(self):
        self.assertEqual(tensix_tlm.find_binary(), BINARY)
        self.refused("there is no program 'none'", tensix_tlm.run, "add", binary="none", status=None)
        for program in ("echo", "false"):
            with self.assertRaises(tensix_tlm.Error):
                tensix_tlm.run("add", binary=program)


class Compiled(Case):
    def setUp(self):
        super().setUp()
        with open("copy.cpp", "w") as f:
            f.write(COPY)
        self.a = np.arange(32 * 64).reshape(32, 64) % 31.0

    def test_kernel(self):
        r = tensix_tlm.kernel("copy.cpp", {0: self.a, 16: self.a.shape}, args=[2], profile="p.txt")
        np.testing.assert_array_equal(r.tensor, self.a)
        lines = rows(r.lines)
        self.assertEqual(lines, sorted(lines, key=lambda x: -x["cycles"]))
        self.assertEqual(sum(x["cycles"] for x in lines if x["core"] == "core_t0"), r["profile"]["core_t0"]["cycles"])
        self.refused("are no circular buffers", tensix_tlm.kernel, "copy.cpp", [self.a], status=None)
        for wrong in (2**32, -2**31 - 1, 1e39, None, "8"):
            self.refused(f"{re.escape(repr(wrong))} is no word", tensix_tlm.kernel, "copy.cpp", {0: self.a, 16: 2}, args=[wrong], status=None)
        self.assertEqual([arrays.word(v) for v in (1, -1, True, 1.5, np.float32(1.5), np.int64(7), np.uint32(2**32 - 1))],
                         [1, 2**32 - 1, 1, 0x3FC00000, 0x3FC00000, 7, 2**32 - 1])
        for shape in ((), (32.5, 32)):
            self.refused("is no shape", tensix_tlm.kernel, "copy.cpp", {0: self.a, 16: tensix_tlm.buffer(shape=shape)}, args=[2], status=None)
        self.refused("order", tensix_tlm.kernel, "copy.cpp", {0: tensix_tlm.buffer(self.a, order=[(1, 2, 3)]), 16: 2}, args=[2])
        self.refused("'x' is no word", tensix_tlm.kernel, "copy.cpp", {0: self.a, 16: 2}, args=["x"], status=None)
        self.refused("no option 'arg_'", tensix_tlm.kernel, "copy.cpp", {0: self.a, 16: 2}, arg_=[2], status=None)
        self.refused("none.cpp", tensix_tlm.kernel, "none.cpp", {0: self.a, 16: 2})
        with open("wrong.cpp", "w") as f:
            f.write(COPY.replace("copy_tile(", "copy_a_tile("))
        self.refused("wrong.cpp:7:.*'copy_a_tile' was not declared", tensix_tlm.kernel, "wrong.cpp", {0: self.a, 16: 2}, args=[2])

    def test_levers_of_kernels_and_programs(self):
        found = tensix_tlm.levers("copy.cpp", {0: self.a, 16: self.a.shape}, args=[2], only=["riscv_core.mul"], config="documented", progress=False)
        self.assertEqual(found.data["configuration"], "documented")
        self.assertEqual({r["parameter"] for r in rows(found.table)}, {"riscv_core.multiply_busy_cycles"})
        p = tensix_tlm.Program("none")
        p.compute(os.path.abspath("empty.cpp"))
        with open("empty.cpp", "w") as f:
            f.write(EMPTY)
        found = tensix_tlm.levers(p, only=["riscv_core.mul"])
        self.assertEqual(found.data["command"][0], "program")
        p.write("p.json")
        self.assertEqual(tensix_tlm.levers("p.json", only=["riscv_core.mul"]).cycles, found.cycles)
        self.assertEqual(tensix_tlm.program("p.json").cycles, p.run().cycles)
        self.refused("buffers are a kernel's, and 'add' is no .cpp", tensix_tlm.levers, "add", {0: self.a}, status=None)

    def test_program_file(self):
        with open("p.json", "w") as f:
            json.dump({"format": "tensix-tlm-program", "version": 1, "buffers": {"a": {"shape": [32, 32], "content": 1.5, "output": "made.npy"}},
                       "kernels": {"compute": {"source": "empty.cpp"}}}, f)
        with open("empty.cpp", "w") as f:
            f.write(EMPTY)
        os.mkdir("elsewhere")
        os.chdir("elsewhere")
        r = tensix_tlm.program("../p.json")
        self.assertEqual(list(r.tensors), ["a"])
        np.testing.assert_array_equal(r.tensor, np.full((32, 32), 1.5))
        self.refused("none.json", tensix_tlm.program, "none.json")

    @unittest.skipUnless(os.environ.get("CI") or os.path.exists(os.path.join(ELF, "add_t0.elf")), "the build has no ELF files")
    def test_elf(self):
        files = {core: os.path.join(ELF, f"add_{core}.elf") for core in ("t0", "t1", "t2")}
        words = {0xA000: 1, 0xA004: 1, 0xA100: 1, 0xA120: 1}
        a = self.a[:, :32]
        r = tensix_tlm.elf(**files, l1={0x20000: a, 0x90000: (a.astype(np.float32), "bf16")}, l1w=words, dump={0x100000: 2048, 0x100800: 16}, why=True)
        face = np.frombuffer(r.dumps[0x100000], "<u2").astype("<u4") << 16  # BF16, faces of 16 x 16
        np.testing.assert_array_equal(face.view("<f4")[:256].reshape(16, 16), 2 * a[:16, :16])
        self.assertEqual([len(d) for d in r.dumps.values()], [2048, 16])
        np.save("a.npy", a.astype(np.float32))
        again = tensix_tlm.elf(**files, l1={0x20000: "a.npy", 0x90000: ("a.npy", "bf16")}, l1w=words)
        self.assertEqual((again.cycles, again.dumps), (r.cycles, {}))
        self.refused("no program is given", tensix_tlm.elf)
        self.refused("none.elf", tensix_tlm.elf, t0="none.elf")
        self.refused("l1w wants addresses", tensix_tlm.elf, **files, l1w=[1], status=None)
        self.refused("l1 wants arrays or files, not 3", tensix_tlm.elf, **files, l1={0: 3}, status=None)


class Many(Case):
    def test_sweep(self):
        s = tensix_tlm.sweep(STUDY)
        self.assertEqual([r["axes"] for r in s][:2], [{"l1.banks": 8, "throttle": "x1"}, {"l1.banks": 8, "throttle": "x4"}])
        tensix_tlm.sweep(STUDY, out="r.csv", jobs=2)
        csv = tensix_tlm.read_result("r.csv")
        self.assertEqual([r["cycles"] for r in rows(s.table)], [r["metrics"]["cycles"] for r in s])
        self.assertEqual([list(r) for r in rows(s.table)], [list(r) for r in csv])
        self.assertEqual([{n: v for n, v in r.items() if v == v and v is not None} for r in rows(s.table)], [{n: v for n, v in r.items() if v is not None} for r in csv])
        part = tensix_tlm.sweep(STUDY, shard="1/2", out="part.jsonl")
        os.remove("part.jsonl")
        self.assertEqual([r["cycles"] for r in rows(part.table)], [r["cycles"] for r in csv][::2])
        for column in ("l1.banks", "throttle", "outcome", "cycles", "kernel.limited_by"):
            self.assertIn(f">{column}</th>", s._repr_html_())
        self.assertIn("<b>6 points</b>", s._repr_html_())
        more = {**s[0], "speedup": 1.5}  # what a row has beside its metrics is a column
        self.assertEqual({**tensix_tlm.columns(s[0]), "speedup": 1.5}, tensix_tlm.columns(more))
        self.refused("no power of two", tensix_tlm.sweep, {**STUDY, "axes": [{"axis": "l1.banks", "values": [9]}]})
        self.refused("'axis': did you mean|did you mean 'axes'", tensix_tlm.sweep, {**STUDY, "axis": []})
        for more in ({}, {"out": "r.csv"}):
            self.refused("ran nothing with these options: dry_run", tensix_tlm.sweep, STUDY, dry_run=True, status=0, **more)
        self.refused("no option 'job'; did you mean 'jobs'", tensix_tlm.sweep, STUDY, job=2, status=None)
        self.refused("a study has texts", tensix_tlm.sweep, {**STUDY, "name": {1}}, status=None)
        self.refused("none.json", tensix_tlm.sweep, "none.json")
        self.assertEqual(os.listdir("."), ["r.csv"])

    def test_progress(self):
        seen = []
        s = tensix_tlm.sweep(STUDY, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual((len(s), seen[-1], sorted(set(seen))), (6, (6, 6), seen))
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            tensix_tlm.sweep(STUDY, progress=True)
            bar = shown.getvalue()
            tensix_tlm.sweep(STUDY)  # nobody looks
        self.assertRegex(bar, r"\[#{40}\] 6 of 6 points")
        self.assertTrue(bar.endswith("\r"))
        self.assertEqual(shown.getvalue(), bar)
        for call, more in ((tensix_tlm.sweep, {}), (tensix_tlm.optimise, {"minimise": "cycles"})):  # messages are the same
            self.refused("^tensix-tlm: there is no file 'none.json'$", call, "none.json", progress=True, **more)

    def test_a_function_that_fails_ends_the_sweep(self):
        def stop(done, total):
            raise KeyboardInterrupt
        study = {**STUDY, "axes": [{"axis": "seed", "values": {"from": 1, "to": 3000, "step": 1}}]}
        with self.assertRaises(KeyboardInterrupt):
            tensix_tlm.sweep(study, out="r.jsonl", progress=stop)
        with open("r.jsonl.partial") as f:
            kept = len(f.readlines())
        self.assertLess(kept, 3000)
        self.assertFalse(os.path.exists("r.jsonl"))

    def test_levers(self):
        found = tensix_tlm.levers("add", shape=(64, 64), only=["throttle.bytes", "riscv.l1"], out="l.json", progress=False)
        with open("l.json") as f:
            self.assertEqual(json.load(f), found.data)
        steps = rows(found.table)
        self.assertEqual(len(steps), sum(len(lever["steps"]) for lever in found.data["levers"]))
        for step in steps:
            self.assertEqual(step["cycles"] - found.cycles, step["change"])
        one = next(s for s in steps if s["parameter"] == "riscv.l1_load_cycles")
        self.assertEqual(one["cycles"], tensix_tlm.run("add", shape=(64, 64), set={one["parameter"]: one["to"]}).cycles)
        self.assertIn(one["parameter"], found._repr_html_())
        self.assertIn(f"{found.cycles:,} cycles", found.text)
        with open("a.scn", "w") as f:
            f.write("t0 ATGETM mutex_index=0\nt0 ATRELM mutex_index=0\n")
        self.assertEqual(tensix_tlm.levers("a.scn", only=["sync"]).data["command"][0], "stream")
        band = tensix_tlm.levers("add", assumptions=True).band
        self.assertLessEqual(band["worst_case"][0], tensix_tlm.run("add").cycles)
        self.refused("unknown kernel 'ad'.*did you mean 'add'", tensix_tlm.levers, "ad")
        self.refused("no option 'onyl'; did you mean 'only'", tensix_tlm.levers, "add", onyl="riscv.", status=None)
        self.refused("ran nothing", tensix_tlm.levers, "add", dry_run=True, status=0)

    def test_optimise(self):
        found = tensix_tlm.optimise(STUDY, minimise="cycles", subject_to="l1.banks <= 16", points=6, progress=False)
        all_points = [r for r in tensix_tlm.sweep(STUDY) if r["axes"]["l1.banks"] <= 16]
        best = rows(found.best)[0]
        self.assertEqual(best["cycles"], min(r["metrics"]["cycles"] for r in all_points))
        self.assertLessEqual(best["l1.banks"], 16)
        self.assertEqual(len(rows(found.points)), found.data["points_run"])
        self.assertEqual(rows(found.front)[0]["throttle"], "x4")
        two = tensix_tlm.optimise(STUDY, minimise=["cycles", "l1.banks"], points=6, out="o.json")
        self.assertEqual([o["expression"] for o in two.data["objectives"]], ["cycles", "l1.banks"])
        self.assertEqual(os.listdir("."), ["o.json"])
        shown = two._repr_html_()
        self.assertIn("Pareto front: cycles, l1.banks", shown)
        for column in ("point", "cycles", "l1.banks", "throttle", "limited by"):
            self.assertEqual(shown.count(f">{column}</th>"), 2, column)  # of the best and of the front
        self.assertEqual(shown.count("<tr><td"), len(two.data["best"]) + len(two.data["front"]))
        self.assertNotIn("feasible", shown)
        none = tensix_tlm.optimise(STUDY, minimise="cycles", subject_to="cycles < 1", points=3)._repr_html_()
        self.assertIn("subject to cycles &lt; 1", none)
        self.assertIn(">feasible</th>", none)
        self.refused("nothing says what is better", tensix_tlm.optimise, STUDY)
        self.refused("cycle", tensix_tlm.optimise, STUDY, minimise="cycle")
        self.refused("no option 'maximize'; did you mean 'maximise'", tensix_tlm.optimise, STUDY, maximize="cycles", status=None)

    def test_races(self):
        store, poll, copy = "t0 st 0x3000 7\n", "t0 st 0x1ff00 1\nt1 poll 0x1ff00 1 1\n", "t1 copy 0x3000 0x4000\nout 0x4000 4\n"
        with tempfile.TemporaryDirectory() as folder:
            for name, text, found in (("early", store + "t1 delay 40\n" + copy, True), ("flag", store + poll + copy, False)):
                with open(f"{folder}/{name}.scn", "w") as f:
                    f.write(text)
                found_rows = rows(tensix_tlm.races(f"{folder}/{name}.scn", budget=100, set={"l1.banks": 8}))
                self.assertEqual(any(r["what"] == "other result" and "riscv_t0" in r["missing"] for r in found_rows), found)
            with self.assertRaisesRegex(tensix_tlm.Error, "did you mean"):
                tensix_tlm.races(f"{folder}/flag.scn", bugdet=3)

    def test_compare(self):
        a, b = tensix_tlm.run("add", shape=(64, 64), metrics="a.json"), tensix_tlm.run("add", shape=(64, 64), throttle="x1", metrics="b.json")
        for c in (tensix_tlm.compare(a, b), tensix_tlm.compare("a.json", "b.json"), tensix_tlm.compare(a, "b.json")):
            self.assertEqual((c.a, c.b, c.speedup), (a.cycles, b.cycles, a.cycles / b.cycles))
            self.assertEqual(sum(p["difference"] for p in rows(c.path)), b.cycles - a.cycles)
        printed = said("compare", "a.json", "b.json").splitlines()
        self.assertEqual(c.text.splitlines()[1:], [line.replace("a.json", "a") if line.startswith("a:") else line for line in printed][1:])
        differences = [r["difference"] for r in rows(c.accounts)]
        self.assertEqual([abs(d) for d in differences], sorted((abs(d) for d in differences), reverse=True))
        self.assertEqual(rows(c.parameters), [])
        self.assertIn(f"b is {c.speedup:.3f} times as fast", c._repr_html_())
        self.assertGreater(len(rows(tensix_tlm.compare(a, b, all=True).accounts)), len(differences))
        self.refused("there is no file 'c.json'", tensix_tlm.compare, a, "c.json")
        self.refused("neither a Run nor a file", tensix_tlm.compare, a, 3, status=None)
        self.refused("no option 'al'", tensix_tlm.compare, a, b, al=True, status=None)
        self.refused("format|metrics", tensix_tlm.compare, a, {"cycles": 3})


class Package(Case):
    def test_without_other_packages(self):
        """Neither NumPy nor pandas nor matplotlib: tables are rows, arrays and plots are refused with the name of what is missing."""
        script = """
import sys
for name in ("numpy", "pandas", "matplotlib"):
    sys.modules[name] = None
import tensix_tlm
r = tensix_tlm.run("add", shape=(64, 64))
assert isinstance(r.accounts, list) and r.accounts[0]["name"] == "unpacker0" and r._repr_html_()
assert isinstance(tensix_tlm.compare(r, r).path, list)
for what, call in (("NumPy", lambda: tensix_tlm.run("add", in0=[[1]])), ("matplotlib", r.plot)):
    try:
        call()
        sys.exit(f"no error without {what}")
    except tensix_tlm.Error as e:
        assert what in str(e), e
"""
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": PYTHON}, check=True)

    def test_tables_are_data_frames(self):
        try:
            import pandas
        except ImportError:
            self.assertFalse(os.environ.get("CI"), "scripts/setup.sh installs python3-pandas")
            self.skipTest("no pandas")
        r = tensix_tlm.run("add")
        for table in (r.accounts, r.stalls, r.path, r.bounds, r.bandwidth, tensix_tlm.compare(r, r).accounts, tensix_tlm.sweep(STUDY).table):
            self.assertIsInstance(table, pandas.DataFrame)

    def test_plots(self):
        try:
            import matplotlib
        except ImportError:
            self.assertFalse(os.environ.get("CI"), "scripts/setup.sh installs python3-matplotlib")
            self.skipTest("no matplotlib")
        matplotlib.use("Agg")
        r = tensix_tlm.run("add", shape=(64, 64))
        ax = r.plot()
        names = [t.get_text() for t in ax.get_yticklabels()]
        self.assertEqual(names, [a["name"] for a in rows(r.accounts) if a["busy"]][::-1])
        busy = {name: bar.get_width() for name, bar in zip(names, ax.containers[0])}
        self.assertAlmostEqual(busy["packer0"], 100 * r["units"]["packer0"]["busy"] / r.cycles)
        for name, bars in zip(names, zip(*(c for c in ax.containers))):
            account = next(a for a in rows(r.accounts) if a["name"] == name)
            self.assertAlmostEqual(sum(b.get_width() for b in bars), 100 * (account["busy"] + account["stalled"]) / r.cycles)
        s = tensix_tlm.sweep(STUDY)
        ax = s.plot("l1.banks", "cycles", series="throttle", title="t", log="x")
        self.assertEqual((len(ax.lines), ax.get_title(), ax.get_xlabel()), (2, "t", "L1: banks"))
        self.assertEqual(len(s.plot("l1.banks", "cycles", where={"throttle": "x1"}).lines), 1)
        s.plot("l1.banks", "throttle", z="cycles", kind="heat")
        self.assertIs(s.plot("l1.banks", "cycles", kind="pareto", ax=ax), ax)
        tensix_tlm.levers("add", only=["throttle."]).plot()
        for text, words, looks in (("did you mean 'cycles'", ("l1.banks", "cycle"), {}), ("kind is one of line, heat, pareto", ("l1.banks", "cycles"), {"kind": "bar"}),
                                   ("no keyword 'colour'", ("l1.banks", "cycles"), {"colour": 1}), ("at the same place", ("l1.banks", "cycles"), {}),
                                   ("no point is left", ("l1.banks", "cycles"), {"where": {"throttle": "x3"}})):
            self.refused(text, s.plot, *words, status=None, **looks)
        import matplotlib.pyplot
        matplotlib.pyplot.close("all")

    def test_all_names_have_types_and_a_text(self):
        self.assertTrue(os.path.exists(os.path.join(PYTHON, "tensix_tlm", "py.typed")))
        for name in tensix_tlm.__all__:
            thing = getattr(tensix_tlm, name)
            self.assertTrue(thing.__doc__, name)
            if inspect.isfunction(thing):
                missing = set(inspect.signature(thing).parameters) - set(thing.__annotations__)
                self.assertFalse(missing or "return" not in thing.__annotations__, (name, missing))

    def test_names_of_before(self):
        """Scripts that have scripts/ in their path, and what they use."""
        script = "import tensix_tlm as t; t.Result, t.Error, t.Program, t.buffer, t.columns, t.read_result; print(t.run('datacopy')['cycles'])"
        done = subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "scripts")}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr, int(done.stdout)), (0, "", tensix_tlm.run("datacopy").cycles))


if __name__ == "__main__":
    unittest.main()
