# SPDX-License-Identifier: Apache-2.0
"""tensix-tlm sweep as its users meet it: results, failing points, parts, and what interruptions leave. Usage: sweep_test.py BINARY"""
import csv, json, os, signal, subprocess, sys, tempfile, time, unittest

BINARY = os.path.abspath(sys.argv.pop(1))

STUDY = {
    "format": "tensix-tlm-study", "version": 1, "name": "test", "variables": ["k"],
    "base": {"kernel": "matmul", "options": {"shape": "32x32x{k}", "format": "bf16"}},
    "axes": [{"axis": "l1.banks", "values": {"from": 8, "to": 32, "factor": 2}},
             {"axis": "k", "values": {"from": 32, "to": 96, "step": 32}},
             {"list": [{"fidelity": "lofi"}, {"fidelity": "hifi4", "fp32-dest": True}]}]}
POINTS = 18
# Never ends by itself within a test's time; small in the host's memory.
ENDLESS = "t0 loop 1000000000\nt0 NOP\nt0 endloop\n"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.study(STUDY)

    def path(self, name):
        return os.path.join(self.folder, name)

    def study(self, tree, name="study.json"):
        self.write(name, json.dumps(tree))

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def rows(self, name):
        return [json.loads(line) for line in self.read(name).splitlines()]

    def start(self, *arguments):
        return subprocess.Popen([BINARY, "sweep", *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def sweep(self, *arguments, status=0):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, err)
        return out + err

    def journal_lines(self, name):
        try:
            return self.read(name + ".partial").count(b"\n")
        except FileNotFoundError:
            return 0

    def wait_until(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "what the test waits for does not happen")
            time.sleep(0.002)

    def processes_here(self):
        """Points run in the folder of the study."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/cwd") == os.path.realpath(self.folder):
                    found.append(int(pid))
            except OSError:
                pass
        return found


class Results(Case):
    def test_rows_stand_in_study_order_and_say_what_a_single_run_says(self):
        self.sweep("study.json", "--out", "r.jsonl")
        self.assertEqual(sorted(os.listdir(self.folder)), ["r.jsonl", "study.json"])
        rows = self.rows("r.jsonl")
        self.assertEqual([r["point"] for r in rows], list(range(1, POINTS + 1)))
        self.assertEqual(rows[0]["axes"], {"l1.banks": 8, "k": 32, "fidelity": "lofi"})
        self.assertEqual(rows[17]["axes"], {"l1.banks": 32, "k": 96, "fidelity": "hifi4", "fp32-dest": True})
        for row in (rows[0], rows[9], rows[17]):
            self.assertEqual(row["outcome"], "done")
            self.assertEqual(row["message"], "")
            self.assertEqual(row["parameters"]["l1.banks"], row["axes"]["l1.banks"])
            subprocess.run([BINARY, *row["command"], "--metrics", "m.json"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
            single = json.loads(self.read("m.json"))
            self.assertEqual(single.pop("parameters"), row["parameters"])
            del single["host_seconds"], single["command"], single["files"], single["program"]
            self.assertEqual(single, row["metrics"])

    def test_the_same_study_gives_the_same_bytes(self):
        self.sweep("study.json", "--out", "a.jsonl", "--jobs", "1")
        self.sweep("study.json", "--out", "b.jsonl", "--jobs", "7")
        self.sweep("study.json")
        self.assertEqual(self.read("a.jsonl"), self.read("b.jsonl"))
        self.assertEqual(self.read("a.jsonl"), self.read("study.jsonl"))
        self.sweep("study.json", "--out", "c.jsonl", "--host-seconds")
        self.assertIn("host_seconds", self.rows("c.jsonl")[0]["metrics"])

    def test_csv_holds_the_values_of_the_json_lines(self):
        self.sweep("study.json", "--out", "r.jsonl")
        self.sweep("study.json", "--out", "r.csv")
        with open(self.path("r.csv"), newline="") as f:
            table = list(csv.DictReader(f))
        self.assertEqual(len(table), POINTS)
        for row, line in zip(self.rows("r.jsonl"), table):
            m = row["metrics"]
            self.assertEqual(len(line), len(table[0]))
            self.assertNotIn(None, line)
            self.assertEqual(line["point"], str(row["point"]))
            for name, value in row["axes"].items():
                self.assertEqual(line[name], json.dumps(value) if not isinstance(value, str) else value)
            self.assertEqual(line["fp32-dest"], "true" if "fp32-dest" in row["axes"] else "")
            self.assertEqual(line["cycles"], str(m["cycles"]))
            self.assertEqual(line["kernel.limited_by"], m["kernel"]["limited_by"])
            self.assertEqual(line["l1.bank_conflicts_sum"], str(sum(m["l1"]["bank_conflicts"])))
            self.assertEqual(float(line["accuracy.pcc"]), m["accuracy"]["pcc"])
            self.assertEqual(line["clock_mhz"], "1350")
            for name, value in row["parameters"].items():
                self.assertEqual(line[name], value if isinstance(value, str) else json.dumps(value))
            for group in ("units", "threads"):
                for name, account in m[group].items():
                    prefix = f"{group}.{name}.stall."
                    stalls = {c[len(prefix):]: int(v) for c, v in line.items() if c.startswith(prefix)}
                    self.assertEqual({c: v for c, v in stalls.items() if v}, account["stall"])
                    self.assertEqual(int(line[f"{group}.{name}.busy"]), account["busy"])

    def test_streams_are_points_with_their_marks(self):
        for n in (1, 2):
            self.write(f"s{n}.scn", f"t0 delay {10 * n}\nt0 mark one\nt0 delay 5\nt0 mark two\n")
        self.study({"format": "tensix-tlm-study", "version": 1, "base": {}, "variables": ["n"],
                    "axes": [{"axis": "n", "values": [1, 2]}, {"axis": "stream", "values": ["s{n}.scn"]}]}, "streams.json")
        self.sweep("streams.json", "--out", "s.jsonl")
        self.sweep("streams.json", "--out", "s.csv")
        marks = [{m["name"]: m["cycle"] for m in r["metrics"]["marks"]} for r in self.rows("s.jsonl")]
        self.assertEqual([m["two"] - m["one"] for m in marks], [5, 5])
        self.assertEqual(marks[1]["one"] - marks[0]["one"], 10)
        with open(self.path("s.csv"), newline="") as f:
            self.assertEqual([int(line["marks.one.t0"]) for line in csv.DictReader(f)], [m["one"] for m in marks])

    def test_dry_run_prints_commands_and_runs_nothing(self):
        out = self.sweep("study.json", "--dry-run", "--shard", "2/10")
        self.assertEqual(len(out.splitlines()), 2)
        self.assertEqual(out.splitlines()[0], "tensix-tlm run matmul --shape=32x32x32 --format=bf16 --fidelity=hifi4 --fp32-dest --set=l1.banks=8")
        self.assertEqual(os.listdir(self.folder), ["study.json"])

    def test_parts_join_to_the_whole(self):
        self.sweep("study.json", "--out", "whole.jsonl")
        self.sweep("study.json", "--out", "whole.csv")
        for i in (1, 2, 3, 4):
            self.sweep("study.json", "--shard", f"{i}/4")
        parts = [f"study.{i}-of-4.jsonl" for i in (3, 1, 4, 2)]
        self.sweep("study.json", "--out", "joined.jsonl", "--merge", *parts)
        self.sweep("study.json", "--out", "joined.csv", "--merge", *parts)
        self.assertEqual(self.read("joined.jsonl"), self.read("whole.jsonl"))
        self.assertEqual(self.read("joined.csv"), self.read("whole.csv"))
        self.assertIn("5 of 18 points are in none of the files, the first is point 1",
                      self.sweep("study.json", "--out", "x.jsonl", "--merge", *parts[:1], *parts[2:], status=2))
        self.assertIn("twice", self.sweep("study.json", "--out", "x.jsonl", "--merge", *parts, parts[0], status=2))
        self.write("torn.jsonl", self.read(parts[0]).decode()[:-40])
        self.assertIn("torn.jsonl:4", self.sweep("study.json", "--out", "x.jsonl", "--merge", "torn.jsonl", status=2))
        self.study({**STUDY, "base": {**STUDY["base"], "kernel": "matmul", "set": {"clock_mhz": 1000}}}, "other.json")
        self.assertIn("another study", self.sweep("other.json", "--out", "x.jsonl", "--merge", *parts, status=2))


class Failing(Case):
    def test_failing_points_are_recorded_and_the_rest_is_run(self):
        self.write("good.scn", "t0 delay 10\n")
        self.write("undefined.scn", "t0 delay 30\nt0 push 0xff000000\n")
        self.write("deadlock.scn", "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\n")
        self.write("endless.scn", ENDLESS)
        self.study({"format": "tensix-tlm-study", "version": 1, "base": {}, "impossible": "record",
                    "axes": {"list": [{"stream": "good.scn"}, {"stream": "undefined.scn"}, {"stream": "deadlock.scn"},
                                      {"stream": "endless.scn", "maxclk": 500}, {"stream": "endless.scn"},
                                      {"stream": "good.scn", "l1.banks": 12}, {"stream": "good.scn", "l1.banks": 8}]}}, "f.json")
        text = self.sweep("f.json", "--out", "f.jsonl", "--timeout", "1", status=1)
        self.assertIn("7 points, 5 failed", text)
        rows = self.rows("f.jsonl")
        self.assertEqual([r["outcome"] for r in rows],
                         ["done", "undefined", "gave_up", "gave_up", "timeout", "wrong_input", "done"])
        self.assertIn("0xff000000", rows[1]["message"])
        self.assertIn("deadlock", rows[2]["message"])
        self.assertIn("gave up after 500 cycles", rows[3]["message"])
        self.assertEqual(rows[3]["metrics"]["cycles"], 500)
        self.assertFalse([r["message"] for r in rows if "/fd/" in r["message"]])  # a number by chance
        self.assertIsNone(rows[4]["metrics"])
        self.assertIn("--timeout", rows[4]["message"])
        self.assertIn("no power of two", rows[5]["message"])
        self.assertIsNone(rows[5]["parameters"])
        self.assertEqual(rows[6]["parameters"]["l1.banks"], 8)
        self.sweep("f.json", "--out", "f.csv", "--timeout", "1", status=1)
        with open(self.path("f.csv"), newline="") as f:
            table = list(csv.DictReader(f))
        self.assertEqual([line["outcome"] for line in table], [r["outcome"] for r in rows])
        self.assertEqual([line["message"] for line in table], [r["message"] for r in rows])
        self.assertEqual(table[4]["cycles"], "")

    def test_a_point_that_is_killed_has_crashed(self):
        self.write("endless.scn", ENDLESS)
        self.study({"format": "tensix-tlm-study", "version": 1, "base": {"stream": "endless.scn"},
                    "axes": [{"axis": "clock_mhz", "values": [1000]}]}, "k.json")
        process = self.start("k.json", "--out", "k.jsonl")
        self.wait_until(lambda: len(self.processes_here()) == 2)
        os.kill(next(p for p in self.processes_here() if p != process.pid), signal.SIGSEGV)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, err)
        self.assertEqual(self.rows("k.jsonl")[0]["outcome"], "crashed")
        self.assertIn("signal 11", self.rows("k.jsonl")[0]["message"])

    def test_refused_before_anything_runs(self):
        self.write("text.txt", "x")
        os.mkdir(self.path("folder"))
        for arguments, part in [
            (["none.json"], "no file 'none.json'"), (["folder"], "is not a file"), (["text.txt"], "text.txt"), ([], "an operand is missing (STUDY)"),
            (["study.json", "--max-points", "17"], "18 points"), (["study.json", "--out", "r.txt"], "ends in .jsonl"),
            (["study.json", "--out", "none/r.jsonl"], "cannot write"), (["study.json", "--jobs", "0"], "--jobs=0"),
            (["study.json", "--job", "2"], "'--jobs'"), (["study.json", "--shard", "5/4"], "--shard"),
            (["study.json", "--shard", "19/19"], "would be empty"), (["study.json", "--shard", "1/2", "--out", "r.csv"], "--merge makes"),
            (["study.json", "--launcher", "slrum"], "did you mean 'slurm'"), (["study.json", "--slurm-tasks", "2"], "only with --launcher=slurm"),
            (["study.json", "--merge", "none.jsonl"], "none.jsonl")]:
            with self.subTest(arguments=arguments):
                text = self.sweep(*arguments, status=2)
                self.assertTrue(text.startswith("tensix-tlm: "), text)
                self.assertIn(part, text)
                self.assertEqual(text.count("\n"), 1, text)
        os.rename(self.path("study.json"), self.path("s.jsonl"))
        self.assertIn("it would be replaced", self.sweep("s.jsonl", status=2))
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "s.jsonl", "text.txt"])

    def test_every_option_of_kernels_may_be_an_axis(self):
        text = subprocess.run([BINARY, "run", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        kernel = text[text.index("Kernel:"):text.index("Stop:")]
        options = [line.split()[0][2:].rstrip(",") for line in kernel.splitlines() if line.strip().startswith("--")]
        self.assertGreater(len(options), 10)
        for option in options:
            self.study({**STUDY, "variables": [], "base": {"kernel": "add"}, "axes": [{"axis": option, "values": [True]}]}, "o.json")
            text = self.sweep("o.json", "--dry-run", status=0 if option in ("fp32-dest", "sample", "relu") else 2)
            if option != "out":
                self.assertNotIn("no parameter or option", text)

    def test_ten_million_points_are_refused_at_once(self):
        self.study({**STUDY, "axes": [{"axis": a, "values": {"from": 1, "to": n, "step": 1}} for a, n in (("seed", 10000), ("maxclk", 1000))],
                    "variables": [], "base": {"kernel": "add"}}, "huge.json")
        began = time.monotonic()
        self.assertIn("10000000 points, and at most 100000", self.sweep("huge.json", status=2))
        self.assertLess(time.monotonic() - began, 5)


class Interrupted(Case):
    def setUp(self):
        super().setUp()
        self.sweep("study.json", "--out", "whole.jsonl")
        self.sweep("study.json", "--out", "whole.csv")

    def kill_after(self, lines, name="r.jsonl", how=signal.SIGKILL, jobs="2"):
        """Starts the sweep and ends it when its journal has so many lines; true if it was not done before."""
        process = self.start("study.json", "--out", name, "--jobs", jobs)
        self.wait_until(lambda: process.poll() is not None or self.journal_lines(name) >= lines)
        process.send_signal(how)
        _, err = process.communicate(timeout=60)
        if process.returncode == 0:
            return False
        self.assertEqual(process.returncode, 3 if how != signal.SIGKILL else -9, err)
        return True

    def test_killed_at_several_moments(self):
        for lines in (0, 1, 2, 9, POINTS):
            with self.subTest(lines=lines):
                self.kill_after(lines)
                self.sweep("study.json", "--out", "r.jsonl")
                self.assertEqual(self.read("r.jsonl"), self.read("whole.jsonl"))
                self.assertFalse(os.path.exists(self.path("r.jsonl.partial")))
                os.remove(self.path("r.jsonl"))

    def test_killed_again_and_again_nothing_is_run_twice(self):
        killed, before = 0, b""
        while self.kill_after(self.journal_lines("r.csv") + 4, name="r.csv", jobs="3"):
            killed += 1
            journal = self.read("r.csv.partial")
            whole = before[:before.rfind(b"\n") + 1]
            self.assertTrue(journal.startswith(whole), "points that were done are not kept")
            before = journal
        self.assertGreaterEqual(killed, 3)
        self.assertEqual(self.read("r.csv"), self.read("whole.csv"))

    def test_signals(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            lines = self.journal_lines("r.jsonl") + 4
            self.assertTrue(self.kill_after(lines, how=how))
            self.assertGreaterEqual(self.journal_lines("r.jsonl"), lines)
            self.assertEqual(self.processes_here(), [])
        self.sweep("study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), self.read("whole.jsonl"))

    def test_points_end_with_the_sweep(self):
        self.write("endless.scn", ENDLESS)
        self.study({"format": "tensix-tlm-study", "version": 1, "base": {"stream": "endless.scn"},
                    "axes": [{"axis": "clock_mhz", "values": [1000, 1001, 1002]}]}, "endless.json")
        for how, status in ((signal.SIGKILL, -9), (signal.SIGINT, 3)):
            process = self.start("endless.json", "--out", "e.jsonl", "--jobs", "2")
            self.wait_until(lambda: len(self.processes_here()) == 3)
            self.assertIn("another sweep is writing this result", self.sweep("endless.json", "--out", "e.jsonl", status=2))
            process.send_signal(how)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, status)
            self.wait_until(lambda: self.processes_here() == [])

    def test_torn_and_damaged_lines_are_run_again(self):
        self.kill_after(10)
        journal = self.read("r.jsonl.partial")
        lines = journal.splitlines(keepends=True)
        for left in (journal[:-1], journal[:-200], journal[:len(lines[0]) // 2], b"".join(lines[:4]) + lines[4][:50],
                     b"".join(lines[:3]) + lines[3].replace(b'"cycles":', b'"cycles":1', 1) + b"".join(lines[4:])):
            with open(self.path("r.jsonl.partial"), "wb") as f:
                f.write(left)
            self.sweep("study.json", "--out", "r.jsonl")
            self.assertEqual(self.read("r.jsonl"), self.read("whole.jsonl"))

    def test_a_file_that_is_no_journal_is_left_alone(self):
        for text in ("mine", "mine\nmine\n"):
            self.write("r.jsonl.partial", text)
            self.assertIn("another study", self.sweep("study.json", "--out", "r.jsonl", status=2))
            self.assertEqual(self.read("r.jsonl.partial").decode(), text)

    def test_points_of_another_study_are_refused(self):
        self.kill_after(5)
        self.study({**STUDY, "base": {**STUDY["base"], "set": {"clock_mhz": 1000}}})
        text = self.sweep("study.json", "--out", "r.jsonl", status=2)
        self.assertIn("another study", text)
        self.assertIn("--restart", text)
        self.assertIn("another study", self.sweep("study.json", "--out", "r.jsonl", "--host-seconds", status=2))
        self.sweep("study.json", "--out", "r.jsonl", "--restart")
        self.assertEqual(self.rows("r.jsonl")[0]["parameters"]["clock_mhz"], 1000)


if __name__ == "__main__":
    unittest.main(verbosity=1)
