#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs tt-llk's own tests for Blackhole, from a checkout of tenstorrent/tt-llk, on tensix-tlm in the place of a card.
# Usage: llk_suite.sh --llk DIR [--perf [--write-docs]] [--sample N] [--seed S] [--tests GLOB] [--hazards] [--headers DIR] [--binary PATH] [--out DIR]
#   --llk DIR      the checkout; nothing in it is changed
#   --perf         its performance tests instead of the functional ones: those variants of which tests/costs has cycles, compiled as
#                  those were (parameters known when compiling, no assertions, 32 tiles); prints a table. --write-docs: into
#                  docs/compiled-kernels.md
#   --sample N     so many variants, a random one of each test in turn (default: all, which are tens of thousands)
#   --seed S       of the choice (default 1)
#   --tests GLOB   files of tests/python_tests to take them from (default test_*.py)
#   --hazards      with --hazards warn: also a line for each alarm
#   --headers DIR  what its setup_testing_env.sh downloads (blackhole/inc/...), if not in the checkout's tests/hw_specific
#   --binary PATH  the tensix-tlm (default: build/release/tensix-tlm, built first; of an installed copy its own)
#   --out DIR      where programs, commands and images of L1 go; emptied first (default: build/llk_suite; installed: ./llk_suite)
#   --help         this text
# Wants Python packages (Debian: python3-torch python3-pytest python3-pydantic python3-loguru python3-filelock python3-pandas
# python3-sympy) for python3 or /usr/bin/python3, and SFPI in the checkout's tests/sfpi, or riscv64-unknown-elf-g++ and g++ in its place.
# Exit status: 0 all that ran are right; 1 one is wrong or refused, or alarmed; 2 wrong option, or something is missing.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

missing() { printf 'llk_suite.sh: %s\n' "$*" >&2; exit 2; }
passed=() binary=''
while [ $# -gt 0 ]; do
  case $1 in
    --llk | --headers | --out | --binary)
      [ $# -ge 2 ] || missing "$1 wants a value"
      case $2 in /*) path=$2 ;; *) path=$start/$2 ;; esac
      [ "$1" != --binary ] || binary=$path
      passed+=("$1" "$path")
      shift
      ;;
    --sample | --seed | --tests)
      [ $# -ge 2 ] || missing "$1 wants a value"
      passed+=("$1" "$2")
      shift
      ;;
    --hazards | --perf | --write-docs) passed+=("$1") ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
case " ${passed[*]:-} " in *" --llk "*) ;; *) missing "--llk DIR is missing: a checkout of tenstorrent/tt-llk (--help)" ;; esac
if [ ! -e CMakePresets.json ]; then # installed
  case " ${passed[*]} " in *" --perf "*) missing "--perf compares with rows of the repository, which are not installed" ;; esac
  case " ${passed[*]} " in *" --out "*) ;; *) passed+=(--out "$start/llk_suite") ;; esac
  [ -n "$binary" ] || passed+=(--binary "$(realpath "$root/../../bin/tensix-tlm")")
elif [ -z "$binary" ]; then
  build release tensix-tlm
  passed+=(--binary "$root/build/release/tensix-tlm")
fi
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import torch, pytest, pydantic, loguru, filelock, pandas, sympy' 2> /dev/null; then exec "$python" -B scripts/llk/suite.py "${passed[@]}"; fi
done
missing "no python3 with torch, pytest, pydantic, loguru, filelock, pandas and sympy: apt-get install python3-torch python3-pytest \
python3-pydantic python3-loguru python3-filelock python3-pandas python3-sympy, or tt-llk's own requirements.txt"
