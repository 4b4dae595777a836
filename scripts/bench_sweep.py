#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how a sweep of 200 points (matrix multiplications) speeds up with the number of points at a time, and what the sweep
itself takes a point beside its children. Only on a quiet machine do the seconds mean something; the processor time of the children
is shown for that: where it grows with --jobs, the processors were shared with somebody.

Usage: bench_sweep.py [--repeat N] [--jobs N] [--binary PATH]"""
import argparse, json, os, resource, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
STUDY = {"format": "tensix-tlm-study", "version": 1, "name": "bench", "variables": ["k"],
         "base": {"kernel": "matmul", "options": {"shape": "128x128x{k}", "fidelity": "hifi2"}},
         "axes": [{"axis": "l1.banks", "values": {"from": 4, "to": 64, "factor": 2}},
                  {"axis": "k", "values": {"from": 32, "to": 1280, "step": 32}}]}


def measured(binary, jobs):
    """Seconds, and processor seconds of the sweep itself and of its children."""
    with tempfile.TemporaryDirectory() as folder:
        study = os.path.join(folder, "study.json")
        with open(study, "w") as f:
            json.dump(STUDY, f)
        command = [binary, "sweep", study, "--out", os.path.join(folder, "r.jsonl"), "--jobs", str(jobs)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, but still there to be looked at
        seconds = time.monotonic() - began
        with open(f"/proc/{process.pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        ticks = os.sysconf("SC_CLK_TCK")
        own = (int(fields[11]) + int(fields[12])) / ticks
        if process.wait() != 0:
            sys.exit(f"bench_sweep.py: {' '.join(command)} ended with {process.returncode}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return seconds, own, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - own


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--repeat", type=int, default=5, help="runs of each, in turn; the median counts (default 5)")
    p.add_argument("--jobs", type=int, default=2, help="points at a time, compared with one (default 2)")
    p.add_argument("--binary", default=os.path.join(os.path.dirname(HERE), "build", "release", "tensix-tlm"))
    o = p.parse_args()
    runs = {1: [], o.jobs: []}
    for _ in range(o.repeat):
        for jobs in runs:
            runs[jobs].append(measured(os.path.abspath(o.binary), jobs))
    print(f"200 points, median of {o.repeat} runs")
    print(f"{'jobs':>4}{'seconds':>10}{'points/s':>10}{'speed-up':>10}{'children CPU s':>16}{'sweep CPU ms/point':>20}")
    one = statistics.median(r[0] for r in runs[1])
    for jobs, all_runs in runs.items():
        seconds, own, children = (statistics.median(r[i] for r in all_runs) for i in range(3))
        print(f"{jobs:>4}{seconds:>10.2f}{200 / seconds:>10.1f}{one / seconds:>10.2f}{children:>16.2f}{1000 * own / 200:>20.2f}")


if __name__ == "__main__":
    main()
