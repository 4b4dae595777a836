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
    {tile_unit::config_unit, "it also serves the cores, the mover and the ports of the GPRs, which are no offers"},
    {tile_unit::scalar_unit, "it reaches every register of the tile by address, and waits for what other units hold"},
    {tile_unit::mover, "its jobs come from TDMA-RISC as well, and it writes through the configuration unit"}};

constexpr const char* latency_names[] = {"cycles", "compute", "move", "zeroacc"};
constexpr const char* rule_names[] = {"other", "reads_dst", "to_dst", "dst_to_a", "b_to_a", "dst_to_b"};

std::string hex_of(const uint8_t* bytes, size_t size) {
  std::string text;
  boost::algorithm::hex_lower(bytes, bytes + size, std::back_inserter(text));
  return text;
}
std::string hex_number(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "\"0x%llx\"", static_cast<unsigned long long>(value));
  return text;
}
// A CRC-32 of what is told piece by piece.
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
      throw std::invalid_argument(name + " cannot be recorded: " + r.why +
                                  " (can be: unpacker0, unpacker1, matrix_unit, vector_unit, packers, sync_unit, misc_unit)");
  return unit;
}

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

// Unpackers are told of SrcA or SrcB by the banks that are given.
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
    static constexpr const char* sides[2][2] = {{"srca_unpack_bank", "srca_rows_written_from"},
                                                {"srcb_unpack_bank", "srcb_rows_written_from"}};
    for (unsigned b = 0; b < 2 && !unpacker; ++b) {
      for (unsigned i = 0; i < src_rows; ++i) add(rows[which][b], i, r.bank[b].row[i]);
      add(formats[which], b, r.bank[b].format);
      add(lost[which][0], b, r.bank[b].filled_rows);
      add(lost[which][1], b, r.bank[b].lost_rows);
      add(lost[which][2], b, r.bank[b].clobbered);
    }
    add(sides[which][0], 0, r.unpack_bank);
    add(sides[which][1], 0, r.src_row);
  }
  if (unpacker) return all;
  for (unsigned i = 0; i < dst_rows; ++i) add("dst", i, s.dst.bits[i]);
  for (unsigned i = 0; i < dst_rows; ++i) add("dst_valid", i, s.dst.row_valid[i]);
  return all;
}

unit_recorder::unit_recorder(tensix_tile& tile, tile_unit unit, const std::string& file, const std::string& configuration)
    : tile_(tile),
      unit_(unit),
      file_(file, "--record"),
      pieces_(register_pieces(tile.state(), unit)),
      l1_(is_unpacker() ? tile.state().l1.size() : 0) {
  tensix_state fresh(16);  // what a unit of a new tile sees
  auto before = register_pieces(fresh, unit);
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
  if (is_unpacker() && tile_.context().throttle->address_phase_free != address_phase_) {
    address_phase_ = tile_.context().throttle->address_phase_free;
    file_ << "{\"address_phase\":" << address_phase_ << "}\n";
  }
  if (is_unpacker() || is(tile_unit::sync_unit)) return;
  const auto known = readable_;
  look_at_dst();
  for (unsigned b = 0; b < dst_blocks; ++b)
    if (readable_[b] != known[b]) file_ << "{\"readable\":" << uint64_t{b} << ",\"from\":" << readable_[b] << "}\n";
}

void unit_recorder::look_at_dst() {
  for (unsigned b = 0; b < dst_blocks; ++b) {
    dst_block_set one;
    one.add_row(b * dst_block_rows);
    readable_[b] = tile_.context().dst.readable_from(one);
  }
}

void unit_recorder::offering(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle) {
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
  if (is(tile_unit::matrix_unit) || is(tile_unit::vector_unit)) {  // whose turn it is at Dst, if it asks
    if (is(tile_unit::vector_unit) && tile_.functions().vector_unit.anything_scheduled())
      throw std::runtime_error("--record vector_unit: in cycle " + std::to_string(cycle) +
                               " SFPLOADMACRO has scheduled what reads Dst between offers, which a record does not have");
    dst_arbiter as_it_is = tile_.context().dst_turn;
    const auto user = is(tile_unit::matrix_unit) ? dst_user::matrix_unit : dst_user::vector_unit;
    if (const auto a = as_it_is.ask(user, thread, cycle); a.why != stall_reason::none)
      file_ << ",\"turn\":\"" << name(a.why) << "\"" << number("turn_from", a.again);
  }
  own_ = true;
}

void unit_recorder::answered(unsigned unit, unsigned thread, uint32_t, uint64_t cycle, bool accepted, unsigned why,
                             uint64_t thread_free) {
  const auto reason = static_cast<stall_reason>(why);
  if (unit != static_cast<unsigned>(unit_)) return;
  own_ = false;
  file_ << number("accepted", accepted);
  if (accepted) file_ << number("hold", thread_free - cycle - 1);
  else file_ << ",\"reason\":\"" << name(reason) << "\"";
  file_ << "}\n" << gave_;
  gave_.clear();
  for (size_t i = 0; i < pieces_.size(); ++i) known_[i].assign(pieces_[i].bytes, pieces_[i].bytes + pieces_[i].size);
  look_at_dst();
  if (is_unpacker()) address_phase_ = tile_.context().throttle->address_phase_free;
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

// The recorded unit is executing: within an offer, or in a slot of its own.
bool unit_recorder::at_work() const {
  const auto slot_of_it = is(tile_unit::unpacker0) ? slot::unpacker0 : slot::unpacker1;
  return own_ || (is_unpacker() && cycle_time::within() == static_cast<unsigned>(slot_of_it));
}

void unit_recorder::did(const std::string& line) {
  if (own_) gave_ += line;  // behind the line of the offer
  else file_ << line;
}

// Given by others: the unit may use the bank from then on. What the unit gives up itself is its answer.
void unit_recorder::bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {
  if (is(tile_unit::sync_unit) || is(which ? tile_unit::unpacker0 : tile_unit::unpacker1)) return;
  const bool own = at_work();
  if (!own && is_unpacker()) write_changes();  // SETDVALID turns to the other bank as well
  did(std::string("{\"") + (own ? "gave" : "given") + "\":" + std::to_string(given) + number("which", which) +
      number("bank", bank) + number("owner", owner) + number("from", from) + "}\n");
}

void unit_recorder::dst_used(dst_accessor by, const dst_block_set&, const dst_block_set& writes, uint64_t cycle) {
  if (static_cast<unsigned>(by) == static_cast<unsigned>(unit_) && writes.any()) did(wrote_dst(tile_.state(), writes, cycle));
}

void unit_recorder::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  if (is_unpacker() && at_work()) did(wrote_src(tile_.state(), which, bank, rows, cycle));
}
void unit_recorder::src_cleared(unsigned which, unsigned bank, uint64_t cycle) {
  src_written(which, bank, ~uint64_t{0}, cycle);
}

void unit_recorder::semaphore_is(unsigned index, unsigned value, uint64_t cycle) {
  if (is(tile_unit::sync_unit)) did(semaphore_line(index, value, cycle));
}
void unit_recorder::mutex_given(unsigned index, unsigned owner, uint64_t cycle) {
  if (is(tile_unit::sync_unit)) did(mutex_line(index, owner, cycle));
}

void unit_recorder::semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) {
  if (!is(tile_unit::sync_unit)) return;
  file_ << "{\"store\":" << now_cycle() << number("index", index) << number("value", value) << number("arrives", arrives)
        << number("from", from) << "}\n";
}

void unit_recorder::l1_beat(uint64_t transfer, uint32_t, uint32_t word, unsigned, uint64_t) {
  if (is_unpacker()) beats_[transfer].push_back(word);
}

// Bytes that it reads and has not been told yet.
void unit_recorder::write_l1(const l1_completed& t, const std::vector<uint32_t>& words) {
  constexpr uint32_t word_bytes = 16;
  for (const uint32_t word : words) {
    const uint8_t* const now = t.l1 + size_t{word} * word_bytes;
    uint8_t* const known = &l1_[size_t{word} * word_bytes];
    if (std::memcmp(known, now, word_bytes) == 0) continue;
    std::memcpy(known, now, word_bytes);
    file_ << "{\"memory\":" << hex_number(uint64_t{word} * word_bytes) << ",\"d\":\"" << hex_of(now, word_bytes) << "\"}\n";
  }
}

void unit_recorder::l1_complete(const l1_completed& t) {
  uint32_t bytes = t.bytes;
  if (const auto beats = beats_.find(t.transfer); beats != beats_.end()) {
    if (is_client_of(unit_, t.client)) {
      write_l1(t, beats->second);
      if (t.beats_per_row) bytes *= static_cast<uint32_t>(beats->second.size()) / t.beats_per_row;
    }
    beats_.erase(beats);
  }
  if (!is_client_of(unit_, t.client)) return;
  file_ << "{\"l1\":" << t.asked << number("client", t.client) << ",\"addr\":" << hex_number(t.address)
        << number("bytes", bytes) << number("op", t.operation) << number("done", t.done)
        << number("port_stall", t.port_stall_cycles) << number("bank_stall", t.bank_stall_cycles) << "}\n";
}

}  // namespace tensix
