# SPDX-License-Identifier: Apache-2.0
"""run_blocks.py finds what it is there for: a wrong digit, a command that fails, blocks of no kind. Usage: planted_test.py PROGRAM"""
import importlib.util, os, re, shutil, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.abspath(sys.argv.pop(1))
sys.path.insert(0, HERE)
from run_blocks import compare

HAS_PANDAS = os.environ.get("CI") or importlib.util.find_spec("pandas")


class Planted(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for name in os.listdir(ROOT):
            if name in ("docs", "configs"):
                shutil.copytree(os.path.join(ROOT, name), os.path.join(self.root, name))
            elif name not in (".git", "build"):
                os.symlink(os.path.join(ROOT, name), os.path.join(self.root, name))

    def page(self, name, change):
        path = os.path.join(self.root, "docs", name)
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
        line = change(lines)
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n".join(lines))
        return f"docs/{name}:{line}: "

    def run_blocks(self, *pages, more=()):
        done = subprocess.run([sys.executable, os.path.join(HERE, "run_blocks.py"), PROGRAM, *pages, "--root", self.root, *more], capture_output=True, encoding="utf-8")
        self.assertEqual(done.stderr, "")
        return done.returncode, re.findall(r"^\S+\.md:\d+: (?!not run)", done.stdout, re.M), done.stdout

    @staticmethod
    def wrong_digit(lines):
        """In the last line with a digit that the page's first block with prompts shows."""
        begin = next(n for n, line in enumerate(lines) if line in ("```console", "```pycon"))
        at = max(n for n in range(begin, lines.index("```", begin)) if re.search(r"\d", lines[n]) and lines[n][0] not in "$>")
        lines[at] = re.sub(r"\d(?=\D*$)", lambda m: str((int(m[0]) + 1) % 10), lines[at])
        return at + 1

    def test_a_wrong_digit_in_four_pages(self):
        names = ["hazards.md", "noc-traffic.md", "built-in-kernels.md", *(["python.md"] if HAS_PANDAS else [])]
        places = [self.page(name, self.wrong_digit) for name in names]
        status, found, printed = self.run_blocks(*(f"docs/{name}" for name in names))
        self.assertEqual((status, sorted(found)), (1, sorted(places)), printed)
        self.assertEqual(self.run_blocks(*(f"docs/{name}" for name in names), more=["--update"])[0], 0)
        for name in names:
            with open(os.path.join(self.root, "docs", name)) as new, open(os.path.join(ROOT, "docs", name)) as old:
                self.assertEqual(new.read(), old.read())

    def test_a_command_that_fails(self):
        def change(lines):
            at = lines.index("```sh")
            lines[at + 1:at + 1] = ["true", "tensix-tlm run datacopy --shape 1y1"]
            return at + 3
        place = self.page("noc-traffic.md", change)
        self.assertEqual(self.run_blocks("docs/noc-traffic.md")[:2], (1, [place]))

    def test_commands_that_would_not_be_run(self):
        def change(lines):
            at = lines.index("```console")
            lines[at] = "```"
            return at + 1
        place = self.page("hazards.md", change)
        status, found, printed = self.run_blocks("docs/hazards.md")
        self.assertEqual((status, found), (1, [place]), printed)
        self.assertIn("neither console nor sh", printed)

    def test_compare(self):
        self.assertEqual(compare(["a", "...", "c 1", "...", "host: 0.1 s"], ["a", "b", "c 1", "d", "host: 22.5 s"])[1], [])
        self.assertEqual(compare(["a", "...", "c 1", "...", "e"], ["a", "b", "c 2", "d", "e"])[1], [(2, "c 1", "c 2")])
        self.assertEqual(compare(["a"], ["a", "b"])[1], [(0, None, "b")])
        self.assertEqual(compare(["a", "b"], ["a"])[1], [(1, "b", None)])
        self.assertEqual(compare(["host: 1 s"], ["host: 1 m"])[1], [(0, "host: 1 s", "host: 1 m")])
        self.assertEqual(compare(["...", "c"], ["a", "c"])[1], [])


if __name__ == "__main__":
    unittest.main()
