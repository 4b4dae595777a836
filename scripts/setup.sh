#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing to build and test the project (Debian 12 and 13, Ubuntu 24.04: apt), and fetches the sources of its
# SystemC, of which libtensix_cosim has a copy in it, into /usr/local/src.
# Usage: setup.sh [--demo] [--kernels] [--rtl] [--packages] [--lint] [--clang] [--ccache] [--slurm] [--no-install]
# Without one of these four: all that building everything and the tests need (more than 1 GB). With them only
#   --demo        what the program is built with (scripts/demo.sh)
#   --kernels     the compiler for kernels and programs: tensix-tlm kernel, program, elf
#   --rtl         what the program with RTL in it is built with (scripts/cosim_demo.sh)
#   --packages    what scripts/package.sh wants beside --demo
# and to any of it
#   --lint        also what scripts/lint.sh needs (clang-format, clang-tidy, mypy)
#   --clang       also clang++ with its sanitizers and libFuzzer, for the preset asan and to build with CXX=clang++
#   --ccache      also ccache, which the build uses if it is there
#   --slurm       also Slurm and munge, which are services: the test of `sweep --launcher slurm` is skipped without them
#   --no-install  only look: say what is missing and fail if anything is
#   --help        this text
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

# package:command (a tool, from wherever it comes) or package alone (a library); package|package: any, the first that is offered.
# Catch2 3 is libcatch2-dev in Debian 13; Catch2 2 of Debian 12 is catch2.
catch='catch2|libcatch2-dev'
demo=(g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config libsystemc-dev nlohmann-json3-dev libboost-dev libboost-program-options-dev libboost-filesystem-dev libboost-context-dev libdw-dev libelf-dev libdeflate-dev libbz2-dev libyaml-cpp-dev libnng-dev libflatbuffers-dev flatbuffers-compiler:flatc)
kernels=(gcc-riscv64-unknown-elf:riscv64-unknown-elf-g++)
rtl=(verilator:verilator python3:python3 "$catch")
packages=(dpkg-dev:dpkg-source file:file fakeroot:fakeroot python3-setuptools python3-wheel)
tests=("$catch" libbenchmark-dev openmpi-bin:mpirun libopenmpi-dev python3-matplotlib python3-pandas python3-nbconvert python3-ipykernel iverilog:iverilog valgrind:valgrind gdb-multiarch:gdb-multiarch zsh:zsh groff-base:groff man-db:man)

wanted=() extra=() install=yes all=yes systemc=no
for option in "$@"; do
  case $option in
    --demo) wanted+=("${demo[@]}") all=no ;;
    --kernels) wanted+=("${kernels[@]}") all=no ;;
    --rtl) wanted+=("${demo[@]}" "${rtl[@]}") all=no ;;
    --packages) wanted+=("${packages[@]}") all=no systemc=yes ;;
    --lint) extra+=(clang-format:clang-format clang-tidy:clang-tidy mypy:mypy) ;;
    --clang) extra+=(clang:clang++ lld:ld.lld 'libclang-rt-dev|libclang-rt-14-dev|libclang-rt-18-dev|libclang-rt-19-dev') ;;
    --ccache) extra+=(ccache:ccache) ;;
    --slurm) extra+=(slurm-wlm munge) ;;
    --no-install) install=no ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [ $all = yes ]; then wanted=("${demo[@]}" "${kernels[@]}" "${rtl[@]}" "${packages[@]}" "${tests[@]}") systemc=yes; fi
wanted+=(${extra[@]+"${extra[@]}"})
# For the test that looks at pages of --report (Ubuntu has no such package but a snap), and that of the cores against an emulator;
# where there is no such package the test is skipped.
wanted_if_there=()
[ $all = no ] || wanted_if_there=(chromium:chromium python3-pil qemu-user:qemu-riscv32)

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  lacking=()
  for entry in "${wanted[@]}"; do
    case $entry in *:*) command -v "${entry#*:}" > /dev/null || lacking+=("${entry#*:}") ;; esac
  done
  [ ${#lacking[@]} = 0 ] || die "no apt here, so nothing can be installed; please install: ${lacking[*]}, and the libraries
SystemC >= 2.3.3 built as C++17, Catch2, nlohmann-json >= 3.9, Boost >= 1.74 with program_options and filesystem, Google Benchmark, libelf and libdw (elfutils), libdeflate, yaml-cpp, NNG, FlatBuffers; the sources of that SystemC
(cmake -DTENSIX_TLM_SYSTEMC_SOURCE=FOLDER); for Python: matplotlib, pandas, nbconvert, ipykernel"
  say "no apt here: the tools are there, the libraries are left to CMake to find"
  exit 0
fi

# Sources of the SystemC that is installed (without them libtensix_cosim shares the SystemC of its process), from where its package comes from; the system's own lists of sources stay as they are.
systemc_sources() { [ $systemc = no ] || (fetch_systemc) || say "without the sources of SystemC libtensix_cosim will share that of its process"; }
fetch_systemc() {
  local version from work keys sudo=()
  version=$(dpkg-query -W -f '${source:Version}' libsystemc-dev)
  local place=/usr/local/src/systemc-$version
  [ ! -e "$place/src/sysc/kernel/sc_simcontext.cpp" ] || return 0
  [ $install = yes ] || die "the sources of SystemC $version are not in $place (run scripts/setup.sh without --no-install)"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo > /dev/null || die "not root and no sudo: please have the sources of SystemC $version put into $place"
    sudo=(sudo)
  fi
  origin() { apt-cache madison libsystemc-dev | awk -F' *[|] *' -v v="$version" '
    $2 ~ "^" v && $3 ~ / Packages$/ { split($3, w, " "); split(w[2], s, "/"); print w[1], s[1], s[2]; exit }'; }
  from=$(origin)
  if [ -z "$from" ]; then
    "${sudo[@]}" apt-get update -qq
    from=$(origin)
  fi
  [ -n "$from" ] || die "nothing that apt knows offers libsystemc-dev $version, which is installed: please put its sources into $place"
  say "fetch the sources of SystemC $version into $place"
  for keys in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/ubuntu-archive-keyring.gpg; do
    [ ! -e "$keys" ] || break
  done
  work=$(mktemp -d)
  mkdir -p "$work"/lists/partial "$work"/archives/partial
  echo "deb-src [signed-by=$keys] $from" > "$work/list"
  (
    cd "$work"
    options=(-qq -o Dir::Etc::SourceList="$work/list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists"
      -o Dir::Cache="$work" -o APT::Sandbox::User="$(id -un)")
    apt-get "${options[@]}" update && apt-get "${options[@]}" source "systemc=$version" > /dev/null
  ) || die "apt gives no sources of SystemC $version (deb-src $from)"
  "${sudo[@]}" mkdir -p /usr/local/src
  "${sudo[@]}" rm -rf "$place"
  "${sudo[@]}" cp -r "$work"/systemc-*/ "$place"
  rm -rf "$work"
}

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
  systemc_sources
  say "nothing to install"
  exit 0
fi
[ $install = yes ] || [ ${#missing[@]} = 0 ] || die "missing packages: ${missing[*]} (run scripts/setup.sh without --no-install)"

as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo > /dev/null && [ ${#missing[@]} = 0 ]; then
    systemc_sources
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
if [ ${#missing[@]} = 0 ]; then
  systemc_sources
  exit 0
fi
for i in "${!missing[@]}"; do
  for package in ${missing[i]//|/ }; do
    if offered "$package"; then missing[i]=$package; break; fi
  done
done
say "install ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
systemc_sources
