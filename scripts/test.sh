#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that must pass: installs what is missing, builds and runs all tests (release), lints, installs and uses the installed
# copy from another project, runs all but the slow tests and the fuzz targets under the sanitizers, and soaks for a minute
# (scripts/soak.sh, each time with a new seed, which it prints). Stops at the first failure.
# Usage: test.sh [--quick] [--no-install]
#   --quick       release build and its tests only
#   --no-install  if something is missing, say what and stop
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

quick=no setup=()
for option in "$@"; do
  case $option in
    --quick) quick=yes ;;
    --no-install) setup+=("$option") ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# Seconds of one core that each part took on the machine named in forecast(), nothing in a compiler cache; `install` is not spread
# over cores. Measured again whenever a part grows: the last line of this script prints what to write here.
declare -A core_seconds=([release_build]=1300 [release_tests]=2500 [lint]=500 [install]=200 [asan_build]=900 [asan_tests]=1000 [soak]=160)
parts=(release_build release_tests)
[ $quick = yes ] || parts+=(lint install asan_build asan_tests soak)

forecast() {
  local part total=0
  for part in "${parts[@]}"; do total=$((total + core_seconds[$part] / jobs)); done
  say "${parts[*]//_/ }: about $(((total + 59) / 60)) minutes with $jobs jobs (as measured on two cores of an AMD EPYC server; less if a compiler cache helps)"
}

declare -A took
done_with() {
  took[$1]=$((SECONDS - began))
  say "${1//_/ }: passed (${took[$1]} s, $SECONDS s in all)"
  began=$SECONDS
}

forecast
if [ $quick = yes ]; then scripts/setup.sh ${setup[@]+"${setup[@]}"}; else scripts/setup.sh --lint --clang ${setup[@]+"${setup[@]}"}; fi
began=$SECONDS

tests=ON
waiting=$((jobs + 1)) # some tests wait for what they have started
build release
done_with release_build
ctest --preset release -j "$waiting"
done_with release_tests

if [ $quick = no ]; then
  scripts/lint.sh
  done_with lint

  scripts/install_test.sh
  done_with install

  build asan
  done_with asan_build
  ctest --preset asan -j "$waiting"
  done_with asan_tests

  scripts/soak.sh --no-build --minutes 1
  done_with soak
fi
say "all passed in $SECONDS s; core-seconds:$(for part in "${parts[@]}"; do printf ' [%s]=%d' "$part" $((took[$part] * jobs)); done)"
