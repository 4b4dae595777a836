# SPDX-License-Identifier: Apache-2.0
"""What a sweep finds of an earlier one: torn, damaged, foreign, somebody else's. Usage: journal_test.py BINARY"""
import json, os, random, zlib

import common
from common import Case, POINTS, STUDY

SEED = 14
COMMAND = ("sweep", "study.json", "--out", "r.jsonl")


class Journal(Case):
    def setUp(self):
        super().setUp()
        self.inputs()
        self.whole = self.whole_sweep()

    def interrupted(self, lines):
        """The journal of a sweep that was killed when it had so many lines."""
        process = self.start(*COMMAND)
        self.wait_until(lambda: self.journal().count(b"\n") >= lines or process.poll() is not None)
        process.kill()
        self.finish(process)
        self.check_nobody_left()
        self.assertGreaterEqual(self.journal().count(b"\n"), lines)
        return self.journal()

    def check_resumed(self):
        _, err = self.tlm(*COMMAND)
        self.assertTrue(self.read("r.jsonl") == self.whole, err)
        self.assertFalse(os.path.exists(self.path("r.jsonl.partial")))
        os.remove(self.path("r.jsonl"))

    def check_refused(self, *parts):
        """And what is there is left alone."""
        before = self.journal()
        _, err = self.tlm(*COMMAND, status=2)
        self.check_message(err, *parts)
        self.assertEqual(self.journal(), before)
        self.assertFalse(os.path.exists(self.path("r.jsonl")))

    def test_cut_anywhere(self):
        chosen = random.Random(SEED)
        journal = self.interrupted(POINTS - 2)
        header = journal.index(b"\n") + 1
        places = [0, 1, 8, 9, 10, header - 1, header, header + 1, *(chosen.randrange(len(journal)) for _ in range(12))]
        for at in places:
            with self.subTest(at=at):
                self.write("r.jsonl.partial", journal[:at])
                self.check_resumed()

    def test_a_flipped_bit(self):
        """In a row: the point is run again. In the header: nobody's points."""
        chosen = random.Random(SEED)
        journal = self.interrupted(POINTS - 2)
        header = journal.index(b"\n") + 1
        for _ in range(12):
            at, bit = chosen.randrange(header, len(journal)), chosen.randrange(8)
            with self.subTest(at=at, bit=bit):
                damaged = bytearray(journal)
                damaged[at] ^= 1 << bit
                self.write("r.jsonl.partial", bytes(damaged))
                self.check_resumed()
        for _ in range(6):
            at, bit = chosen.randrange(header - 1), chosen.randrange(8)
            with self.subTest(at=at, bit=bit):
                damaged = bytearray(journal)
                damaged[at] ^= 1 << bit
                self.write("r.jsonl.partial", bytes(damaged))
                self.check_refused("another study", "--restart", "r.jsonl.partial")

    def test_holes_and_what_was_appended(self):
        """As file systems leave them after a crash: zeros at the end, or in the middle; lines twice; text of somebody's."""
        journal = self.interrupted(POINTS - 2)
        lines = journal.splitlines(keepends=True)
        for name, text in (("zeros behind", journal + bytes(5000)), ("zeros within", journal[:len(lines[0]) + 100] + bytes(5000) + journal[len(lines[0]) + 5100:]),
                           ("twice", journal + b"".join(lines[1:])), ("text", journal + b"text\n\n\ntext"), ("carriage returns", lines[0] + b"".join(lines[1:]).replace(b"\n", b"\r\n"))):
            with self.subTest(name):
                self.write("r.jsonl.partial", text)
                self.check_resumed()

    def header_with(self, **changed):
        header = json.loads(self.interrupted(1).splitlines()[0][9:])
        header.update(changed)
        text = json.dumps(header, separators=(",", ":")).encode()
        return b"%08x %s\n" % (zlib.crc32(text), text)

    def test_of_another_version_or_study(self):
        rows = b"".join(self.interrupted(4).splitlines(keepends=True)[1:])
        self.write("r.jsonl.partial", self.header_with() + rows)  # made as the program makes it
        self.check_resumed()
        for changed in ({"version": 2}, {"fingerprint": "0"}, {"study": "other"}, {"shards": 2}, {"host_seconds": True}, {"format": "other"}):
            with self.subTest(changed=changed):
                self.write("r.jsonl.partial", self.header_with(**changed) + rows)
                self.check_refused("another study", "another build", "--restart")
                os.remove(self.path("r.jsonl.partial"))

    def test_a_changed_input(self):
        """A stream that is another one by now makes other points."""
        self.write("study.json", json.dumps({**STUDY, "variables": [], "base": {"stream": "s2.scn"}, "axes": [{"axis": "clock_mhz", "values": [1000, 1001, 1002, 1003]}]}))
        self.write("s2.scn", "t0 delay 2000\n")
        self.interrupted(2)
        self.write("s2.scn", "t0 delay 2001\n")
        self.check_refused("another study", "--restart")
        self.tlm(*COMMAND, "--restart")
        self.assertEqual({json.loads(line)["metrics"]["cycles"] for line in self.read("r.jsonl").splitlines()}, {self.cycles("s2.scn")})

    def cycles(self, stream):
        self.tlm("stream", stream, "--metrics", "m.json")
        return json.loads(self.read("m.json"))["cycles"]

    def test_no_file(self):
        """Neither hangs, nor is what is there replaced."""
        there = self.path("r.jsonl.partial")
        os.mkdir(there)
        _, err = self.tlm(*COMMAND, status=2)
        self.check_message(err, "r.jsonl.partial", "Is a directory")
        os.rmdir(there)
        os.mkfifo(there)
        _, err = self.tlm(*COMMAND, status=2)
        self.check_message(err, "r.jsonl.partial", "not a file")
        os.remove(there)
        os.symlink("r.jsonl.partial", there)
        _, err = self.tlm(*COMMAND, status=2)
        self.check_message(err, "r.jsonl.partial", "symbolic links")
        os.remove(there)
        self.check_resumed()


class Together(Case):
    def test_many_at_once(self):
        """On one result: one does it, the others say so or find it done; again and again."""
        self.inputs()
        whole = self.whole_sweep()
        for _ in range(3):
            processes = [self.start(*COMMAND, "--jobs", "1") for _ in range(5)]
            statuses = []
            for process in processes:
                _, err = self.finish(process)
                statuses.append(process.returncode)
                if process.returncode != 0:
                    self.check_message(err, "another sweep is writing this result", "r.jsonl.partial")
            self.assertLessEqual(set(statuses), {0, 2})
            self.assertIn(0, statuses)
            self.assertEqual(self.read("r.jsonl"), whole)
            self.assertFalse(os.path.exists(self.path("r.jsonl.partial")))
            os.remove(self.path("r.jsonl"))

    def test_parts_at_once_in_one_folder(self):
        self.inputs()
        whole = self.whole_sweep()
        parts = [f"study.{i}-of-4.jsonl" for i in (1, 2, 3, 4)]
        processes = [self.start("sweep", "study.json", "--shard", f"{i}/4", "--jobs", "1") for i in (1, 2, 3, 4)]
        for process in processes:
            _, err = self.finish(process)
            self.assertEqual(process.returncode, 0, err)
        merges = [self.start("sweep", "study.json", "--out", "r.jsonl", "--merge", *parts) for _ in range(4)]
        for process in merges:
            _, err = self.finish(process)
            self.assertEqual(process.returncode, 0, err)
        self.assertEqual(self.read("r.jsonl"), whole)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*self.inputs(), *parts, "r.jsonl", "whole.jsonl"]))

    def test_runs_at_once_on_one_output(self):
        """The last one's file stands there, whole."""
        self.inputs()
        arguments, files = common.WRITERS["run"]
        whole = self.undisturbed("run")
        for _ in range(3):
            processes = [self.start(*arguments) for _ in range(4)]
            for process in processes:
                _, err = self.finish(process)
                self.assertEqual(process.returncode, 0, err)
            self.assertEqual(self.check_files(self.folder, whole, others=self.inputs()), sorted(files))


if __name__ == "__main__":
    common.main()
