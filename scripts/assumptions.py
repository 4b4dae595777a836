"""What the cycles of the built-in kernels owe to parameters that no source gives: each is moved to both ends of its plausible range
(tensix-tlm params --assumptions). Used by validate.py; by itself: assumptions.py BINARY prints the table."""
import json, os, re, subprocess, sys, tempfile
from multiprocessing.pool import ThreadPool

KERNELS = {
    "datacopy": ["datacopy", "--shape", "256x256"],
    "add": ["add", "--shape", "256x256"],
    "sub": ["sub", "--shape", "256x256", "--broadcast", "row"],
    "mul": ["mul", "--shape", "256x256", "--fidelity", "hifi4"],
    "matmul": ["matmul", "--shape", "128x128x256", "--fidelity", "hifi2"],
}


def plausible(binary):
    """[(name, value, least, most)] of all assumptions of the configuration blackhole."""
    text = subprocess.run([binary, "params", "--assumptions"], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [re.fullmatch(r"(\S+) +(\d+)  plausible (\d+)\.\.(\d+) .*", line) for line in text.splitlines()
            if not line.startswith(" ") and not line.endswith("measured on Blackhole")]
    return [(m[1], int(m[2]), int(m[3]), int(m[4])) for m in rows]


def cycles(binary, kernel, settings):
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        sets = [word for name, value in settings for word in ("--set", f"{name}={value}")]
        subprocess.run([binary, "run", *KERNELS[kernel], "--metrics", metrics, *sets], stdout=subprocess.DEVNULL, check=True)
        with open(metrics) as f:
            return json.load(f)["cycles"]


def survey(binary, jobs=1):
    """For each kernel its cycles, the changes for (parameter, value), and the range with all at their ends together."""
    rows = plausible(binary)
    ends = [(name, end) for name, value, least, most in rows for end in (least, most) if end != value]
    tasks = [(kernel, settings) for kernel in KERNELS
             for settings in [(), *(((name, end),) for name, end in ends), tuple((r[0], r[2]) for r in rows), tuple((r[0], r[3]) for r in rows)]]
    with ThreadPool(jobs) as pool:
        results = dict(zip(tasks, pool.map(lambda task: cycles(binary, *task), tasks)))
    kernels = {}
    for kernel in KERNELS:
        base = results[kernel, ()]
        changes = {name: [results[kernel, ((name, end),)] - base if end != value else 0 for end in (least, most)]
                   for name, value, least, most in rows}
        together = [results[kernel, tuple((r[0], r[i]) for r in rows)] - base for i in (2, 3)]
        kernels[kernel] = {"cycles": base, "changes": changes, "together": together}
    return {"ranges": {name: [least, most] for name, _, least, most in rows}, "kernels": kernels}


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
    return f"""## What rests on assumptions

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
