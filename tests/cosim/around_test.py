# SPDX-License-Identifier: Apache-2.0
"""--vcd-around: of a run in which RTL differs from the model only the cycles around the first difference are drawn, as they are drawn
without it; and not more is kept on the way.   around_test.py TENSIX_TLM_RTL BUG_MATRIX_ISSUE BUG_L1_BYTE STREAM"""
import os, re, resource, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from waves_test import by_cycle, read_vcd

rtl, matrix_issue, l1_byte, stream = sys.argv[1:]
copy = ["run", "datacopy", "--shape", "256x256"]
wrong = []


def expect(right, what):
    if not right:
        wrong.append(what)


def run(folder, *command, file_bytes=resource.RLIM_INFINITY):
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, resource.RLIM_INFINITY))
    r = subprocess.run(command, cwd=folder, capture_output=True, text=True, preexec_fn=limit)
    return r.returncode, r.stderr


def check(binary, command, said):
    how = " ".join(command[-2:])
    for before in (0, 7, 100):
        with tempfile.TemporaryDirectory() as folder:
            run(folder, binary, *command, "--vcd", "all.vcd", "--vcd-data")
            code, text = run(folder, binary, *command, "--vcd", "some.vcd", "--vcd-data", "--vcd-around", str(before))
            found = re.search(said, text)
            expect(code == 5 and found, f"{how}: status {code}: {text[:1000]}")
            if not found:
                continue
            cycle = int(found[1])
            every, end = read_vcd(os.path.join(folder, "all.vcd"))
            some, some_end = read_vcd(os.path.join(folder, "some.vcd"))
        first = min(values[0][0] for values in some.values())
        expect((first, some_end) == (max(0, cycle - before), min(end, cycle + before + 1)),
               f"{how}, {before} around cycle {cycle}: cycles {first} to {some_end} of {end}")
        expect(set(every) == set(some), f"{how}: other signals")
        for name, values in every.items():
            if name.endswith((".clk", ".rst_n")):
                continue
            want = {c: v for c, v in by_cycle(values, end).items() if first <= c < some_end}
            have = by_cycle(some[name], some_end)
            expect(want == have, f"{how}, {before} around cycle {cycle}: {name}: {have} instead of {want}"[:500])
        expect(list(by_cycle(some["rtl.first_difference"], some_end)) == [cycle], f"{how}: the first difference is marked")


for clock in ("lazy", "gated", "free"):
    check(matrix_issue, ["stream", stream, "--set", "units.matrix_unit=shadow", "--set", f"rtl.clock={clock}"], r"shadow: cycle (\d+)")
check(l1_byte, [*copy, "--set", "units.l1=rtl"], r"rtl: cycle (\d+)")
with tempfile.TemporaryDirectory() as folder:
    # Nothing differs: the last cycles, which is said.
    code, text = run(folder, rtl, "stream", stream, "--set", "units.matrix_unit=shadow", "--vcd", "w.vcd", "--vcd-around", "9")
    signals, end = read_vcd(os.path.join(folder, "w.vcd"))
    first = min(values[0][0] for values in signals.values())
    expect(code == 0 and "neither differed nor failed" in text and end - first == 10, f"no difference: {code}, {first} to {end}: {text}")
    # What has been collected is put in a file from 17 MB on; with a window it need not be.
    long = ["run", "matmul", "--shape", "512x512x512", "--set", "units.matrix_unit=shadow", "--vcd", "w.vcd"]
    code, text = run(folder, rtl, *long, file_bytes=4 << 20)
    expect(code != 0, "the run is too short to need a file")
    code, text = run(folder, rtl, *long, "--vcd-around", "50", file_bytes=4 << 20)
    expect(code == 0, f"more is kept than the window: {code}: {text}")
    for command, wanted in ((["stream", stream, "--vcd", "w.vcd", "--vcd-around", "9"], "units.NAME=rtl"),
                            (["stream", stream, "--vcd-around", "9"], "only with --vcd"),
                            (["stream", stream, "--rtl-waves", "i.vcd"], "there is no RTL in this run"),
                            (["stream", stream, "--set", "units.l1=rtl", "--rtl-waves", "i.vcd"], "-DTENSIX_RTL_WAVES=ON")):
        code, text = run(folder, rtl, *command)
        expect(code == 2 and wanted in text, f"{command}: status {code}: {text}")
print("\n".join(wrong[:20]))
sys.exit(1 if wrong else 0)
