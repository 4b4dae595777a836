# Shared by the scripts; sourced, not run. Leaves the current directory at the root of the repository; `start`: where it was.
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
jobs=${TENSIX_JOBS:-$(nproc)}

say() { printf '== %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Prints the comment at the head of the script that sources this: its help.
usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$script"; }

# build PRESET [TARGET...]: configures and builds in build/PRESET.
build() {
  local preset=$1 output
  shift
  say "build $preset${*:+: $*} (in build/$preset, $jobs jobs)"
  output=$(cmake --preset "$preset" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
  cmake --build --preset "$preset" -j "$jobs" ${*:+--target "$@"}
}
