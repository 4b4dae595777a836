#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Debian packages of the release build, one a component (docs/install.md), and the wheel of the Python module, into build/packages.
# Usage: package.sh [--output DIR] [--maintainer "NAME <MAIL>"] [--no-build] [--wheel-only]
#   --output DIR                  where the packages go (default: build/packages, emptied first)
#   --maintainer "NAME <MAIL>"    who answers for them; stands in each package
#   --no-build                    of what build/release already holds; what is missing there is left out, with a word
#   --wheel-only                  only the wheel
# Wants what setup.sh installs, dpkg-dev and file; the wheel wants python3-setuptools and python3-wheel (setup.sh --packages).
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

output=build/packages maintainer='' build=yes debian=yes
while [ $# -gt 0 ]; do
  case $1 in
    --output | --maintainer)
      [ $# -ge 2 ] || die "$1 wants a value"
      case $1 in --output) output=$(cd "$start" && realpath -m "$2") ;; --maintainer) maintainer=$2 ;; esac
      shift
      ;;
    --no-build) build=no ;;
    --wheel-only) debian=no ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ -z "$maintainer" ] || [[ $maintainer =~ ^[^\<\>]+\ \<[^\ @]+@[^\ @]+\>$ ]] || die "--maintainer wants NAME <MAIL>, not '$maintainer'"
if [ "$output" = build/packages ]; then rm -rf "$output"; fi
mkdir -p "$output"
output=$(realpath "$output")

if [ $debian = yes ]; then
  for tool in dpkg-shlibdeps file cpack; do command -v $tool > /dev/null || die "$tool is missing: scripts/setup.sh --packages installs it"; done
  if [ $build = yes ]; then
    build release tensix-tlm tensix_cosim
    # There with the tests (Catch2), and with Verilator.
    mapfile -t more < <(ninja -C build/release -t targets all | sed -n 's/^\(soak\|tensix-tlm-rtl\|tensix_mpi\): phony$/\1/p' | sort -u)
    [ ${#more[@]} = 0 ] || build release "${more[@]}"
  fi
  [ -x build/release/tensix-tlm ] || die "build/release has no tensix-tlm: run package.sh without --no-build, or cmake --build --preset release"
  say "Debian packages"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  log=$work/log
  cpack -G DEB --config build/release/CPackConfig.cmake -B "$work" ${maintainer:+-D CPACK_DEBIAN_PACKAGE_MAINTAINER="$maintainer"} > "$log" 2>&1 ||
    { cat "$log" >&2; die "cpack fails"; }
  ! grep -h "Left out" "$log" || true
  mv "$work"/*.deb "$output"
fi

say "wheel of the Python module"
version=$(cat VERSION)
python=''
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import setuptools, wheel; assert int(setuptools.__version__.split(".")[0]) >= 61' 2> /dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || die "no Python here has setuptools >= 61 and wheel: scripts/setup.sh --packages installs them"
source_copy=$(mktemp -d) # setuptools writes beside its sources
trap 'rm -rf "$source_copy" ${work:+"$work"}' EXIT
cp -r pyproject.toml VERSION LICENSE "$source_copy"
mkdir "$source_copy/python"
cp -rL python/tensix_tlm "$source_copy/python"
(cd "$source_copy" && "$python" -c 'import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])' "$output" > log 2>&1) ||
  { cat "$source_copy/log" >&2; die "setuptools makes no wheel"; }
[ -e "$output/tensix_tlm-$version-py3-none-any.whl" ] || die "setuptools has made no wheel of version $version"
say "in $output"
ls -l "$output" | awk 'NR > 1 { printf "%9.1f KiB  %s\n", $5 / 1024, $9 }'
