# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line in Python share. Usage of each: NAME_test.py BINARY"""
import json, os, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(sys.argv.pop(1))
LIMIT = 120  # seconds after which something hangs


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)

    def tlm(self, *words, status=0, **more):
        done = subprocess.run([BINARY, *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=LIMIT, **more)
        self.assertEqual(done.returncode, status, (words, done.stderr))
        return done.stdout, done.stderr

    def metrics(self, *words, **more):
        return json.loads(self.tlm(*words, "--metrics", "-", **more)[0])


def page(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()
