# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts; sourced, not run. Leaves the current directory at the root of the repository; `start`: where it was.
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
jobs=${TENSIX_JOBS:-$(nproc)}

say() { printf '== %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Prints the comment at the head of the script that sources this: its help.
usage() { awk 'NR > 1 && !/^# SPDX-/ { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$script"; }

# Ninja's lines that name hundreds of files (what Verilator writes) at a length to be read; errors stay whole. On a terminal ninja
# does it itself.
shortened() { awk '/^\[[0-9]+\/[0-9]+\] / && length > 120 { $0 = substr($0, 1, 117) "..." } { print; fflush() }'; }

# build PRESET [TARGET...]: configures and builds in build/PRESET. Without Catch2 there are no tests; `tests=ON`: that is an error.
build() {
  local preset=$1 output
  shift
  say "build $preset${*:+: $*} (in build/$preset, $jobs jobs)"
  output=$(cmake --preset "$preset" ${tests:+-D TENSIX_TLM_TESTS="$tests"} 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
  if [ -t 1 ]; then cmake --build --preset "$preset" -j "$jobs" ${*:+--target "$@"}
  else cmake --build --preset "$preset" -j "$jobs" ${*:+--target "$@"} | shortened
  fi
}
