#!/usr/bin/env python3
"""Runs what docs/kernels.md shows, in a folder of its own: ```cpp behind a line that ends with "`NAME.cpp`:" is that file, ```sh are
commands, ```text behind one what they print, ```python runs as it is. Without NumPy the last are left out.

    kernels_page.py PROGRAM            fails if the page shows something else than what happens
    kernels_page.py PROGRAM --update   writes what happens into the page
"""
import os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "kernels.md")
PROGRAM = os.path.abspath(sys.argv[1])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)


def run(words, folder, **more):
    environment = {**os.environ, "PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"], "TENSIX_TLM": PROGRAM,
                   "PYTHONPATH": os.path.join(ROOT, "scripts"), "XDG_CACHE_HOME": os.path.join(folder, ".cache"), **more}
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=environment, timeout=300)
    return done.returncode, done.stdout


def has_numpy():
    return subprocess.run([sys.executable, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0


def main():
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    result, at, printed, wrong = "", 0, None, 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(ROOT, "workload", "kernels", "device"), os.path.join(folder, "kernels"))
        for block in BLOCK.finditer(page):
            kind, text = block.groups()
            before = page[at:block.start()]
            result += before
            at = block.end()
            if kind == "cpp" and (name := re.search(r"`(\w+\.cpp)`:\n\n$", before)):
                with open(os.path.join(folder, name[1]), "w", encoding="utf-8") as f:
                    f.write(text)
            elif kind == "sh":
                printed = run(["bash", "-c", text], folder)[1]
            elif kind == "python" and has_numpy():
                status, said = run([sys.executable, "-c", text], folder)
                if status != 0:
                    wrong += 1
                    print(f"this ends with status {status}:\n{text}\n{said}")
            elif kind == "text" and printed is not None:
                if text != printed and "--update" not in sys.argv:
                    wrong += 1
                    print(f"the page shows\n{text}\nwhat happens is\n{printed}")
                text = printed
            if kind != "sh":
                printed = None
            result += f"```{kind}\n{text}```\n"
    if "--update" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(result + page[at:])
    elif wrong:
        print("scripts/kernels_page.py PROGRAM --update writes it into the page")
    return 1 if wrong else 0


sys.exit(main())
