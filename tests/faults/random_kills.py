# SPDX-License-Identifier: Apache-2.0
"""Kills at random moments: whatever runs is ended by a signal, and what it left is looked at.

  random_kills.py BINARY [--seed N] [--seconds S]      all kinds in turn until the time is over
  from random_kills import Kills                       a number of tries of one kind

The last lines are a table: kind, tries, how many of them were ended early, findings. Status 1 if there is a finding."""
import argparse, json, os, random, re, shutil, signal, sys, time

from common import Case, WRITERS

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)
KINDS = [*WRITERS, "sweep", "sweep_group", "sweep_csv", "two_sweeps", "merge"]


class Kills(Case):
    """One folder, with the undisturbed results of every kind."""

    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)
        self.setUp()
        self.inputs()
        self.seconds = {}  # of each kind, undisturbed
        self.whole = {name: self.timed(name, lambda name=name: self.undisturbed(name)) for name in WRITERS}
        self.results = {"jsonl": self.timed("sweep", lambda: self.whole_sweep("whole.jsonl")), "csv": self.whole_sweep("whole.csv")}
        for i in (1, 2):
            self.tlm("sweep", "study.json", "--shard", f"{i}/2", "--out", f"{i}.jsonl")
        self.timed("merge", lambda: self.merge("merged.jsonl"))
        os.remove(self.path("merged.jsonl"))
        self.given = set(os.listdir(self.folder))

    def timed(self, name, what):
        began = time.monotonic()
        result = what()
        self.seconds[name] = time.monotonic() - began
        return result

    def merge(self, out):
        return self.tlm("sweep", "study.json", "--merge", "1.jsonl", "2.jsonl", "--out", out)

    def clean(self):
        for name in set(os.listdir(self.folder)) - self.given:
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def killed(self, seconds, arguments, whole_group=False):
        """Starts, and sends a signal at a random moment; its status and the signal."""
        process = self.start(*arguments, start_new_session=True)
        time.sleep(self.random.uniform(0, 1.1) * seconds)
        how = self.random.choice(SIGNALS)
        try:
            os.killpg(process.pid, how) if whole_group else process.send_signal(how)
        except ProcessLookupError:
            pass
        _, err = self.finish(process)
        return process.returncode, how, err

    def one(self, kind):
        """A try; true if it was ended early. AssertionError: a finding."""
        self.clean()
        early = self.writer(kind) if kind in WRITERS else getattr(self, "try_" + kind)()
        self.check_nobody_left()
        return early

    def writer(self, kind):
        arguments, files = WRITERS[kind]
        before = {f: b"old" for f in files if self.random.random() < 0.5}
        for f, data in before.items():
            self.write(f, data)
        status, how, err = self.killed(self.seconds[kind], arguments)
        self.assertIn(status, (0, -how), err)
        if status and self.of_a_part("m.json"):  # interrupted: those of what was simulated
            os.remove(self.path("m.json"))
            if "m.json" in before:
                self.write("m.json", before["m.json"])
        left = set()  # SIGKILL may come between the two system calls that put a file in another's place
        if status == -signal.SIGKILL:
            left = {name for name in os.listdir(self.folder) if re.fullmatch(r"\.tensix-tlm-\d+-\d+", name)}
            self.assertLessEqual(len(left), 1 if before else 0)
        new = self.check_files(self.folder, self.whole[kind], before, self.given | left)
        if status == 0:
            self.assertEqual(new, sorted(files))
        return status != 0

    def of_a_part(self, name):
        try:
            return json.loads(self.read(name)).get("complete") is False
        except (FileNotFoundError, ValueError):  # not there, or what was there before
            return False

    def check_status(self, status, how, err, begun):
        """3 as documented; by the signal itself only before its main() was reached, when nothing is done yet."""
        self.assertIn(status, (0, -how) if how == signal.SIGKILL or not begun else (0, 3), err)

    def check_sweep(self, status, how, err, out, begun=True):
        """After a signal: said what it should, lost nothing, left nothing."""
        self.check_status(status, how, err, begun)
        if status == 3:
            self.check_message(err, "ended by", "the same command goes on")
        self.assertLessEqual(set(os.listdir(self.folder)) - self.given, {out, out + ".partial"})
        if os.path.exists(self.path(out)):
            self.assertTrue(self.read(out) == self.results[out.rpartition(".")[2]], "the result is not whole")
        else:
            self.assertNotEqual(status, 0)

    def try_sweep(self, ending="jsonl", group=False):
        """Ended again and again until it is through; each time what was done is kept."""
        out, done, early = f"r.{ending}", set(), False
        while not os.path.exists(self.path(out)):
            before, share = self.journal(out), self.seconds["sweep"] * self.random.choice((1, 0.3))
            status, how, err = self.killed(share, ["sweep", "study.json", "--out", out, "--jobs", "2"], group)
            self.check_nobody_left()
            early |= status != 0
            self.check_sweep(status, how, err, out, begun=status != -how or self.journal(out) != before)
            if not os.path.exists(self.path(out)):
                now = self.points_done(out)
                self.assertLessEqual(done, now, "points that were done are not kept")
                done = now
        self.tlm("sweep", "study.json", "--out", out)
        self.assertTrue(self.read(out) == self.results[ending], "the result is not whole")
        self.assertEqual(set(os.listdir(self.folder)) - self.given, {out})
        return early

    def try_sweep_group(self):
        """The children get the signal as well: Ctrl-C without a terminal, systemd, batch systems."""
        return self.try_sweep(group=True)

    def try_sweep_csv(self):
        return self.try_sweep("csv")

    def try_two_sweeps(self):
        """On one result; one of them is ended."""
        command = ["sweep", "study.json", "--out", "r.jsonl", "--jobs", "1"]
        other = self.start(*command)
        time.sleep(self.random.uniform(0, 0.05))
        status, how, err = self.killed(self.seconds["sweep"], command)
        _, said = self.finish(other)
        self.assertIn(other.returncode, (0, 2), said)
        self.assertIn(status, (0, 2, 3, -how), err)
        for code, text in ((status, err), (other.returncode, said)):
            if code == 2:
                self.check_message(text, "another sweep is writing this result")
        self.tlm(*command)
        self.assertTrue(self.read("r.jsonl") == self.results["jsonl"], "the result is not whole")
        self.assertEqual(set(os.listdir(self.folder)) - self.given, {"r.jsonl"})
        return status not in (0, 2)

    def try_merge(self):
        status, how, err = self.killed(self.seconds["merge"], ["sweep", "study.json", "--merge", "1.jsonl", "2.jsonl", "--out", "r.jsonl"])
        self.check_sweep(status, how, err, "r.jsonl", begun=status != -how)
        self.assertFalse(os.path.exists(self.path("r.jsonl.partial")))
        return status != 0


def run(seed, seconds=None, tries=None):
    """The table, as rows (kind, tries, ended early, findings), and what was found."""
    kills = Kills(seed)
    rows, found = {kind: [0, 0, 0] for kind in KINDS}, []
    end = time.monotonic() + (seconds or 0)
    try:
        while time.monotonic() < end if tries is None else rows[KINDS[-1]][0] < tries:
            for kind in KINDS:
                if tries is None and rows[kind][0] and time.monotonic() >= end:
                    break
                rows[kind][0] += 1
                try:
                    rows[kind][1] += kills.one(kind)
                except AssertionError as e:
                    rows[kind][2] += 1
                    found.append(f"{kind}, try {rows[kind][0]} of seed {seed}: {e}")
    finally:
        kills.doCleanups()
    return [(kind, *counts) for kind, counts in rows.items()], found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--seconds", type=float, default=30)
    o = parser.parse_args()
    Case.binary = os.path.abspath(o.binary)
    print(f"faults: kills at random moments, --seed {o.seed}", flush=True)
    rows, found = run(o.seed, seconds=o.seconds)
    for text in found:
        print("FINDING " + text)
    print(f"{'kind':<12} {'tries':>6} {'ended early':>12} {'findings':>9}")
    for kind, tries, early, findings in rows:
        print(f"{kind:<12} {tries:>6} {early:>12} {findings:>9}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
