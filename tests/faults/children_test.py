# SPDX-License-Identifier: Apache-2.0
"""Points of a sweep that hang, are killed or get no memory; runs without memory; and faults of the host that a shim makes.
Usage: children_test.py BINARY [SHIM]"""
import json, os, resource, signal, sys, time, unittest

import common, random_kills
from common import Case, POINTS, WRITERS

SHIM = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 and os.path.exists(sys.argv[2]) else None
needs_shim = unittest.skipUnless(SHIM, "built without the shim: the sanitizers' run time wants to be the first library")


def limited(what, value):
    return lambda: resource.setrlimit(what, (value, value))


class Children(Case):
    def setUp(self):
        super().setUp()
        self.inputs()
        self.write("short.scn", "t0 delay 10\n")
        self.write("mixed.json", json.dumps({"format": "tensix-tlm-study", "version": 1, "base": {},
                                             "axes": [{"axis": "stream", "values": ["endless.scn", "short.scn"]}]}))

    def points(self, sweep):
        """Those that have become tensix-tlm again: what is stopped before is what the sweep waits for."""
        return [p for p in self.processes_here() if p != sweep.pid and b"\0sweep\0" not in self.command(p)]

    def command(self, pid):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                return f.read()
        except OSError:
            return b"\0sweep\0"

    def rows(self, name="r.jsonl"):
        return [json.loads(line) for line in self.read(name).splitlines()]

    def test_one_that_hangs_and_cannot_even_be_stopped_politely(self):
        """SIGSTOP: it does not see anything any more."""
        process = self.start("sweep", "mixed.json", "--out", "r.jsonl", "--timeout", "1", "--jobs", "1")
        self.wait_until(lambda: self.points(process))
        os.kill(self.points(process)[0], signal.SIGSTOP)
        _, err = self.finish(process)
        self.assertEqual(process.returncode, 1, err)
        self.assertEqual([r["outcome"] for r in self.rows()], ["timeout", "done"])
        self.check_nobody_left()

    def test_one_that_hangs_when_the_sweep_ends(self):
        for how, status in ((signal.SIGTERM, 3), (signal.SIGKILL, -9)):
            process = self.start("sweep", "mixed.json", "--out", "r.jsonl", "--jobs", "1")
            self.wait_until(lambda: self.points(process))
            os.kill(self.points(process)[0], signal.SIGSTOP)
            process.send_signal(how)
            _, err = self.finish(process)
            self.assertEqual(process.returncode, status, err)
            self.check_nobody_left()

    def test_one_that_is_killed(self):
        """As by the kernel when memory is short; the others are not touched."""
        process = self.start("sweep", "mixed.json", "--out", "r.jsonl", "--jobs", "1")
        self.wait_until(lambda: self.points(process))
        os.kill(self.points(process)[0], signal.SIGKILL)
        _, err = self.finish(process)
        self.assertEqual(process.returncode, 1, err)
        rows = self.rows()
        self.assertEqual([r["outcome"] for r in rows], ["crashed", "done"])
        self.assertIn("signal 9", rows[0]["message"])
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*self.inputs(), "mixed.json", "r.jsonl", "short.scn"]))

    def test_runs_without_memory(self):
        """From too little to start with to enough: never a wrong result, never the user's fault."""
        whole = self.undisturbed("run")
        arguments, files = WRITERS["run"]
        others = os.listdir(self.folder)
        told, outcomes = 0, set()
        for kib in range(14000, 94000, 4000):
            with self.subTest(kib=kib):
                process = self.start(*arguments, preexec_fn=limited(resource.RLIMIT_AS, kib * 1024))
                _, err = self.finish(process)
                outcomes.add(process.returncode)
                written = self.check_files(self.folder, whole, others=others)
                if process.returncode == 0:
                    self.assertEqual(written, sorted(files))
                elif process.returncode == 4:
                    self.check_message(err, "memory")
                    told += 1
                else:  # before main()
                    self.assertIn(process.returncode, (127, -signal.SIGABRT, -signal.SIGSEGV), err)
                    self.assertEqual(written, [])
                for f in written:
                    os.remove(self.path(f))
        self.assertGreaterEqual(outcomes, {0, 4}, "the limits tried are too high or too low")
        self.assertGreater(told, 1)

    def test_points_without_memory(self):
        """The machine's fault, and the result says so."""
        whole = [json.loads(line) for line in self.whole_sweep().splitlines()]
        seen = set()
        for kib in range(18000, 36000, 1000):
            with self.subTest(kib=kib):
                process = self.start("sweep", "study.json", "--out", "r.jsonl", "--jobs", "2", preexec_fn=limited(resource.RLIMIT_AS, kib * 1024))
                _, err = self.finish(process)
                self.check_nobody_left()
                if process.returncode in (-signal.SIGABRT, -signal.SIGSEGV, 127):
                    continue  # the sweep itself could not start
                self.assertIn(process.returncode, (0, 1, 3), err)
                if process.returncode == 3:
                    self.check_message(err, "memory")
                    continue
                rows = self.rows()
                self.assertEqual(len(rows), POINTS)
                for row, right in zip(rows, whole):
                    seen.add(row["outcome"])
                    if row["outcome"] == "done":
                        # There is no mean over kernels where another one's point has failed.
                        mean = {} if all(r["outcome"] == "done" for r in rows) else {"geomean": None}
                        self.assertEqual({**row, **mean}, {**right, **mean})
                    else:
                        self.assertEqual((row["outcome"], row["metrics"]), ("crashed", None))
                os.remove(self.path("r.jsonl"))
        self.assertEqual(seen, {"done", "crashed"}, "the limits tried are too high or too low")

    def test_a_sweep_without_files_or_processes(self):
        whole = self.whole_sweep()
        for what, values in ((resource.RLIMIT_NOFILE, (3, 4, 5, 8, 10, 12, 14, 18)),):
            for value in values:
                with self.subTest(what=what, value=value):
                    process = self.start("sweep", "study.json", "--out", "r.jsonl", "--jobs", "4", preexec_fn=limited(what, value))
                    _, err = self.finish(process)
                    self.check_nobody_left()
                    self.assertIn(process.returncode, (0, 2, 3, 127), err)
                    if process.returncode in (2, 3):
                        self.check_message(err, "Too many open files")
                        self.assertFalse(os.path.exists(self.path("r.jsonl")))
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)


@needs_shim
class Host(Case):
    def setUp(self):
        super().setUp()
        self.inputs()

    def environment(self, faults):
        return {**os.environ, "LD_PRELOAD": SHIM, "TENSIX_FAULTS": faults}

    def test_a_clock_that_goes_back(self):
        """Nothing depends on the time of day: results are the same, nothing is late, nobody waits."""
        back = self.environment("clock")
        for name, (arguments, files) in WRITERS.items():
            whole = self.undisturbed(name)
            _, err = self.tlm(*arguments, env=back)
            self.assertEqual(err, "")
            for f in files:
                self.assertTrue(common.without_host_time(f, self.read(f)) == whole[f], f)
                if f == "m.json":
                    self.assertGreaterEqual(json.loads(self.read(f))["host_seconds"], 0)
                os.remove(self.path(f))
        whole = self.whole_sweep()
        self.tlm("sweep", "study.json", "--out", "r.jsonl", "--timeout", "20", env=back)
        self.assertEqual(self.read("r.jsonl"), whole)
        process = self.start("sweep", "study.json", "--out", "s.jsonl", env=back)
        self.wait_until(lambda: self.journal("s.jsonl"))
        process.send_signal(signal.SIGTERM)
        self.finish(process)
        self.tlm("sweep", "study.json", "--out", "s.jsonl", env=back)
        self.assertEqual(self.read("s.jsonl"), whole)

    def test_no_second_thread(self):
        """Event logs are written by the simulation's own, and are the same."""
        whole = self.undisturbed("run")
        self.tlm(*WRITERS["run"][0], env=self.environment("thread"))
        self.assertEqual(self.check_files(self.folder, whole, others=self.inputs()), sorted(WRITERS["run"][1]))

    def test_a_file_system_without_nameless_files(self):
        """Outputs are written beside their places, and nothing is left of that but after SIGKILL, under a name that says so."""
        without = self.environment("nameless")
        others = self.inputs()
        for name, (arguments, files) in WRITERS.items():
            whole = self.undisturbed(name)
            for before in ({}, {f: b"old" for f in files}):
                for f, data in before.items():
                    self.write(f, data)
                self.tlm(*arguments, env=without)
                self.assertEqual(self.check_files(self.folder, whole, before, others), sorted(files))
                for f in files:
                    os.remove(self.path(f))
            for limit in (0, 5000):
                process = self.start(*arguments, env=without, preexec_fn=limited(resource.RLIMIT_FSIZE, limit))
                _, err = self.finish(process)
                self.assertEqual(process.returncode, 4, err)
                self.check_message(err, "File too large")
                for f in self.check_files(self.folder, whole, others=others):
                    os.remove(self.path(f))
        arguments, files = WRITERS["run"]
        whole, chosen = self.undisturbed("run"), random_kills.random.Random(14)
        for _ in range(10):
            process = self.start(*arguments, env=without)
            time.sleep(chosen.uniform(0, 0.08))
            process.kill()
            self.finish(process)
            for f in [f for f in os.listdir(self.folder) if f.startswith(f".tensix-tlm-{process.pid}-")]:
                os.remove(self.path(f))
            self.check_files(self.folder, whole, others=others)

    def test_what_closing_a_file_says(self):
        """No file may stand in its place that is not known to be whole."""
        others = self.inputs()
        for faults in ("close", "close,nameless"):
            for name, (arguments, files) in WRITERS.items():
                for f in files:
                    self.write(f, "old")
                _, err = self.tlm(*arguments, env=self.environment(faults), status=4)
                self.check_message(err, "cannot write '", "Input/output error")
                self.check_files(self.folder, {f: b"" for f in files}, {f: b"old" for f in files}, others)
                for f in files:
                    os.remove(self.path(f))

    def test_a_result_that_does_not_reach_the_disk(self):
        whole = self.whole_sweep()
        _, err = self.tlm("sweep", "study.json", "--out", "r.jsonl", env=self.environment("fsync"), status=3)
        self.check_message(err, "r.jsonl", "Input/output error", "the same command goes on")
        self.assertFalse(os.path.exists(self.path("r.jsonl")))
        self.assertEqual(len(self.points_done()), POINTS)
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)


if __name__ == "__main__":
    common.main()
