#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `tensix-tlm races` (docs/races.md) over what is shipped: built-in kernels, device kernels, example programs, streams and golden
vectors. They have no races: whatever is found is a defect, of them or of the finder, and the exit status is 1. Without a compiler for the
tile's cores device kernels and programs are left out."""
import argparse, glob, json, os, shutil, subprocess, sys, time
from multiprocessing.pool import ThreadPool

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SQUARE = "test:bf16:shape=64x64"
# Built-in kernels (workload/kernels/kernels.def) and device kernels (workload/kernels/device), each with the runs that are looked at.
BUILT_IN = {
    "datacopy": ["--shape 64x64", "--shape 32x64 --format fp32", "--shape 64x32 --format bfp8"],
    "add": ["--shape 64x64", "--shape 32x64 --format fp32"], "sub": ["--shape 64x64"],
    "mul": ["--shape 64x64 --fidelity hifi4", "--shape 32x32 --format bfp8"],
    "matmul": ["--shape 64x64x64", "--shape 32x64x96 --fidelity hifi2", "--shape 32x32x64 --format bfp8"],
    "transpose": ["--shape 64x32"], "unary": ["--shape 64x64"], "tilize": ["--shape 64x64"], "untilize": ["--shape 64x64"],
    "reduce": ["--shape 64x64"],
}
DEVICE = {
    "add_relu_scale": [f"--ct-arg 4 --ct-arg 0x40000000 --cb 0={SQUARE} --cb 1={SQUARE} --cb 16=:bf16:shape=64x64"],
    "bmm": ["--ct-arg 2 --ct-arg 2 --ct-arg 2 --cb 0=test:bf16:shape=64x64:order=2x2,2x0,2x1 --cb 1=test:bf16:shape=64x64:order=2x0,2x1,2x2 "
            "--cb 16=:bf16:shape=64x64"],
    "gelu": ["--ct-arg 4 --cb 0=test:bf16:tiles=4 --cb 16=:bf16:tiles=4"],
    "layernorm": [f"--ct-arg 2 --ct-arg 2 --ct-arg 0x3727c5ac --fidelity hifi4 --cb 0={SQUARE}:capacity=4 --cb 1=test:bf16:tiles=1 "
                  "--cb 2=test:bf16:tiles=2 --cb 3=test:bf16:tiles=2 --cb 16=:bf16:shape=64x64 --cb 24=:bf16:capacity=2 --cb 25=:bf16:capacity=2 "
                  "--cb 26=:bf16:capacity=1 --cb 27=:bf16:capacity=1 --cb 28=:bf16:capacity=1"],
    "matmul": [f"--ct-arg 2 --ct-arg 2 --ct-arg 2 --define SUBBLOCK_H=2 --define SUBBLOCK_W=1 --fidelity hifi4 --cb 0={SQUARE}:capacity=8 "
               f"--cb 1={SQUARE}:capacity=4 --cb 16=:bf16:shape=64x64:capacity=8"],
    "reduce": [f"--ct-arg 2 --ct-arg 2 --define OP={op} --define DIM={dim} --fidelity hifi4 --fp32-dest --cb 0={SQUARE}:capacity=6 --cb 1=test:bf16:tiles=1 "
               f"--cb 16=:bf16:shape={shape}" for op, dim, shape in (("SUM", "ROW", "64x32"), ("MAX", "COL", "32x64"))],
    "softmax": [f"--ct-arg 2 --ct-arg 2 --fidelity hifi4 --cb 0={SQUARE}:capacity=4 --cb 1=test:bf16:tiles=1 --cb 16=:bf16:shape=64x64 "
                "--cb 24=:bf16:capacity=2 --cb 25=:bf16:capacity=1 --cb 26=:bf16:capacity=1"],
    "tilize": [f"--ct-arg 2 --ct-arg 2 --cb 0={SQUARE}:capacity=4:layout=rows --cb 16=:bf16:shape=64x64:capacity=4"],
    "transpose": [f"--ct-arg 2 --ct-arg 2 --cb 0={SQUARE} --cb 16=:bf16:shape=64x64"],
    "untilize": [f"--ct-arg 2 --ct-arg 2 --cb 0={SQUARE}:capacity=4 --cb 16=:bf16:shape=64x64:capacity=4:layout=rows"],
}


def names(folder, pattern):
    return sorted(os.path.splitext(os.path.relpath(p, os.path.join(ROOT, folder)))[0] for p in glob.glob(os.path.join(ROOT, folder, pattern)))


def built_in():
    with open(os.path.join(ROOT, "workload", "kernels", "kernels.def"), encoding="utf-8") as f:
        return [line[len("TENSIX_KERNEL("):line.index(")")] for line in f if line.startswith("TENSIX_KERNEL(")]


def listed(what, table, there):
    if sorted(table) != sorted(there):
        sys.exit(f"races.py: {what}: this file has {', '.join(sorted(set(table) ^ set(there)))} and the tree has not, or the reverse; add or remove the row")
    return [(name, run) for name in sorted(table) for run in table[name]]


def shipped():
    """The command lines behind `races`, by kind."""
    path = lambda *parts: os.path.join(ROOT, *parts)
    device = listed("device kernels", DEVICE, names("workload/kernels/device", "*.cpp"))
    streams = sorted(glob.glob(path("docs", "examples", "*.scn")))
    vectors = sorted(glob.glob(path("tests", "vectors", "*", "*.scn")))
    programs = sorted(p for p in glob.glob(path("examples", "programs", "*", "*.json")))
    return {"kernel": [[name, *run.split()] for name, run in listed("built-in kernels", BUILT_IN, built_in())],
            "device": [["kernel", path("workload", "kernels", "device", name + ".cpp"), "--unchecked", *run.split()] for name, run in device],
            "program": [[p, "--unchecked"] for p in programs],
            "vector": [[p] for p in streams + vectors]}


def look(binary, words, options):
    done = subprocess.run([binary, "races", *words, "--json", "--jobs", "1", *options], capture_output=True, encoding="utf-8", errors="replace",
                          stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 7):
        return 0, 0, f"ended with {done.returncode}: {done.stderr.strip()[-400:]}"
    found = json.loads(done.stdout)
    text = "\n".join(f"  {r['what']}: {r['where']}, {r['delay_cycles']} cycles later: {r['text']}\n    " + "\n    ".join(r["missing"]) for r in found["races"])
    return found["runs"], found["planned"], text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default=os.path.join(ROOT, "build", "release", "tensix-tlm"), help="tensix-tlm (build/release/tensix-tlm)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of each kind only every Nth (1)")
    parser.add_argument("--budget", default="1000", metavar="RUNS", help="runs of each, as of `tensix-tlm races` (1000)")
    parser.add_argument("--only", choices=["kernel", "device", "program", "vector"], action="append", help="only these; may be repeated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time (one a processor)")
    o = parser.parse_args()
    if o.every < 1 or o.jobs < 1:
        parser.error("--every and --jobs: expected 1 or more")
    all_of = shipped()
    if not shutil.which("riscv64-unknown-elf-g++") and not o.only:
        print("device kernels and programs are left out: no riscv64-unknown-elf-g++")
        all_of["device"] = all_of["program"] = []
    items = [words for kind, lines in all_of.items() if not o.only or kind in o.only for words in lines[::o.every]]
    began, runs, planned, bad = time.monotonic(), 0, 0, 0
    with ThreadPool(o.jobs) as pool:
        for words, (made, wanted, text) in zip(items, pool.imap(lambda w: look(o.binary, w, ["--budget", o.budget]), items)):
            runs, planned = runs + made, planned + wanted
            if text:
                bad += 1
                print(f"{os.path.relpath(words[0], ROOT) if os.path.exists(words[0]) else ' '.join(words)}: {text}" if words[0] != "kernel" else
                      f"{os.path.relpath(words[1], ROOT)}: {text}", flush=True)
    print(f"{len(items)} programs, {runs} of {planned} runs, {time.monotonic() - began:.0f} s: {f'{bad} are not silent' if bad else 'silent'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
