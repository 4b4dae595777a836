# SPDX-License-Identifier: Apache-2.0
"""What `tensix-tlm kernel` takes, does and refuses; the compute API itself is tested beside."""
import array, json, os, re, shutil, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))

COPY = """#include "compute_kernel_api.h"
#ifndef IN
#define IN 0
#endif
void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  init_sfpu(IN, 16);
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(IN, 1);
    tile_regs_acquire();
    copy_tile(IN, 0, 0);
    tile_regs_commit();
    cb_pop_front(IN, 1);
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);
    cb_push_back(16, 1);
    tile_regs_release();
  }
}
"""


def write_npy(file, rows, cols, value, descr="<f4", code="f"):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows}, {cols}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(file, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        array.array(code, [value(r, c) for r in range(rows) for c in range(cols)]).tofile(f)


def read_npy(file):
    with open(file, "rb") as f:
        data = f.read()
    start = 10 + int.from_bytes(data[8:10], "little")
    shape = tuple(int(n) for n in re.search(rb"'shape': \((\d+), (\d+)\)", data).groups())
    return shape, array.array(next((code for descr, code in ((b"'<i4'", "i"), (b"'|i1'", "b")) if descr in data[:start]), "f"), data[start:]).tolist()


# A tile of a number, computed in Dst by the statements in the middle.
ONE_TILE = '''#include "compute_kernel_api.h"
%s
void kernel_main() {
  init_sfpu(0, 16);
  %s
  cb_wait_front(0, 1);
  tile_regs_acquire();
  copy_tile(0, 0, 0);
  %s
  tile_regs_commit();
  cb_pop_front(0, 1);
  cb_reserve_back(16, 1);
  tile_regs_wait();
  pack_tile(0, 16);
  cb_push_back(16, 1);
  tile_regs_release();
}
'''


class Kernel(unittest.TestCase):
    # One name for all cases: what is compiled depends on where, and so one knows another's programs.
    parent = tempfile.TemporaryDirectory()
    folder = os.path.join(parent.name, "kernels")

    def setUp(self):
        os.mkdir(self.folder)
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = dict(os.environ)  # with the user's cache, but for tests of it: compiling is most of the time
        self.write("copy.cpp", COPY)
        write_npy(self.path("a.npy"), 64, 96, lambda r, c: (r * 96 + c) % 251)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def run_it(self, line, **more):
        return subprocess.run([BINARY, "kernel", *line.split()], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", env={**self.environment, **more}, timeout=300)

    def good(self, line, **more):
        done = self.run_it(line, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, line, status, *texts, **more):
        done = self.run_it(line, **more)
        self.assertEqual(done.returncode, status, done.stdout[-300:] + done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)
        return done.stderr

    def own_cache(self):
        self.environment["XDG_CACHE_HOME"] = self.path("cache")

    def entries(self):
        return sorted(os.listdir(self.path("cache/tensix-tlm")))

    def test_a_tensor_goes_through(self):
        for extra in ("", "--unchecked", "--dst-sync full", "--feed-bytes 32", "--fp32-dest"):
            self.good(f"copy.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy --arg 6 {extra}")
            self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")), extra)
            os.remove(self.path("c.npy"))

    def test_cores_start_as_the_firmware_leaves_them(self):
        # No .ttinsn fusion, no L0 data cache: cores that have neither take the same cycles.
        line = "copy.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6 --arg 6 --unchecked --metrics -"
        cycles = lambda *more: json.loads(self.good(" ".join((line, *more))).stdout)["cycles"]
        usual = cycles()
        self.assertEqual(cycles("--set riscv_core.ttinsn_fusion=1"), usual)
        self.assertEqual(cycles("--set riscv_core.data_cache_lines=0"), usual)

    def test_tiles_as_a_row(self):
        self.good("copy.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6 --out 16=c.npy --arg 6")
        shape, values = read_npy(self.path("c.npy"))
        self.assertEqual(shape, (32, 192))
        a = read_npy(self.path("a.npy"))[1]
        for t in range(6):
            self.assertEqual(values[3 * 192 + t * 32 + 5], a[(t // 3 * 32 + 3) * 96 + t % 3 * 32 + 5])

    def test_the_order_of_tiles(self):
        a = read_npy(self.path("a.npy"))
        tile = lambda t: a[1][t // 3 * 32 * 96 + t % 3 * 32]  # its first datum

        def passed(line, tiles):
            self.good(f"copy.cpp --cb 0=a.npy:bf16{line} --cb 16=:bf16:tiles={tiles} --out 16=c.npy --arg {tiles}")
            values = read_npy(self.path("c.npy"))[1]
            return [values[32 * t] for t in range(tiles)]

        self.assertEqual(passed(":order=rows", 6), [tile(t) for t in range(6)])
        self.assertEqual(passed(":order=columns", 6), [tile(t) for t in (0, 3, 1, 4, 2, 5)])
        self.assertEqual(passed(":order=2x3,2x0,3x1:capacity=2", 12), [tile(t) for t in (0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5)])
        self.assertEqual(passed(":order=2x1", 2), [tile(0), tile(1)])
        self.good("copy.cpp --cb 0=a.npy:bf16:order=3x1,2x3 --cb 16=:bf16:shape=64x96:order=columns --out 16=c.npy --arg 6")
        self.assertEqual(read_npy(self.path("c.npy")), a)
        out = "--cb 16=:bf16:shape=64x96"
        for line, text in ((f"0=a.npy:bf16:order=2x3,4x1 {out}", "its last tile is number 6, counted from 0, but the tensor has 6"),
                           (f"0=a.npy:bf16 {out}:order=2x3,3x0", "each tile once"), (f"0=a.npy:bf16 {out}:order=2x3", "this has 2 tiles"),
                           (f"0=a.npy:bf16:order=2x3,3 {out}", "COUNTxSTEP"), (f"0=a.npy:bf16:order=0x1 {out}", "at least 1"),
                           (f"0=a.npy:bf16:layout=rows:order=columns {out}", "there are none"), (f"0=a.npy:bf16:ordr=rows {out}", "did you mean"),
                           ("0=:bf16:order=columns", "the kernel's own"), (f"0=a.npy:bf16:order=1x0,1x0,1x0,1x0,1x0,1x0 {out}", "1 to 5 loops")):
            self.refused(f"copy.cpp --arg 6 --cb {line}", 2, text)
        self.assertIn("c_0: 6 of its 12 tiles were taken", self.good(f"copy.cpp --arg 6 --cb 0=a.npy:bf16:order=2x3,2x0,3x1 {out}").stderr)

    def test_operands_that_are_read_several_times(self):
        kernel = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "workload/kernels/device/bmm.cpp")
        left = lambda r, c: (r * 7 + c * 3) % 5 - 2
        right = lambda r, c: (r * 2 + c * 5) % 3 - 1
        write_npy(self.path("l.npy"), 64, 96, left)
        write_npy(self.path("r.npy"), 96, 128, right)
        for capacity in (1, 16):
            self.good(f"{kernel} --ct-arg 2 --ct-arg 3 --ct-arg 4 --cb 0=l.npy:bf16:order=2x3,4x0,3x1:capacity={capacity} "
                      f"--cb 1=r.npy:bf16:order=2x0,4x1,3x4:capacity={capacity} --cb 16=:bf16:shape=64x128 --out 16=c.npy")
            self.assertEqual(read_npy(self.path("c.npy"))[1],
                             [sum(left(r, k) * right(k, c) for k in range(96)) for r in range(64) for c in range(128)])

    def test_small_buffers_and_slow_feeds_change_no_value(self):
        for capacity in (1, 2, 3, 5):
            self.good(f"copy.cpp --cb 0=a.npy:bf16:capacity={capacity} --cb 16=:bf16:shape=64x96:capacity={capacity} --out 16=c.npy "
                      f"--arg 6 --feed-bytes 8")
            self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))

    def test_a_number_as_source(self):
        self.good("copy.cpp --cb 0=-2.5:bf16:shape=32x40 --cb 16=:bf16:shape=32x40 --out 16=c.npy --arg 2")
        self.assertEqual(set(read_npy(self.path("c.npy"))[1]), {-2.5})

    def test_several_inputs_outputs_and_a_buffer_of_the_kernel(self):
        self.write("two.cpp", """#include "compute_kernel_api.h"
void move(uint32_t from, uint32_t to) {
  cb_wait_front(from, 1);
  tile_regs_acquire();
  copy_tile(from, 0, 0);
  tile_regs_commit();
  cb_pop_front(from, 1);
  cb_reserve_back(to, 1);
  tile_regs_wait();
  pack_tile(0, to);
  cb_push_back(to, 1);
  tile_regs_release();
}
void kernel_main() {
  init_sfpu(3, 16);
  for (int i = 0; i < 5; ++i) {
    move(3, 24);
    move(24, 16);
    move(31, 17);
  }
}
""")
        write_npy(self.path("b.npy"), 160, 32, lambda r, c: -((r * 7 + c) % 200))
        for feed in ("", "--feed-bytes 16"):
            self.good("two.cpp --cb 3=test:bf16:tiles=5 --cb 31=b.npy:bf16 --cb 24=:bf16:capacity=1 --cb 16=:bf16:tiles=5:capacity=2 "
                      f"--cb 17=:bf16:shape=160x32:capacity=1 --out 17=d.npy --out 16=c.npy --metrics m.json {feed}")
            self.assertEqual(read_npy(self.path("d.npy")), read_npy(self.path("b.npy")))
            with open(self.path("m.json")) as f:
                m = json.load(f)
            self.assertEqual([(b["index"], b["use"], b["produced"], b["consumed"], b["capacity"]) for b in m["buffers"]],
                             [(3, "input", 5, 5, 16), (16, "output", 5, 5, 2), (17, "output", 5, 5, 1), (24, "kernel", 5, 5, 1),
                              (31, "input", 5, 5, 16)])
            ends = sorted((b["address"], b["address"] + b["capacity"] * b["tile_bytes"]) for b in m["buffers"])
            self.assertTrue(all(a[1] <= b[0] for a, b in zip(ends, ends[1:])))
            self.assertEqual((m["kernel"]["name"], m["kernel"]["tiles"]), ("two.cpp", 10))

    def test_arguments_and_macros(self):
        self.write("args.cpp", COPY.replace("get_arg_val<uint32_t>(0)", "get_compile_time_arg_val(1) + get_arg_val<uint32_t>(1) + MORE"))
        self.good("args.cpp --define IN=5 --define MORE=1 --ct-arg 7 --ct-arg 2 --arg 0 --arg 0x3 "
                  "--cb 5=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy")
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))

    def test_the_older_frame(self):
        self.write("old.cpp", COPY.replace("void kernel_main() {", "namespace NAMESPACE { void MAIN {") + "}\n")
        self.good("old.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy --arg 6")
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))

    def test_compile_errors_are_the_compilers(self):
        self.write("bad.cpp", '#include "compute_kernel_api.h"\nvoid kernel_main() {\n  nonsense(1);\n}\n')
        text = self.refused("bad.cpp", 2, "bad.cpp:3:3: error: 'nonsense' was not declared")
        self.assertEqual(text.count("nonsense' was not declared"), 1)
        self.assertTrue(text.startswith("bad.cpp:"))
        self.write("long.cpp", COPY.replace("void kernel", "const int many[2000] = {1};\nvoid kernel").replace("= get_arg", "= many[get_arg_val<uint32_t>(1)] + get_arg"))
        self.refused("long.cpp --program-kib 1", 2, "long.cpp: the program is too long for 1 KiB; give --program-kib more")

    def test_checks_that_make_a_program_too_long(self):
        """They are left out where there is only room for the program without them, and that is what runs."""
        self.write("copy.cpp", COPY)
        outcomes = []
        for kib in (1, 2, 3, 4, 12):  # without checks it takes 2 to 4 KiB, with them more than that
            done = self.run_it(f"copy.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy --arg 6 --program-kib {kib}")
            outcomes.append((done.returncode, "with checks the program is too long" in done.stderr))
            if done.returncode == 0:
                self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))
        self.assertEqual(list(dict.fromkeys(outcomes)), [(2, False), (0, True), (0, False)], outcomes)

    def test_a_kernel_without_a_frame(self):
        self.write("none.cpp", '#include "compute_kernel_api.h"\nvoid kernel() {}\n')
        self.assertEqual(self.refused("none.cpp", 2), "none.cpp: has no function void kernel_main(), nor namespace NAMESPACE { void MAIN { ... } }\n")
        self.write("plain.cpp", "void kernel_main() {}\n")
        self.refused("plain.cpp", 2, "plain.cpp: includes nothing of the compute API")

    def test_warnings_of_the_compiler_are_told_once(self):
        self.write("warning.cpp", "#warning look here\n" + COPY)
        for _ in range(2):  # the second time from the cache
            done = self.good("warning.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6")
            self.assertEqual(done.stderr.count("warning: #warning look here"), 1)

    def test_a_missing_compiler_is_named(self):
        self.refused("copy.cpp", 2, "gcc-riscv64-unknown-elf", PATH="/nowhere")

    def test_what_is_refused(self):
        for line, text in (("none.cpp", "there is no file 'none.cpp'"), ("copy.cpp --cb 0=a.npy:bf17", "did you mean 'bf16'"),
                           ("copy.cpp --cb 32=:bf16", "circular buffers 0 to 31"), ("copy.cpp --cb 0=:bf16 --cb 0=:fp32", "given twice"),
                           ("copy.cpp --cb 0=a.npy:bf16:shape=64x96", "that of the file"), ("copy.cpp --cb 0=b:bf16", "neither"),
                           ("copy.cpp --cb 0=test:bf16", "want a shape"), ("copy.cpp --cb 0=:bf16:size=3", "'size=3' is not known"),
                           ("copy.cpp --cb 0=:bf16:capacity=0", "at least 1"), ("copy.cpp --out 16=c.npy", "no circular buffer 16"),
                           ("copy.cpp --cb 16=:bf16 --out 16=c.npy", "how many tiles"), ("copy.cpp --cb 0=a.npy:bf16 --out 0=c.npy", "is an input"),
                           ("copy.cpp --cb 0=:fp32:capacity=375", "c_0 1500 KiB: 375 tiles of 4096 bytes"), ("copy.cpp --define 1=2", "NAME"),
                           ("copy.cpp --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=1 --out 16=a.npy", "a.npy")):
            self.refused(line, 2, text)

    def test_l1_can_be_filled_to_the_last_byte(self):
        room = 1536 * 1024 - 0x4000 - 3 * 32 * 1024 - 16 * 2048
        line = "copy.cpp --arg 0 --cb 16=:bf16:tiles=1 --cb 0=:bf16:capacity="
        self.good(line + str(room // 2048))
        self.refused(line + str(room // 2048 + 1), 2, "do not fit into L1")

    def test_wrong_use_is_told_with_its_line(self):
        line = next(i for i, t in enumerate(COPY.splitlines(), 1) if "tile_regs_wait" in t)
        self.write("wrong.cpp", COPY.replace("tile_regs_wait();", ""))
        self.refused("wrong.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6", 1, f"error: wrong.cpp:{line + 1}: pack_tile before tile_regs_wait")
        self.refused("copy.cpp --arg 6 --cb 0=a.npy:bf16", 1, "circular buffer 16 does not exist", "--cb 16=")

    def test_a_deadlock_names_buffer_and_line(self):
        at = lambda what: next(i for i, t in enumerate(COPY.splitlines(), 1) if what in t)
        for extra in ("", "--unchecked", "--feed-bytes 64"):
            self.refused(f"copy.cpp --arg 7 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=7 {extra}", 3, "deadlock",
                         f"T0 waits for {'tiles' if extra == '--unchecked' else '1 tile'} of c_0 (copy.cpp:{at('cb_wait_front')}): "
                         "6 tiles in all were put in, 6 taken out", "all of the tensor")
            self.refused(f"copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=2:capacity=3 {extra}", 3,
                         f"T2 waits for room for {'tiles' if extra == '--unchecked' else '1 tile'} in c_16 (copy.cpp:{at('cb_reserve_back')})",
                         "so it has 3 of 3; no more are taken, as it is given with 2 tiles")

    def test_tiles_left_over_are_told(self):
        done = self.good("copy.cpp --arg 4 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=3")
        self.assertIn("warning: c_0: 4 of its 6 tiles were taken", done.stderr)
        self.assertIn("warning: c_16: 1 tile more came than the 3", done.stderr)
        self.refused("copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=7 --out 16=c.npy", 1, "error: c_16: 6 of 7 tiles came out, c.npy has NaN in the place of the others; give it tiles=6")
        self.assertTrue(os.path.exists(self.path("c.npy")))

    # What is measured has no checks in it: all that is counted, of every kernel that comes with the program.
    def test_checks_cost_no_cycles(self):
        square, out = "test:bf16:shape=64x64", "16=:bf16:shape=64x64"
        own = lambda first, last: "".join(f" --cb {n}=:bf16" for n in range(first, last + 1))
        lines = {
            "add_relu_scale": f"--ct-arg 4 --ct-arg 0x40000000 --cb 0={square} --cb 1={square} --cb {out}",
            "bmm": f"--ct-arg 2 --ct-arg 2 --ct-arg 2 --cb 0={square}:order=2x2,2x0,2x1 --cb 1={square}:order=2x0,2x1,2x2 --cb {out}",
            "gelu": f"--ct-arg 4 --cb 0={square} --cb {out}",
            "layernorm": f"--ct-arg 2 --ct-arg 2 --ct-arg 0x3727c5ac --fidelity hifi2 --cb 0={square} --cb 1=0.015625:bf16 "
                         f"--cb 2=1:bf16:shape=32x64 --cb 3=0:bf16:shape=32x64 --cb {out}" + own(24, 28),
            "matmul": f"--ct-arg 2 --ct-arg 2 --ct-arg 2 --cb 0={square} --cb 1={square} --cb {out}",
            "reduce": f"--ct-arg 2 --ct-arg 2 --cb 0={square} --cb 1=1:bf16 --cb 16=:bf16:shape=64x32",
            "softmax": f"--ct-arg 2 --ct-arg 2 --cb 0={square} --cb 1=1:bf16 --cb {out}" + own(24, 26),
            "tilize": f"--ct-arg 2 --ct-arg 2 --cb 0={square}:layout=rows --cb {out}",
            "transpose": f"--ct-arg 2 --ct-arg 2 --cb 0={square} --cb {out}",
            "untilize": f"--ct-arg 2 --ct-arg 2 --cb 0={square} --cb {out}:layout=rows"}
        shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../workload/kernels/device")
        self.assertEqual(sorted(lines), sorted(f[:-4] for f in os.listdir(shipped)))

        def counted(line):
            self.assertEqual(self.good(f"{line} --metrics m.json").stderr, "")
            with open(self.path("m.json")) as f:
                m = json.load(f)
            return {key: m[key] for key in ("cycles", "units", "threads", "cores", "programs", "buffers", "l1")}

        for name, line in lines.items():
            for more in ("", " --fp32-dest") if name in ("matmul", "softmax", "transpose") else ("",):
                with self.subTest(kernel=name + more):
                    line_of = f"{shipped}/{name}.cpp {line}{more}"
                    self.assertEqual(counted(line_of), counted(line_of + " --unchecked"))

    # Wrong use is found by programs of their own, and what is shown is their run; what they say of waiting is kept.
    def test_what_goes_well_is_a_warning(self):
        line = next(i for i, t in enumerate(COPY.splitlines(), 1) if "cb_reserve_back" in t)
        self.write("unreserved.cpp", COPY.replace("    cb_reserve_back(16, 1);\n", ""))
        ask = "unreserved.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy"
        said = self.good(ask).stderr
        self.assertIn(f"warning: unreserved.cpp:{line + 1}: tile 0 of circular buffer 16 is written, cb_reserve_back has reserved 0", said)
        self.assertIn(f"warning: unreserved.cpp:{line + 2}: cb_push_back adds 1 tiles", said)
        self.assertEqual(len(said.splitlines()), 2)  # not six times
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))
        self.assertEqual(self.good(ask + " --unchecked").stderr, "")
        # Nobody takes anything: the second tile has no room.
        text = COPY.replace("    cb_reserve_back(16, 1);\n", "").replace("16", "24")
        self.write("full.cpp", text)
        self.refused("full.cpp --arg 2 --cb 0=a.npy:bf16 --cb 24=:bf16:capacity=1", 1, "error: full.cpp:15: tile 0 of circular buffer 24 is written")

    def test_tiles_without_a_wait(self):
        self.write("unwaited.cpp", COPY.replace("    cb_wait_front(IN, 1);\n", ""))
        ask = "unwaited.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16=c.npy"
        self.assertIn("warning: unwaited.cpp:10: tile 0 of circular buffer 0 is read, cb_wait_front has waited for 0", self.good(ask).stderr)
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("a.npy")))
        self.refused(ask + " --feed-bytes 1", 1, "error: unwaited.cpp:10: tile 0 of circular buffer 0 is read")

    def test_integers_pass_unchanged(self):
        some = [16777217, -16777217, 2147483647, -2147483647, 123456789, 0, 1, -1]
        value = lambda r, c: some[(r * 33 + c) % len(some)]
        copied = "--fp32-dest --arg 2 --cb 16=:int32:shape=33x32 --out 16=c.npy --cb 0="
        write_npy(self.path("i.npy"), 33, 32, value, "<i4", "i")
        write_npy(self.path("wide.npy"), 33, 32, value, "<i8", "q")
        write_npy(self.path("double.npy"), 33, 32, value, "<f8", "d")
        for name in ("i", "wide", "double"):
            self.good(f"copy.cpp {copied}{name}.npy:int32")
            self.assertEqual(read_npy(self.path("c.npy")), ((33, 32), [value(r, c) for r in range(33) for c in range(32)]), name)
        with open(self.path("c.npy"), "rb") as f:
            self.assertIn(b"'descr': '<i4'", f.read(64))
        write_npy(self.path("far.npy"), 33, 32, lambda r, c: -2**40 if c else 2**31, "<i8", "q")
        self.refused(f"copy.cpp {copied}far.npy:int32", 2, "far.npy: 2147483648 at [0, 0] is not an integer of -2147483648 to 2147483647")
        for descr, code, most in (("<u2", "H", 65535), ("<u4", "I", 2147483647), ("|i1", "b", -127), ("<f4", "f", 65536)):
            write_npy(self.path("u.npy"), 33, 32, lambda r, c: most, descr, code)
            self.good(f"copy.cpp {copied}u.npy:int32")
            self.assertEqual(set(read_npy(self.path("c.npy"))[1]), {most})
        self.good(f"copy.cpp {copied}16777217:int32:shape=33x32")
        self.assertEqual(set(read_npy(self.path("c.npy"))[1]), {16777217})
        write_npy(self.path("b.npy"), 32, 32, lambda r, c: r * 8 - 127, "<i4", "i")
        self.good("copy.cpp --fp32-dest --arg 1 --cb 16=:int8:shape=32x32 --out 16=c.npy --cb 0=b.npy:int8")
        self.assertEqual(read_npy(self.path("c.npy"))[1], [r * 8 - 127 for r in range(32) for c in range(32)])
        write_npy(self.path("rows.npy"), 64, 64, lambda r, c: 2**24 + r * 64 + c, "<i4", "i")
        shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../workload/kernels/device")
        self.good(f"{shipped}/untilize.cpp --ct-arg 2 --ct-arg 2 --fp32-dest --cb 0=rows.npy:int32 --cb 16=:int32:shape=64x64:layout=rows --out 16=c.npy")
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("rows.npy")))
        done = subprocess.run([BINARY, *"run datacopy --format int32 --fp32-dest --in0 i.npy --out c.npy".split()], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(read_npy(self.path("c.npy")), read_npy(self.path("i.npy")))

    def one_tile(self, before, init, middle, value, more=""):
        self.write("one.cpp", ONE_TILE % (before, init, middle))
        self.good(f"one.cpp --cb 0={value}:fp32 --cb 16=:fp32:tiles=1 --fp32-dest --out 16=c.npy {more}")
        return read_npy(self.path("c.npy"))[1]

    # Quotients and other arithmetic as the program runs, on each core: T1 scales by it, T0 takes the tile, T2 the tile of Dst.
    def test_arithmetic_at_run_time(self):
        values = self.one_tile("""template <class T> T argument() { return static_cast<T>(get_arg_val<uint32_t>(0)); }
""", """const float f = 1.0f / argument<float>() + argument<float>() * 0.5f - 2.0f;
  const double d = 3.0 / argument<double>();
  const uint64_t q = 1000000000000ull / argument<uint64_t>();
  const uint32_t none = static_cast<uint32_t>(f * 4 - 1) + static_cast<uint32_t>(d * 4 - 3) + static_cast<uint32_t>(q % 250000000000ull);
""", "copy_tile(0, none, none); mul_unary_tile(none, __builtin_bit_cast(uint32_t, f * static_cast<float>(d)));", 8, "--arg 4")
        self.assertEqual(set(values), {8 * 0.25 * 0.75})

    # What the compiler calls for structures, and what it is called for.
    def test_copies_in_memory(self):
        values = self.one_tile("""struct many { uint32_t word[64]; };
__attribute__((noinline)) many made(uint32_t n) {
  many m{};
  for (uint32_t i = 0; i < 64; ++i) m.word[i] = i * n;
  return m;
}
static uint32_t wrong() {
  uint32_t bad = 0;
  uint8_t a[40], b[40], c[40];
  for (uint32_t from = 0; from < 8; ++from)
    for (uint32_t to = 0; to < 8; ++to)
      for (uint32_t n = 0; n < 14; ++n) {
        for (uint32_t i = 0; i < 40; ++i) a[i] = c[i] = static_cast<uint8_t>(i * 7 + 1), b[i] = 0xee;
        __builtin_memcpy(b + to, a + from, n);
        __builtin_memmove(a + to, a + from, n);
        for (uint32_t i = 0; i < 40; ++i) {
          const bool inside = i >= to && i < to + n;
          bad += a[i] != (inside ? c[i - to + from] : c[i]);
          bad += b[i] != (inside ? c[i - to + from] : 0xee);
        }
        bad += (__builtin_memcmp(b + to, c + from, n) != 0);
        if (n) {
          b[to + n - 1] ^= 0x80;
          bad += (__builtin_memcmp(b + to, c + from, n) > 0) != (b[to + n - 1] > c[from + n - 1]);
        }
        __builtin_memset(b + to, static_cast<int>(n + 0x100), n);
        for (uint32_t i = to; i < to + n; ++i) bad += b[i] != n;
        for (uint32_t i = to + n; i < 40; ++i) bad += b[i] != 0xee;
      }
  return bad;
}
""", """many a = made(get_arg_val<uint32_t>(0)), b = a;
  asm volatile("" : : "r"(&b) : "memory");
  const uint32_t none = wrong();
""", "copy_tile(0, b.word[0] + none, none); mul_unary_tile(none, __builtin_bit_cast(uint32_t, static_cast<float>(b.word[63] + none)));", 1,
            "--arg 3")
        self.assertEqual(set(values), {63 * 3.0})

    # The template arguments of TT-Metalium's functions.
    def test_variants_of_functions(self):
        near = lambda got, wanted, relative: self.assertTrue(all(abs(x - wanted) <= relative * wanted for x in got), (set(got), wanted))
        for init, call, value, wanted, relative in (
                ("rsqrt_tile_init<true>();", "rsqrt_tile<true>(0);", 2, 2**-0.5, 2e-7), ("recip_tile_init<true>();", "recip_tile<true>(0);", 3, 1 / 3, 2e-7),
                ("rsqrt_tile_init();", "rsqrt_tile<false, true>(0);", 2, 2**-0.5, 1e-3), ("sqrt_tile_init();", "sqrt_tile<true>(0);", 2, 2**0.5, 1e-3),
                ("sqrt_tile_init();", "sqrt_tile<true>(0); sqrt_tile(0);", 16, 2, 1e-3), ("sigmoid_tile_init<false>();", "sigmoid_tile<VectorMode::RC, false>(0);", 0, 0.5, 2e-7),
                ("sigmoid_tile_init<true>();", "sigmoid_tile<(int)VectorMode::RC, true>(0);", 1, 0.7310586, 2e-2)):
            with self.subTest(call=call):
                near(self.one_tile("", init, call, value, "--unchecked"), wanted, relative)
        for mode, rows, columns in (("R", 16, 32), ("C", 32, 16)):
            got = self.one_tile("", "sigmoid_tile_init();", f"sigmoid_tile<VectorMode::{mode}>(0);", 0, "--unchecked")
            self.assertEqual(got, [0.5 if r < rows and c < columns else 0 for r in range(32) for c in range(32)])

    def test_the_cache(self):
        self.own_cache()
        line = "copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6"
        first = self.good(line).stdout
        entries = self.entries()
        self.assertEqual(len(entries), 2)  # with checks and without
        self.assertEqual(self.good(line.replace("--arg 6", "--arg 5")).stderr, "warning: c_0: 5 of its 6 tiles were taken\nwarning: c_16: 5 of 6 tiles came out\n")
        self.assertEqual(self.entries(), entries)  # arguments are data
        self.assertEqual(self.good(line).stdout.split("host:")[0], first.split("host:")[0])
        self.good(f"{line} --unchecked")
        self.assertEqual(self.entries(), entries)
        for other in ("--define X=1", "--ct-arg 1", "--fp32-dest", "--cb 5=:bf16", "--program-kib 16"):
            self.good(f"{line} {other}")
            self.assertEqual(len(self.entries()), len(entries) + 2, other)
            entries = self.entries()
        self.write("own.h", "#define IN 0\n")
        self.write("copy.cpp", '#include "own.h"\n' + COPY)
        self.good(line)
        self.assertEqual(len(self.entries()), len(entries) + 2)
        self.write("own.h", "#define IN 1\n")
        self.refused(line, 1, "circular buffer 1 does not exist")
        self.assertEqual(len(self.entries()), len(entries) + 4)

    def test_many_at_once(self):
        self.own_cache()
        line = "copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:shape=64x96 --out 16="
        all_ = [subprocess.Popen([BINARY, "kernel", *(line + f"c{i}.npy").split()], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, env=self.environment) for i in range(6)]
        for i, p in enumerate(all_):
            errors = p.communicate()[1]
            self.assertEqual((p.returncode, errors), (0, b""))
            self.assertEqual(read_npy(self.path(f"c{i}.npy")), read_npy(self.path("a.npy")))
        self.assertEqual(len(self.entries()), 2)

    def test_without_a_place_for_the_cache(self):
        line = "copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6"
        os.mkdir(self.path("tmp"))
        self.good(line, XDG_CACHE_HOME="/proc/nowhere", TMPDIR=self.path("tmp"))
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_the_cache_stays_small(self):
        self.own_cache()
        cache = self.path("cache/tensix-tlm")
        for i in range(4200):
            os.makedirs(os.path.join(cache, f"old{i}"))
            os.utime(os.path.join(cache, f"old{i}"), (1000 + i, 1000 + i))
        os.makedirs(os.path.join(cache, ".work-dead"))
        os.utime(os.path.join(cache, ".work-dead"), (1000, 1000))
        self.good("copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6")
        left = self.entries()
        self.assertEqual(len(left), 4096)
        self.assertNotIn(".work-dead", left)
        self.assertIn("old4199", left)
        self.assertNotIn("old44", left)

    def test_sweeps(self):
        self.own_cache()
        self.write("own.h", "")
        self.write("sweep.cpp", '#include "own.h"\n' + COPY.replace("get_arg_val<uint32_t>(0)", "get_compile_time_arg_val(0) * MORE"))
        study = {"format": "tensix-tlm-study", "version": 1, "variables": ["n"],
                 "base": {"kernel": "sweep.cpp", "options": {"cb": ["0=test:bf16:tiles={n}", "16=:bf16:tiles={n}"], "seed": 3}},
                 "axes": [{"list": [{"n": 2, "ct-arg": [1, 5], "define.MORE": 2}, {"n": 3, "ct-arg": 3, "define.MORE": 1}]},
                          {"axis": "unchecked", "values": [True, False]}, {"axis": "riscv.l1_load_cycles", "values": [8, 9]}]}

        def sweep(*more):
            with open(self.path("study.json"), "w") as f:
                json.dump(study, f)
            return subprocess.run([BINARY, "sweep", "study.json", "--out", "r.jsonl", *more], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, encoding="utf-8", env=self.environment, timeout=300)

        done = sweep()
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("r.jsonl")) as f:
            rows = [json.loads(line) for line in f]
        self.assertEqual([r["outcome"] for r in rows], ["done"] * 8)
        self.assertEqual([r["metrics"]["kernel"]["tiles"] for r in rows], [2] * 4 + [3] * 4)
        self.assertEqual(rows[0]["command"][:6], ["kernel", "sweep.cpp", "--cb=0=test:bf16:tiles=2", "--cb=16=:bf16:tiles=2", "--seed=3",
                                                  "--ct-arg=1"])
        self.assertEqual(len(self.entries()), 4)  # parameters of the tile compile nothing, and what is unchecked is compiled anyway
        for options, text in (({"cb": ["0=a:bf16"]}, "neither a .npy file"), ({"define.MORE": 1, "tiles": 3}, "no parameter or option"),
                              ({"cb": ["0=:bf16:capacity=2000"]}, "do not fit into L1"), ({"out": "16=c.npy"}, "replace the file")):
            study["base"]["options"] = {**options, "seed": "{n}"}
            done = sweep("--dry-run")
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stderr)
        study["base"]["kernel"] = "none.cpp"
        study["base"]["options"] = {"seed": "{n}"}
        self.assertIn("there is no file 'none.cpp'", sweep("--dry-run").stderr)

    def test_comparing_two_runs(self):
        self.good("copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6 --metrics 1.json")
        self.good("copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6 --unchecked --metrics 2.json")
        done = subprocess.run([BINARY, "compare", "1.json", "2.json"], cwd=self.folder, stdout=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(done.returncode, 0)
        self.assertIn("only b: --unchecked", done.stdout)

    def test_reports(self):
        self.good("copy.cpp --arg 6 --cb 0=a.npy:bf16 --cb 16=:bf16:tiles=6 --profile p.txt --report r.html --trace t.json --vcd w.vcd --events e.log")
        with open(self.path("p.txt")) as f:
            text = f.read()
        self.assertIn("core_t0 (copy.cpp)", text)
        self.assertRegex(text, r"line of the kernel")
        at = next(i for i, t in enumerate(COPY.splitlines(), 1) if "copy_tile(" in t)
        self.assertRegex(text, rf"\d+ +[\d.]+ +\d+  copy.cpp:{at} ")
        self.assertIn("kernel_main()", text)
        for file in ("r.html", "t.json", "w.vcd", "e.log"):
            self.assertGreater(os.path.getsize(self.path(file)), 1000)


unittest.main()
