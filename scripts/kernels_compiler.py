# SPDX-License-Identifier: Apache-2.0
"""Cycles of kernels are those of the code that their compiler makes: figures on pages and limits of tests are of one version."""
import subprocess

USUAL = "12.2.0"


def is_other():
    """Whether riscv64-unknown-elf-g++ is another version than that (not: it is not there)."""
    try:
        found = subprocess.run(["riscv64-unknown-elf-g++", "-dumpversion"], capture_output=True, encoding="utf-8").stdout.strip()
    except FileNotFoundError:
        return False
    return found != USUAL
