// SPDX-License-Identifier: Apache-2.0
#include "observe/events/unit_lines.h"

#include <boost/algorithm/hex.hpp>

#include "models/contracts/ports.h"
#include "models/memory/l1_protocol.h"
#include "models/mover/mover_function.h"
#include "models/scalar_unit/scalar_unit_table_function.h"
#include "observe/events/event.h"
#include "support/text/hex_text.h"

namespace tensix {

std::string hex_of(const uint8_t* bytes, size_t size) {
  std::string text;
  boost::algorithm::hex_lower(bytes, bytes + size, std::back_inserter(text));
  return text;
}
std::string hex_number(uint64_t value) { return "\"" + hex_text(value) + "\""; }
std::string blocks_of(const char* name, const dst_block_set& set) {
  return std::string(",\"") + name + "_low\":" + hex_number(set.word[0]) + ",\"" + name + "_high\":" + hex_number(set.word[1]);
}
std::string number(const char* name, uint64_t value) { return std::string(",\"") + name + "\":" + std::to_string(value); }

namespace {
// A CRC-32 of what comes piece by piece.
class sum_of_bytes {
 public:
  void add(const void* from, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(from);
    all_.insert(all_.end(), bytes, bytes + size);
  }
  std::string text() const { return ",\"crc\":" + hex_number(crc_of(all_.data(), all_.size())) + "}\n"; }

 private:
  std::vector<uint8_t> all_;
};

constexpr uint32_t l1_line = 16;

std::string words_of(const uint32_t* words, unsigned count) {
  return ",\"d\":\"" + hex_of(reinterpret_cast<const uint8_t*>(words), count * sizeof *words) + "\"";
}
}  // namespace

bool is_client_of(tile_unit unit, unsigned client) {
  switch (static_cast<l1_client>(client)) {
    case l1_client::unpacker0:
    case l1_client::unpacker0_exponents: return unit == tile_unit::unpacker0;
    case l1_client::unpacker1:
    case l1_client::unpacker1_exponents: return unit == tile_unit::unpacker1;
    case l1_client::packer0:
    case l1_client::packer1:
    case l1_client::packer2:
    case l1_client::packer3: return unit == tile_unit::packers;
    case l1_client::scalar_unit: return unit == tile_unit::scalar_unit;
    case l1_client::mover:
    case l1_client::mover_writes: return unit == tile_unit::mover;
    default: return false;
  }
}

std::string wrote_dst(const tensix_state& state, const dst_block_set& blocks, uint64_t cycle) {
  sum_of_bytes sum;
  for (unsigned b = 0; b < dst_blocks; ++b) {
    if (!(blocks.word[b / 64] >> b % 64 & 1)) continue;
    for (unsigned row = b * dst_block_rows; row < (b + 1) * dst_block_rows; ++row)
      sum.add(&state.dst.bits[row], sizeof state.dst.bits[row]);
  }
  return "{\"wrote_dst\":" + std::to_string(cycle) + blocks_of("blocks", blocks) + sum.text();
}

std::string wrote_src(const tensix_state& state, unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  const auto& there = (which ? state.srcb : state.srca).bank[bank];
  sum_of_bytes sum;
  for (unsigned row = 0; row < src_rows; ++row)
    if (rows >> row & 1) sum.add(&there.row[row], sizeof there.row[row]);
  return "{\"wrote_src\":" + std::to_string(cycle) + number("which", which) + number("bank", bank) +
         ",\"rows\":" + hex_number(rows) + sum.text();
}

std::string semaphore_line(unsigned index, unsigned value, uint64_t cycle) {
  return "{\"semaphore\":" + std::to_string(cycle) + number("index", index) + number("value", value) + "}\n";
}
std::string mutex_line(unsigned index, unsigned owner, uint64_t cycle) {
  return "{\"mutex\":" + std::to_string(cycle) + number("index", index) + number("owner", owner) + "}\n";
}

std::string config_line(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {
  return "{\"config\":" + std::to_string(cycle) + number("bank", bank) + number("index", index) +
         ",\"value\":" + hex_number(value) + "}\n";
}
std::string gprs_line(const tensix_state& state, unsigned thread, unsigned first, unsigned count, uint64_t cycle) {
  return "{\"gprs\":" + std::to_string(cycle) + number("thread", thread) + number("first", first) +
         words_of(&state.gpr[thread][first], count) + "}\n";
}

// A word of Config, the four of a group, or the counters of a thread.
std::string flop_line(const tensix_state& state, unsigned thread, uint32_t word, uint64_t cycle) {
  using namespace insn::REG2FLOP;
  sum_of_bytes sum;
  if (const unsigned target = target_sel(word); target >= 2) {
    const unsigned which = target & 1 ? context_id_2(word) : thread;
    if (which < thread_count) sum.add(&state.adc[which], sizeof state.adc[which]);
  } else if (const unsigned index = first_thcon_word + (word >> 6 & 0x3ff); target == 0 && index < first_global_word) {
    const uint32_t* const bank = state.config.config[state.config.state_id(thread)];
    if (size_sel(word)) sum.add(bank + index, sizeof *bank);
    else sum.add(bank + (index & ~3u), 4 * sizeof *bank);
  }
  return "{\"flop\":" + std::to_string(cycle) + number("thread", thread) + ",\"word\":" + hex_number(word) + sum.text();
}

std::string served_line(uint64_t request, uint64_t cycle) {
  return "{\"served\":" + std::to_string(cycle) + number("number", request) + "}\n";
}
std::string config_write_line(const config_request& r, uint64_t cycle) {
  return "{\"config_write\":" + std::to_string(cycle) + number("bank", r.bank) + number("index", r.index) +
         number("arrives", r.arrives) + words_of(r.value.data(), 4) + "}\n";
}
std::string packed_line(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                        const std::vector<uint16_t>& datums, uint64_t cycle) {
  return "{\"packed\":" + std::to_string(cycle) + number("packer", packer) + ",\"addr\":" + hex_number(address) +
         number("action", action) + (datums.empty() ? "" : ",\"datums\":" + hex_numbers(datums, 4)) + ",\"d\":\"" +
         hex_of(data, size_t{beats} * l1_line) + "\"}\n";
}
std::string hex_numbers(const std::vector<uint16_t>& numbers, unsigned digits) {
  std::string text = "\"0x";
  for (auto n = numbers.rbegin(); n != numbers.rend(); ++n)
    for (unsigned shift = 4 * digits; shift > 0; shift -= 4) text += "0123456789abcdef"[*n >> (shift - 4) & 15];
  return text + "\"";
}
std::string bytes_line(const tensix_state& state, uint32_t address, uint32_t bytes) {
  return "{\"bytes\":" + hex_number(address) + ",\"d\":\"" + hex_of(state.l1.data() + address, bytes) + "\"}\n";
}
std::string idle_line(uint64_t cycle) { return "{\"idle\":" + std::to_string(cycle) + "}\n"; }

std::string request_line(const config_request& r, uint64_t cycle) {
  return "{\"request\":" + std::to_string(cycle) + number("arrives", r.arrives) + number("write", r.write) +
         number("bank", r.bank) + number("index", r.index) + number("both_banks", r.both_banks) +
         words_of(r.value.data(), r.words) + "}\n";
}
std::string move_line(const move_job& job, uint64_t cycle) {
  return "{\"move\":" + std::to_string(cycle) + number("destination", job.destination) + number("source", job.source) +
         number("bytes", job.bytes) + number("mode", static_cast<unsigned>(job.mode)) + ",\"word\":" + hex_number(job.word) +
         "}\n";
}

std::optional<uint32_t> scalar_access(const tensix_state& state, uint32_t word, unsigned thread) {
  const uint32_t* const gpr = state.gpr[thread];
  uint64_t address = uint64_t{gpr[insn::LOADIND::addr_reg_index(word)]} * 16;
  const opcode op = opcode_of(word);
  const scalar_timing timing = scalar_timing_of(word);
  if (op == opcode::LOADIND || (op == opcode::STOREIND && insn::STOREIND::mem_hier_sel(word))) {
    const unsigned half = insn::LOADIND::offset_index(word);
    address = static_cast<uint32_t>(address + (gpr[half >> 1] >> 16 * (half & 1) & 0xffff));
  } else if (timing == scalar_timing::atomic || timing == scalar_timing::compare_atomic) {
    address = static_cast<uint32_t>(address);
  } else {
    return std::nullopt;
  }
  address &= ~uint64_t{l1_line - 1};
  if (address + l1_line > state.l1.size()) return std::nullopt;
  return static_cast<uint32_t>(address);
}

std::string scalar_wrote(const tensix_state& state, uint32_t word, std::optional<uint32_t> accessed, uint64_t cycle) {
  const opcode op = opcode_of(word);
  if (op == opcode::STOREIND && !insn::STOREIND::mem_hier_sel(word) && !insn::STOREIND::size_sel(word)) {
    const unsigned which = insn::STOREIND::reg_size_sel(word);
    return wrote_src(state, which, (which ? state.srcb : state.srca).unpack_bank, ~uint64_t{0}, cycle);
  }
  if (!accessed || op == opcode::LOADIND) return {};
  sum_of_bytes sum;
  sum.add(state.l1.data() + *accessed, l1_line);
  return "{\"wrote_l1\":" + std::to_string(cycle) + ",\"addr\":" + hex_number(*accessed) + sum.text();
}

std::vector<register_piece> register_pieces(tensix_state& s, tile_unit unit) {
  const bool unpacker = unit == tile_unit::unpacker0 || unit == tile_unit::unpacker1;
  if (unit == tile_unit::sync_unit) return {};
  std::vector<register_piece> all;
  const auto add = [&all](const char* name, unsigned index, auto& what) {
    all.push_back({name, index, reinterpret_cast<uint8_t*>(&what), sizeof what});
  };
  for (unsigned b = 0; b < 2; ++b)
    for (unsigned w = 0; w < config_words; ++w) add(b ? "config1" : "config0", w, s.config.config[b][w]);
  static constexpr const char* threads[] = {"thread_config0", "thread_config1", "thread_config2"};
  for (unsigned t = 0; t < thread_count; ++t)
    for (unsigned w = 0; w < thread_config_words; ++w) add(threads[t], w, s.config.thread[t][w]);
  if (unit == tile_unit::config_unit || unit == tile_unit::scalar_unit)
    for (unsigned t = 0; t < thread_count; ++t)
      for (unsigned i = 0; i < gpr_count; ++i) add("gpr", t * gpr_count + i, s.gpr[t][i]);
  if (unit == tile_unit::config_unit || unit == tile_unit::mover) return all;
  for (unsigned t = 0; t < thread_count; ++t) add("rwc", t, s.rwc[t]);
  for (unsigned t = 0; t < thread_count; ++t) add("adc", t, s.adc[t]);
  add("dest_mov_blocked", 0, s.dest_mov_blocked);
  add("narrow_is_high_half", 0, s.dst.narrow_is_high_half);
  for (unsigned which = 0; which < 2; ++which) {
    if (unit == (which ? tile_unit::unpacker0 : tile_unit::unpacker1)) continue;
    src_register& r = which ? s.srcb : s.srca;
    static constexpr const char* rows[2][2] = {{"srca0", "srca1"}, {"srcb0", "srcb1"}};
    static constexpr const char* formats[] = {"srca_format", "srcb_format"};
    static constexpr const char* lost[2][3] = {{"srca_filled", "srca_lost", "srca_clobbered"},
                                               {"srcb_filled", "srcb_lost", "srcb_clobbered"}};
    static constexpr const char* sides[2][3] = {{"srca_unpack_bank", "srca_rows_written_from", "srca_matrix_bank"},
                                                {"srcb_unpack_bank", "srcb_rows_written_from", "srcb_matrix_bank"}};
    for (unsigned b = 0; b < 2; ++b) {
      for (unsigned i = 0; i < src_rows; ++i) add(rows[which][b], i, r.bank[b].row[i]);
      if (unpacker) continue;
      add(formats[which], b, r.bank[b].format);
      add(lost[which][0], b, r.bank[b].filled_rows);
      add(lost[which][1], b, r.bank[b].lost_rows);
      add(lost[which][2], b, r.bank[b].clobbered);
    }
    add(sides[which][0], 0, r.unpack_bank);
    add(sides[which][1], 0, r.src_row);
    if (unpacker) add(sides[which][2], 0, r.matrix_bank);  // an UNPACR_NOP may wait for it
  }
  if (unit == tile_unit::unpacker1 || unit == tile_unit::scalar_unit) return all;
  for (unsigned i = 0; i < dst_rows; ++i) add("dst", i, s.dst.bits[i]);
  for (unsigned i = 0; i < dst_rows; ++i) add("dst_valid", i, s.dst.row_valid[i]);
  return all;
}

}  // namespace tensix
