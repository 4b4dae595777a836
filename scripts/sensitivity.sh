#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Varies every parameter of the configuration blackhole by one step down and up (tensix-tlm params --steps), and prints what that does to the experiments of
# tests/experiments: mean change of the simulated value of each family, in percent. At the end: refused values, and parameters without an effect, which are
# tried again on other workloads: tests/sensitivity, built-in kernels, golden vectors. Takes a few minutes.
# Usage: sensitivity.sh [--binary PATH] [--only TEXT] [--jobs N]
#   --binary PATH  the tensix-tlm to vary (default: build/release/tensix-tlm, built first)
#   --only TEXT    only parameters whose name contains TEXT
#   --jobs N       streams played at a time (default: all processors)
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

binary='' passed=()
while [ $# -gt 0 ]; do
  case $1 in
    --binary | --only | --jobs)
      [ $# -ge 2 ] || die "$1 wants a value"
      [ "$1" != --binary ] || binary=$2
      passed+=("$1" "$2")
      shift
      ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
command -v python3 > /dev/null || die "python3 is missing: scripts/setup.sh installs it"
if [ -z "$binary" ]; then
  build release tensix-tlm >&2
  passed+=(--binary "$root/build/release/tensix-tlm")
fi
cd "$start"
exec python3 "$root/scripts/sensitivity.py" --jobs "$jobs" "${passed[@]}"
