# SPDX-License-Identifier: Apache-2.0
# Debian releases in folders, for scripts that try what users of those will see; sourced behind common.sh, not run. Wants root,
# debootstrap and unshare (util-linux). Another Debian mirror: TENSIX_MIRROR=URL.
[ "$(id -u)" = 0 ] || die "wants root, for debootstrap and chroot"
for tool in debootstrap unshare; do command -v $tool > /dev/null || die "$tool is missing: apt-get install debootstrap util-linux"; done

# make_release SUITE FOLDER: that release with nothing installed, in FOLDER, unless it is there.
make_release() {
  [ ! -e "$2.made" ] || return 0
  say "debootstrap $1 in $2"
  rm -rf "$2" && mkdir -p "$2"
  debootstrap --variant=minbase "$1" "$2" "${TENSIX_MIRROR:-http://deb.debian.org/debian}" > "$2.log" 2>&1 || die "debootstrap failed: $2.log"
  touch "$2.made"
}

# inside FOLDER [NAME=VALUE]... COMMAND...: in that release, with nothing of this environment.
inside() {
  local release=$1
  shift
  [ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$release/etc/resolv.conf"
  [ -e "$release/etc/hosts" ] || echo "127.0.0.1 localhost" > "$release/etc/hosts" # an installed Debian has it; gdb asks for it
  # With terminals: tests of completion type into one. With /sys: Open MPI looks there for processors.
  unshare --mount --pid --fork --mount-proc="$release/proc" sh -c 'mkdir -p "$0/dev/pts"
    mount -t sysfs -o ro sysfs "$0/sys"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts" && mount --bind "$0/dev/pts/ptmx" "$0/dev/ptmx"
    exec chroot "$0" "$@"' "$release" /usr/bin/env -i HOME=/root LANG=C.UTF-8 \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive TENSIX_JOBS="$jobs" "$@"
}
