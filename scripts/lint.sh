#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the format of all sources (clang-format 14, as on Debian 12), that each names its license (scripts/spdx.py), the types of the
# Python package (mypy), and runs clang-tidy: file by file on what computes, looking less far along each path than with --all (half the
# time), and folder by folder, without its path analyzer and -Wshadow, on what includes SystemC. Fails on any finding.
# Usage: lint.sh [--all] [--half N] [--format-only] [--fix]
#   --all          clang-tidy on all sources, tests too (several minutes; wants the release preset configured)
#   --half N       clang-tidy on each second of them: 0 or 1
#   --format-only  neither mypy nor clang-tidy
#   --fix          formats in place, and nothing else
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

selection=core half=
while [ $# -gt 0 ]; do
  case $1 in
    --all) selection=all ;;
    --half)
      case ${2:-} in 0 | 1) half=$2 ;; *) die "--half wants 0 or 1" ;; esac
      shift
      ;;
    --format-only) selection=none ;;
    --fix) selection=fix ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
folders=(support models platform workload observe cosim testbench pages app tests examples)
# An other version formats a few things differently: then there is nothing to compare with.
formatter=$(command -v clang-format-14 || command -v clang-format) || die "clang-format is missing: scripts/setup.sh --lint installs it"
sources() { find "${folders[@]}" -type f "$@" -print0 | sort -z; }

if [ $selection = fix ]; then
  python3 scripts/wrap_docs.py --fix README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/studies/*.md
  sources '(' -name '*.h' -o -name '*.cpp' ')' | xargs -0 "$formatter" -i
  exit 0
fi
if "$formatter" --version | grep -q 'version 14\.'; then
  say "format: $(sources '(' -name '*.h' -o -name '*.cpp' ')' | tr -dc '\0' | wc -c) files"
  sources '(' -name '*.h' -o -name '*.cpp' ')' | xargs -0 -n 20 -P "$jobs" "$formatter" --dry-run -Werror ||
    die "format differs from .clang-format (scripts/lint.sh --fix formats)"
else
  say "format: not checked, $("$formatter" --version) is not version 14"
fi

say "docs: at most 120 columns"
python3 scripts/wrap_docs.py README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/studies/*.md || die "docs are too wide"

say "license: a line in each file"
python3 scripts/spdx.py --check || die "files do not name their license"

[ $selection != none ] || exit 0
say "python: types"
command -v mypy > /dev/null || die "mypy is missing: scripts/setup.sh --lint installs it"
mypy --config-file pyproject.toml --cache-dir build/mypy python/tensix_tlm || die "mypy found something"

command -v clang-tidy > /dev/null || die "clang-tidy is missing: scripts/setup.sh --lint installs it"
device='*/device/*' # for another compiler
export depth='-Xclang -analyzer-config -Xclang max-nodes=20000' # of clang-analyzer; its default is 225,000
case $selection in
  core) filter=('(' -path 'models/*_function*.cpp' -o -path 'models/isa/*.cpp' -o -path 'models/formats/*.cpp' -o
    -path 'models/registers/*.cpp' -o -path 'tests/functional/*.cpp' -o -path 'workload/tensors/*.cpp' -o
    -path 'workload/kernels/*.cpp' -o -path 'workload/*_function.cpp' -o -path 'workload/vector/*.cpp' ')' -not -path "$device") ;;
  all) depth=''
    filter=(-name '*.cpp' -not -path 'tests/external_consumer/*' -not -path 'tests/external_rtl/*' -not -path "$device") ;;
esac
# The instruction-set flags of single files are not needed to analyse them: every file gets the same plain flags, and -Wshadow,
# which builds of whole folders cannot have.
export plain='-std=c++17 -I. -Itests -DTENSIX_TEST_DATA="tests" -DTENSIX_TLM_VERSION="0" -DTENSIX_SHARE_BESIDE_BIN="" -DTENSIX_SOURCE_ROOT=""'
# tidy [OPTION]... FILE -- FLAG...: prints what was found and fails.
tidy() { local output; output=$(clang-tidy --quiet "$@" $plain 2>&1) || { printf '%s\n' "$*" "$output"; return 1; }; }
export -f tidy
# Of names each behind a zero: all, or each second one.
chosen() { if [ -n "$half" ]; then sed -z -n "$((2 - half))~2p"; else cat; fi; }
say "clang-tidy: $(sources "${filter[@]}" | chosen | tr -dc '\0' | wc -c) files"
sources "${filter[@]}" | chosen | xargs -0 -n 1 -P "$jobs" bash -c 'tidy "$1" -- -Wshadow $depth' _ || die "clang-tidy found something"

if [ $selection = core ]; then
  # A file a folder that includes the others, so that SystemC's headers are read once for all of them. (Version 14 takes moves of
  # nlohmann::json for what may throw.)
  folders=(models platform workload observe cosim testbench pages app)
  mkdir -p build
  together=$(mktemp -d -p build) # below .clang-tidy
  trap 'rm -rf "$together"' EXIT
  while IFS= read -r -d '' file; do
    printf '#include "%s"\n' "$file" >> "$together/$(dirname "$file" | tr / _).cpp"
  done < <(sources -name '*.cpp' -not '(' "${filter[@]}" ')' -not -path "$device" -not -name revision.cpp -not -name door_message.cpp -not -path 'app/mpi/*') # include what the build makes, or MPI
  listed() { find "$together" -name '*.cpp' -print0 | sort -z | chosen; }
  say "clang-tidy: $(listed | tr -dc '\0' | wc -c) folders with SystemC"
  listed | xargs -0 -n 1 -P "$jobs" bash -c 'tidy --checks=-bugprone-suspicious-include,-bugprone-exception-escape "$1" --' _ ||
    die "clang-tidy found something"
fi
say "lint: clean"
