#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the studies of configs/studies and writes their numbers and pictures into the pages docs/studies/NAME.md. All of them take about half a minute on two
# processors.
# Usage: studies.sh [--check] [--no-plots] [--binary PATH] [--jobs N] [NAME...]
#   NAME           only these pages, as in 'studies.sh pack_interfaces' (default: all)
#   --check        writes nothing; fails if a page's numbers are not what the model gives (pictures are not compared: they depend on matplotlib's version)
#   --no-plots     numbers only
#   --binary PATH  the tensix-tlm to run (default: build/release/tensix-tlm, built first)
#   --jobs N       points at a time (default: all processors)
# Pictures want matplotlib: Debian's python3-matplotlib.
# Exit status: 0 done, or all pages are right; 1 a page is not, or a point failed; 2 wrong option; 77 --check without python3.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

binary='' passed=() wants_check=no wants_plots=yes
while [ $# -gt 0 ]; do
  case $1 in
    --binary | --jobs)
      [ $# -ge 2 ] || die "$1 wants a value"
      if [ "$1" = --binary ]; then binary=$(cd "$start" && realpath "$2"); else jobs=$2; fi
      shift
      ;;
    --check) wants_check=yes wants_plots=no passed+=(--check) ;;
    --no-plots) wants_plots=no passed+=(--no-plots) ;;
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) passed+=("$1") ;;
  esac
  shift
done
if ! command -v python3 > /dev/null; then
  [ $wants_check = no ] || { say "SKIPPED: python3 is missing"; exit 77; }
  die "python3 is missing: scripts/setup.sh installs it"
fi
# matplotlib may be installed for the system's python only.
python=python3
if [ $wants_plots = yes ]; then
  if ! python3 -c 'import matplotlib' 2> /dev/null && /usr/bin/python3 -c 'import matplotlib' 2> /dev/null; then python=/usr/bin/python3; fi
  "$python" -c 'import matplotlib' 2> /dev/null || die "matplotlib is missing: scripts/setup.sh installs it (or --no-plots)"
fi
if [ -z "$binary" ]; then
  build release tensix-tlm >&2
  binary=$root/build/release/tensix-tlm
fi
exec "$python" "$root/scripts/studies.py" --jobs "$jobs" --binary "$binary" "${passed[@]}"
