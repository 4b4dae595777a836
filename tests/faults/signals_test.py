# SPDX-License-Identifier: Apache-2.0
"""Signals, and readers that go away. Usage: signals_test.py BINARY"""
import json, os, re, signal, subprocess, time, unittest

import common, random_kills
from common import Case, STUDY, WRITERS

ENDLESS = (["stream", "endless.scn", *common.OBSERVED], ["run", "matmul", "--shape", "2048x2048x2048", "--out", "c.npy", *common.OBSERVED],
           ["elf", "--t0", "t0.elf", "--dump", "0x20000:65536=dump.bin", *common.OBSERVED])
SEED, TRIES = 14, 2  # of the kills at random moments; scripts/soak.sh takes others


class Readers(Case):
    def test_a_reader_that_has_enough(self):
        """tensix-tlm ... | head -1: no message, and nothing half done."""
        self.inputs()
        for name, (arguments, files) in WRITERS.items():
            arguments = [*arguments, "--timeline", "--timeline-rows", "100000"]  # more than a pipe holds
            self.tlm(*arguments)
            whole = {f: common.without_host_time(f, self.read(f)) for f in files}
            for lines in (0, 1):
                with self.subTest(writer=name, lines=lines):
                    process = self.start(*arguments)
                    for _ in range(lines):
                        self.assertTrue(process.stdout.readline())
                    process.stdout.close()
                    _, err = self.finish(process)
                    self.assertIn(process.returncode, (0, -signal.SIGPIPE), err)
                    self.assertEqual(err, "")
                    for f in files:
                        if os.path.exists(self.path(f)):
                            self.assertTrue(common.without_host_time(f, self.read(f)) == whole[f], f)
                            os.remove(self.path(f))
            self.assertEqual(set(os.listdir(self.folder)), set(self.inputs()))

    def test_without_sigpipe_it_is_an_error_with_a_reason(self):
        for arguments in (["params"], ["run", "add"], ["run", "add", "--timeline"]):
            with self.subTest(arguments=arguments):
                reader, writer = os.pipe()
                os.close(reader)
                process = self.start(*arguments, stdout=writer, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN), restore_signals=False)
                os.close(writer)
                _, err = self.finish(process)
                self.assertEqual(process.returncode, 4)
                self.check_message(err, "standard output", "Broken pipe")

    def test_messages_that_nobody_reads(self):
        """A sweep without a reader of its progress may end, but nothing is lost and nobody is left."""
        self.inputs()
        whole = self.whole_sweep()
        reader, writer = os.pipe()
        os.close(reader)
        process = self.start("sweep", "study.json", "--out", "r.jsonl", stderr=writer)
        os.close(writer)
        self.finish(process)
        self.assertIn(process.returncode, (0, -signal.SIGPIPE))
        self.check_nobody_left()
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)
        self.assertFalse(os.path.exists(self.path("r.jsonl.partial")))


class Signals(Case):
    def test_a_run_ends_by_the_signal(self):
        """And leaves nothing, however long its outputs had been wanted."""
        others = self.inputs()
        for how in (signal.SIGHUP, signal.SIGKILL):
            for arguments in ENDLESS:
                with self.subTest(how=how, arguments=arguments):
                    process = self.start(*arguments)
                    time.sleep(0.15)
                    process.send_signal(how)
                    self.finish(process)
                    self.assertEqual(process.returncode, -how)
                    self.assertEqual(sorted(os.listdir(self.folder)), others)

    def simulating(self, arguments, how, **options):
        process = self.start(*arguments, **options)
        self.wait_until(lambda: self.handles(process.pid, how), "the simulation")
        return process

    def test_an_interrupted_run_says_how_far_it_came(self):
        """Metrics of the part that was simulated, and no other file."""
        others = self.inputs()
        for how in (signal.SIGINT, signal.SIGTERM):
            for arguments in ENDLESS:
                with self.subTest(how=how, arguments=arguments):
                    process = self.simulating(arguments, how)
                    process.send_signal(how)
                    out, err = self.finish(process)
                    self.assertEqual(process.returncode, -how)
                    said = re.fullmatch(rf"interrupted by {how.name} at cycle ([0-9,]+)(, [0-9,]+ of 4,096 tiles done)?; [^\n]*\n", err)
                    self.assertTrue(said, err)
                    self.assertEqual(said[2] is not None, arguments[0] == "run")
                    self.assertEqual(sorted(os.listdir(self.folder)), sorted([*others, "m.json"]))
                    metrics = json.loads(self.read("m.json"))
                    self.assertIs(metrics["complete"], False)
                    self.assertEqual(metrics["cycles"], int(said[1].replace(",", "")))
                    for account in metrics["units"].values():
                        self.assertEqual(account["busy"] + account["idle"] + sum(account["stall"].values()), metrics["cycles"])
                    self.assertIsNone(metrics["accuracy"])
                    self.assertEqual("incomplete: " in out, arguments[0] != "stream")
                    os.remove(self.path("m.json"))

    def test_a_second_signal_ends_at_once(self):
        """With whatever the metrics were before, or whole ones."""
        self.inputs()
        for arguments in ENDLESS:
            self.write("m.json", "{}")
            process = self.simulating(arguments, signal.SIGTERM)
            process.send_signal(signal.SIGTERM)
            self.wait_until(lambda: not self.handles(process.pid, signal.SIGTERM), "the first signal")
            process.send_signal(signal.SIGTERM)
            self.finish(process)
            self.assertEqual(process.returncode, -signal.SIGTERM)
            self.assertIn(json.loads(self.read("m.json")).get("complete"), (None, False))

    def test_a_run_does_not_hear_what_is_ignored(self):
        self.inputs()
        process = self.start("run", "datacopy", "--shape", "32x262144", "--metrics", "m.json", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        self.finish(process)
        self.assertEqual(process.returncode, 0)
        self.assertNotIn("complete", json.loads(self.read("m.json")))

    def slow_study(self):
        """Takes seconds to be checked before the first point runs."""
        self.write("slow.json", json.dumps({**STUDY, "axes": [STUDY["axes"][1], {"axis": "maxclk", "values": {"from": 100000, "to": 124999, "step": 1}}]}))

    def test_a_sweep_that_has_not_begun(self):
        self.slow_study()
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("sweep", "slow.json", "--out", "r.jsonl")
            self.wait_until(lambda: self.handles(process.pid, how), "main()")
            process.send_signal(how)
            _, err = self.finish(process)
            self.assertEqual(process.returncode, 3, err)
            self.check_message(err, "ended by", "the same command goes on")
            self.assertEqual(os.listdir(self.folder), ["slow.json"])

    def handles(self, pid, how):
        try:
            with open(f"/proc/{pid}/status") as f:
                caught = next(line for line in f if line.startswith("SigCgt:"))
        except (OSError, StopIteration):
            return False
        return int(caught.split()[1], 16) >> (how - 1) & 1

    def test_signals_one_after_the_other(self):
        """Until it ends: none of them finds nobody who handles it."""
        self.inputs()
        whole = self.whole_sweep()
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("sweep", "study.json", "--out", "r.jsonl")
            self.wait_until(lambda: self.handles(process.pid, how) or process.poll() is not None, "main()")
            while process.poll() is None:
                process.send_signal(how)
            _, err = self.finish(process)
            self.assertIn(process.returncode, (0, 3), err)
            self.check_nobody_left()
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)

    def test_what_is_ignored_stays_ignored(self):
        """nohup."""
        self.inputs()
        process = self.start("sweep", "study.json", "--out", "r.jsonl", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while process.poll() is None:
            process.send_signal(signal.SIGHUP)
            time.sleep(0.005)
        _, err = self.finish(process)
        self.assertEqual(process.returncode, 0, err)

    def test_stopped_and_continued(self):
        """A laptop that was closed: nothing is late because of it."""
        self.inputs()
        whole = self.whole_sweep()
        process = self.start("sweep", "study.json", "--out", "r.jsonl")
        self.wait_until(lambda: self.journal())
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        process.send_signal(signal.SIGCONT)
        _, err = self.finish(process)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(self.read("r.jsonl"), whole)


class Moments(unittest.TestCase):
    def test_random_moments(self):
        rows, found = random_kills.run(SEED, tries=TRIES)
        self.assertEqual(found, [])
        self.assertGreaterEqual(sum(early for _, _, early, _ in rows), len(rows) // 2, "hardly anything was ended early")


if __name__ == "__main__":
    common.main()
