#!/usr/bin/env bash
# Installs what is missing to build and test the project (Debian 12 and 13, Ubuntu 24.04: apt).
# Usage: setup.sh [--lint] [--clang] [--ccache] [--slurm] [--no-install]
#   --lint        also what scripts/lint.sh needs (clang-format, clang-tidy, mypy)
#   --clang       also clang++ with its sanitizers and libFuzzer, for the preset asan and to build with CXX=clang++
#   --ccache      also ccache, which the build uses if it is there
#   --slurm       also Slurm and munge, which are services: the test of `sweep --launcher slurm` is skipped without them
#   --no-install  only look: say what is missing and fail if anything is
#   --help        this text
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

extra=() install=yes
for option in "$@"; do
  case $option in
    --lint) extra+=(clang-format:clang-format clang-tidy:clang-tidy mypy:mypy) ;;
    --clang) extra+=(clang:clang++ lld:ld.lld 'libclang-rt-dev|libclang-rt-14-dev|libclang-rt-18-dev|libclang-rt-19-dev') ;;
    --ccache) extra+=(ccache:ccache) ;;
    --slurm) extra+=(slurm-wlm munge) ;;
    --no-install) install=no ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# package:command (a tool, from wherever it comes) or package alone (a library); package|package: any, the first that is offered.
# Catch2 3 is libcatch2-dev in Debian 13; Catch2 2 of Debian 12 is catch2.
wanted=(g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config python3:python3 libsystemc-dev 'catch2|libcatch2-dev'
  nlohmann-json3-dev libboost-dev libboost-program-options-dev libboost-filesystem-dev libboost-context-dev libbenchmark-dev libdw-dev libelf-dev libdeflate-dev libbz2-dev
  python3-matplotlib python3-pandas python3-nbconvert python3-ipykernel verilator:verilator iverilog:iverilog gcc-riscv64-unknown-elf:riscv64-unknown-elf-g++ valgrind:valgrind zsh:zsh groff-base:groff ${extra[@]+"${extra[@]}"})
# For the test that looks at pages of --report (Ubuntu has no such package but a snap), and that of the cores against an emulator;
# where there is no such package the test is skipped.
wanted_if_there=(chromium:chromium python3-pil qemu-user:qemu-riscv32)

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  lacking=()
  for entry in "${wanted[@]}"; do
    case $entry in *:*) command -v "${entry#*:}" > /dev/null || lacking+=("${entry#*:}") ;; esac
  done
  [ ${#lacking[@]} = 0 ] || die "no apt here, so nothing can be installed; please install: ${lacking[*]}, and the libraries
SystemC >= 2.3.3 built as C++17, Catch2, nlohmann-json >= 3.9, Boost >= 1.74 with program_options and filesystem, Google Benchmark, libelf and libdw (elfutils), libdeflate; for Python: matplotlib, pandas, nbconvert, ipykernel"
  say "no apt here: the tools are there, the libraries are left to CMake to find"
  exit 0
fi

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }
# missing_of ENTRY...: packages that are not installed, a line each; of several that would do all, with | in between.
missing_of() {
  local entry package
  for entry; do
    case $entry in
      *:*) command -v "${entry#*:}" > /dev/null || echo "${entry%%:*}" ;;
      *)
        for package in ${entry//|/ }; do if installed "$package"; then continue 2; fi; done
        echo "$entry"
        ;;
    esac
  done
}
offered() { [ -n "$(apt-cache madison "$1" 2> /dev/null)" ]; }
mapfile -t missing < <(missing_of "${wanted[@]}")
mapfile -t missing_if_there < <(missing_of "${wanted_if_there[@]}")
if offered cmake; then  # the package lists are there: leave out what they do not have
  for i in "${!missing_if_there[@]}"; do offered "${missing_if_there[i]}" || unset "missing_if_there[i]"; done
fi
if [ $install = no ] && [ ${#missing_if_there[@]} != 0 ]; then
  say "not installed, so a test will be skipped: ${missing_if_there[*]}"
  missing_if_there=()
fi
if [ ${#missing[@]} = 0 ] && [ ${#missing_if_there[@]} = 0 ]; then
  say "nothing to install"
  exit 0
fi
[ $install = yes ] || [ ${#missing[@]} = 0 ] || die "missing packages: ${missing[*]} (run scripts/setup.sh without --no-install)"

as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo > /dev/null && [ ${#missing[@]} = 0 ]; then
    say "not root and no sudo, so a test will be skipped: ${missing_if_there[*]}"
    exit 0
  fi
  command -v sudo > /dev/null || die "missing packages: ${missing[*]}; not root and no sudo: please have them installed"
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
for package in "${missing_if_there[@]}"; do
  if offered "$package"; then missing+=("$package"); else say "no package $package here: a test will be skipped"; fi
done
[ ${#missing[@]} != 0 ] || exit 0
for i in "${!missing[@]}"; do
  for package in ${missing[i]//|/ }; do
    if offered "$package"; then missing[i]=$package; break; fi
  done
done
say "install ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
