#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures how fast the model runs on this machine (docs/speed.md).
# Usage: bench.sh [--repeat N] [--tiles N] [--binary PATH] [--against PATH] [--json] [--profile] [--write-docs]
#        bench.sh --programs [--repeat N] [--binary PATH] [--json] [--write-docs]
#        bench.sh --check | --record [--binary PATH]
#        bench.sh --cosim [--repeat N] [--tiles N] [--json] [--write-docs]
#   --repeat N     runs of each workload, of which the median counts (default 5)
#   --tiles N      tiles in a run (default 1000)
#   --binary PATH  the tensix-tlm to measure (default: build/release/tensix-tlm, built first)
#   --against PATH measures another tensix-tlm too, the two in turn, and prints the one's figures as part of the other's
#   --json         one JSON object on standard output instead of the table
#   --profile      only: the instructions of a datacopy tile by folder of the sources, and by function what a tile makes the
#                  processor wait for (wants valgrind; two of its workloads riscv64-unknown-elf-g++)
#   --write-docs   writes the tables of docs/speed.md; --against is what they call before (wants valgrind); with --profile or
#                  --programs theirs alone
#   --programs     only: simulated cycles a second of compiled kernels and programs, on one tile and on eight: of the run alone, with
#                  the critical path, and with the checked run before it (wants riscv64-unknown-elf-g++ and NumPy)
#   --check        only: fails if instructions or mispredicted branches have grown by more than 3 % against
#                  tests/benchmarks/instructions.json (wants valgrind)
#   --record       only: puts those of today on record there, for this compiler and system
#   --cosim        only: what co-simulation costs, as parts of the model's time (docs/cosim.md): RTL in the place of each unit,
#                  event logs, the C library in lockstep; with --write-docs into that page
# Workloads: datacopy and add of N BF16 tiles; N tile products in BF16, LoFi and HiFi4; streams of about the same time: semaphores,
# stalls and polls; the vector unit. All on one core; times are processor time (user and system) of the whole process, less that
# of a run of one tile. Instructions: of the process, and in the simulation, as callgrind counts them, as the difference of two
# sizes; mispredicted branches and misses: on the processor that it simulates. Without --binary also: the same on the machine
# without time (tests/benchmarks/functional_bench.cpp), and the same Tensix work from programs on four RISC-V cores (speed: how
# much of the players' is left), and one core alone.
# Exit status: 0 done; 1 a run or the check failed; 2 wrong option; 77 --check where nothing is on record for this compiler and
# system, or without valgrind.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

binary='' only=no cosim=no wants_valgrind=no passed=()
while [ $# -gt 0 ]; do
  case $1 in
    --repeat | --tiles | --binary | --against)
      [ $# -ge 2 ] || die "$1 wants a value"
      if [ "$1" = --binary ]; then binary=$2; else passed+=("$1" "$2"); fi
      shift
      ;;
    --json) passed+=("$1") ;;
    --cosim) cosim=yes ;;
    --write-docs) wants_valgrind=yes passed+=("$1") ;;
    --check | --record | --profile) wants_valgrind=yes only=$1 passed+=("$1") ;;
    --programs) only=$1 passed+=("$1") ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
if [ $cosim = yes ]; then
  [ -z "$binary" ] && [ "$only" = no ] || die "--cosim measures the programs of this tree, and nothing else"
  build release tensix-tlm tensix-tlm-rtl capi_bench >&2
  out=$root/build/release
  exec python3 "$root/scripts/bench_cosim.py" --binary "$out/tensix-tlm" --rtl "$out/examples/rtl/tensix-tlm-rtl" --capi "$out/tests/capi_bench" "${passed[@]}"
fi
if [ $wants_valgrind = yes ] && [ "$only" != --programs ] && ! command -v valgrind > /dev/null; then
  [ "$only" != --check ] || { say "SKIPPED: valgrind is missing"; exit 77; }
  die "valgrind is missing: scripts/setup.sh installs it"
fi
if [ -z "$binary" ]; then
  binary=$root/build/release/tensix-tlm
  if [ "$only" = no ]; then
    build release tensix-tlm bench_functional bench_riscv_core bench_empty >&2
    out=$root/build/release/tests
    passed+=(--functional "$out/bench_functional" --cores "$out/bench_riscv_core" --empty "$out/bench_empty")
  else
    build release tensix-tlm >&2
  fi
fi
if [ "$only" = --profile ] || { [ "$only" = no ] && [[ " ${passed[*]} " == *" --write-docs "* ]]; }; then
  build release bench_store_waits >&2
  passed+=(--store-waits "$root/build/release/tests/bench_store_waits")
fi
cd "$start"
exec python3 "$root/scripts/bench.py" --jobs "$jobs" --binary "$binary" "${passed[@]}"
