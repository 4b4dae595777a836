#!/usr/bin/env bash
# Installs what is missing to build and test the project (Debian or Ubuntu, apt).
# Usage: setup.sh [--lint] [--slurm] [--no-install]
#   --lint        also what scripts/lint.sh needs (clang-format, clang-tidy)
#   --slurm       also Slurm and munge, which are services: the test of `sweep --launcher slurm` is skipped without them
#   --no-install  only look: say what is missing and fail if anything is
#   --help        this text
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

lint=no slurm=no install=yes
for option in "$@"; do
  case $option in
    --lint) lint=yes ;;
    --slurm) slurm=yes ;;
    --no-install) install=no ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# package:command (a tool, from wherever it comes) or package alone (a library).
wanted=(g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config python3:python3 libsystemc-dev catch2 nlohmann-json3-dev
  libboost-dev libboost-program-options-dev libboost-filesystem-dev libbenchmark-dev python3-matplotlib)
[ $lint = no ] || wanted+=(clang-format:clang-format clang-tidy:clang-tidy)
[ $slurm = no ] || wanted+=(slurm-wlm munge)

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  lacking=()
  for entry in "${wanted[@]}"; do
    case $entry in *:*) command -v "${entry#*:}" > /dev/null || lacking+=("${entry#*:}") ;; esac
  done
  [ ${#lacking[@]} = 0 ] || die "no apt here, so nothing can be installed; please install: ${lacking[*]}, and the libraries
SystemC >= 2.3.3 built as C++17, Catch2, nlohmann-json >= 3.9, Boost >= 1.74 with program_options and filesystem, Google Benchmark, matplotlib"
  say "no apt here: the tools are there, the libraries are left to CMake to find"
  exit 0
fi

missing=()
for entry in "${wanted[@]}"; do
  package=${entry%%:*}
  case $entry in
    *:*) command -v "${entry#*:}" > /dev/null || missing+=("$package") ;;
    *) [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || missing+=("$package") ;;
  esac
done
if [ ${#missing[@]} = 0 ]; then
  say "nothing to install"
  exit 0
fi
[ $install = yes ] || die "missing packages: ${missing[*]} (run scripts/setup.sh without --no-install)"

as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || die "missing packages: ${missing[*]}; not root and no sudo: please have them installed"
  as_root=(sudo)
fi
say "install ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
