#!/usr/bin/env bash
# Measures how fast the model runs on this machine: host microseconds per tile, simulated cycles per host second.
# Usage: bench.sh [--repeat N] [--tiles N] [--binary PATH] [--json]
#   --repeat N     runs of each workload, of which the median counts (default 5)
#   --tiles N      tiles in a run (default 1000)
#   --binary PATH  the tensix-tlm to measure (default: build/release/tensix-tlm, built first)
#   --json         one JSON object on standard output instead of the table
# Workloads: datacopy of N BF16 tiles; matrix multiplication of 32x32x(32 N) in BF16, that is N tile products, at LoFi and HiFi4.
# Then, with the release build's own binary: the same Tensix work once from players and once from programs on four busy RISC-V
# cores (speed: how much of the players' is left), and one core alone.
# The reference is what a public simulator without time (functional only) takes for the same: 13, 62 and 335 microseconds,
# measured on another machine, so the ratios are a rough guide.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

repeat=5 tiles=1000 binary='' format=table
while [ $# -gt 0 ]; do
  case $1 in
    --repeat | --tiles | --binary)
      [ $# -ge 2 ] || die "$1 wants a value"
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    --json) format=json ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
cores=''
if [ -z "$binary" ]; then
  build release tensix-tlm bench_riscv_core >&2
  binary=$root/build/release/tensix-tlm
  cores=$root/build/release/tests/bench_riscv_core
fi
binary=$(cd "$start" && realpath -m -- "$binary")
command -v -- "$binary" > /dev/null || die "no such program: $binary"

exec python3 - "$binary" "$repeat" "$tiles" "$format" "$cores" << 'PYTHON'
import json, os, statistics, subprocess, sys, tempfile

binary, repeat, tiles, form = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
if repeat < 1 or tiles < 1:
    sys.exit("bench.sh: --repeat and --tiles want a positive number")
workloads = [
    ("datacopy bf16", 13, ["datacopy", "--shape", f"32x{32 * tiles}", "--format", "bf16"]),
    ("matmul bf16 lofi", 62, ["matmul", "--shape", f"32x32x{32 * tiles}", "--format", "bf16", "--fidelity", "lofi"]),
    ("matmul bf16 hifi4", 335, ["matmul", "--shape", f"32x32x{32 * tiles}", "--format", "bf16", "--fidelity", "hifi4"]),
]


def run(arguments):
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        done = subprocess.run([binary, "run", *arguments, "--metrics", metrics], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"bench.sh: {' '.join(done.args)} ended with {done.returncode}:\n{done.stdout}")
        with open(metrics) as f:
            values = json.load(f)
        return float(values["host_seconds"]), int(values["cycles"])


rows = []
for name, reference, arguments in workloads:
    runs = [run(arguments) for _ in range(repeat)]
    seconds = statistics.median(r[0] for r in runs)
    cycles = runs[0][1]
    if any(r[1] != cycles for r in runs):
        sys.exit(f"bench.sh: {name}: the number of cycles differs between runs: {sorted({r[1] for r in runs})}")
    us = seconds * 1e6 / tiles
    rows.append({"workload": name, "microseconds_per_tile": us, "reference_microseconds": reference, "ratio": us / reference,
                 "cycles_per_tile": cycles / tiles, "cycles_per_second": cycles / seconds})

cores = {}
if sys.argv[5]:
    def bench(*arguments):
        return json.loads(subprocess.run([sys.argv[5], *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout)

    cores = {kernel: bench(kernel, str(tiles), str(repeat)) for kernel in ("datacopy", "matmul")}
    cores["alone"] = bench("alone")

if form == "json":
    print(json.dumps({"tiles": tiles, "repeat": repeat, "results": rows, "cores": cores}, indent=2))
else:
    print(f"median of {repeat} runs, {tiles} tiles each")
    print(f"{'workload':<20}{'host us/tile':>14}{'reference':>11}{'ratio':>8}{'cycles/tile':>13}{'Mcycles/s':>11}")
    for r in rows:
        print(f"{r['workload']:<20}{r['microseconds_per_tile']:>14.1f}{r['reference_microseconds']:>11}{r['ratio']:>8.2f}"
              f"{r['cycles_per_tile']:>13.1f}{r['cycles_per_second'] / 1e6:>11.2f}")
    for kernel in [k for k in cores if k != "alone"]:
        r = cores[kernel]
        print(f"RISC-V cores, {kernel}: {r['compiled']['speed']:.2f} of the players' speed with compiled kernels and B at work, "
              f"{r['busy']['speed']:.2f} with all four always busy")
    if cores:
        print(f"one core alone: {cores['alone']['million_instructions_per_second']:.0f} million instructions a second, "
              f"{cores['alone']['million_instructions_per_second'] * rows[0]['microseconds_per_tile'] / 72:.0f} where datacopy takes 72 us a tile")
PYTHON
