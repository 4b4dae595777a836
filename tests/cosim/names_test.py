# SPDX-License-Identifier: Apache-2.0
"""What --vcd does with names of files: other formats are refused, with the command that makes them; anything else is a VCD.
names_test.py TENSIX_TLM STREAM"""
import os, subprocess, sys, tempfile

binary, stream = sys.argv[1:]
wrong = []
for name, told in (("x.fst", "vcd2fst x.vcd x.fst"), ("X.FST", "vcd2fst X.vcd X.FST"), ("a.b.fst", "vcd2fst a.b.vcd a.b.fst"), ("sub/x.lxt2", "vcd2lxt2 sub/x.vcd sub/x.lxt2"),
                   ("x.vcd.gz", "gzip x.vcd"), ("x.vcd.zst", "zstd x.vcd"), ("x.gz", "gzip x.vcd"), ("x.ghw", "use x.vcd"),
                   ("x.vcd", None), ("x", None), ("run.2", None), ("x.dump", None), (".fst.d", None), ("/dev/null", None)):
    for option in ("--vcd", "--rtl-waves"):
        if option == "--rtl-waves" and not told:
            continue  # it would want RTL
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "sub"))
            r = subprocess.run([binary, "stream", stream, option, name], cwd=folder, capture_output=True, text=True)
            made = sorted(os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files)
            if told and (r.returncode != 2 or told not in r.stderr or option not in r.stderr or made):
                wrong.append(f"{option} {name}: status {r.returncode}, {r.stderr!r}, files {made}")
            view = os.path.splitext(name)[0] + ".gtkw"
            if not told and (r.returncode != 0 or made != ([] if name == "/dev/null" else sorted([name, view]))):
                wrong.append(f"--vcd {name}: status {r.returncode}, {r.stderr!r}, files {made}")
            if not told and made and not open(os.path.join(folder, name)).read(8).startswith("$version"):
                wrong.append(f"--vcd {name}: no VCD")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
