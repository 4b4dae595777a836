# SPDX-License-Identifier: Apache-2.0
"""The notebooks in examples/notebooks store no outputs, run from beginning to end, and show something in every cell that ends with it.
Usage: notebook_test.py BINARY"""
import glob, importlib.util, json, os, shutil, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
NOTEBOOKS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "examples", "notebooks")
missing = [name for name in ("nbconvert", "ipykernel", "numpy", "pandas", "matplotlib") if not importlib.util.find_spec(name)]
missing += [] if shutil.which("riscv64-unknown-elf-g++") else ["riscv64-unknown-elf-g++"]
if missing:
    print(f"SKIPPED: {', '.join(missing)}: scripts/setup.sh installs them")
    sys.exit(77)


def read(file):
    with open(file, encoding="utf-8") as f:
        return json.load(f)


def code(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def kinds(cell):
    """Of what it shows, beside the bar of progress, which leaves an empty text."""
    return [sorted(o.get("data", {"error or stream": o})) for o in cell["outputs"] if o.get("data", {}).get("text/plain") not in ("", [])]


class Notebooks(unittest.TestCase):
    def test_they_run(self):
        files = sorted(glob.glob(os.path.join(NOTEBOOKS, "*.ipynb")))
        self.assertTrue(files)
        for file in files:
            for cell in code(read(file)):
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), f"{file}: clear all outputs before it is stored")
            with tempfile.TemporaryDirectory() as home:
                environment = {**os.environ, "TENSIX_TLM": BINARY, "PYTHONDONTWRITEBYTECODE": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1",
                               **{name: home for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}}
                environment.pop("PYTHONPATH", None)
                done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", file, "--output-dir", home], env=environment,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                cells = code(read(os.path.join(home, os.path.basename(file))))
            self.assertEqual([cell["execution_count"] for cell in cells], list(range(1, len(cells) + 1)))
            shown = [kind for cell in cells for kind in kinds(cell)]
            self.assertTrue(all(kind in (["text/html", "text/plain"], ["image/png", "text/plain"]) for kind in shown), shown)
            self.assertGreater(shown.count(["image/png", "text/plain"]), 2)
            self.assertGreater(shown.count(["text/html", "text/plain"]), 3)
            self.assertIn("limited by", json.dumps(cells))


if __name__ == "__main__":
    unittest.main()
