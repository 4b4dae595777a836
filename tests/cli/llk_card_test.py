# SPDX-License-Identifier: Apache-2.0
"""scripts/llk, which runs tt-llk's own tests on tensix-tlm: its stand-ins for tt-exalens and for SFPI's compiler, with small programs
that boot as tt-llk's do. Usage: llk_card_test.py BINARY"""
import os, shutil, struct, subprocess, sys, tempfile, unittest
from pathlib import Path
from types import SimpleNamespace

BINARY = os.path.abspath(sys.argv.pop(1))
LLK = Path(__file__).resolve().parents[2] / "scripts/llk"
sys.path.insert(0, str(LLK))
import suite, ttexalens
from ttexalens.tt_exalens_lib import load_elf, read_from_device, read_word_from_device, write_to_device, write_words_to_device

AT = "0,0"
PRELUDE = """
using word = unsigned;
#define AT(a) (*reinterpret_cast<volatile word*>(a))
__attribute__((section(".arguments,\\"aw\\",@nobits#"))) word arguments[4];
"""
# As tt-llk's boot program: clears the command, waits for it, releases the others.
BOOT = """extern "C" void _start() {
  AT(0x1FFC4) = 0;
  while (AT(0x1FFC4) != 1) {}
  AT(0xFFB121B0) = 0x40000;  // all but NC
  for (;;) {}
}"""
DONE = """extern "C" void _start() { AT(%#x) = 0xff; for (;;) {} }"""
ADD = """extern "C" void _start() {
  word n = *const_cast<volatile word*>(&arguments[0]);
  for (word i = 0; i < 4; ++i) AT(0x31000 + 4 * i) = AT(0x30000 + 4 * i) + n;
  AT(0x1FFB8) = 0xff;
  for (;;) {}
}"""
FOREVER = """extern "C" void _start() { while (AT(0x32000) == 0) {} }"""
OUTSIDE = """extern "C" void _start() { AT(0x400000); }"""


@unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++") or "CI" in os.environ, "riscv64-unknown-elf-g++ is not installed (scripts/setup.sh)")
class Card(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.directory = Path(holder.name)
        os.environ.update(TENSIX_TLM=BINARY, TENSIX_TLM_RUNS=str(self.directory / "runs"), TENSIX_TLM_OPTIONS="")
        ttexalens.CARD = ttexalens.Card()

    def compiled(self, name, text, *options):
        elf = self.directory / f"{name}.elf"
        done = subprocess.run([LLK / "riscv-tt-elf-g++", "-mcpu=tt-bh-tensix", "-O2", "-std=c++17", "-nostdlib", "-nostartfiles", *options,
                               "-x", "c++", "-", "-o", elf], input=PRELUDE + text, text=True, capture_output=True)  # fmt: skip
        return elf, done

    def load(self, t0, t1=DONE % 0x1FFBC, t2=DONE % 0x1FFC0):
        for i, (core, text) in enumerate([("brisc", BOOT), ("trisc0", t0), ("trisc1", t1), ("trisc2", t2)]):
            elf, done = self.compiled(core, text, f"-Wl,-Ttext={0x1000 * i:#x},-z,max-page-size=16,--section-start=.arguments=0x20000")
            self.assertEqual(done.returncode, 0, done.stderr)
            load_elf(elf_file=elf, location=AT, risc_name=core, verify_write=False)

    def start(self):
        write_words_to_device(AT, 0x1FFC4, [1])

    def test_values_go_in_and_come_out(self):
        self.load(ADD)
        write_words_to_device(AT, 0x20000, [5])
        write_to_device(AT, 0x30000, struct.pack("<4I", 1, 2, 3, 0xFFFFFFFF))
        write_words_to_device(AT, 0x1FFC8, [2])  # the other command: "in reset"
        self.assertEqual(read_word_from_device(AT, 0x1FFCC), 1)
        self.start()
        self.assertEqual(read_word_from_device(AT, 0x1FFCC), 2)
        self.assertEqual([read_word_from_device(AT, a) for a in ttexalens.DONE], [0xFF] * 3)
        self.assertEqual(struct.unpack("<4I", read_from_device(AT, 0x31000, num_bytes=16)), (6, 7, 8, 4))
        # L1 stays as it is for the next start, and what the host writes in between counts.
        write_words_to_device(AT, 0x30000, [10])
        self.start()
        self.assertEqual(struct.unpack("<4I", read_from_device(AT, 0x31000, num_bytes=16)), (15, 7, 8, 4))

    def test_what_does_not_end_is_stuck(self):
        self.load(FOREVER)
        with self.assertRaisesRegex(ttexalens.Stuck, "T0 polls 0x00032000"):
            self.start()

    def test_what_is_refused_says_so(self):
        self.load(OUTSIDE)
        with self.assertRaisesRegex(ttexalens.Refused, "0x0*400000"):
            self.start()

    def test_what_the_card_has_not(self):
        with self.assertRaisesRegex(ttexalens.NotHere, "4 bytes at 0x180000"):
            read_word_from_device(AT, 0x180000)
        with self.assertRaisesRegex(ttexalens.NotHere, "no core 'trisc3'"):
            load_elf("x.elf", AT, "trisc3")
        (self.directory / "text.elf").write_text("text")
        with self.assertRaisesRegex(ttexalens.TTException, "not a 32-bit ELF"):
            load_elf(self.directory / "text.elf", AT, "trisc0")

    def test_instructions(self):
        """.ttinsn, replay, and the headers that tt-llk's programs include."""
        elf, done = self.compiled("words", """
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include "lltt.h"
#include "sfpi.h"
template <class T> void unused() { sfpi::vFloat x = sfpi::dst_reg[0]; v_if(x < 0.0f) { x = x * 2 + T(1); } v_endif; sfpi::dst_reg[0] = x; }
static_assert(lltt::replay_insn(3, 5) == 0x0400C050);
extern "C" void _start() { asm volatile(".ttinsn %0" ::"i"(0xC4000010u)); lltt::record<lltt::Exec>(3, 5); }""")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        words = [word for (word,) in struct.iter_unpack("<I", next(data for _, _, data in ttexalens.segments(elf)))]
        self.assertIn(0x10000043, words)

    def vectors(self, name, body):
        return self.compiled(name, "#include \"sfpi.h\"\nusing namespace sfpi;\nextern \"C\" void _start() {" + body + "}", "-DLLK_TRISC_MATH")

    def test_vectors(self):
        """SFPI's are this project's own: 32 lanes of Dst, which T1 then reads as words, every second of a row."""
        elf, done = self.vectors("vectors", """
  asm volatile(".ttinsn %0" ::"i"(0x8A00300A));  // SFPENCC: lanes by their flags
  vFloat x = int32_to_float(vConstTileId) - 31.0f;  // lane numbers, twice
  vInt below = x < 0.0f;
  v_if (x < 0.0f) { x = x * 2.0f + 1.0f; } v_else { x = 0.5f; } v_endif;
  v_if (below == 0) { x += 0.25f; } v_endif;
  dst_reg[0].mode<SFPSTORE_MOD0_FMT_FP32>() = x;
  word done = AT(0xFFE80004);  // until the instructions are executed
  asm volatile("and zero, zero, %0" ::"r"(done));
  for (word lane = 0; lane < 32; ++lane) AT(0x31000 + 4 * lane) = AT(0xFFBD8000 + lane / 8 * 64 + lane % 8 * 8);
  AT(0x1FFBC) = 0xff;
  for (;;) {}""")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.load(DONE % 0x1FFB8)
        load_elf(elf_file=elf, location=AT, risc_name="trisc1", verify_write=False)
        self.start()
        expected = [2.0 * (2 * lane - 31) + 1 if 2 * lane < 31 else 0.75 for lane in range(32)]
        self.assertEqual(list(struct.unpack("<32f", read_from_device(AT, 0x31000, num_bytes=128))), expected)

    def test_more_vectors_than_there_are_lregs(self):
        names = range(10)
        _, done = self.vectors("many", "".join(f"vFloat x{i} = dst_reg[{i}];" for i in names) + "".join(f"dst_reg[{i}] = x{i};" for i in names))
        self.assertIn("error: LRegs ran out: more than eight vectors", done.stderr)
        self.assertNotEqual(done.returncode, 0)


class Sample(unittest.TestCase):
    def test_a_variant_of_each_test_first(self):
        items = [SimpleNamespace(nodeid=f"{test}[{i}]") for test, count in (("a", 100), ("b", 2), ("c", 1)) for i in range(count)]
        ids = lambda *how: [item.nodeid for item in suite.drawn(items, *how)]
        self.assertEqual(sorted(name[0] for name in ids(5, 1)), list("aabbc"))
        self.assertEqual(ids(20, 1), ids(20, 1))
        self.assertNotEqual(ids(20, 1), ids(20, 2))
        self.assertEqual(len(set(ids(1000, 1))), 103)


if __name__ == "__main__":
    unittest.main()
