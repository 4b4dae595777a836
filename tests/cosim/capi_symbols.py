# SPDX-License-Identifier: Apache-2.0
"""capi_symbols.py ROOT LIBRARY...: header, libraries, package and page name the same functions, and the libraries have nothing in
common with a SystemC, or another Verilated block, of the process: they show none of it, ask for none of it and load none."""
import re
import subprocess
import sys

NOT_IN_SYSTEMVERILOG = {"tt_l1_read", "tt_l1_write", "tt_on_event"}


FOREIGN = re.compile(r"sc_core|sc_dt|sc_main|3tlm|tlm_utils|[Vv]erilated|tensix")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    root, libraries = sys.argv[1], sys.argv[2:]
    header = open(root + "/cosim/capi/tensix.h").read()
    declared = set(re.findall(r"^TT_API .*?(tt_\w+)\(", header, re.M))
    assert len(declared) >= 28, declared
    for library in libraries:
        out = output_of("nm", "-D", "--defined-only", library)
        shown = {line.split()[-1].split("@")[0] for line in out.splitlines() if line.split()[1] != "A"}
        assert shown == declared, f"{library}: shown but not declared: {shown - declared}; not shown: {declared - shown}"
        foreign = [line for line in output_of("nm", "-D", "--undefined-only", library).splitlines() if FOREIGN.search(line)]
        assert not foreign, f"{library} asks its process for {foreign}"
        needed = output_of("readelf", "-d", library)
        assert "NEEDED" in needed and "systemc" not in needed, needed
    package = open(root + "/cosim/capi/tensix_pkg.sv").read()
    imported = set(re.findall(r'import "DPI-C" function .*?(tt_\w+)\(', package))
    assert imported == declared - NOT_IN_SYSTEMVERILOG, imported ^ (declared - NOT_IN_SYSTEMVERILOG)
    for name in NOT_IN_SYSTEMVERILOG:
        assert name in package.split("package tensix_pkg")[0], f"{name}: the package does not say that it is left out"
    constants = dict(re.findall(r"\b(TT_\w+) = (-?\d+)", header))
    for name, value in re.findall(r"\b(TT_\w+) = (-?\d+)[,\n;]", package):
        assert constants.get(name, value) == value, name
    # Typed events: kinds and fields as the log has them.
    groups = re.findall(r'^EVENT_GROUP\((\w+),', open(root + "/observe/events/events.def").read(), re.M)
    fields = re.findall(r'^EVENT_FIELD\((\w+), "(\w+)"', open(root + "/observe/events/events.def").read(), re.M)
    kinds = re.findall(r"TT_EVENT_(\w+) = (\d+)", package)
    assert [(k.lower(), int(n)) for k, n in kinds] == [(g, n) for n, g in enumerate(groups) if g not in ("core", "noc", "wait")], kinds
    for kind, _ in kinds:
        taken = re.findall(r"e\.(\w+) = n(\d)", re.search(rf"TT_EVENT_{kind}: (.*)", package)[1])
        assert taken == [(f, str(n)) for n, f in enumerate(f for g, f in fields if g == kind.lower())], (kind, taken)
    page = open(root + "/docs/c-library.md").read()
    missing = {name for name in declared if not re.search(rf"\b{name}\b", page)}
    assert not missing, f"docs/c-library.md does not name {sorted(missing)}"
    unknown = set(re.findall(r"\btt_\w+", page)) - declared - set(re.findall(r"\btt_\w+", header + package))
    assert not unknown, f"docs/c-library.md names {sorted(unknown)}, which do not exist"


if __name__ == "__main__":
    main()
