#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays the streams of tests/experiments, compares them with the durations measured on silicon, and prints a table: measured, simulated, error.
# Usage: validate.sh [--kernels | --costs | --noc] [--binary PATH] [--json] [--plot FILE] [--write-docs] [--check] [--jobs N]
#   --kernels      compares the whole kernels of tests/whole_kernels instead (docs/validation.md; limits in whole_kernels.py);
#                  wants riscv64-unknown-elf-g++. With it: --set NAME=VALUE, a parameter of the model, may be repeated
#   --costs        compares calls of the kernel library and loops of the cores instead (tests/costs; limits in costs.py); as --kernels
#   --noc          compares transfers over the NoC instead (tests/noc_rows; limits in noc_rows.py); as --kernels
#   --binary PATH  the tensix-tlm to compare (default: build/release/tensix-tlm, built first)
#   --json         one JSON object on standard output instead of the table
#   --plot FILE    also draws the errors by family as SVG (wants matplotlib: Debian's python3-matplotlib)
#   --write-docs   writes docs/validation.md and docs/validation.svg (wants matplotlib); --kernels, --costs, --noc: their tables and plot there
#   --check        fails if the model is further off than the limits in validate.py, or than tests/experiments/explained.csv allows
#   --jobs N       streams played at a time (default: all processors)
# Exit status: 0 done; 1 a stream failed, or the check did; 2 wrong option; 77 --check without python3, or with
# --kernels, --costs or --noc without the compiler and the environment variable CI.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

program=validate.py binary='' wants_plot=no wants_check=no passed=()
while [ $# -gt 0 ]; do
  case $1 in
    --kernels) program=whole_kernels.py ;;
    --costs) program=costs.py ;;
    --noc) program=noc_rows.py ;;
    --binary | --plot | --jobs | --set)
      [ $# -ge 2 ] || die "$1 wants a value"
      [ "$1" != --binary ] || binary=$2
      [ "$1" != --plot ] || wants_plot=yes
      passed+=("$1" "$2")
      shift
      ;;
    --json | --write-docs | --check)
      [ "$1" != --write-docs ] || wants_plot=yes
      [ "$1" != --check ] || wants_check=yes
      passed+=("$1")
      ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
if ! command -v python3 > /dev/null; then
  [ $wants_check = no ] || { say "SKIPPED: python3 is missing"; exit 77; }
  die "python3 is missing: scripts/setup.sh installs it"
fi
# matplotlib may be there for Debian's own Python only.
python=python3
if [ $wants_plot = yes ] && ! python3 -c 'import matplotlib' 2> /dev/null && /usr/bin/python3 -c 'import matplotlib' 2> /dev/null; then
  python=/usr/bin/python3
fi
if [ -z "$binary" ]; then
  build release tensix-tlm >&2
  passed+=(--binary "$root/build/release/tensix-tlm")
fi
cd "$start"
exec "$python" "$root/scripts/$program" --jobs "$jobs" "${passed[@]}"
