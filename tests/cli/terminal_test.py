# SPDX-License-Identifier: Apache-2.0
"""What standard error shows on a terminal. Usage: terminal_test.py BINARY"""
import os, pty, re, signal, subprocess, sys, time, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
LONG = ["run", "matmul", "--shape", "2048x2048x16384"]  # a minute
LIMIT = 60  # seconds after which something hangs
LINE = re.compile(rb"\r([0-9,]+) of 4,096 tiles, cycle ([0-9,]+)(, [0-9.]+ (?:s|min|h) left)?   ")


def terminals_there():
    try:
        for end in pty.openpty():
            os.close(end)
        return True
    except OSError:
        return False


@unittest.skipUnless(terminals_there(), "no pseudo-terminals here (/dev/pts)")
class Terminal(unittest.TestCase):
    def start(self, *arguments):
        """With standard error on a terminal of its own."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        self.addCleanup(os.close, ours)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, ours

    def read(self, terminal, enough=lambda shown: False):
        """Until it is enough, or the process has closed it."""
        shown, end = b"", time.monotonic() + LIMIT
        while not enough(shown):
            self.assertLess(time.monotonic(), end, shown)
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # closed
                break
            if not piece:
                break
            shown += piece
        return shown

    def test_progress(self):
        began = time.monotonic()
        process, terminal = self.start(*LONG)
        shown = self.read(terminal, lambda s: len(LINE.findall(s)) >= 3 and LINE.findall(s)[-1][2])  # slow: no tile yet
        self.assertGreater(time.monotonic() - began, 3)
        lines = LINE.findall(shown)
        self.assertNotIn(b"\n", shown)  # one line, written again
        self.assertTrue(lines[-1][2], shown)
        counts = [[int(n.replace(b",", b"")) for n in line[:2]] for line in lines]
        self.assertEqual(counts, sorted(counts))
        self.assertTrue(0 < counts[-1][0] < 4096 and counts[0][1] < counts[-1][1], counts)
        process.send_signal(signal.SIGINT)
        rest = self.read(terminal)
        self.assertEqual(process.wait(), -signal.SIGINT)
        last = rest.replace(b"\r\n", b"\n")
        self.assertRegex(last, rb"\r {70,}\rinterrupted by SIGINT at cycle [0-9,]+, [0-9,]+ of 4,096 tiles done; [^\n]*\n$")

    def test_progress_of_a_sampled_run(self):
        process, terminal = self.start("run", "matmul", "--shape", "4096x4096x1048576", "--sample")
        line = re.compile(rb"\r([0-9,]+) of at most 16,384 tiles, cycle [0-9,]+   ")
        shown = self.read(terminal, lambda s: len(line.findall(s)) >= 2)
        self.assertGreaterEqual(len(line.findall(shown)), 2, shown)
        process.send_signal(signal.SIGINT)
        self.read(terminal)
        self.assertEqual(process.wait(), -signal.SIGINT)

    def test_short_runs_show_nothing(self):
        process, terminal = self.start("run", "datacopy", "--shape", "64x64")
        self.assertEqual(self.read(terminal), b"")
        self.assertEqual(process.wait(), 0)

    def test_no_terminal(self):
        process = subprocess.Popen([BINARY, *LONG], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(3.5)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, -signal.SIGTERM)
        self.assertRegex(err, rb"^interrupted by SIGTERM [^\r\n]*\n$")


if __name__ == "__main__":
    unittest.main(verbosity=1)
