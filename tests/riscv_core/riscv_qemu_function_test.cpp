// SPDX-License-Identifier: Apache-2.0
// Every instruction against qemu-riscv32 (Debian: qemu-user): random programs, put together here, run by both; all registers at
// intervals and all memory at the end must agree. Where the cores are documented to differ from the standard (subnormals are
// flushed by fadd, fsub, fmul, fmadd...) the standard's result is corrected for just that.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "catch.h"
#include "models/riscv_core/riscv_core_function.h"
#include "riscv_core/riscv_assembler.h"
#include "tests/seed.h"
#include "tests/tools.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

constexpr uint32_t text_base = 0x100000, data_base = 0x400000, data_bytes = 0x2000, dump_base = data_base + data_bytes;
constexpr uint32_t memory_end = 0x800000;
constexpr unsigned x_data = 30, x_dump = 31, x_scratch = 29;  // registers that the generator keeps for itself

enum class dumped : uint8_t { exact, single, half, flags };  // flags: fcsr after the value before

struct program {
  std::mt19937 random;
  std::vector<uint32_t> words;
  std::vector<dumped> dump;  // kind of each dumped word
  uint32_t counted = 0;      // instructions under test, as executed
  explicit program(uint32_t seed) : random(seeded(seed)) {
    for (unsigned r = 1; r < x_data; ++r) append_li(words, r, value());
    append_li(words, x_data, data_base + data_bytes / 2);
    append_li(words, x_dump, dump_base);
  }
  uint32_t below(uint32_t n) { return random() % n; }
  // Values with many interesting ones among them.
  uint32_t value() {
    switch (below(8)) {
      case 0: return below(4) - 2;
      case 1: return 1u << below(32);
      case 2: return ~(1u << below(32));
      case 3: return 0x80000000 - below(3) + 1;
      case 4: return random() >> below(32);
      default: return static_cast<uint32_t>(random());
    }
  }
  unsigned source() { return below(x_scratch); }
  unsigned target() { return below(x_scratch); }
  void emit(uint32_t word) { words.push_back(word); }
  void test(uint32_t word) {
    emit(word);
    ++counted;
  }
  void dump_word(uint32_t store_word, dumped kind) {  // a store with base x_dump and offset 0
    emit(store_word);
    emit(asm_i("addi", x_dump, x_dump, 4));
    dump.push_back(kind);
  }
  void dump_registers() {
    for (unsigned r = 1; r < x_data; ++r) {
      emit(asm_store("sw", r, x_dump, static_cast<int32_t>(4 * (r - 1))));
      dump.push_back(dumped::exact);
    }
    emit(asm_i("addi", x_dump, x_dump, 4 * (x_data - 1)));
  }
  // Now and then a register gets a new value, lest all become zero.
  void refresh() { append_li(words, 1 + below(x_scratch - 1), value()); }
};

// A static ELF32 with the program at text_base, random data, and the system calls that hand the memory over.
std::vector<uint8_t> elf_of(const program& p, const std::vector<uint8_t>& data) {
  std::vector<uint8_t> file;
  const auto half = [&](uint32_t v) { file.push_back(static_cast<uint8_t>(v)), file.push_back(static_cast<uint8_t>(v >> 8)); };
  const auto word = [&](uint32_t v) { half(v), half(v >> 16); };
  const uint32_t text_bytes = static_cast<uint32_t>(4 * p.words.size()), text_at = 0x1000;
  const uint32_t data_at = (text_at + text_bytes + 0xfff) & ~0xfffu;
  for (uint8_t b : {0x7f, 'E' + 0, 'L' + 0, 'F' + 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}) file.push_back(b);
  half(2), half(243), word(1), word(text_base), word(52), word(0), word(0), half(52), half(32), half(2), half(0), half(0),
      half(0);
  word(1), word(text_at), word(text_base), word(text_base), word(text_bytes), word(text_bytes), word(5), word(0x1000);
  word(1), word(data_at), word(data_base), word(data_base), word(data_bytes), word(memory_end - data_base), word(6),
      word(0x1000);
  file.resize(text_at);
  for (uint32_t w : p.words) word(w);
  file.resize(data_at);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

struct flat_memory : riscv_memory {
  std::vector<uint8_t> bytes = std::vector<uint8_t>(memory_end);
  bool outside = false;
  uint32_t fetch(uint32_t address) override { return load(address, 4); }
  uint32_t load(uint32_t address, unsigned n) override {
    uint32_t v = 0;
    if (address > memory_end - n) outside = true;
    else std::memcpy(&v, &bytes[address], n);
    return v;
  }
  void store(uint32_t address, unsigned n, uint32_t v) override {
    if (address > memory_end - n) outside = true;
    else std::memcpy(&bytes[address], &v, n);
  }
  void push(uint32_t) override { outside = true; }
};

std::string qemu_program() {
  const char* other = std::getenv("QEMU_RISCV32");
  return other ? other : "qemu-riscv32";
}
// The command with its options; empty: it does not know the extensions that are compared.
const std::string& qemu() {
  static const std::string found = [] {
    const std::string program = qemu_program();
    // Version 10.0 gets some sequences of Zbb wrong when it translates several instructions at once.
    const bool one_by_one = std::system((program + " -help | grep -q one-insn-per-tb").c_str()) == 0;
    const std::string options = std::string(one_by_one ? " -one-insn-per-tb" : "") + " -cpu rv32,zba=true,zbb=true,zbkb=true,";
    for (const char* half : {"zfh=true", "Zfh=true"})  // its name until version 8
      if (std::system((program + options + half + " /bin/sh 2>&1 | grep -q Property").c_str()) != 0)
        return program + options + half + " ";
    return std::string();
  }();
  return found;
}

bool is_subnormal(uint32_t v, dumped kind) {
  if (kind == dumped::single) return (v & 0x7f800000) == 0 && (v & 0x7fffff) != 0;
  return kind == dumped::half && (v & 0x7c00) == 0 && (v & 0x3ff) != 0;
}
uint32_t sign_only(uint32_t v, dumped kind) { return kind == dumped::single ? v & 0x80000000 : v & 0xffff8000; }

// Runs `p` here and in qemu and compares.
void compare(program& p) {
  std::vector<uint8_t> data(data_bytes);
  for (auto& b : data) b = static_cast<uint8_t>(p.random());
  const uint32_t dump_bytes = static_cast<uint32_t>(4 * p.dump.size());
  REQUIRE(dump_base + dump_bytes <= memory_end);
  append_li(p.words, 10, 1);
  append_li(p.words, 11, data_base);
  append_li(p.words, 12, data_bytes + dump_bytes);
  append_li(p.words, 17, 64);  // write
  p.emit(asm_ecall);
  append_li(p.words, 10, 0);
  append_li(p.words, 17, 93);  // exit
  p.emit(asm_ecall);

  const std::string base = "/tmp/tensix_riscv_" + std::to_string(getpid());
  const std::vector<uint8_t> elf = elf_of(p, data);
  std::ofstream(base + ".elf", std::ios::binary)
      .write(reinterpret_cast<const char*>(elf.data()), static_cast<std::streamsize>(elf.size()));
  const std::string command = "chmod +x " + base + ".elf && " + qemu() + base + ".elf > " + base + ".out 2> " + base + ".err";
  const int status = std::system(command.c_str());
  std::ifstream in(base + ".out", std::ios::binary);
  const std::vector<char> theirs{std::istreambuf_iterator<char>(in), {}};
  std::remove((base + ".elf").c_str());
  std::remove((base + ".out").c_str());
  std::remove((base + ".err").c_str());
  REQUIRE(status == 0);
  REQUIRE(theirs.size() == data_bytes + dump_bytes);

  flat_memory memory;
  std::memcpy(&memory.bytes[text_base], p.words.data(), 4 * p.words.size());
  std::memcpy(&memory.bytes[data_base], data.data(), data.size());
  riscv_core_function core(0);
  core.pc = text_base;
  riscv_outcome outcome = riscv_outcome::went_on;
  for (uint32_t i = 0; i < 10'000'000 && outcome == riscv_outcome::went_on && !memory.outside; ++i) outcome = core.step(memory);
  INFO(core.why);
  REQUIRE(!memory.outside);
  REQUIRE(outcome == riscv_outcome::stopped);

  uint32_t wrong = 0;
  for (uint32_t at = 0; at < data_bytes; ++at) wrong += memory.bytes[data_base + at] != static_cast<uint8_t>(theirs[at]);
  CHECK(wrong == 0);
  bool flushed = false;
  for (size_t i = 0; i < p.dump.size() && wrong == 0; ++i) {
    uint32_t ours, expected;
    std::memcpy(&ours, &memory.bytes[dump_base + 4 * i], 4);
    std::memcpy(&expected, &theirs[data_bytes + 4 * i], 4);
    const dumped kind = p.dump[i];
    if (kind == dumped::flags && flushed) continue;  // what a flush raises is not the standard's business
    flushed = is_subnormal(expected, kind);
    if (flushed) expected = sign_only(expected, kind);
    if (ours == expected) continue;
    ++wrong;
    CAPTURE(i, static_cast<int>(kind), ours, expected);
    CHECK(ours == expected);
  }
}

constexpr uint32_t wanted = 100'000;  // instructions of each group
constexpr unsigned per_program = 4000;

// Programs of one group until enough instructions of it were compared.
template <class F>
void compare_group(uint32_t seed, F instructions) {
  if (!tool_is_there(qemu_program(), "qemu-user")) return;
  REQUIRE_FALSE(qemu().empty());  // it knows the extensions
  for (uint32_t done = 0; done < wanted; ++seed) {
    program p(seed);
    CAPTURE(seed);
    while (p.counted < per_program) instructions(p);
    p.dump_registers();
    compare(p);
    done += p.counted;
  }
}

void register_group(uint32_t seed, const std::vector<const char*>& names) {
  compare_group(seed, [&](program& p) {
    p.refresh();
    for (unsigned k = 0; k < 32; ++k) {
      const encoding& e = find(names[p.below(static_cast<uint32_t>(names.size()))]);
      const unsigned rd = p.target(), rs1 = p.source();
      switch (e.how) {
        case form::r: p.test(word_r(e.match, rd, rs1, p.source())); break;
        case form::r_unary: p.test(word_r(e.match, rd, rs1, 0)); break;
        case form::shift: p.test(word_r(e.match, rd, rs1, p.below(32))); break;
        case form::u: p.test(word_u(e.match, rd, p.random())); break;
        default: p.test(word_i(e.match, rd, rs1, static_cast<int32_t>(p.random()) >> 20)); break;
      }
    }
    p.dump_registers();
  });
}

uint32_t single_value(program& p, bool any) {
  static constexpr uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345,
                                         0x3f800000, 0xbf800000, 0x3f000000, 0x4f000000, 0x4effffff, 0xcf000000, 0x4f800000,
                                         0x7f7fffff, 0x4b000000, 0x4b800001, 0x00800000, 0x80800000, 0x3f800001};
  if (p.below(5) == 0) return special[p.below(20)];
  if (p.below(4) == 0) return (p.random() & 0x807fffff) | (127 + p.below(40)) << 23;  // about the size of integers
  const uint32_t v = (p.random() & (p.below(2) ? 0x807fffff : 0x80700000)) | (60 + p.below(130)) << 23;
  return any && p.below(4) == 0 ? static_cast<uint32_t>(p.random()) >> (p.below(3) ? 0 : 9) : v;
}
uint32_t half_value(program& p, bool any) {
  static constexpr uint32_t special[] = {0,      0x8000, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xfe12, 0x3c00,
                                         0xbc00, 0x3800, 0x7bff, 0x0400, 0x8400, 0x3c01, 0x6400, 0x6801};
  if (p.below(5) == 0) return special[p.below(16)];
  return any ? p.random() & 0xffff : (p.random() & 0x83ff) | (1 + p.below(30)) << 10;
}

// One instruction with fresh operands in f1, f2, f3 (or x5), its result in f4 (or x4), and what it raised.
void floating(program& p, bool half) {
  static const std::vector<const char*> flushing{"fadd", "fsub", "fmul", "fmadd", "fmsub", "fnmsub", "fnmadd"};
  static const std::vector<const char*> others{"fsgnj",   "fsgnjn",   "fsgnjx",    "fmin",  "fmax",  "fle",
                                               "flt",     "feq",      "fclass",    "fmv.x", "fmv.f", "fcvt.w",
                                               "fcvt.wu", "fcvt.f.w", "fcvt.f.wu", "fcvt"};
  const bool flushes = p.below(2) == 0;
  const char* name = flushes ? flushing[p.below(7)] : others[p.below(16)];
  const std::string n = name;
  const uint32_t move = half ? 0xf4000053 : 0xf0000053;
  for (unsigned k = 1; k <= 3; ++k) {
    append_li(p.words, 5, half ? half_value(p, !flushes) : single_value(p, !flushes));
    p.emit(word_r(move, k, 5, 0));
  }
  if (p.below(2)) p.emit(word_r(half ? 0x24000053 : 0x20000053, 1 + p.below(3), 1, 1));  // two operands the same
  if (half && p.below(16) == 0) {                                                        // not boxed: counts as NaN
    append_li(p.words, 5, p.random());
    p.emit(word_r(0xf0000053, 2, 5, 0));
  }
  append_li(p.words, 5, p.value());
  p.emit(asm_csr("csrrwi", 0, 3, 0));
  uint32_t match = n == "fcvt" ? (half ? fcvt_h_s : 0x40200053) : find(name).match | (half ? half_format : 0);
  const bool from_x = n == "fmv.f" || n == "fcvt.f.w" || n == "fcvt.f.wu";
  const bool to_x = n == "fle" || n == "flt" || n == "feq" || n == "fclass" || n == "fmv.x" || n == "fcvt.w" || n == "fcvt.wu";
  const form how = n == "fcvt" ? form::fp_unary : find(name).how;
  if (n == "fcvt") {  // the operand has the other format
    append_li(p.words, 5, half ? single_value(p, true) : half_value(p, true));
    p.emit(word_r(half ? 0xf0000053 : 0xf4000053, 1, 5, 0));
  }
  if (how == form::fp_multiply_add) match |= 3u << 27;
  p.test(word_r(match, 4, from_x ? 5 : 1, how == form::fp_unary ? 0 : 2));
  const dumped kind = !flushes ? dumped::exact : half ? dumped::half : dumped::single;
  p.dump_word(to_x ? asm_store("sw", 4, x_dump, 0) : word_s(find("fsw").match, x_dump, 4, 0), kind);
  p.emit(asm_csr("csrrs", 6, 3, 0));
  p.dump_word(asm_store("sw", 6, x_dump, 0), dumped::flags);
}

}  // namespace

TEST_CASE("RV32I arithmetic is that of qemu-riscv32", "[riscv_core][qemu]") {
  register_group(1000, {"lui", "auipc", "addi", "slti", "sltiu", "xori", "ori", "andi", "slli", "srli", "srai",
                        "add", "sub",   "sll",  "slt",  "sltu",  "xor",  "srl", "sra",  "or",   "and"});
}

TEST_CASE("M is that of qemu-riscv32", "[riscv_core][qemu]") {
  register_group(2000, {"mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"});
}

TEST_CASE("Zba is that of qemu-riscv32", "[riscv_core][qemu]") { register_group(3000, {"sh1add", "sh2add", "sh3add"}); }

TEST_CASE("Zbb, and pack of Zbkb, are those of qemu-riscv32", "[riscv_core][qemu]") {
  register_group(4000, {"andn", "orn", "xnor", "clz", "ctz", "cpop", "sext.b", "sext.h", "max", "maxu", "min", "minu", "rol",
                        "ror", "rori", "orc.b", "pack"});
}

TEST_CASE("rev8 and brev8 are those of qemu-riscv32", "[riscv_core][qemu]") {
  compare_group(4500, [](program& p) {
    p.refresh();
    for (unsigned k = 0; k < 32; ++k) p.test(word_r(find("grevi").match, p.target(), p.source(), p.below(2) ? 24 : 7));
    p.dump_registers();
  });
}

TEST_CASE("branches and jumps are those of qemu-riscv32", "[riscv_core][qemu]") {
  compare_group(5000, [](program& p) {
    static constexpr const char* names[] = {"beq", "bne", "blt", "bge", "bltu", "bgeu"};
    p.refresh();
    for (unsigned k = 0; k < 8; ++k) {
      const unsigned rs1 = p.source(), rs2 = p.below(4) ? p.source() : rs1, skipped = p.below(4);
      const int32_t offset = static_cast<int32_t>(4 * (skipped + 1));
      const auto filler = [&] {
        for (unsigned i = 0; i < skipped; ++i)
          p.emit(asm_i("addi", p.target(), p.source(), static_cast<int32_t>(p.below(2048))));
      };
      switch (p.below(5)) {
        case 0:
          p.test(word_j(p.target(), offset));
          filler();
          break;
        case 1:  // jalr, with an odd target address that is rounded down
          p.emit(word_u(0x17, x_scratch, 0));
          p.test(
              asm_i("jalr", p.target(), x_scratch, 8 + 4 * static_cast<int32_t>(skipped) + static_cast<int32_t>(p.below(2))));
          filler();
          break;
        case 2: {  // backwards, a few times
          const unsigned times = 1 + p.below(6);
          append_li(p.words, x_scratch, times);
          const unsigned rd = p.target();
          p.emit(asm_r("xor", rd, rd, x_scratch));
          p.emit(asm_i("addi", x_scratch, x_scratch, -1));
          p.test(asm_branch("bne", x_scratch, 0, -8));
          p.counted += times - 1;
          break;
        }
        default:
          p.test(asm_branch(names[p.below(6)], rs1, rs2, offset));
          filler();
          break;
      }
    }
    p.dump_registers();
  });
}

TEST_CASE("loads and stores are those of qemu-riscv32", "[riscv_core][qemu]") {
  compare_group(6000, [](program& p) {
    static constexpr const char* names[] = {"lb", "lh", "lw", "lbu", "lhu", "sb", "sh", "sw", "flw", "flh", "fsw", "fsh"};
    static constexpr uint32_t sizes[] = {1, 2, 4, 1, 2, 1, 2, 4, 4, 2, 4, 2};
    p.refresh();
    for (unsigned k = 0; k < 32; ++k) {
      const unsigned i = p.below(12);
      const int32_t offset = (static_cast<int32_t>(p.random()) >> 20) & -static_cast<int32_t>(sizes[i]);
      const encoding& e = find(names[i]);
      p.test(e.how == form::store ? word_s(e.match, x_data, p.source(), offset) : word_i(e.match, p.target(), x_data, offset));
    }
    p.dump_registers();
  });
}

TEST_CASE("Zaamo is that of qemu-riscv32", "[riscv_core][qemu]") {
  compare_group(7000, [](program& p) {
    static constexpr const char* names[] = {"amoadd.w", "amoswap.w", "amoxor.w",  "amoor.w",  "amoand.w",
                                            "amomin.w", "amomax.w",  "amominu.w", "amomaxu.w"};
    p.refresh();
    for (unsigned k = 0; k < 32; ++k) {
      p.emit(asm_i("addi", x_scratch, x_data, static_cast<int32_t>(4 * p.below(16))));
      const uint32_t order = p.below(4) << 25;  // aq, rl: ignored
      p.test(word_r(find(names[p.below(9)]).match | order, p.target(), x_scratch, p.source()));
    }
    p.dump_registers();
  });
}

TEST_CASE("Zicsr on fcsr is that of qemu-riscv32", "[riscv_core][qemu]") {
  compare_group(8000, [](program& p) {
    static constexpr const char* names[] = {"csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"};
    p.refresh();
    for (unsigned k = 0; k < 32; ++k) p.test(asm_csr(names[p.below(6)], p.target(), 3, p.below(x_scratch)));
    p.dump_registers();
  });
}

TEST_CASE("F is that of qemu-riscv32 but for subnormals", "[riscv_core][qemu]") {
  compare_group(9000, [](program& p) { floating(p, false); });
}

TEST_CASE("Zfh is that of qemu-riscv32 but for subnormals", "[riscv_core][qemu]") {
  compare_group(10000, [](program& p) { floating(p, true); });
}
