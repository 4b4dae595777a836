#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every own source file names its license in its first line (behind `#!`), in the form of SPDX; programs for the tile's cores, whose
lines pages and tests name, in their last one.

    spdx.py --check    fails with the files that do not (scripts/lint.sh does)
    spdx.py --fix      writes it into them

Own sources: what git knows of C++, headers, SystemVerilog, assembler, Python, shell and CMake, but for third_party, and tests/vectors,
which are data.
"""
import argparse, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LICENSE = "Apache-2.0"
# How a line of comment begins, by the ends of names. Of others, by their first lines `#!`: "#".
COMMENT = {"//": (".cpp", ".h", ".hpp", ".def", ".sv", ".svh", ".S", ".fbs", ".inc"), "#": (".py", ".sh", ".cmake", ".cmake.in", "CMakeLists.txt")}
NOT_OURS = ("third_party/", "tests/vectors/")
AT_THE_END = ("workload/kernels/device/", "examples/programs/", "examples/elf/")


def comment_of(path, first):
    if path.startswith(NOT_OURS):
        return None
    for comment, ends in COMMENT.items():
        if path.endswith(ends):
            return comment
    if re.match(r"#!.*\b(sh|bash|python3?)\b", first):
        return "#"
    # Headers of C++ by C++'s own names: <array>.
    return "//" if re.match(r"(workload/device/include|scripts/cmake/no_systemc)/([^.]+/)?[^./]+$", path) else None


def files(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, stdout=subprocess.PIPE, check=True).stdout
    for path in sorted(set(listed.decode().split("\0"))):
        full = os.path.join(root, path)
        if path and os.path.isfile(full) and not os.path.islink(full):
            yield path, full


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--fix", action="store_true")
    parser.add_argument("--root", type=os.path.abspath, default=ROOT, help="a checkout (default: this one)")
    arguments = parser.parse_args()
    ours, lacking = 0, []
    for path, full in files(arguments.root):
        with open(full, encoding="utf-8", errors="surrogateescape", newline="") as f:
            text = f.read()
        first, _, rest = text.partition("\n")
        comment = comment_of(path, first)
        if comment is None:
            continue
        ours += 1
        line = f"{comment} SPDX-License-Identifier: {LICENSE}"
        shebang, at_the_end = first.startswith("#!"), path.startswith(AT_THE_END) and comment == "//"
        at = text.rstrip("\n").rpartition("\n")[2] if at_the_end else rest.partition("\n")[0] if shebang else first
        if at == line:
            continue
        lacking.append(path)
        if arguments.fix:
            if re.match(re.escape(comment) + r" *SPDX-License-Identifier:", at):
                sys.exit(f"{path}: names another license: {at}")
            with open(full, "w", encoding="utf-8", errors="surrogateescape", newline="") as f:
                f.write(f"{text}{line}\n" if at_the_end else f"{first}\n{line}\n{rest}" if shebang else f"{line}\n{text}")
    if arguments.fix:
        print(f"{len(lacking)} of {ours} files changed")
        return 0
    for path in lacking:
        print(f"{path}: it does not name its license (scripts/spdx.py --fix)")
    print(f"{ours} files, {len(lacking)} without their license")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
