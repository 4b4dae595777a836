// SPDX-License-Identifier: Apache-2.0
// Names in stream files: configuration fields, waits, semaphores; and that what `disasm` prints says the same word again.
#include "workload/streams/names_function.h"

#include <set>

#include "catch.h"
#include "models/registers/config_words.h"
#include "workload/kernels/words.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace {

std::vector<uint32_t> pushed(const std::string& lines, unsigned core = 0) {
  std::vector<uint32_t> words;
  const auto source = stream_file::parse(lines, "test.scn", ".").core(core);
  for (step s; source->next(s);)
    if (s.kind == step::kind_t::push) words.insert(words.end(), s.words, s.words + s.count);
  return words;
}
std::vector<std::pair<uint32_t, uint32_t>> stored(const std::string& lines, unsigned core) {
  std::vector<std::pair<uint32_t, uint32_t>> all;
  const auto source = stream_file::parse(lines, "test.scn", ".").core(core);
  for (step s; source->next(s);) all.emplace_back(s.address, s.value);
  return all;
}
std::string error_of(const std::string& text) {
  try {
    stream_file::parse(text, "test.scn", ".");
  } catch (const stream_error& e) {
    return e.text;
  }
  return "no error";
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("cfg sets these bits and no others") {
  // ApplyRelu: bits 2..5 of word 2; its threshold: bits 6..21.
  CHECK(pushed("t0 cfg STACC_RELU_ApplyRelu=1") == std::vector<uint32_t>{word::rmwcib(0, 2, 0x3c, 1 << 2)});
  CHECK(pushed("t2 cfg STACC_RELU_ReluThreshold=0x8001", 2) ==
        std::vector<uint32_t>{word::rmwcib(0, 2, 0xc0, 0x40), word::rmwcib(1, 2, 0xff, 0x00), word::rmwcib(2, 2, 0x3f, 0x20)});
  CHECK(pushed("t0 cfg STACC_RELU_ApplyRelu=3 STACC_RELU_ReluThreshold=1") ==
        std::vector<uint32_t>{word::rmwcib(0, 2, 0xfc, 0x4c), word::rmwcib(1, 2, 0xff, 0), word::rmwcib(2, 2, 0x3f, 0)});
  CHECK(pushed("t1 cfg ADDR_MOD_AB_SEC0_SrcAIncr=8 ADDR_MOD_AB_SEC0_SrcBClear=1", 1) ==
        std::vector<uint32_t>{word::setc16(12, 8 | 1 << 15)});
}

TEST_CASE("cfgst stores whole words, for every core") {
  const std::vector<std::pair<uint32_t, uint32_t>> expected = {{0xFFEF0000 + 4 * 84, 0x00400080}, {0xFFEF0000 + 4 * 76, 31}};
  for (unsigned core = 0; core < stream_cores; ++core)
    CHECK(stored(std::string(core_name(core)) + " cfgst THCON_SEC0_REG5_Dest_cntx0_address=128 THCON_SEC0_REG3_Base_address=31 "
                                                "THCON_SEC0_REG5_Dest_cntx1_address=64",
                 core) == expected);
}

TEST_CASE("wrong names name the nearest") {
  CHECK(holds(error_of("t0 cfg STACC_RELU_AplyRelu=1"), "did you mean 'STACC_RELU_ApplyRelu'?"));
  CHECK(holds(error_of("t0 cfgs STACC_RELU_ApplyRelu=1"), "did you mean 'cfg'?"));
  CHECK(holds(error_of("t0 cfg STACC_RELU_ApplyRelu=16"), "does not fit in 4 bits"));
  CHECK(holds(error_of("t0 cfg"), "T cfg FIELD=VALUE"));
  CHECK(holds(error_of("b cfg STACC_RELU_ApplyRelu=1"), "b cfgst"));
  CHECK(holds(error_of("t0 cfgst ADDR_MOD_AB_SEC0_SrcAIncr=8"), "T cfg"));
  CHECK(holds(error_of("t0 cfg ALU_ACC_CTRL_Fp32_enabled=1 ALU_ACC_CTRL_Fp32_enabled=1"), "twice"));
  CHECK(holds(error_of("t0 STALLWAIT stall_res=maths wait_res=math_done"), "did you mean 'math'?"));
  CHECK(holds(error_of("t0 STALLWAIT stall_res=math wait_res=math_don|packer_done"), "did you mean 'math_done'?"));
  CHECK(holds(error_of("t0 SEMWAIT sem_sel=sem8"), "sem_sel knows no 'sem8'"));
  CHECK(holds(error_of("t0 SEMWAIT sem_sel=sem1|"), "knows no ''"));
  CHECK(holds(error_of("t0 UNPACR addr_mode=one"), "not a number"));
}

TEST_CASE("waits by name are the words that kernels push") {
  using namespace tensix;
  CHECK(pushed("t0 STALLWAIT stall_res=sync wait_res=unpacker0_done|unpacker1_done") ==
        std::vector<uint32_t>{word::stallwait(block::sync, until::unpacker0_done | until::unpacker1_done)});
  CHECK(pushed("t0 SEMWAIT stall_res=math|vector|sync sem_sel=sem1 wait_sem_cond=not_max") ==
        std::vector<uint32_t>{word::semwait(block::math | block::vector | block::sync, sem::math_pack, until::not_max)});
  CHECK(pushed("t0 SEMINIT sem_sel=sem5|sem0 max_value=2") == std::vector<uint32_t>{word::seminit(5, 2) | word::seminit(0, 2)});
}

TEST_CASE("every word of every opcode reads back as itself") {
  uint32_t seed = 1;
  for (uint32_t code = 0; code < 256; ++code) {
    const instruction_info& i = info(static_cast<opcode>(code));
    if (!i.name) continue;
    for (unsigned n = 0; n < 40; ++n) {
      uint32_t word = code << 24;
      for (const auto& f : i.fields) seed = seed * 1664525 + 1013904223, word |= f.field.place(n == 0 ? ~0u : seed >> 5);
      for (const bool all : {false, true}) {
        const std::string text = "t0 " + disassemble_by_name(word, all);
        INFO(text);
        CHECK(pushed(text) == std::vector<uint32_t>{word});
      }
    }
  }
}

TEST_CASE("configuration fields of a word are named without overlap") {
  std::set<std::pair<bool, uint16_t>> words;
#define CONFIG_FIELD(name, word, lo, width) words.emplace(false, word);
#define THREAD_CONFIG_FIELD(name, word, lo, width) words.emplace(true, word);
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
  uint32_t seed = 7;
  for (const auto& [of_thread, place] : words)
    for (unsigned n = 0; n < 8; ++n) {
      seed = seed * 1664525 + 1013904223;
      const uint32_t value = n == 0 ? 0 : of_thread ? seed >> 16 : seed ^ seed << 7;
      const std::string text = configuration_text(of_thread, place, value, of_thread ? 0xffff : ~0u);
      if (text.empty()) continue;
      INFO(text);
      if (of_thread) CHECK(pushed("t0 cfg " + text) == std::vector<uint32_t>{word::setc16(place, value)});
      else CHECK(stored("b cfgst " + text, 3) == std::vector<std::pair<uint32_t, uint32_t>>{{0xFFEF0000 + 4u * place, value}});
    }
}
