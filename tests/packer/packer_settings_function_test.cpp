// SPDX-License-Identifier: Apache-2.0
// A packer keeps its settings while the configuration words they were made from stay the same: with every bit of the configuration
// changed, one at a time, a packer with kept settings and a new one do the same.
#include <functional>
#include <string>
#include <vector>

#include "tests/packer/packer_bench.h"

namespace tensix {
namespace {

struct outcome {
  std::vector<uint8_t> bytes;  // addresses, actions and data of all beats
  std::vector<std::string> reports;
  bool operator==(const outcome& other) const { return bytes == other.bytes && reports == other.reports; }
};

struct settings_bench : packer_bench {
  settings_bench(packer_topology topology, const std::function<void(settings_bench&)>& configure) {
    using namespace cfg;
    state.topology = topology;
    for (config_field f :
         {PCK_EDGE_OFFSET_SEC0_mask, PCK_EDGE_OFFSET_SEC1_mask, PCK_EDGE_OFFSET_SEC2_mask, PCK_EDGE_OFFSET_SEC3_mask})
      set(f, 0xffff);
    for (unsigned i = 0; i < packer_count; ++i) {
      set({static_cast<uint16_t>(TILE_ROW_SET_MAPPING_0_row_set_mapping_0.word + i), 0, 32},
          0xe4e4e4e4);  // sections 0, 1, 2, 3
      set(field_of_packer(THCON_SEC0_REG1_L1_Dest_addr, i), 0x1000 + 0x100 * i);
    }
    fill_bf16(64);
    row16(0, 0, dst_encode_bf16(0xbf80));  // something that is not positive
    for (unsigned i = 0; i < packer_count; ++i) packed_formats(i, data_format::bf16, data_format::bf16);
    set(ALU_FORMAT_SPEC_REG2_Dstacc, static_cast<uint32_t>(data_format::bf16));
    // Independent packers read four rows each, so that each meets all sections.
    if (topology == packer_topology::independent) columns(0, 63);
    configure(*this);
  }
  void packed_formats(unsigned of, data_format in, data_format out) {
    set(field_of_packer(cfg::THCON_SEC0_REG1_In_data_format, of), static_cast<uint32_t>(in));
    set(field_of_packer(cfg::THCON_SEC0_REG1_Out_data_format, of), static_cast<uint32_t>(out));
  }
  outcome run(packer_function& which) {
    const adc_thread before = state.adc[thread];
    state.diagnose = diagnostics();
    which.execute(word_of(opcode::PACR) | last | interfaces(15), thread, job);
    state.adc[thread] = before;
    outcome o;
    for (const auto& beats : job.beats)
      for (const pack_beat& b : beats) {
        for (unsigned shift = 0; shift < 32; shift += 8) o.bytes.push_back(static_cast<uint8_t>(b.address >> shift));
        o.bytes.push_back(static_cast<uint8_t>(b.action));
        o.bytes.insert(o.bytes.end(), b.data, b.data + pack_beat_bytes);
      }
    for (const diagnosis& d : state.diagnose.reports()) o.reports.push_back(d.text);
    return o;
  }
};

const std::vector<std::function<void(settings_bench&)>> starts = {
    [](settings_bench&) {},
    [](settings_bench& b) {  // the intermediate format by its override
      b.set(cfg::ALU_FORMAT_SPEC_REG_Dstacc_override, 1);
      b.set(cfg::ALU_FORMAT_SPEC_REG_Dstacc_val, static_cast<uint32_t>(data_format::bf16));
      b.set(cfg::ALU_FORMAT_SPEC_REG2_Dstacc, static_cast<uint32_t>(data_format::fp32));
    },
    [](settings_bench& b) {  // block floats
      for (unsigned i = 0; i < packer_count; ++i) b.packed_formats(i, data_format::bfp8, data_format::bfp8);
    },
    [](settings_bench& b) {  // one-byte floats, of either kind
      b.set(cfg::ALU_FORMAT_SPEC_REG2_Dstacc, static_cast<uint32_t>(data_format::fp16));
      for (unsigned i = 0; i < packer_count; ++i) b.packed_formats(i, data_format::fp16, data_format::fp8);
    },
};

TEST_CASE("kept settings of a packer are those that would be made anew, whichever bit of the configuration changes") {
  for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent}) {
    const unsigned packers = topology == packer_topology::independent ? packer_count : 1;
    bool counts[packer_count][packer_words::size] = {};  // has a bit of that word changed what a new packer does?
    for (const auto& start : starts) {
      settings_bench b(topology, start);
      const outcome as_it_was = b.run(b.packer);
      REQUIRE(as_it_was.reports.empty());
      REQUIRE(!as_it_was.bytes.empty());
      for (unsigned word = 0; word < config_words; ++word)
        for (unsigned bit = 0; bit < 32; ++bit) {
          uint32_t& changed = b.state.config.config[0][word];
          changed ^= 1u << bit;
          packer_function kept = b.packer, anew(b.state);
          const outcome expected = b.run(anew);
          INFO("word " << word << " bit " << bit << " start " << &start - starts.data());
          if (!(b.run(kept) == expected)) FAIL();
          for (unsigned p = 0; p < packers; ++p)
            for (unsigned i = 0; i < packer_words::size; ++i)
              counts[p][i] |= packer_words::word_of(i, p) == word && !(expected == as_it_was);
          changed ^= 1u << bit;
        }
    }
    for (unsigned p = 0; p < packers; ++p)
      for (unsigned i = 0; i < packer_words::size; ++i) {
        INFO("packer " << p << " entry " << i);
        CHECK(counts[p][i]);
      }
  }
}

// A field of another word does not compile (a static_assert of packer_words::get); the index of what does is that of its word.
TEST_CASE("a packer's words are read where its fields lie") {
  uint32_t bank[config_words];
  for (unsigned i = 0; i < config_words; ++i) bank[i] = 0x01010101 * i;
  for (unsigned p = 0; p < packer_count; ++p) {
    packer_words w;
    w.keep(p, bank);
    CHECK(w.equal(p, bank));
    CHECK(w.get<cfg::PCK_DEST_RD_CTRL_Read_32b_data>() == cfg::PCK_DEST_RD_CTRL_Read_32b_data(bank));
    const uint16_t format_word[packer_count] = {70, 98, 118, 146};
    CHECK(w.get<cfg::THCON_SEC0_REG1_L1_source_addr, packer_place::own>() == format_word[p]);
    CHECK(w.get<cfg::THCON_SEC0_REG8_L1_source_addr, packer_place::own>() == format_word[p]);
    CHECK(w.get<cfg::THCON_SEC0_REG1_Exp_threshold, packer_place::own>() == format_word[p] + 1u);
    CHECK(w.get<cfg::PACK_COUNTERS_SEC0_auto_ctxt_inc_xys_cnt, packer_place::counters>() == 28 + p);
    CHECK(w.get<cfg::THCON_SEC0_REG1_Exp_threshold, packer_place::of_pair>() == (p < 2 ? 71u : 119u));
  }
}

}  // namespace
}  // namespace tensix
