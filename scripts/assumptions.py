# SPDX-License-Identifier: Apache-2.0
"""What the cycles of the built-in kernels owe to parameters that no source gives: each is moved to both ends of its plausible range
(tensix-tlm levers --assumptions). Used by validate.py; by itself: assumptions.py BINARY prints the table."""
import json, os, subprocess, sys, tempfile

KERNELS = {
    "datacopy": ["datacopy", "--shape", "256x256"],
    "add": ["add", "--shape", "256x256"],
    "sub": ["sub", "--shape", "256x256", "--broadcast", "row"],
    "mul": ["mul", "--shape", "256x256", "--fidelity", "hifi4"],
    "matmul": ["matmul", "--shape", "128x128x256", "--fidelity", "hifi2"],
}


def levers(binary, kernel, jobs):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "levers.json")
        subprocess.run([binary, "levers", *KERNELS[kernel], "--assumptions", "--out", file, "--jobs", str(jobs)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        with open(file) as f:
            return json.load(f)


def survey(binary, jobs=1):
    """For each kernel its cycles, the changes for (parameter, value), and the range with all at their ends together."""
    found = {kernel: levers(binary, kernel, jobs) for kernel in KERNELS}
    kernels = {kernel: {"cycles": r["cycles"],
                        "changes": {a["parameter"]: [a["change_at_least"], a["change_at_most"]] for a in r["assumptions"]},
                        "together": [r["band"]["all_at_least"] - r["cycles"], r["band"]["all_at_most"] - r["cycles"]]}
               for kernel, r in found.items()}
    rows = next(iter(found.values()))["assumptions"]
    return {"ranges": {a["parameter"]: [a["least"], a["most"]] for a in rows}, "kernels": kernels}


def percent(change, base):
    return f"{100 * change / base:+.1f}" if change else "0"


def table(outcome):
    """Head and rows; parameters that move no kernel are left out and named in the third value."""
    kernels = outcome["kernels"]
    rows, idle = [], []
    for name, (least, most) in outcome["ranges"].items():
        cells = [[*k["changes"][name]] for k in kernels.values()]
        if not any(any(c) for c in cells):
            idle.append(name)
            continue
        rows.append([f"`{name}`", f"{least}..{most}", *(" / ".join(percent(c, k["cycles"]) for c in pair) for pair, k in zip(cells, kernels.values()))])
    rows.append(["all at once", "", *(" / ".join(percent(c, k["cycles"]) for c in k["together"]) for k in kernels.values())])
    return ["parameter", "range", *kernels], rows, idle


def section(outcome, markdown):
    head, rows, idle = table(outcome)
    runs = ", ".join(f"`{' '.join(KERNELS[name])}` {k['cycles']:,}" for name, k in outcome["kernels"].items())
    return f"""### What rests on assumptions

Some parameters no source gives (`tensix-tlm params --assumptions`). The table says by how many percent the cycles of the built-in
kernels change with each at the lower / upper end of the range in which the hardware's value may well lie, and with all of them.
Cycles as they are: {runs}. BF16.

{markdown(head, rows, (0, 1))}

No cycle of these kernels depends on {', '.join(f'`{name}`' for name in idle) or 'the others: there are none'}.
"""


def main():
    outcome = survey(os.path.abspath(sys.argv[1]), os.cpu_count() or 1)
    head, rows, idle = table(outcome)
    for line in [head, *rows]:
        print("  ".join(cell.ljust(w) for cell, w in zip(line, [42, 8] + [14] * 8)).rstrip())
    print("no effect:", " ".join(idle))


if __name__ == "__main__":
    main()
