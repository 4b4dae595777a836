# SPDX-License-Identifier: Apache-2.0
"""scripts/studies.py fills pages with right numbers, and --check finds wrong ones."""
import json, os, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(sys.argv.pop(1))
WHERE = "study: dst_sync_elementwise; where: kernel=add, fp32-dest=true, dst-sync=full"


def run(folder, *arguments):
    command = [sys.executable, os.path.join(ROOT, "scripts", "studies.py"), "--binary", BINARY, "--jobs", "2", "--folder", folder, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def page(self, text):
        with open(os.path.join(self.folder.name, "p.md"), "w", encoding="utf-8") as f:
            f.write(text)

    def text(self):
        with open(os.path.join(self.folder.name, "p.md"), encoding="utf-8") as f:
            return f.read()

    def test_numbers_are_those_of_a_run(self):
        metrics = os.path.join(self.folder.name, "m.json")
        subprocess.run([BINARY, "run", "add", "--shape", "512x512", "--fp32-dest", "--dst-sync", "full", "--metrics", metrics], check=True, stdout=subprocess.DEVNULL)
        with open(metrics, encoding="utf-8") as f:
            cycles = json.load(f)["cycles"]
        self.page(f"It takes <!-- value {WHERE}; value: cycles -->7<!-- end --> cycles.\n"
                  "<!-- table study: dst_sync_elementwise; where: kernel=add, fp32-dest=true; rows: kernel; columns: dst-sync; value: cycles -->\nold\n<!-- end -->\n")
        checked = run(self.folder.name, "--check")
        self.assertEqual(checked.returncode, 1, checked.stdout)
        self.assertIn("It takes", checked.stdout)
        self.assertIn(f"-->{cycles:,}<!--", checked.stdout)
        written = run(self.folder.name)
        self.assertEqual(written.returncode, 0, written.stdout)
        self.assertIn(f"-->{cycles:,}<!-- end --> cycles.", self.text())
        self.assertIn("| kernel | dst-sync half | dst-sync full |", self.text())
        self.assertIn(f"| {cycles:,} |", self.text())
        self.assertNotIn("old", self.text())
        before = self.text()
        again = run(self.folder.name, "--check")
        self.assertEqual(again.returncode, 0, again.stdout)
        self.assertEqual(self.text(), before)

    def test_ratio(self):
        self.page(f"<!-- value {WHERE}; over: dst-sync=full; value: cycles -->?<!-- end -->")
        self.assertEqual(run(self.folder.name).returncode, 0)
        self.assertIn("-->1.00<!--", self.text())

    def test_refused(self):
        for text, message in (
            ("<!-- value study: nothing; value: cycles --><!-- end -->", "no study configs/studies/nothing.json"),
            (f"<!-- value {WHERE}; value: cycels --><!-- end -->", "no metric cycels"),
            (f"<!-- value {WHERE}; value: cycles -->", "is missing"),
            ("<!-- value study: dst_sync_elementwise; value: cycles --><!-- end -->", "12 points"),
            ("<!-- value study: dst_sync_elementwise; where: colour=red; value: cycles --><!-- end -->", "no axis colour"),
            ("<!-- table study: dst_sync_elementwise; value: cycles -->\n<!-- end -->", "needs rows"),
        ):
            self.page("first line\n" + text)
            refused = run(self.folder.name)
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertIn(message, refused.stdout)
            self.assertIn("line 2", refused.stdout)
            self.assertNotIn("Traceback", refused.stdout)
            self.assertEqual(self.text(), "first line\n" + text)
        unknown = run(self.folder.name, "q")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("there is no study 'q' (there are p)", unknown.stdout)


if __name__ == "__main__":
    unittest.main()
