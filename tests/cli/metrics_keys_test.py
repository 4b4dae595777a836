# SPDX-License-Identifier: Apache-2.0
"""docs/metrics.md names every member that the program writes, and no other. Usage: metrics_keys_test.py BINARY FOLDER-OF-ELF-EXAMPLES"""
import json, os, re, shutil, sys, unittest

EXAMPLES = os.path.abspath(sys.argv.pop(2))
from common import Case, ROOT, page

BY_NAME = {"units", "threads", "cores", "feeds", "profile", "bandwidth", "programs", "bounds", "energy.counts", "energy.picojoules", "energy.area.units", "energy.area.by", "counters"}
NOT_TAKEN_APART = {"settings.reader", "settings.writer", "settings.compute", "units.*.busy_split", "cores.*.busy_split", "cores.*.polled", "tiles.cores", "l1.blocked_by", "noc", "zones.threads", "zones.units", "zones.cores", "zones.feeds", "zones.path", "zones.profile", "parameters", "profile.*.functions", "profile.*.lines", "profile.*.own_lines", "path.source.lines"}
STREAM = "maxclk 1000\nl1w 0x1000 1\nt0 mark here\nt0 NOP\n"
COMPILER = shutil.which("riscv64-unknown-elf-g++")


def documented():
    text, names = page("docs", "metrics.md"), set()
    for section, prefix in ((text[:text.index("## Settings")], ""), (text[text.index("## Settings"):text.index("## Accounts")], "settings."),
                            (text[text.index("## Profile"):text.index("## Comparing")], "")):
        for line in section.splitlines():
            if not line.startswith("| `"):
                continue
            first = ""
            for name in re.findall(r"`([^`]+)`", line.split(" | ")[0]):
                # ".by.*" stands beside the last name that began without a dot
                if name.startswith("."):
                    names.add(first.rsplit(".", 1)[0] + name)
                else:
                    first = prefix + name
                    names.add(first)
    return names


def members(node, name=""):
    """Dotted names of all leaves; * where the name is that of a unit, bank, event, ..."""
    if name in NOT_TAKEN_APART or not isinstance(node, (dict, list)):
        return {name}
    if isinstance(node, list):
        return set().union(*[members(one, name) for one in node]) if node and isinstance(node[0], dict) else {name}
    wild = name in BY_NAME or name.endswith(".stall")
    if not node:
        return set() if wild else {name}
    return set().union(*[members(value, (name + "." if name else "") + ("*" if wild else key)) for key, value in node.items()])


class Keys(Case):
    def test_what_is_written_is_what_is_documented(self):
        self.write("s.scn", STREAM)
        table = os.path.join(ROOT, "configs", "energy_example.json")
        with open(table) as f:
            few = json.load(f)
        del few["picojoules"]["cycle"]
        self.write("few.json", json.dumps(few))
        runs = [["run", "matmul", "--shape", "64x64x64", "--bias"], ["run", "reduce", "--axis", "w", "--energy", "few.json", "--counters", "n.csv"], ["stream", "s.scn"],
                ["run", "mul", "--broadcast", "row"], ["run", "matmul", "--shape", "512x512x64", "--sample"], ["run", "unary", "--op", "gelu"],
                ["run", "add", "--shape", "64x64", "--feed-bytes", "16", "--noc-read", "16B/cycle", "--why"]]
        self.tlm("run", "datacopy", "--shape", "32x32", "--out", "a.npy")
        runs.append(["run", "add", "--in0", "a.npy", "--in1", "a.npy"])
        written = set()
        if COMPILER:
            programs = [w for core in ("t0", "t1", "t2", "b") for w in (f"--{core}", os.path.join(EXAMPLES, f"add_{core}.elf"))]
            runs.append(["elf", *programs, "--l1", "0x20000=a.npy:bf16", "--l1", "0x90000=a.npy:bf16", "--l1w", "0xA000=1", "--l1w", "0xA004=1", "--l1w", "0xA100=1@5",
                         "--dump", "0x100000:2048=sum.bin", "--profile", "p.txt"])
            kernel = os.path.join(ROOT, "workload", "kernels", "device", "gelu.cpp")
            runs.append(["kernel", kernel, "--ct-arg", "1", "--cb", "0=test:bf16:tiles=1:sharded", "--cb", "16=:bf16:tiles=1", "--out", "16=c.npy", "--profile", "p.txt", "--why"])
            zones = os.path.join(ROOT, "examples", "programs", "zones", "compute.cpp")
            runs.append(["kernel", zones, "--arg", "1", "--cb", "0=test:bf16:tiles=1", "--cb", "16=:bf16:tiles=1", "--zones", "--profile", "q.txt", "--feed-bytes", "64"])
            program = {"format": "tensix-tlm-program", "version": 1, "buffers": {
                "a": {"shape": [64, 64], "content": "test", "layout": "rows", "shard": {"shape": [32, 64]}},
                "c": {"shape": [64, 64], "output": "c.npy"}}, "circular_buffers": {"c_0": {}}, "kernels": {role: {"source": "none.cpp", "cores": [[0, 0], [1, 0]]} for role in ("reader", "writer", "compute")}}
            self.write("none.cpp", '#ifdef COMPILE_FOR_TRISC\n#include "api/compute/common.h"\nvoid kernel_main() {}\n#else\n#include "api/dataflow/dataflow_api.h"\n'
                       "void kernel_main() { noc_async_read(get_noc_addr(0x80000), 0x80040, 32); noc_async_read_barrier(); }\n#endif\n")
            self.write("p.json", json.dumps(program))
            runs.append(["program", "p.json"])
        for words in runs:
            written |= members(self.metrics(*words))
        names = documented()
        only_elsewhere = {"complete", "settings.until", "path.links.name", "path.links.cycles"}  # of interrupted runs; given too seldom; waits
        if not COMPILER:
            only_elsewhere |= {n for n in names if re.match(r"cores|tile|zones|path\.source|profile|programs|buffers|memory_buffers|settings\.(reader|writer|compute|boot|entry|l1|dump|seed|checked|arguments|compile|defines|program)", n)}
        self.assertEqual(sorted(written - names), [], "written, but not in docs/metrics.md")
        there = {".".join(n.split(".")[:i]) for n in written for i in range(1, n.count(".") + 2)}
        self.assertEqual(sorted(names - there - only_elsewhere), [], "in docs/metrics.md, but not written")

    def test_what_a_run_decided(self):
        s = self.metrics("run", "matmul", "--shape", "64x64x64", "--seed", "7", "--fidelity", "hifi2", "--maxclk", "99999")
        self.assertEqual({k: s["settings"][k] for k in ("in0", "in0_seed", "in1_seed", "phases", "maxclk", "on_undefined")},
                         {"in0": "test", "in0_seed": 7, "in1_seed": 8, "phases": 2, "maxclk": 99999, "on_undefined": "stop"})
        self.assertEqual(s["end"], "done")
        self.tlm("run", "datacopy", "--out", "a.npy")
        s = self.metrics("run", "datacopy", "--in0", "a.npy", "--out", "b.npy", "--trace", "t.json")
        self.assertEqual([(f["option"], f["path"], f["written"]) for f in s["files"]], [("--in0", "a.npy", False), ("--out", "b.npy", True), ("--trace", "t.json", True)])
        self.assertEqual(s["settings"]["in0"], "file")
        self.assertNotIn("in0_seed", s["settings"])
        self.assertEqual(s["program"]["version"], self.tlm("version")[0].split()[1])
        self.assertRegex(s["program"]["commit"], "^([0-9a-f]{12}(-dirty)?)?$")


if __name__ == "__main__":
    unittest.main()
