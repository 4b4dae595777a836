# SPDX-License-Identifier: Apache-2.0
"""tensix-tlm levers and optimise, what-ifs without effect, and progress. Usage: levers_test.py BINARY"""
import json, math, os, re, signal, subprocess, sys, tempfile, time, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
RUN = ["datacopy", "--shape", "64x64", "--throttle", "x4"]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def call(self, *words, status=0):
        done = subprocess.run([BINARY, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=240)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stdout + done.stderr

    def read(self, name):
        with open(os.path.join(self.folder, name)) as f:
            return f.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as f:
            f.write(text)

    def json(self, name):
        return json.loads(self.read(name))

    def play_slurm(self):
        """Puts an sbatch that runs the tasks at once, squeue and scancel first; slurm_test.sh has the real ones."""
        programs = tempfile.TemporaryDirectory()
        self.addCleanup(programs.cleanup)
        for name, text in {"sbatch": 'for w; do case $w in --array=*) tasks=${w#--array=};; esac; last=$w; done\n'
                                     'for t in ${tasks//,/ }; do SLURM_ARRAY_TASK_ID=$t sh "$last" > /dev/null 2>&1; done; echo 7', "squeue": "true", "scancel": "true"}.items():
            with open(os.path.join(programs.name, name), "w") as f:
                f.write("#!/bin/bash\n" + text + "\n")
            os.chmod(f.name, 0o755)
        path, os.environ["PATH"] = os.environ["PATH"], programs.name + ":" + os.environ["PATH"]
        self.addCleanup(os.environ.update, {"PATH": path})

    def wait_for_journal(self, process, lines=4):
        """Until torn.json.partial has so many lines; the process must still be at work."""
        end, count = time.monotonic() + 60, 0
        while count < lines:
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(process.poll(), "it was done before it could be interrupted")
            time.sleep(0.002)
            try:
                count = self.read("torn.json.partial").count("\n")
            except FileNotFoundError:
                pass

    def cycles(self, *words):
        self.call(*words, "--metrics", "m.json")
        return self.json("m.json")["cycles"]


class Levers(Case):
    def test_every_parameter_is_accounted_for(self):
        text = self.call("levers", *RUN)
        r = self.json("levers.json")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "levers.json.partial")))
        self.assertEqual(r["cycles"], self.cycles("run", *RUN))
        named = [l["parameter"] for l in r["levers"]] + [l["parameter"] for l in r["left_out"]]
        known = [line.split(" ")[0] for line in self.call("params").splitlines() if line and not line.startswith(" ")]
        self.assertEqual(sorted(named), sorted(k for k in known if "." in k or k.startswith("clock_")))
        # Every step that `params --steps` names was run, and every refused one is listed with its reason.
        for line in self.call("params", "--steps").splitlines():
            if line.startswith("    refused "):
                continue
            name, _, steps = line.partition(":")
            name = name.split(" ")[0]
            if steps.startswith(" none"):
                continue
            tried = {s["value"] for l in r["levers"] if l["parameter"] == name for s in l["steps"]}
            refused = {s["value"] for s in r["refused"] if s["parameter"] == name}
            self.assertLessEqual(set(steps.split()), tried | refused, name)
        self.assertIn({"parameter": "l1.client_ports.packer0", "value": "8,34,28,29"},
                      [{k: s[k] for k in ("parameter", "value")} for s in r["refused"]])
        self.assertTrue(all(s["why"] for s in r["refused"]))
        # Sorted by gain, then by effect; the first ones are what runs of their own give.
        gains = [max([0, *(-s.get("percent", 0) for s in l["steps"])]) for l in r["levers"]]
        effects = [max((abs(s.get("percent", 0)) for s in l["steps"]), default=0) for l in r["levers"]]
        self.assertEqual(list(zip(gains, effects)), sorted(zip(gains, effects), reverse=True))
        self.assertGreater(gains[0], 1)
        for lever in r["levers"][:3]:
            for step in lever["steps"]:
                self.assertEqual(self.cycles("run", *RUN, "--set", f"{lever['parameter']}={step['value']}"), step["cycles"])
                self.assertEqual(step["change"], step["cycles"] - r["cycles"])
        self.assertEqual(re.findall(r"^(\S+\.\S+) .*[+-]\d", text, re.M)[0], r["levers"][0]["parameter"])

    def test_assumptions_and_their_band(self):
        self.call("levers", *RUN, "--only", "unpacker.", "--only", "hand_over.")
        r = self.json("levers.json")
        marked = {l["parameter"]: l["assumption"] for l in r["levers"]}
        self.assertTrue(marked["unpacker.queue_depth"])
        self.assertFalse(marked["unpacker.address_phase_cycles"])
        self.assertFalse(marked["unpacker.pipeline_latency_cycles"])  # measured on Blackhole
        for a in r["assumptions"]:
            for end in ("least", "most"):
                self.assertEqual(self.cycles("run", *RUN, "--set", f"{a['parameter']}={a[end]}") - r["cycles"], a[f"change_at_{end}"], a)
        down = [min(0, a["change_at_least"], a["change_at_most"]) for a in r["assumptions"]]
        up = [max(0, a["change_at_least"], a["change_at_most"]) for a in r["assumptions"]]
        self.assertGreater(sum(up), 0)
        self.assertEqual(r["band"]["worst_case"], [r["cycles"] + sum(down), r["cycles"] + sum(up)])
        for end, moves in zip(r["band"]["independent"], (down, up)):
            self.assertAlmostEqual(abs(end - r["cycles"]), math.sqrt(sum(m * m for m in moves)), delta=0.51)
        both = [w for a in r["assumptions"] for w in ("--set", f"{a['parameter']}={a['most']}")]
        self.assertEqual(self.cycles("run", *RUN, *both), r["band"]["all_at_most"])
        # In the other configuration the latency is an assumption; what the command sets itself is none.
        self.call("levers", *RUN, "--config", "documented", "--only", "unpacker.", "--assumptions", "--set", "unpacker.queue_depth=3")
        r = self.json("levers.json")
        self.assertEqual(r["levers"], [])
        names = [a["parameter"] for a in r["assumptions"]]
        self.assertIn("unpacker.pipeline_latency_cycles", names)
        self.assertNotIn("unpacker.queue_depth", names)

    def test_streams_and_own_kernels(self):
        self.write("a.scn", "t0 loop 50\nt0 NOP\nt0 endloop\n")
        self.call("levers", "a.scn", "--only", "player.", "--only", "riscv_core.fetch")
        r = self.json("levers.json")
        self.assertEqual(r["command"], ["stream", "a.scn"])
        self.assertEqual(r["levers"][0]["parameter"], "player.push_cycles")
        self.assertIn("played", next(l for l in r["levers"] if l["parameter"].startswith("riscv_core."))["steps"][0]["why"])

    def test_interrupted_it_goes_on_to_the_same_bytes(self):
        self.call("levers", *RUN, "--out", "whole.json", "--only", "riscv.")
        words = [BINARY, "levers", *RUN, "--out", "torn.json", "--only", "riscv.", "--jobs", "1"]
        process = subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_journal(process)
        process.send_signal(signal.SIGTERM)
        process.wait()
        self.assertEqual(process.returncode, 3)
        self.assertIn("of another study", self.call("levers", *RUN, "--seed", "2", "--out", "torn.json", "--only", "riscv.", status=2))
        self.call(*words[1:])
        self.assertEqual(self.read("torn.json"), self.read("whole.json"))

    def test_slurm(self):
        self.write("a.scn", "t0 loop 50\nt0 NOP\nt0 endloop\n")  # a path from here
        os.mkdir(os.path.join(self.folder, "results"))
        words = ["levers", "a.scn", "--only", "player.", "--only", "frontend.mop"]
        text = self.call(*words)
        self.play_slurm()
        self.assertEqual(self.call(*words, "--out", "results/l.json", "--launcher", "slurm", "--slurm-tasks", "2"), text)
        self.assertEqual(self.read("results/l.json"), self.read("levers.json"))
        self.assertEqual(os.listdir(os.path.join(self.folder, "results")), ["l.json"])
        self.assertFalse([n for n in os.listdir(self.folder) if "study" in n])

    def test_wrong_wishes(self):
        for words, part in [([], "the kernel is missing"), (["--jobs", "2"], "the kernel is missing"), (["datacpy"], "did you mean 'datacopy'"),
                            ([*RUN, "--only", "l2."], "--only=l2."), ([*RUN, "--metrics", "m.json"], "--metrics"), (["--shape", "64x64", "add"], "--shape"),
                            ([*RUN, "--out", "a.txt"], ".json"), ([*RUN, "--page", "a.txt"], ".html"), (["none.scn"], "none.scn"),
                            ([*RUN, "--set", "l1.banks=3"], "power of two"), ([*RUN, "--slurm-tasks", "3"], "--launcher")]:
            with self.subTest(words=words):
                self.assertIn(part, self.call("levers", *words, status=2))
        self.assertIn("tensix-tlm run datacopy", self.call("levers", *RUN, "--dry-run").splitlines()[0])
        self.assertIn("did not end well", self.call("levers", *RUN, "--maxclk", "100", status=2))


# A setting that a limit makes idle: what is run, the setting, what is said; and a setting that the same limit does not touch.
STREAM, COPY = ["stream", "a.scn"], ["run", "datacopy", "--shape", "64x64", "--throttle", "x4"]
IDLE = [
    (["run", "add", "--shape", "64x64"], "throttle.arbitration.x4_x4=x1,x1", "only with throttle.shared_ports", "throttle.shared_ports=true"),
    (COPY, "l1.client_ports.packer2=1", "only with packer.topology", "packer.topology=independent"),
    (COPY, "l1.ports=64", "l1.client_ports", "l1.client_ports.unpacker0=0"),
    (COPY, "riscv_core.fetch_cycles=12", "played", "player.push_cycles=4"),
    (COPY, "clock_period_ps=2000", "no cycle depends", "riscv.l1_load_cycles=20"),
    (STREAM, "feed.producer_bytes_per_cycle=16", "nobody feeds", "player.push_cycles=4"),
]
# A rate beyond what ports or banks carry.
NO_FASTER = [
    (COPY, "throttle.bytes.x4=256", "an unpacker has 8 ports", "throttle.bytes.x4=64"),
    ([*COPY, "--set", "l1.banks=4"], "throttle.bytes.x4=256", "L1 has 4 banks", "throttle.bytes.x4=32"),
    ([*COPY, "--config", "fed.json"], "feed.producer_bytes_per_cycle=512", "the NoC has 16 ports", "feed.producer_bytes_per_cycle=16"),
]


class WithoutEffect(Case):
    def setUp(self):
        super().setUp()
        self.write("a.scn", "t0 loop 50\nt0 NOP\nt0 endloop\n")
        self.write("fed.json", '{"base": "blackhole", "feed.producer_bytes_per_cycle": 256}')

    def notes(self, command, setting):
        """Cycles, and what is said of the setting."""
        self.call(*command, "--set", setting, "--metrics", "m.json")
        r = self.json("m.json")
        return r["cycles"], [n for n in r["kernel"]["notes"] if n.startswith(setting + " ")]

    def test_what_cannot_show_is_said(self):
        for command, idle, part, busy in IDLE:
            with self.subTest(command=command, idle=idle):
                base = self.cycles(*command)
                cycles, said = self.notes(command, idle)
                self.assertEqual(cycles, base)
                self.assertIn(" changes no cycle against ", said[0])
                self.assertIn(part, said[0])
                if command[0] == "run":
                    self.assertIn(said[0], self.call(*command, "--set", idle))
                cycles, said = self.notes(command, busy)
                self.assertNotEqual(cycles, base)
                self.assertEqual(said, [])

    def test_rates_beyond_ports_and_banks(self):
        for command, idle, part, slower in NO_FASTER:
            with self.subTest(command=command, idle=idle):
                base = self.cycles(*command)
                cycles, said = self.notes(command, idle)
                self.assertLess(abs(cycles - base) / base, 0.05)
                self.assertIn(" is no faster than ", said[0])
                self.assertIn(part, said[0])
                cycles, said = self.notes(command, slower)
                self.assertGreater(cycles, base * 1.05)
                self.assertEqual(said, [])

    def test_levers_say_it_too(self):
        text = self.call("levers", *RUN, "--only", "throttle.", "--only", "riscv_core.")
        self.assertRegex(text, r"Without effect, as it counts only with throttle.shared_ports=true:\n +throttle.arbitration.\* \(9\)\n")
        self.assertRegex(text, r"riscv_core\.\* \(\d\d\)")
        lever = next(l for l in self.json("levers.json")["levers"] if l["parameter"] == "throttle.bytes.x4")
        step = next(s for s in lever["steps"] if s["value"] == "256")
        self.assertIn("8 ports", step["why" if step["change"] == 0 else "limit"])


STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "space", "base": {"kernel": "matmul", "options": {"shape": "64x64x64"}},
         "axes": [{"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "matrix_unit.dst_read_hazard_cycles", "values": [5, 3, 1]},
                  {"axis": "fidelity", "values": ["hifi4", "lofi"]}]}


class Optimise(Case):
    def setUp(self):
        super().setUp()
        self.write("study.json", json.dumps(STUDY))

    def sweep(self):
        self.call("sweep", "study.json", "--out", "all.jsonl")
        return [json.loads(line) for line in self.read("all.jsonl").splitlines()]

    def test_slurm(self):
        os.mkdir(os.path.join(self.folder, "results"))
        words = ["optimise", "study.json", "--minimise", "cycles", "--points", "7"]
        text = self.call(*words, "--rows", "here.jsonl", "--reports", "here")
        self.play_slurm()
        slurm = ["--rows", "there.jsonl", "--reports", "there", "--out", "results/o.json", "--launcher", "slurm", "--slurm-tasks", "2"]
        self.assertEqual(self.call(*words, *slurm), text)
        self.assertEqual(self.read("results/o.json"), self.read("study.optimum.json"))
        self.assertEqual(self.read("there.jsonl"), self.read("here.jsonl"))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "there"))), sorted(os.listdir(os.path.join(self.folder, "here"))))
        self.assertEqual(os.listdir(os.path.join(self.folder, "results")), ["o.json"])
        self.assertEqual([n for n in os.listdir(self.folder) if "round" in n], [])
        # Without an answer of the second round: the first is kept, the same command goes on.
        tasks = os.path.join(os.environ["PATH"].split(":")[0], "sbatch")
        with open(tasks) as f:
            works = f.read()
        with open(tasks, "w") as f:
            f.write('#!/bin/bash\n[ ! -e results/o.json.partial ] || [ $(wc -l < results/o.json.partial) -lt 2 ] || exit 1\n' + works.split("\n", 1)[1])
        self.assertIn("the same command goes on", self.call(*words, *slurm, status=3))
        with open(tasks, "w") as f:
            f.write(works)
        self.assertEqual(self.call(*words, *slurm), text)
        self.assertEqual(self.read("results/o.json"), self.read("study.optimum.json"))
        self.assertEqual(self.call("optimise", "study.json", "--minimise", "cycles", "--slurm-tasks", "2", status=2).count("only with --launcher=slurm"), 1)

    def test_it_finds_what_a_sweep_has(self):
        rows = self.sweep()
        best = min(r["metrics"]["cycles"] for r in rows if r["axes"]["l1.banks"] <= 16)
        text = self.call("optimise", "study.json", "--minimise", "cycles", "--subject-to", "l1.banks <= 16", "--points", "12", "--rows", "r.jsonl")
        o = self.json("study.optimum.json")
        self.assertEqual(o["best"][0]["values"]["cycles"], best)
        self.assertEqual(o["points_run"], 12)
        self.assertTrue(o["best"][0]["feasible"])
        self.assertIn("12 of 18 points", text)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "study.optimum.json.partial")))
        same = {r["point"]: r for r in rows}
        for line in self.read("r.jsonl").splitlines():
            # The baseline of a point need not be among those that the search has run.
            wanted = {k: v for k, v in same[json.loads(line)["point"]].items() if k not in ("baseline", "ratio", "speedup")}
            self.assertEqual(json.loads(line), wanted)
        # The front: of all points that were run, what the constraint costs.
        points = [(r["metrics"]["cycles"], r["axes"]["l1.banks"]) for r in map(json.loads, self.read("r.jsonl").splitlines())]
        front = {p for p in points if not any(q[0] <= p[0] and q[1] <= p[1] and q != p for q in points)}
        self.assertEqual({(f["values"]["cycles"], f["values"]["l1.banks"]) for f in o["front"]}, front)

    def test_random_search_depends_on_its_seed_only(self):
        words = ["optimise", "study.json", "--maximise", "kernel.operations / cycles", "--minimise", "l1.banks", "--search", "random", "--points", "7"]
        texts = [self.call(*words, "--seed", s, "--jobs", j) for s, j in (("1", "2"), ("1", "1"), ("2", "2"))]
        self.assertEqual(texts[0], texts[1])
        self.assertNotEqual(texts[0], texts[2])
        self.call(*words[:-1], "100")
        self.assertEqual(self.json("study.optimum.json")["points_run"], 18)

    def test_a_space_far_too_large_to_run(self):
        axes = [{"axis": name, "values": {"from": 1, "to": 1000, "step": 1}}
                for name in ("sync_unit.latency_cycles", "unpacker.address_phase_cycles", "riscv.l1_load_cycles", "player.push_cycles")]
        self.write("large.json", json.dumps({**STUDY, "base": {"kernel": "datacopy", "options": {"shape": "32x32"}}, "axes": axes}))
        text = self.call("optimise", "large.json", "--minimise", "cycles", "--search", "random", "--points", "5")
        self.assertIn("5 of 1,000,000,000,000 points", text)

    def test_interrupted_it_goes_on(self):
        words = ["optimise", "study.json", "--minimise", "cycles", "--points", "18"]
        whole = self.call(*words)
        process = subprocess.Popen([BINARY, *words, "--out", "torn.json", "--jobs", "1"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_journal(process)
        process.kill()
        process.wait()
        self.assertEqual(self.call(*words, "--out", "torn.json"), whole)

    def test_wrong_wishes(self):
        least = ["study.json", "--minimise", "cycles"]
        for words, part in [([], "an operand is missing (STUDY)"), (["study.json"], "nothing says what is better"), (["study.json", "--minimise", "cycles +"], "too early"),
                            ([*least, "--subject-to", "cycles"], "no constraint"), (["study.json", "--minimise", "cycels"], "did you mean 'cycles'"),
                            (["study.json", "--minimise", "fidelity"], "no number"), ([*least, "--search", "rndom"], "did you mean 'random'"),
                            ([*least, "--points", "0"], "--points=0"), (["study.json", "--minimise", "((1)"], "a ) is missing"), ([*least, "--out", "x.jsonl"], ".json")]:
            with self.subTest(words=words):
                self.assertIn(part, self.call("optimise", *words, "--restart", status=2))


class Progress(Case):
    def test_a_line_every_few_seconds_where_nobody_sees_a_terminal(self):
        self.write("endless.scn", "t0 loop 1000000000\nt0 NOP\nt0 endloop\n")
        self.write("study.json", json.dumps({**STUDY, "base": {"stream": "endless.scn"}, "axes": [{"axis": "player.push_cycles", "values": [1, 2]}]}))
        process = subprocess.Popen([BINARY, "sweep", "study.json", "--timeout", "7"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        _, errors = process.communicate(timeout=60)
        self.assertRegex(errors, r"(?m)^0 of 2 points, ")


if __name__ == "__main__":
    unittest.main(verbosity=1)
