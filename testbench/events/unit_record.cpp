#include "testbench/events/unit_record.h"

#include <algorithm>
#include <boost/algorithm/hex.hpp>
#include <cstring>
#include <stdexcept>

#include "models/isa/nearest.h"
#include "models/matrix_unit/matrix_unit_timing.h"
#include "testbench/events/event.h"

namespace tensix {
namespace {

// What cannot be replayed without more of the tile than a record has.
struct reason_against {
  tile_unit unit;
  const char* why;
};
constexpr reason_against not_recordable[] = {
    {tile_unit::unpacker0, "its fetches depend on the throttle, which it shares with unpacker1, and on the bytes of L1"},
    {tile_unit::unpacker1, "its fetches depend on the throttle, which it shares with unpacker0, and on the bytes of L1"},
    {tile_unit::vector_unit, "its turn at Dst depends on what the matrix unit has in flight, which passes no boundary"},
    {tile_unit::config_unit, "it also serves the cores, the mover and the ports of the GPRs, which are no offers"},
    {tile_unit::sync_unit, "it also serves the cores' stores to semaphores, which are no offers"},
    {tile_unit::scalar_unit, "it reaches every register of the tile by address"},
    {tile_unit::mover, "its jobs come from TDMA-RISC as well, and it copies bytes of L1"}};

constexpr const char* latency_names[] = {"cycles", "compute", "move", "zeroacc"};
constexpr const char* rule_names[] = {"other", "reads_dst", "to_dst", "dst_to_a", "b_to_a", "dst_to_b"};

std::string hex_of(const uint8_t* bytes, size_t size) {
  std::string text;
  boost::algorithm::hex_lower(bytes, bytes + size, std::back_inserter(text));
  return text;
}
std::string hex_number(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "\"0x%llx\"", static_cast<unsigned long long>(value));
  return text;
}
std::string blocks_of(const char* name, const dst_block_set& set) {
  return std::string(",\"") + name + "_low\":" + hex_number(set.word[0]) + ",\"" + name + "_high\":" + hex_number(set.word[1]);
}
std::string number(const char* name, uint64_t value) { return std::string(",\"") + name + "\":" + std::to_string(value); }

}  // namespace

tile_unit recordable_unit(const std::string& name) {
  const std::vector<std::string> names(std::begin(tile_unit_names), std::end(tile_unit_names));
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::invalid_argument("there is no unit '" + name + "'" + did_you_mean(name, names));
  const auto unit = static_cast<tile_unit>(found - names.begin());
  for (const auto& r : not_recordable)
    if (r.unit == unit)
      throw std::invalid_argument(name + " cannot be recorded: " + r.why + " (can be: matrix_unit, packers, misc_unit)");
  return unit;
}

std::vector<register_piece> register_pieces(tensix_state& s) {
  std::vector<register_piece> all;
  const auto add = [&all](const char* name, unsigned index, auto& what) {
    all.push_back({name, index, reinterpret_cast<uint8_t*>(&what), sizeof what});
  };
  for (unsigned b = 0; b < 2; ++b)
    for (unsigned w = 0; w < config_words; ++w) add(b ? "config1" : "config0", w, s.config.config[b][w]);
  static constexpr const char* threads[] = {"thread_config0", "thread_config1", "thread_config2"};
  for (unsigned t = 0; t < thread_count; ++t)
    for (unsigned w = 0; w < thread_config_words; ++w) add(threads[t], w, s.config.thread[t][w]);
  for (unsigned t = 0; t < thread_count; ++t) add("rwc", t, s.rwc[t]);
  for (unsigned t = 0; t < thread_count; ++t) add("adc", t, s.adc[t]);
  add("dest_mov_blocked", 0, s.dest_mov_blocked);
  add("narrow_is_high_half", 0, s.dst.narrow_is_high_half);
  for (unsigned which = 0; which < 2; ++which) {
    src_register& r = which ? s.srcb : s.srca;
    static constexpr const char* rows[2][2] = {{"srca0", "srca1"}, {"srcb0", "srcb1"}};
    static constexpr const char* formats[] = {"srca_format", "srcb_format"};
    static constexpr const char* lost[2][3] = {{"srca_filled", "srca_lost", "srca_clobbered"},
                                               {"srcb_filled", "srcb_lost", "srcb_clobbered"}};
    static constexpr const char* sides[2][2] = {{"srca_unpack_bank", "srca_rows_written_from"},
                                                {"srcb_unpack_bank", "srcb_rows_written_from"}};
    for (unsigned b = 0; b < 2; ++b) {
      for (unsigned i = 0; i < src_rows; ++i) add(rows[which][b], i, r.bank[b].row[i]);
      add(formats[which], b, r.bank[b].format);
      add(lost[which][0], b, r.bank[b].filled_rows);
      add(lost[which][1], b, r.bank[b].lost_rows);
      add(lost[which][2], b, r.bank[b].clobbered);
    }
    add(sides[which][0], 0, r.unpack_bank);
    add(sides[which][1], 0, r.src_row);
  }
  for (unsigned i = 0; i < dst_rows; ++i) add("dst", i, s.dst.bits[i]);
  for (unsigned i = 0; i < dst_rows; ++i) add("dst_valid", i, s.dst.row_valid[i]);
  return all;
}

unit_recorder::unit_recorder(tensix_tile& tile, tile_unit unit, const std::string& file, const std::string& configuration)
    : tile_(tile), unit_(unit), file_(file, "--record"), pieces_(register_pieces(tile.state())) {
  const tensix_state fresh(16);  // what a unit of a new tile sees
  auto before = register_pieces(const_cast<tensix_state&>(fresh));
  for (const auto& p : before) known_.emplace_back(p.bytes, p.bytes + p.size);
  file_ << "{\"format\":\"" << unit_record_format << "\",\"version\":" << uint64_t{unit_record_version} << ",\"unit\":\""
        << tile_unit_names[static_cast<unsigned>(unit)] << "\",\"configuration\":" << configuration << "}\n";
  tile.tell_events(this);
  tile.unit(unit).subscribe(*this);
}

unit_recorder::~unit_recorder() { tile_.tell_events(nullptr); }

void unit_recorder::finish(uint64_t cycles) {
  file_ << "{\"end\":" << cycles << "}\n";
  file_.close();
}

// What has changed since the unit last looked, and was not its own doing.
void unit_recorder::write_changes() {
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const register_piece& p = pieces_[i];
    if (std::memcmp(p.bytes, known_[i].data(), p.size) == 0) continue;
    file_ << "{\"register\":\"" << p.name << "\",\"index\":" << uint64_t{p.index} << ",\"d\":\"" << hex_of(p.bytes, p.size)
          << "\"}\n";
    known_[i].assign(p.bytes, p.bytes + p.size);
  }
  for (unsigned b = 0; b < dst_blocks; ++b) {
    dst_block_set one;
    one.add_row(b * dst_block_rows);
    const cycle_t from = tile_.context().dst.readable_from(one);
    if (from == readable_[b]) continue;
    readable_[b] = from;
    file_ << "{\"readable\":" << uint64_t{b} << ",\"from\":" << from << "}\n";
  }
}

void unit_recorder::offering(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle) {
  if (unit == static_cast<unsigned>(tile_unit::vector_unit)) {
    vector_reads_ = vector_writes_ = {};
    tile_.functions().vector_unit.dst_access(word, thread, vector_reads_, vector_writes_);
  }
  if (unit != static_cast<unsigned>(unit_)) return;
  write_changes();
  file_ << "{\"offer\":" << cycle << number("thread", thread) << ",\"word\":" << hex_number(word);
  if (unit_ == tile_unit::matrix_unit) {  // what its issue stage is told
    dst_block_set reads, writes;
    tile_.functions().matrix_unit.dst_access(word, thread, reads, writes);
    const matrix_timing& t = matrix_timing_of(word);
    file_ << number("src_banks", matrix_unit_function::needs_src(word)) << blocks_of("reads", reads)
          << blocks_of("writes", writes) << ",\"latency\":\"" << latency_names[static_cast<unsigned>(t.latency)]
          << "\",\"rule\":\"" << rule_names[static_cast<unsigned>(t.rule)] << "\"";
  }
  own_ = true;
}

void unit_recorder::answered(unsigned unit, unsigned thread, uint32_t, uint64_t cycle, bool accepted, unsigned why,
                             uint64_t thread_free) {
  const auto reason = static_cast<stall_reason>(why);
  // What the vector unit does at Dst moves the turn there.
  if (unit == static_cast<unsigned>(tile_unit::vector_unit) && (vector_reads_.any() || vector_writes_.any())) {
    if (accepted || reason == stall_reason::dst_arbitration || reason == stall_reason::dst_unit_switch)
      file_ << "{\"dst_turn\":" << cycle << number("thread", thread) << number("started", accepted) << "}\n";
  }
  if (unit != static_cast<unsigned>(unit_)) return;
  own_ = false;
  file_ << number("accepted", accepted);
  if (accepted) file_ << number("hold", thread_free - cycle - 1);
  else file_ << ",\"reason\":\"" << name(reason) << "\"";
  file_ << "}\n" << gave_;
  gave_.clear();
  for (size_t i = 0; i < pieces_.size(); ++i) known_[i].assign(pieces_[i].bytes, pieces_[i].bytes + pieces_[i].size);
  if (accepted) write_drained(thread, cycle);
}

void unit_recorder::write_drained(unsigned thread, cycle_t cycle) {
  const cycle_t from = tile_.unit(unit_).drained_from(thread, cycle);
  waiting_[thread] = from == never;
  if (from != never) file_ << "{\"drained\":" << cycle << number("thread", thread) << number("from", from) << "}\n";
}

void unit_recorder::state_changed(cycle_t) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (waiting_[t]) write_drained(t, now_cycle());
}

// Given to the matrix unit by others: it may use the bank from then on. What the unit gives up itself is its answer.
void unit_recorder::bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {
  const std::string text = std::string("{\"") + (own_ ? "gave" : "given") + "\":" + std::to_string(given) +
                           number("which", which) + number("bank", bank) + number("owner", owner) + number("from", from) +
                           "}\n";
  if (own_) gave_ += text;  // behind the line of the offer
  else file_ << text;
}

void unit_recorder::dst_used(dst_accessor by, const dst_block_set&, const dst_block_set&, uint64_t cycle) {
  if (by != dst_accessor::vector_unit || unit_ != tile_unit::matrix_unit) return;
  if (tile_.functions().vector_unit.anything_scheduled())
    throw std::runtime_error("--record matrix_unit: SFPLOADMACRO has scheduled a store for cycle " + std::to_string(cycle) +
                             ", whose turn at Dst a record does not have");
}

void unit_recorder::l1_complete(const l1_completed& t) {
  constexpr auto first = static_cast<unsigned>(l1_client::packer0), last = static_cast<unsigned>(l1_client::packer3);
  if (unit_ != tile_unit::packers || t.client < first || t.client > last) return;
  file_ << "{\"l1\":" << t.asked << number("client", t.client) << ",\"addr\":" << hex_number(t.address)
        << number("bytes", t.bytes) << number("op", t.operation) << number("done", t.done)
        << number("port_stall", t.port_stall_cycles) << number("bank_stall", t.bank_stall_cycles) << "}\n";
}

}  // namespace tensix
