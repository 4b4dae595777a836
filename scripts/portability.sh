#!/usr/bin/env bash
# Builds without a warning and tests on another Debian, in a folder made by debootstrap: what users of that release will see.
# Usage: portability.sh [--suite NAME] [--compiler COMMAND]... [--folder DIR]
#   --suite NAME        Debian release (default: trixie, that is Debian 13)
#   --compiler COMMAND  may be repeated (default: g++ and clang++, as that release has them)
#   --folder DIR        where the release is kept between runs (default: build/portability/SUITE)
# Wants root, debootstrap and unshare (util-linux). Other Debian mirrors: TENSIX_MIRROR=URL.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

suite=trixie compilers=() folder=''
while [ $# -gt 0 ]; do
  case $1 in
    --suite | --compiler | --folder)
      [ $# -ge 2 ] || die "$1 wants a value"
      case $1 in --suite) suite=$2 ;; --compiler) compilers+=("$2") ;; --folder) folder=$(realpath -m "$2") ;; esac
      shift
      ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ ${#compilers[@]} != 0 ] || compilers=(g++ clang++)
folder=${folder:-$root/build/portability/$suite}
[ "$(id -u)" = 0 ] || die "wants root, for debootstrap and chroot"
for tool in debootstrap unshare; do command -v $tool > /dev/null || die "$tool is missing: apt-get install debootstrap util-linux"; done

if [ ! -e "$folder/etc/os-release" ]; then
  say "debootstrap $suite in $folder"
  mkdir -p "$folder"
  debootstrap --variant=minbase "$suite" "$folder" "${TENSIX_MIRROR:-http://deb.debian.org/debian}" > "$folder.log" 2>&1 || die "debootstrap failed: $folder.log"
fi
inside() { unshare --mount --pid --fork --mount-proc="$folder/proc" chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# The working tree as it is, without what is ignored; builds are kept, a folder each compiler.
mkdir -p "$folder/work"
git ls-files --cached --others --exclude-standard -z | tar --create --null --files-from=- --ignore-failed-read | tar --extract --directory "$folder/work"
for compiler in "${compilers[@]}"; do
  say "$suite with $compiler"
  packages=()
  case $compiler in clang*) packages=(clang) ;; esac
  inside TENSIX_JOBS="$jobs" CXX="$compiler" CXXFLAGS=-Werror DEBIAN_FRONTEND=noninteractive bash -euc '
    cd /work
    scripts/setup.sh
    [ $# = 0 ] || apt-get install -y -qq --no-install-recommends "$@" > /dev/null
    "$CXX" --version | head -n 1
    mkdir -p "/builds/$CXX"
    rm -rf build && ln -s "/builds/$CXX" build
    scripts/test.sh --quick --no-install' inside ${packages[@]+"${packages[@]}"}
done
say "$suite: passed with ${compilers[*]}"
