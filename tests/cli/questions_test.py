# SPDX-License-Identifier: Apache-2.0
"""docs/questions.md: every command runs and says nothing is wrong. Usage: questions_test.py BINARY"""
import os, re, shutil, subprocess, unittest

from common import BINARY, Case, LIMIT, ROOT, page


class Questions(Case):
    def test_every_command(self):
        rows = [line for line in page("docs", "questions.md").splitlines() if line.startswith("| ") and "`tensix-tlm" in line]
        self.assertGreaterEqual(len(rows), 25)
        environment = dict(os.environ, ROOT=ROOT, PWD=self.folder, PATH=os.path.dirname(BINARY) + ":" + os.environ["PATH"])
        for row in rows:
            _, question, commands, more, _ = row.split(" | ") if row.count(" | ") > 3 else ["", *row.strip("|").split(" | "), ""]
            for command in re.findall(r"`([^`]+)`", commands):
                if command.startswith(("tensix-tlm kernel", "tensix-tlm program")) and not shutil.which("riscv64-unknown-elf-g++"):
                    continue
                with self.subTest(question=question, command=command):
                    done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=LIMIT)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(done.stdout or done.stderr)
            for name in re.findall(r"\]\(([^)]+)\)", more):
                self.assertTrue(os.path.exists(os.path.join(ROOT, "docs", name.split("#")[0])), name)


class Readme(Case):
    def test_every_page_is_reachable(self):
        """From README.md: docs/README.md, and from there each page of docs."""
        self.assertIn("(docs/README.md)", page("README.md"))
        text = page("docs/README.md")
        for folder, _, files in os.walk(os.path.join(ROOT, "docs")):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), os.path.join(ROOT, "docs"))
                if name.endswith(".md") and "examples" not in path and path != "README.md":
                    self.assertTrue(f"({path})" in text or os.path.dirname(path) == "studies" and "(studies/README.md)" in text, f"docs/README.md does not name {path}")

    def test_readme_is_short(self):
        self.assertLess(len(page("README.md").split()), 1200)


if __name__ == "__main__":
    unittest.main()
