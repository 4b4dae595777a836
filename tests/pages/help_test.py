# SPDX-License-Identifier: Apache-2.0
"""Every program in scripts has --help. Usage: help_test.py"""
import os, subprocess, unittest

SCRIPTS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "scripts")


class Help(unittest.TestCase):
    def test_every_program(self):
        programs = [p for p in (os.path.join(SCRIPTS, name) for name in sorted(os.listdir(SCRIPTS))) if os.path.isfile(p) and os.access(p, os.X_OK)]
        self.assertGreater(len(programs), 10)
        for path in programs:
            with self.subTest(path):
                done = subprocess.run([path, "--help"], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertGreater(len(done.stdout.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
