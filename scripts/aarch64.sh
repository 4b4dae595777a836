#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for AArch64 without a warning on another machine, by Debian 12's cross compiler in a folder made by debootstrap, and runs the
# quick tests, each program of them in qemu-aarch64. Half an hour on two cores.
# Usage: aarch64.sh [--folder DIR] [--build-only]
#   --folder DIR  release, build and compiler cache are kept in DIR between runs (default: build/aarch64)
#   --build-only  no tests
# Wants root, debootstrap, unshare and qemu-user-static. The kernel starts AArch64's programs by binfmt_misc; unless it does already,
# it is told so until it is restarted. Another Debian mirror: TENSIX_MIRROR=URL. Processors: TENSIX_JOBS=N.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

folder=build/aarch64 build_only=no
while [ $# -gt 0 ]; do
  case $1 in
    --folder) [ $# -ge 2 ] || die "$1 wants a value"; folder=$(cd "$start" && realpath -m "$2"); shift ;;
    --build-only) build_only=yes ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
source scripts/debian_release.sh
# Not here: what takes long, is about this machine (a terminal, gdb), has a limit of time or memory that an emulator does not keep, or has a
# compiler or Python of this machine look at what has been built.
quick=(-LE 'slow|device' -E '^(cli_(terminal|completion|gdb|llk_card|races|costs|width|counters|questions|structure|noc_cores|metrics_keys)|validation.*|events_quantum|soak.*|sample|why_advice|pages_planted|headers|cosim_capi_(page|c|cxx|python|programs))$')

release=$folder/release
make_release bookworm "$release"
if [ ! -e "$folder/packages" ]; then
  say "packages"
  inside "$release" bash -euc 'dpkg --add-architecture arm64
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends ccache cmake ninja-build git pkg-config flatbuffers-compiler g++-aarch64-linux-gnu \
      python3 python3-numpy gcc-riscv64-unknown-elf nlohmann-json3-dev catch2 \
      {libsystemc,libboost,libboost-program-options,libboost-filesystem,libboost-context,libdw,libelf,libdeflate,libbz2,libyaml-cpp,libnng,libflatbuffers}-dev:arm64' \
    > "$folder/packages.log" 2>&1 || die "packages are missing: $folder/packages.log"
  touch "$folder/packages"
fi
# The build starts what it has built, for completions and the man page; tests start everything.
handlers=/proc/sys/fs/binfmt_misc
[ -e $handlers/register ] || mount -t binfmt_misc none $handlers || die "the kernel has no binfmt_misc"
if ! grep -qs '^enabled' $handlers/qemu-aarch64; then
  emulator=$(command -v qemu-aarch64-static) || die "qemu-aarch64-static is missing: apt-get install qemu-user-static"
  # An ELF file of 64 bits for machine 183; F: the emulator is opened now, so that it is there in a folder, too.
  printf '%s' ":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:$emulator:F" > $handlers/register
fi
say "build"
rm -rf "$release/tensix-tlm"
mkdir -p "$release/tensix-tlm" "$release/builds"
git ls-files --cached --others --exclude-standard -z | tar --create --null --files-from=- --ignore-failed-read |
  tar --extract --touch --directory "$release/tensix-tlm"
ln -s /builds "$release/tensix-tlm/build"
inside "$release" CXXFLAGS=-Werror bash -euo pipefail -c 'cd /tensix-tlm && source scripts/common.sh
  cmake --preset release -DCMAKE_TOOLCHAIN_FILE=scripts/cmake/aarch64.cmake -DTENSIX_TLM_TESTS=ON > build/configured 2>&1 || { cat build/configured; exit 1; }
  cmake --build --preset release -j "$jobs" | shortened
  file=$(od -An -tx2 -j18 -N2 build/release/tensix-tlm); [ "$file" = " 00b7" ] || { echo "not for AArch64: machine $file"; exit 1; }' inside
if [ $build_only = yes ]; then say "built, no warning"; exit 0; fi

say "quick tests"
inside "$release" bash -euc 'cd /tensix-tlm && ctest --preset release -j "$TENSIX_JOBS" --timeout 1500 "$@"' inside "${quick[@]}"
say "AArch64: built, no warning; quick tests passed"
