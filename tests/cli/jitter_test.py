# SPDX-License-Identifier: Apache-2.0
"""--jitter: the band of a run's other starts, and who uses it. Usage: jitter_test.py BINARY"""
import json, os, re, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
STARTS = 16
RUN = ["run", "add", "--shape", "64x64"]


def settings(start):
    """Of docs/jitter.md."""
    delays = {"t0": 5 * start % 16, "t1": 3 * start % 16, "t2": 7 * start % 16, "nc": 11 * start % 16}
    return [f"--set=l1.arbiter_phase={start}"] + [f"--set=start.{core}_cycles={d}" for core, d in delays.items()]


class Jitter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def tlm(self, *arguments, status=0):
        done = subprocess.run([BINARY, *arguments], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def metrics(self, *arguments):
        return json.loads(self.tlm(*arguments, "--metrics", "-").stdout)

    def test_the_band_is_that_of_the_settings_of_the_page(self):
        cycles = sorted(self.metrics(*RUN, *settings(start))["cycles"] for start in range(STARTS))
        self.assertGreater(len(set(cycles)), 3, cycles)
        band = self.metrics(*RUN, "--jitter", str(STARTS))
        own = self.metrics(*RUN)
        self.assertEqual(band["jitter"], {"starts": STARTS, "least_cycles": cycles[0], "median_cycles": cycles[STARTS // 2 - 1], "most_cycles": cycles[-1]})
        del band["jitter"]
        for m in (band, own):
            del m["command"]
            m["kernel"].pop("host_seconds", None), m.pop("host_seconds", None)
        self.assertEqual(band, own)  # all else is of the run as it is
        self.assertIn(f"from {STARTS} starts: {cycles[0]:,} to {cycles[-1]:,} cycles", self.tlm(*RUN, "--jitter", str(STARTS)).stdout)

    def test_values_do_not_depend_on_the_start(self):
        results = set()
        for start in (0, 3, 9):
            self.tlm(*RUN, *settings(start), "--out", "c.npy")
            with open(os.path.join(self.folder, "c.npy"), "rb") as f:
                results.add(f.read())
        self.assertEqual(len(results), 1)

    def test_a_core_starts_later_by_so_many_cycles(self):
        with open(os.path.join(self.folder, "s.scn"), "w") as f:
            f.write("t1 NOP\nt1 sync\nt1 mark there\nt2 mark here\n")
        marks = lambda *more: dict(re.findall(r"mark (\w+) t\d (\d+)", self.tlm("stream", "s.scn", *more).stdout))
        early, late = marks(), marks("--set=start.t1_cycles=1000")
        self.assertEqual(int(late["there"]) - int(early["there"]), 1000)
        self.assertEqual(late["here"], early["here"])

    def test_a_start_that_ends_otherwise_is_a_warning(self):
        # A race: T0's SEMGET, which takes nothing from 0, must come before T1's SEMPOST, or T2 waits for ever. Start n delays T0 by
        # 5 n and T1 by 3 n cycles (of 16): from 2 on T0 comes last.
        with open(os.path.join(self.folder, "race.scn"), "w") as f:
            f.write("t0 delay 4\nt0 SEMGET sem_sel=sem2\nt0 sync\nt1 delay 6\nt1 SEMPOST sem_sel=sem2\nt1 sync\n"
                    "t2 delay 60\nt2 SEMWAIT stall_res=0x1ff wait_sem_cond=1 sem_sel=sem2\nt2 SEMPOST sem_sel=sem3\nt2 sync\n")
        done = self.tlm("stream", "race.scn", "--jitter", "4", "--metrics", "-")
        self.assertEqual(json.loads(done.stdout)["jitter"]["starts"], 2)
        self.assertEqual(re.findall(r"start (\d), which ends otherwise \((\w+)\)", done.stderr), [("2", "deadlock"), ("3", "deadlock")])
        self.tlm("stream", "race.scn", *settings(1))
        for start in (2, 3):
            said = " ".join(option.replace("=", " ", 1) for option in settings(start))
            self.assertIn(said, done.stderr)
            self.tlm("stream", "race.scn", *settings(start), status=3)

    def test_compare(self):
        for name, more in (("a", []), ("b", ["--set=l1.arbiter_phase=1"]), ("c", ["--set=riscv.l1_load_cycles=40"])):
            self.tlm(*RUN, *more, "--jitter", str(STARTS), "--metrics", f"{name}.json")
        self.assertIn("the difference may be one of the start", self.tlm("compare", "a.json", "b.json").stdout)
        self.assertIn("these do not meet", self.tlm("compare", "a.json", "c.json").stdout)
        self.assertTrue(json.loads(self.tlm("compare", "--json", "a.json", "b.json").stdout)["jitter"]["inside"])

    def test_levers(self):
        text = self.tlm("levers", *RUN[1:], "--only=riscv.l1_load", "--only=unpacker.pipeline", "--jitter", str(STARTS), "--out", "l.json").stdout
        with open(os.path.join(self.folder, "l.json")) as f:
            result = json.load(f)
        band = result["jitter"]
        marks = [(s["cycles"], s["inside_jitter"]) for lever in result["levers"] for s in lever["steps"]]
        self.assertEqual({inside for _, inside in marks}, {band["least_cycles"] <= cycles <= band["most_cycles"] for cycles, _ in marks})
        for cycles, inside in marks:
            self.assertEqual(inside, band["least_cycles"] <= cycles <= band["most_cycles"])
        self.assertIn(f"from {STARTS} starts", text)

    def test_what_is_refused(self):
        for arguments, said in ((["--jitter", "1"], "expected 2..1000"), (["--jitter", "1001"], "expected 2..1000"), (["--jitter", "x"], "--jitter"),
                                (["--sample", "--jitter", "4"], "--jitter")):
            self.assertIn(said, self.tlm(*RUN, *arguments, status=2).stderr)


unittest.main()
