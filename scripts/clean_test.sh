#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What somebody meets who has a fresh Debian and nothing else: a folder made by debootstrap, in which either the packages of
# build/packages are installed (apt brings what they depend on), or a fresh clone is set up by README.md's own commands, in order, in
# one shell. Each takes some minutes, and says how long what took.
# Usage: clean_test.sh [--packages] [--clone] [--suite NAME] [--folder DIR]     (without the first two: both)
#   --packages    first scripts/package.sh: programs and pages of the packages run README.md's blocks; a project is built with the -dev one
#   --clone       README.md, from scripts/demo.sh on, with the committed state
#   --suite NAME  Debian release (default: bookworm; of packages that on which they were built)
#   --folder DIR  keeps the release as debootstrap made it, for the next time (default: build/clean)
# Wants root, debootstrap and unshare. Another Debian mirror: TENSIX_MIRROR=URL.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

packages=no clone=no suite=bookworm folder=$root/build/clean
while [ $# -gt 0 ]; do
  case $1 in
    --packages) packages=yes ;;
    --clone) clone=yes ;;
    --suite | --folder)
      [ $# -ge 2 ] || die "$1 wants a value"
      case $1 in --suite) suite=$2 ;; --folder) folder=$(cd "$start" && realpath -m "$2") ;; esac
      shift
      ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
if [ $packages$clone = nono ]; then packages=yes clone=yes; fi
source scripts/debian_release.sh

fresh=$folder/$suite
make_release "$suite" "$fresh"
release=$folder/used
new_release() { rm -rf "$release" && cp -a "$fresh" "$release"; }
size_of() { du -sxm "$release" | cut -f1; }

if [ $packages = yes ]; then
  debs=(build/packages/*.deb)
  [ -e "${debs[0]}" ] || die "there are no packages in build/packages: first scripts/package.sh"
  new_release
  before=$(size_of)
  mkdir "$release/packages" "$release/tests"
  cp "${debs[@]}" "$release/packages"
  cp tests/pages/run_blocks.py "$release/tests"
  cp -r tests/external_consumer "$release/tests"
  SECONDS=0
  inside "$release" bash -euc 'apt-get update -qq; apt-get install -y -qq --no-install-recommends /packages/*.deb' > "$folder/packages.log" 2>&1 ||
    { tail -n 30 "$folder/packages.log" >&2; die "the packages cannot be installed: $folder/packages.log"; }
  say "packages installed in $SECONDS s, with all they depend on $(($(size_of) - before)) MiB"
  say "README.md, of the installed pages, with what is on the PATH"
  inside "$release" CI=yes bash -euc 'cd / && tensix-tlm --version && python3 /tests/run_blocks.py /usr/bin/tensix-tlm README.md --root /usr/share/tensix_tlm'
  say "the Python module, the man page"
  inside "$release" bash -euc 'cd /root && python3 -c "import tensix_tlm; print(tensix_tlm.run(\"datacopy\", shape=(64, 64)).cycles)" && test -s /usr/share/man/man1/tensix-tlm.1'
  say "tests/external_consumer with the -dev package"
  inside "$release" bash -euc 'apt-get install -y -qq --no-install-recommends cmake g++ ninja-build > /dev/null 2>&1
    cmake -S /tests/external_consumer -B /root/consumer -G Ninja -DCMAKE_BUILD_TYPE=Release > /dev/null && cmake --build /root/consumer
    cd /root/consumer && ./external_consumer && ./two_tiles'
  rm -rf "$release"
fi

if [ $clone = yes ]; then
  new_release
  inside "$release" bash -euc 'apt-get update -qq; apt-get install -y -qq --no-install-recommends ca-certificates git' > "$folder/clone.log" 2>&1 ||
    { tail -n 30 "$folder/clone.log" >&2; die "no git: $folder/clone.log"; }
  before=$(size_of)
  git clone -q --no-hardlinks . "$release/root/tensix-tlm"
  # The commands of README.md, one after the other; what its first block says is timed apart.
  awk '/^```(sh|console)$/ { kind = $0; n++; next } /^```/ { kind = ""; next }
       kind ~ /sh$/ { print > (n == 1 ? first : rest) } kind ~ /console$/ && /^\$ / { print substr($0, 3) > (n == 1 ? first : rest) }' \
    first="$release/root/first.sh" rest="$release/root/rest.sh" README.md
  SECONDS=0
  inside "$release" bash -euxc 'cd ~/tensix-tlm; source ~/first.sh' || die "README.md's first block fails"
  say "README.md's first block: $SECONDS s, $(($(size_of) - before)) MiB with the build"
  SECONDS=0
  inside "$release" bash -euxo pipefail -c 'cd ~/tensix-tlm; eval "$(grep -h "^export PATH=" ~/first.sh ~/rest.sh)"; source ~/rest.sh' || die "README.md's commands fail"
  say "README.md's other blocks: $SECONDS s"
  rm -rf "$release"
fi
say "clean test: passed on $suite"
