# SPDX-License-Identifier: Apache-2.0
"""Inputs and surroundings that nobody meant well: without end, absurd, damaged, of strange names. Usage: inputs_test.py BINARY"""
import json, os, re, resource, signal, subprocess, unittest

import common
from common import Case

KERNEL = """#include "compute_kernel_api.h"
#include "compute_kernel_api/tile_move_copy.h"
void kernel_main() {
  unary_op_init_common(tt::CBIndex::c_0, tt::CBIndex::c_16);
  cb_wait_front(tt::CBIndex::c_0, 1);
  cb_reserve_back(tt::CBIndex::c_16, 1);
  tile_regs_acquire();
  copy_tile(tt::CBIndex::c_0, 0, 0);
  tile_regs_commit();
  tile_regs_wait();
  pack_tile(0, tt::CBIndex::c_16);
  tile_regs_release();
  cb_push_back(tt::CBIndex::c_16, 1);
  cb_pop_front(tt::CBIndex::c_0, 1);
}
"""
BUFFERS = ["--cb", "0=3:bf16:tiles=1", "--cb", "16=:bf16:tiles=1"]
MEMORY = 1 << 30  # bytes that a run of an endless input may take


def small_memory():
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))


class Endless(Case):
    def refused(self, *arguments, parts=()):
        _, err = self.tlm(*arguments, status=2, preexec_fn=small_memory)
        self.check_message(err, *parts)

    def test_devices_without_end(self):
        for arguments in (["stream", "/dev/zero"], ["run", "add", "--config", "/dev/zero"], ["kernel", "/dev/zero", *BUFFERS],
                          ["run", "add", "--energy", "/dev/zero"], ["elf", "--t0", "/dev/zero"],
                          ["elf", "--t0", "t0.elf", "--l1", "0x20000=/dev/zero"], ["replay", "packers", "/dev/zero"],
                          ["diff-events", "/dev/zero", "/dev/zero"], ["compare", "/dev/zero", "/dev/zero"], ["sweep", "/dev/zero", "--out", "o.jsonl"],
                          ["kernel", "k.cpp", "--cb", "0=/dev/zero:bf16", "--cb", "16=:bf16:tiles=1"]):
            with self.subTest(arguments=arguments):
                self.inputs()
                self.write("k.cpp", KERNEL)
                self.refused(*arguments)

    def test_20_gigabytes(self):
        self.inputs()
        with open(self.path("long"), "wb") as f:
            f.truncate(20 << 30)
        for arguments in (["stream", "long"], ["run", "add", "--config", "long"], ["kernel", "long", *BUFFERS], ["elf", "--t0", "long"],
                          ["run", "add", "--energy", "long"], ["elf", "--t0", "t0.elf", "--l1", "0x20000=long"], ["sweep", "long", "--out", "o.jsonl"]):
            with self.subTest(arguments=arguments):
                self.refused(*arguments, parts=["268,435,456 bytes"])
        os.rename(self.path("long"), self.path("o.jsonl.partial"))
        self.refused("sweep", "study.json", "--out", "o.jsonl", parts=["o.jsonl.partial", "16,777,216 bytes"])
        os.rename(self.path("o.jsonl.partial"), self.path("long"))
        for arguments in (["replay", "packers", "long"], ["diff-events", "long", "long"]):
            with self.subTest(arguments=arguments):
                self.refused(*arguments, parts=["16,777,216 bytes"])


class Messages(Case):
    def test_neither_flood_nor_control_characters(self):
        long = "k" * 400000
        self.write("word.scn", f"t0 {long}\n")
        self.write("key.json", json.dumps({long: 1}))
        self.write("value.json", json.dumps({"l1.banks": long}))
        self.write("steer.scn", "t0 \x1b]0;x\x07bad\x1b[31m\u009bm 1\n")
        for arguments in (["stream", "word.scn"], ["run", "add", "--config", "key.json"], ["run", "add", "--config", "value.json"],
                          ["stream", "steer.scn"], ["run", long[:100000]], ["run", "add", "--shape", "9" * 100000]):
            with self.subTest(arguments=[a[:20] for a in arguments]):
                _, err = self.tlm(*arguments, status=2)
                self.check_message(err)
                self.assertLess(len(err), 2500)
                self.assertEqual([c for c in err if c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160)], [])

    def test_a_diagnosis_is_there_once(self):
        self.write("t0.elf", common.elf_program()[:84] + bytes([0xb7, 0x10, 0xf0, 0xff, 0x03, 0xa1, 0x00, 0x00]) + bytes(12))
        out, err = self.tlm("elf", "--t0", "t0.elf", status=1)  # a load from 0xfff01000, where nothing is
        lines = [line.removeprefix("warning: ") for line in err.splitlines() if "0xfff01000" in line and "cycle" in line]
        self.assertEqual(len(lines), 1, err)

    def test_an_overlong_name_is_refused_before_the_run(self):
        self.inputs()
        for option in ("--out", "--trace", "--metrics", "--report", "--events", "--vcd"):
            with self.subTest(option=option):
                _, err = self.tlm("run", "matmul", "--shape", "2048x2048x2048", option, "o" * 300, status=2)
                self.check_message(err, "File name too long", option)


class Numbers(Case):
    def test_absurd_times_of_a_record(self):
        self.tlm("run", "datacopy", "--record", "packers=r.jsonl")
        lines = self.read("r.jsonl").decode().splitlines()
        at = next(i for i, line in enumerate(lines) if "offer" in json.loads(line))
        for cycle in (10**14, 10**16, 2**63, 2**64 - 2):
            with self.subTest(cycle=cycle):
                changed = dict(json.loads(lines[at]), offer=cycle)
                self.write("absurd.jsonl", "\n".join([*lines[:at], json.dumps(changed), *lines[at + 1:]]) + "\n")
                out, err = self.tlm("replay", "packers", "absurd.jsonl", status=1 if cycle == 10**14 else 2)
                if cycle > 10**14:
                    self.check_message(err, str(cycle), "absurd.jsonl")

    def test_energies_that_overflow(self):
        for value in (1e13, 1e308):
            table = {"format": "tensix-tlm-energy", "version": 1, "name": "t", "picojoules": {"mac_bf16": value}}
            self.write("e.json", json.dumps(table))
            _, err = self.tlm("run", "add", "--energy", "e.json", status=2)
            self.check_message(err, "mac_bf16", "1e+12")


class Kernels(Case):
    def setUp(self):
        super().setUp()
        self.environment = dict(os.environ, XDG_CACHE_HOME=self.path("cache"))

    def kernel(self, *arguments, status=0, **environment):
        return self.tlm("kernel", *arguments, *BUFFERS, "--out", "16=o.npy", status=status, env=dict(self.environment, **environment))

    def test_a_locale_that_is_not_installed(self):
        self.write("k.cpp", KERNEL)
        for variables in ({"LC_ALL": "xx_YY.UTF-8"}, {"LANG": "nowhere"}, {"LC_CTYPE": "xx_YY"}):
            with self.subTest(variables=variables):
                self.kernel("k.cpp", **variables)
        self.write("study.json", json.dumps(common.STUDY))
        self.tlm("sweep", "study.json", "--out", "s.jsonl", env=dict(self.environment, LC_ALL="xx_YY.UTF-8"))

    def test_names_that_a_compiler_takes_for_something_else(self):
        for name in ("--version", "-x.cpp", "@options", "@k.cpp", "k.o", "k.h", "k.txt", "k", "a: b.cpp", "a b$c#d.cpp", "k.cpp\n"):
            with self.subTest(name=name):
                self.write(name, KERNEL)
                self.kernel(*([name] if name[0] != "-" else ["./" + name]))
                self.assertEqual(set(os.listdir(self.folder)) - {name, "cache", "o.npy"}, set())
                os.remove(self.path(name))

    def test_no_file_but_a_pipe(self):
        os.mkfifo(self.path("pipe.cpp"))
        _, err = self.kernel("pipe.cpp", status=2)
        self.check_message(err, "pipe.cpp")

    def entries(self):
        root = self.path("cache", "tensix-tlm")
        return [os.path.join(root, e) for e in os.listdir(root)]

    def test_a_damaged_cache_mends_itself(self):
        self.write("k.cpp", KERNEL)
        self.kernel("k.cpp", "--unchecked")  # one entry
        right = self.read("o.npy")
        (entry,) = self.entries()
        whole = {f: self.read(os.path.join(entry, f)) for f in os.listdir(entry)}
        self.assertEqual(set(whole), {"t0.elf", "t1.elf", "t2.elf", "digest"})
        random_name = re.compile(rb"cc[A-Za-z0-9]{6}\.o")  # of an object between compiler and linker

        def programs():
            return {f: random_name.sub(b"", self.read(os.path.join(entry, f))) for f in os.listdir(entry) if f != "digest"}
        right_programs = programs()
        for name in sorted(whole):
            for damage in ("flip", "cut", "gone"):
                with self.subTest(name=name, damage=damage):
                    path, data = os.path.join(entry, name), whole[name]
                    if damage == "gone":
                        os.remove(path)
                    else:
                        middle = len(data) // 2
                        with open(path, "wb") as f:
                            f.write(data[:middle] + (bytes([data[middle] ^ 1]) + data[middle + 1:] if damage == "flip" else b""))
                    self.kernel("k.cpp", "--unchecked")
                    self.assertEqual(self.read("o.npy"), right)
                    self.assertTrue(programs() == right_programs)
                    whole.update({f: self.read(os.path.join(entry, f)) for f in os.listdir(entry)})
        self.assertEqual(self.entries(), [entry])

    def test_a_signal_while_it_compiles(self):
        """No folder and no compiler is left, and the process ends by the signal."""
        body = "".join(f"#define N{i + 1}(x) N{i}(x + 1) N{i}(x + 2)\n" for i in range(13))
        self.write("slow.cpp", f"#define N0(x) ; a += x * a\n{body}" + KERNEL.replace("void kernel_main() {", "void kernel_main() { volatile int a = 1 N13(1);"))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(signal=number):
                process = self.start("kernel", "slow.cpp", *BUFFERS, env=self.environment)
                self.wait_until(lambda: len(self.processes_here()) > 4, "the compilers' start")
                process.send_signal(number)
                self.finish(process)
                self.assertEqual(process.returncode, -number)
                self.check_nobody_left()
                self.assertEqual(self.entries(), [])


if __name__ == "__main__":
    common.main()
