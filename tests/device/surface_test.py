# SPDX-License-Identifier: Apache-2.0
"""What public kernels include and name beside operations on tiles: names of the build, buffers as objects, a C++ library, arguments,
folders of headers, DPRINT and ASSERT."""
import json, os, re, shutil, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
import tensix_tlm


def read_npy(file):
    import array
    with open(file, "rb") as f:
        data = f.read()
    start = 10 + int.from_bytes(data[8:10], "little")
    return array.array("i" if b"'<i4'" in data[:start] else "f", data[start:]).tolist()


class Surface(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_it(self, kernel, *words):
        if not kernel.startswith("/"):
            kernel = os.path.join(KERNELS, kernel)
        return subprocess.run([BINARY, "kernel", kernel, *words], cwd=self.folder, capture_output=True, text=True, timeout=300)

    def good(self, kernel, *words):
        done = self.run_it(kernel, *words)
        self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr)
        return done

    def text(self, name):
        with open(self.path(name)) as f:
            return f.read()

    def cycles(self, done):
        return re.search(r"([\d,]+) cycles = ", done.stdout).group(1)

    def test_library(self):
        self.good("library.cpp", "--arg", "100", "--cb", "0=1:int32", "--cb", "16=:int32:tiles=1:capacity=2", "--out", "16=c.npy", "--fp32-dest")
        # Words in their order: rows of 16 of the first face.
        rows = read_npy(self.path("c.npy"))
        self.assertEqual(rows[:13], [103, 102, 101, 100, 108, 107, 106, 105, 77, 104, 1, 1, 1])

    def test_names(self):
        call = ("names.cpp", "--arg", "30", "--arg", "12", "--common-arg", str(2**32 - 1), "--common-arg", "99", "--ct-arg", "7", "--ct-arg",
                "in0_block_w=12", "--ct-arg", "8", "--ct-arg", "second=0x40000000", "--cb", "0=5:int32:capacity=2", "--cb",
                "16=:int32:tiles=1:capacity=4", "--out", "16=c.npy")
        for options, said in ((("--fp32-dest", "--fidelity", "lofi"), [0, 1, 0, 0]),
                              (("--fp32-dest", "--fidelity", "hifi3", "--dst-sync", "full", "--define", "APPROX_MODE=1"), [3, 1, 1, 1])):
            self.good(*call, *options)
            got = read_npy(self.path("c.npy"))
            words = got[:16] + got[32:36]  # a face's rows have 16
            self.assertEqual(words, [*said, 8, 4096, 4, 4096, 0, 4321, 5, 99, 42, 4, 0, 4096, 0, 1, 42, 1])
            os.remove(self.path("c.npy"))

    def test_ends_of_a_buffer_are_moved(self):
        values = [float(t) for t in range(1, 9)]  # a number a tile
        header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (32, 256), }"
        import array
        with open(self.path("a.npy"), "wb") as f:
            header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
            f.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
            array.array("f", [values[c // 32] for _ in range(32) for c in range(256)]).tofile(f)
        self.good("moved_ends.cpp", "--ct-arg", "4", "--cb", "0=a.npy:bf16", "--cb", "24=:bf16:capacity=6", "--cb", "16=:bf16:tiles=2", "--out",
                  "16=c.npy")
        got = read_npy(self.path("c.npy"))
        self.assertEqual((set(got[:32]), set(got[32:64])), ({1.0 + 3 + 5 + 7}, {2.0 + 4 + 6 + 8}))

    PRINTS = ("prints.cpp", "--cb", "0=1.5:bf16", "--cb", "16=:bf16:tiles=1", "--out", "16=c.npy")

    def line_of_prints(self, what):  # what a macro has in its brackets, over several lines, is on its first
        return next(i for i, line in enumerate(self.text(os.path.join(KERNELS, "prints.cpp")).splitlines(), 1) if what in line)

    def test_prints(self):
        at = self.line_of_prints
        for checks in ((), ("--unchecked",)):
            done = self.good(*self.PRINTS, "--arg", "2", "--dprint", "d.txt", *checks)
            self.assertIn("with DPRINT, which costs cycles (--dprint)", done.stdout)
            lines = self.text("d.txt").splitlines()
            for core in ("T0", "T1", "T2"):
                self.assertIn(f"{core} prints.cpp:{at('three')}: three 3 -3 text of its own", lines)
            first = lines.index(f"T0 prints.cpp:{at('TSLICE')}:")
            self.assertEqual([x for x in lines[first + 1:] if x.startswith("T0")][:2], [f"T0 prints.cpp:{at('TSLICE')}: 1.5 1.5 1.5 1.5"] * 2)
            self.assertIn(f"T1 prints.cpp:{at('DPRINT_MATH')}: ff    7 1.5 3.14", lines)
            self.assertIn(f"T1 prints.cpp:{at('DPRINT_MATH')}: 1132-5000000000 5", lines)
            self.assertIn(f"T1 prints.cpp:{at('DEVICE_PRINT')}: a 1 b 2.5: end", lines)
            self.assertEqual([x for x in lines if x.startswith("T2 ") and " line " in x],
                             [f"T2 prints.cpp:{at('line ')}: line {i}" for i in range(100)])  # more than the ring holds
            self.assertEqual(set(read_npy(self.path("c.npy"))), {1.5})
            os.remove(self.path("c.npy"))
        self.assertIn("three 3 -3", self.good(*self.PRINTS, "--arg", "2", "--dprint", "-", "--unchecked").stdout)

    def test_prints_are_free_unless_asked_for(self):
        done = self.good(*self.PRINTS, "--arg", "2", "--unchecked")
        self.assertNotIn("three", done.stdout + done.stderr)
        # (the two arguments that are looked at are loads)
        os.remove(self.path("c.npy"))
        source = self.text(os.path.join(KERNELS, "prints.cpp")).replace("if (get_arg_val<uint32_t>(0) == 5) ", "if (false) ")
        with open(self.path("prints.cpp"), "w") as f:
            f.write(source)
        call = [self.path("prints.cpp"), *self.PRINTS[1:], "--arg", "2", "--unchecked", "--cb", "1=1:bf16"]
        with_text = self.cycles(self.good(*call))
        os.remove(self.path("c.npy"))
        self.assertEqual(with_text, self.cycles(self.good(*call, "--define", "PRINTS=0")))

    def test_assertions(self):
        place = self.line_of_prints("ASSERT(")
        for options in ((), ("--unchecked", "--dprint", "d.txt"), ("--dprint", "d.txt")):
            done = self.run_it(*self.PRINTS, "--arg", "3", *options)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, rf"error: prints.cpp:{place}: ASSERT: the condition does not hold \(found by T[012]\)")
        self.assertIn("three 3", self.text("d.txt"))  # up to there
        self.good(*self.PRINTS, "--arg", "3", "--unchecked")  # nobody looks

    def test_folders_of_headers(self):
        os.makedirs(self.path("one"))
        os.makedirs(self.path("two/api/compute"))
        for name, text in (("k.cpp", '#include "api/compute/tile_move_copy.h"\n#include "beside.h"\n#include "from/one.h"\n#include <two.h>\n'
                            "void kernel_main() { static_assert(beside + one + two == 6); }\n"),
                           ("beside.h", "constexpr int beside = 1;\n"), ("two/two.h", "constexpr int two = 2;\n"),
                           ("two/api/compute/tile_move_copy.h", '#error "the project\'s own come first"\n')):
            with open(self.path(name), "w") as f:
                f.write(text)
        os.makedirs(self.path("one/from"))
        with open(self.path("one/from/one.h"), "w") as f:
            f.write("constexpr int one = 3;\n")
        done = self.run_it(self.path("k.cpp"), "--unchecked")
        self.assertEqual(done.returncode, 2)
        self.assertIn("from/one.h: No such file", done.stderr)
        self.good(self.path("k.cpp"), "--unchecked", "--include", "one", "--include", "two", "--metrics", "m.json")
        self.assertEqual(json.loads(self.text("m.json"))["settings"]["include_folders"], ["one", "two"])
        with open(self.path("one/from/one.h"), "w") as f:  # what is in it counts, not its name
            f.write("constexpr int one = 4;\n")
        self.assertEqual(self.run_it(self.path("k.cpp"), "--unchecked", "--include", "one", "--include", "two").returncode, 2)
        done = self.run_it(self.path("k.cpp"), "--include", "three")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--include=three: there is no such folder", done.stderr)

    def test_names_before_any_header(self):
        with open(self.path("k.cpp"), "w") as f:
            f.write("static_assert(DataFormat::Int32 == DataFormat(8) && std::is_same_v<uint32_t, std::uint32_t> && !DST_ACCUM_MODE);\n"
                    "FORCE_INLINE constexpr std::array<int, 2> two() { return {1, static_cast<int>(TILE_R_DIM)}; }\n"
                    '#include "api/compute/common.h"\nvoid kernel_main() { static_assert(two()[1] == 32); }\n')
        self.good(self.path("k.cpp"), "--unchecked")

    def test_what_is_not_given(self):
        def kernel(statement):
            with open(self.path("k.cpp"), "w") as f:
                f.write('#include "api/compute/common.h"\nvoid kernel_main() {\n  %s\n}\n' % statement)
            done = self.run_it(self.path("k.cpp"), "--common-arg", "1", "--ct-arg", "a=1")
            return done.returncode, done.stderr
        status, text = kernel("volatile uint32_t x = get_common_arg_val<uint32_t>(1); (void)x;")
        self.assertEqual(status, 1)
        self.assertIn("k.cpp:3: common argument 1 is read, 1 were given (--common-arg)", text)
        status, text = kernel('volatile uint32_t x = get_named_compile_time_arg_val("b"); (void)x;')
        self.assertEqual(status, 1)
        self.assertIn("k.cpp:3: a compile-time argument is read by a name that was not given", text)
        for given in ("=1", "a b=1", "a=x"):
            done = self.run_it(self.path("k.cpp"), "--ct-arg", given)
            self.assertEqual(done.returncode, 2, given)
        done = self.run_it(self.path("k.cpp"), "--ct-arg", "a=1", "--ct-arg", "a=2")
        self.assertIn("this name is given twice", done.stderr)

    def test_python(self):
        with open(self.path("k.cpp"), "w") as f:
            f.write('#include "api/compute/common.h"\n#include "own.h"\nstatic_assert(get_named_compile_time_arg_val("n") == own);\nvoid kernel_main() {}\n')
        with open(self.path("own.h"), "w") as f:
            f.write("constexpr uint32_t own = 3;\n")
        m = tensix_tlm.kernel(self.path("k.cpp"), {}, ct_args={"n": 3}, common_args=[1, 2.0], include=[self.folder], binary=BINARY)
        self.assertEqual(m["settings"]["named_arguments"], ["n=3"])
        self.assertEqual(m["settings"]["common_arguments"], [1, 0x40000000])


unittest.main()
