# SPDX-License-Identifier: Apache-2.0
"""What the tests of faults share: runs under a time limit, and how outputs are held against those of an undisturbed run."""
import json, os, re, signal, struct, subprocess, sys, tempfile, time, unittest

LIMIT = 30  # seconds after which something hangs
# Where a folder is wanted that a test may hide /tmp from.
SCRATCH = next((d for d in ("/var/tmp", "/tmp") if os.access(d, os.W_OK)), None)

STUDY = {
    "format": "tensix-tlm-study", "version": 1, "name": "faults", "variables": ["k"],
    "base": {"kernel": "matmul", "options": {"shape": "32x32x{k}", "format": "bf16"}},
    "axes": [{"axis": "l1.banks", "values": [8, 16, 32]}, {"axis": "k", "values": [32, 64]}, {"axis": "fidelity", "values": ["lofi", "hifi4"]}]}
POINTS = 12
ENDLESS = "t0 loop 1000000000\nt0 NOP\nt0 endloop\n"  # longer than any test
STREAM = ("l1w 0x1000 0x12345678\nout 0x2000 8\noutf 0x1000 65536 out.bin\nt0 loop 2000\nt0 NOP\nt0 endloop\n"
          "t0 copy 0x1000 0x2004\nt0 mark done\n")


def elf_program():
    """For T0, at 0x6000: writes 100 to 0x20000 and counts x3 up for ever; --until 0x20000=100 ends it."""
    code = struct.pack("<5I", 0x000200b7, 0x06400113, 0x0020a023, 0x00118193, 0xffdff06f)
    header = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01" + bytes(9), 2, 243, 1, 0x6000, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    return header + struct.pack("<8I", 1, 84, 0x6000, 0x6000, len(code), len(code), 5, 4) + code


# Everything that writes: name -> (arguments, its files).
OBSERVED = ["--metrics", "m.json", "--report", "r.html", "--trace", "t.json", "--vcd", "v.vcd", "--events", "e.jsonl"]
OBSERVATIONS = ["m.json", "r.html", "t.json", "v.vcd", "v.gtkw", "e.jsonl"]
WRITERS = {
    "run": (["run", "matmul", "--shape", "64x64x64", "--out", "c.npy", *OBSERVED], ["c.npy", *OBSERVATIONS]),
    "stream": (["stream", "s.scn", *OBSERVED], ["out.bin", *OBSERVATIONS]),
    "elf": (["elf", "--t0", "t0.elf", "--until", "0x20000=100", "--dump", "0x20000:65536=dump.bin", *OBSERVED], ["dump.bin", *OBSERVATIONS]),
}


def without_host_time(name, data):
    """How long the host took differs from run to run."""
    return re.sub(rb'"host_seconds":\s*[-+.e0-9]+', b"", data) if name.endswith((".json", ".html")) else data


class Case(unittest.TestCase):
    binary = None
    where = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=self.where)
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def inputs(self, folder=""):
        """What the writers and sweeps read."""
        files = {"s.scn": STREAM.encode(), "t0.elf": elf_program(), "study.json": json.dumps(STUDY).encode(), "endless.scn": ENDLESS.encode()}
        for name, data in files.items():
            self.write(os.path.join(folder, name), data)
        return sorted(files)

    def start(self, *arguments, cwd=None, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([self.binary, *arguments], cwd=cwd or self.folder, **options)

    def finish(self, process):
        """Standard output and error; whatever hangs is ended, and a failure."""
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            for pid in self.processes_here():
                os.kill(pid, signal.SIGKILL)
            self.fail(f"{process.args} hangs")
        return (out or b"").decode(), (err or b"").decode()

    def tlm(self, *arguments, status=0, **options):
        process = self.start(*arguments, **options)
        out, err = self.finish(process)
        self.assertEqual(process.returncode, status, f"{arguments}: {err[-2000:]}")
        return out, err

    def undisturbed(self, name):
        """The files of a writer that nothing happens to; its inputs must be there."""
        arguments, files = WRITERS[name]
        self.tlm(*arguments)
        whole = {f: without_host_time(f, self.read(f)) for f in files}
        for f in files:
            os.remove(self.path(f))
        return whole

    def check_files(self, folder, whole, before=None, others=()):
        """Each output is whole, or as it was before; nothing else is in the folder. Says which are whole."""
        before, there = before or {}, set(os.listdir(folder)) - set(others)
        self.assertEqual(there - set(whole), set(), "files that nobody asked for")
        self.assertEqual(set(before) - there, set(), "files that were there before")
        new = []
        for name in sorted(there):
            with open(os.path.join(folder, name), "rb") as f:
                data = f.read()
            if name in before and data == before[name]:
                continue
            self.assertTrue(without_host_time(name, data) == whole[name], f"{name} is not whole: {len(data)} bytes")
            new.append(name)
        return new

    def check_message(self, err, *parts):
        """One plain line for people."""
        last = err.rstrip("\n").rpartition("\n")[2]
        self.assertTrue(last.startswith("tensix-tlm: "), err)
        self.assertNotIn("std::", last)
        for part in parts:
            self.assertIn(part, last)

    # ---- sweeps

    def whole_sweep(self, name="whole.jsonl"):
        self.tlm("sweep", "study.json", "--out", name)
        return self.read(name)

    def journal(self, name="r.jsonl"):
        try:
            return self.read(name + ".partial")
        except FileNotFoundError:
            return b""

    def points_done(self, name="r.jsonl"):
        """Whole lines of the journal, the header left out."""
        return set(self.journal(name).rpartition(b"\n")[0].split(b"\n")[1:])

    def processes_here(self):
        """The living ones whose folder is the test's, and those in folders below."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                where = os.readlink(f"/proc/{pid}/cwd")
                with open(f"/proc/{pid}/stat") as f:
                    state = f.read().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if (where == self.folder or where.startswith(self.folder + "/")) and state != "Z":
                found.append(int(pid))
        return found

    def wait_until(self, condition, what="what the test waits for"):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end, what + " does not happen")
            time.sleep(0.002)

    def check_nobody_left(self):
        self.wait_until(lambda: self.processes_here() == [], "the end of all processes")


def main():
    """SCRIPT BINARY: 0, 1, or 77 where everything that could be tried went well and something could not be."""
    Case.binary = os.path.abspath(sys.argv.pop(1))
    result = unittest.main(verbosity=1, exit=False).result
    for test, reason in result.skipped:
        print(f"SKIPPED {test.id()}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
