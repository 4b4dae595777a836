#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds without a warning and runs all tests on Debian 12 and 13 with g++ and clang++ of each, in folders made by debootstrap:
# what users of those releases will see. The first run takes two hours on two cores, later ones what has changed.
# Usage: portability.sh [--suite NAME]... [--compiler COMMAND]... [--folder DIR] [--build-only]
#   --suite NAME        Debian release, may be repeated (default: bookworm and trixie, that is Debian 12 and 13)
#   --compiler COMMAND  may be repeated (default: g++ and clang++, as that release has them)
#   --folder DIR        releases, builds and a compiler cache are kept in DIR/SUITE between runs (default: build/portability)
#   --build-only        no tests
# Wants root, debootstrap and unshare (util-linux). Another Debian mirror: TENSIX_MIRROR=URL. Processors: TENSIX_JOBS=N.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

suites=() compilers=() folder=build/portability build_only=no
while [ $# -gt 0 ]; do
  case $1 in
    --suite | --compiler | --folder)
      [ $# -ge 2 ] || die "$1 wants a value"
      case $1 in --suite) suites+=("$2") ;; --compiler) compilers+=("$2") ;; --folder) folder=$(cd "$start" && realpath -m "$2") ;; esac
      shift
      ;;
    --build-only) build_only=yes ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ ${#suites[@]} != 0 ] || suites=(bookworm trixie)
[ ${#compilers[@]} != 0 ] || compilers=(g++ clang++)
source scripts/debian_release.sh

for suite in "${suites[@]}"; do
  release=$folder/$suite
  make_release "$suite" "$release"
  # The working tree as it is, without what is ignored.
  rm -rf "$release/tensix-tlm"
  mkdir -p "$release/tensix-tlm"
  git ls-files --cached --others --exclude-standard -z | tar --create --null --files-from=- --ignore-failed-read |
    tar --extract --touch --directory "$release/tensix-tlm" # of now: builds kept from another state are older
  inside "$release" /tensix-tlm/scripts/setup.sh --clang --ccache
  for compiler in "${compilers[@]}"; do
    say "$suite with $compiler"
    inside "$release" BUILD_ONLY="$build_only" CXX="$compiler" CXXFLAGS=-Werror bash -euc '
      cd /tensix-tlm
      "$CXX" --version | head -n 1
      mkdir -p "/builds/$CXX"
      rm -rf build && ln -s "/builds/$CXX" build
      if [ "$BUILD_ONLY" = yes ]; then source scripts/common.sh && tests=ON build release; else scripts/test.sh --quick --all --no-install; fi' inside
  done
done
if [ $build_only = yes ]; then what=built; else what=passed; fi
say "${suites[*]}: $what with ${compilers[*]}, no warning"
