// SPDX-License-Identifier: Apache-2.0
#include "observe/events/unit_record.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "models/matrix_unit/matrix_unit.h"
#include "models/matrix_unit/matrix_unit_timing.h"
#include "models/packer/packer.h"
#include "observe/events/event.h"
#include "observe/events/unit_lines.h"
#include "support/text/known_word.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

// What may be RTL as well, but is no unit of the issue port.
constexpr const char* at_other_boundaries =
    "it takes no instructions, and a record has what passes between wait gates and a unit; ";
const std::pair<const char*, std::string> not_recordable[] = {
    {"l1",
     std::string(at_other_boundaries) + "compare in place (units.l1=shadow), or event logs (--events, diff-events --only l1)"},
    {"noc0", std::string(at_other_boundaries) + "compare in place (units.noc0=shadow)"},
    {"noc1", std::string(at_other_boundaries) + "compare in place (units.noc1=shadow)"},
    {"players", std::string(at_other_boundaries) + "its stores and pushes are in event logs of RTL (tt_core_monitor)"}};

constexpr const char* takes_names[] = {"one", "shiftxb", "mova2d", "zeroacc"};
constexpr const char* latency_names[] = {"cycles", "compute", "move", "zeroacc"};
constexpr const char* rule_names[] = {"other", "reads_dst", "to_dst", "dst_to_a", "b_to_a", "dst_to_b"};

}  // namespace

tile_unit recordable_unit(const std::string& name) {
  const std::vector<std::string> names(std::begin(tile_unit_names), std::end(tile_unit_names));
  std::vector<std::string> known = names;
  for (const auto& [other, why] : not_recordable) known.emplace_back(other);
  const std::string unit = known_word(name, known);
  const auto found = std::find(names.begin(), names.end(), unit);
  for (const auto& [other, why] : not_recordable)
    if (unit == other) throw std::invalid_argument(std::string("'") + other + "' cannot be recorded: " + why);
  if (found == names.end()) throw std::invalid_argument("there is no unit '" + name + "'" + did_you_mean(name, names));
  return static_cast<tile_unit>(found - names.begin());
}

unit_recorder::unit_recorder(tensix_tile& tile, tile_unit unit, const std::string& file, const std::string& configuration)
    : tile_(tile),
      unit_(unit),
      file_(file, "--record"),
      pieces_(register_pieces(tile.state(), unit)),
      l1_(is_unpacker() || is(tile_unit::scalar_unit) || is(tile_unit::mover) ? tile.state().l1.size() : 0) {
  tensix_state fresh(16);  // what a unit of a new tile sees
  auto before = register_pieces(fresh, unit);
  for (const auto& p : before) known_.emplace_back(p.bytes, p.bytes + p.size);
  file_ << "{\"format\":\"" << unit_record_format << "\",\"version\":" << uint64_t{unit_record_version} << ",\"unit\":\""
        << tile_unit_names[static_cast<unsigned>(unit)] << "\",\"configuration\":" << configuration << "}\n";
  tile.attach(*this);
  tile.unit(unit).subscribe(*this);
  connect_links();
}

// Its writes to Config are recorded on their way, and when they are done.
struct unit_recorder::mover_link : config_port_if {
  mover_link(unit_recorder& r, config_port_if& w) : recorder(r), was(w) {}
  void submit(config_request request) override {
    recorder.did(config_write_line(request, now_cycle()));
    request.done = [this, n = writes++, done = std::move(request.done)](cycle_t slot_cycle) {
      recorder.file_ << "{\"written\":" << slot_cycle << number("number", n) << "}\n";
      done(slot_cycle);
    };
    was.submit(std::move(request));
  }
  unit_recorder& recorder;
  config_port_if& was;
  uint64_t writes = 0;
};

// What it asks others for, and is asked for.
void unit_recorder::connect_links() {
  const auto record = [this](const char* does, const unit_question& q, const std::function<uint64_t()>& original) {
    const uint64_t answer = original ? original() : 0;
    did(std::string("{\"") + does + "\":" + std::to_string(now_cycle()) + ",\"what\":\"" + q.name + "\",\"of\":\"" + q.of +
        "\",\"answer\":" + hex_number(answer) + (q.no_effect ? ",\"again\":1" : "") + "}\n");
    return answer;
  };
  connect_questions(
      unit_, tile_.unit(unit_), tile_.context().functions,
      [record](const auto& q, const auto& original) { return record("asks", q, original); }, links_);
  connect_asked(
      unit_, dynamic_cast<scalar_unit_if&>(tile_.unit(tile_unit::scalar_unit)),
      dynamic_cast<config_unit_if&>(tile_.unit(tile_unit::config_unit)),
      [record](const auto& q, const auto& original) { return record("asked", q, original); }, links_);
  if (!is(tile_unit::mover)) return;
  config_port_if*& config = dynamic_cast<mover_if&>(tile_.unit(tile_unit::mover)).config;
  links_.put(config, std::shared_ptr<config_port_if>(std::make_shared<mover_link>(*this, *config)));
}

unit_recorder::~unit_recorder() { tile_.detach(*this); }

void unit_recorder::finish(uint64_t cycles) {
  file_ << "{\"end\":" << cycles << "}\n";
  file_.close();
}

// What has changed since the unit last looked, and was not its own doing.
bool unit_recorder::write_changes(bool rows_alone) {
  bool any = false;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const register_piece& p = pieces_[i];
    if (const row_t row = row_of(p); row == row_t::unused || (rows_alone && row == row_t::none)) continue;
    if (std::memcmp(p.bytes, known_[i].data(), p.size) == 0) continue;
    file_ << "{\"register\":\"" << p.name << "\",\"index\":" << uint64_t{p.index} << ",\"d\":\"" << hex_of(p.bytes, p.size)
          << "\"}\n";
    known_[i].assign(p.bytes, p.bytes + p.size);
    any = true;
  }
  if (rows_alone) return any;
  if (is_unpacker() && tile_.context().throttle->address_phase_free != address_phase_) {
    address_phase_ = tile_.context().throttle->address_phase_free;
    file_ << "{\"address_phase\":" << address_phase_ << "}\n";
  }
  if (!sees_dst()) return any;
  const auto known = readable_;
  look_at_dst();
  for (unsigned b = 0; b < dst_blocks; ++b)
    if (readable_[b] != known[b]) file_ << "{\"readable\":" << uint64_t{b} << ",\"from\":" << readable_[b] << "}\n";
  return any;
}

// It knows what it has changed itself.
void unit_recorder::look_at_registers() {
  for (size_t i = 0; i < pieces_.size(); ++i)
    if (row_of(pieces_[i]) != row_t::unused) known_[i].assign(pieces_[i].bytes, pieces_[i].bytes + pieces_[i].size);
}

// An unpacker has to do with rows of the bank that it fills, or of Dst, when it writes: of those that it leaves as they are, it is
// seen.
unit_recorder::row_t unit_recorder::row_of(const register_piece& p) const {
  if (!is_unpacker()) return row_t::none;
  const auto lies_in = [&p](const auto& rows) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(&rows);
    return p.bytes >= bytes && p.bytes < bytes + sizeof rows;
  };
  const tensix_state& s = tile_.state();
  if (lies_in(s.dst.bits) || lies_in(s.dst.row_valid)) return rows_of_ && writes_dst_ ? row_t::used : row_t::unused;
  const src_register& r = is(tile_unit::unpacker1) ? s.srcb : s.srca;
  for (unsigned b = 0; b < most_src_banks; ++b)
    if (lies_in(r.bank[b].row)) return rows_of_ == b ? row_t::used : row_t::unused;
  return row_t::none;
}

void unit_recorder::wrote_rows(unsigned bank) {
  rows_of_ = bank;
  look_at_registers();
  rows_of_.reset();
}

void unit_recorder::look_at_dst() {
  for (unsigned b = 0; b < dst_blocks; ++b) {
    dst_block_set one;
    one.add_row(b * dst_block_rows);
    readable_[b] = tile_.context().dst.readable_from(one);
  }
}

void unit_recorder::offering(const gate_event& e) {
  if (e.unit != static_cast<unsigned>(unit_)) return;
  const auto& [thread, word, cycle, unit] = e;
  if (is(tile_unit::scalar_unit) && (accessed_ = scalar_access(tile_.state(), word, thread))) {
    tile_.state().bring_l1(*accessed_, l1_line);
    write_bytes(*accessed_, l1_line);
  }
  if (is(tile_unit::packers)) write_what_is_packed(word, thread);
  if (is(tile_unit::unpacker0)) {
    const uint32_t* const bank = tile_.state().bank(thread);
    writes_dst_ |= cfg::THCON_SEC0_REG2_Unpack_If_Sel(bank) || bank[cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.word];
  }
  write_changes();
  offer_ = "{\"offer\":" + std::to_string(cycle) + number("thread", thread) + ",\"word\":" + hex_number(word);
  if (is(tile_unit::packers)) offer_ += packers_offer(word, thread);
  if (unit_ == tile_unit::matrix_unit) {  // what its issue stage knows
    dst_block_set reads, writes;
    tile_.functions().matrix_unit.dst_access(word, thread, reads, writes);
    const matrix_timing& t = matrix_timing_of(word);
    const auto waits_like_reading = [this](uint32_t w) {
      return tile_.configuration().matrix_unit.overwriting_waits && matrix_operands_of(w).dst_access == dst_use::may_add;
    };
    const auto usable = [&, now = cycle](unsigned which) {
      const unsigned bank = (which ? tile_.state().srcb : tile_.state().srca).matrix_bank;
      return tile_.context().hand_over.usable_from(which, bank, src_client::matrix_unit, now) <= now;
    };
    offer_ += number("own", usable(0) | usable(1) << 1) + number("src_banks", matrix_unit_function::needs_src(word)) +
              ",\"takes\":\"" + takes_names[static_cast<unsigned>(matrix_unit::cycles_of(word, thread, tile_.state()))] + "\"" +
              blocks_of("waits", waits_like_reading(word) ? writes : reads) + blocks_of("reads", reads) +
              blocks_of("writes", writes) + ",\"latency\":\"" + latency_names[static_cast<unsigned>(t.latency)] +
              "\",\"rule\":\"" + rule_names[static_cast<unsigned>(t.rule)] + "\"";
  }
  if (is(tile_unit::matrix_unit) || is(tile_unit::vector_unit)) {  // whose turn it is at Dst, if it asks
    if (is(tile_unit::vector_unit) && tile_.functions().vector_unit.anything_scheduled())
      throw std::runtime_error("--record vector_unit: in cycle " + std::to_string(cycle) +
                               " SFPLOADMACRO has scheduled what reads Dst between offers, which a record does not have");
    dst_arbiter as_it_is = tile_.context().dst_turn;
    const auto user = is(tile_unit::matrix_unit) ? dst_user::matrix_unit : dst_user::vector_unit;
    if (const auto a = as_it_is.ask(user, thread, cycle); a.why != stall_reason::none)
      offer_ += std::string(",\"turn\":\"") + name(a.why) + "\"" + number("turn_from", a.again);
  }
  own_ = true;
}

void unit_recorder::issued(const gate_event& e, uint64_t thread_free) {
  if (e.unit != static_cast<unsigned>(unit_)) return;
  if (is(tile_unit::scalar_unit)) gave_ += scalar_wrote(tile_.state(), e.word, accessed_, e.cycle);
  write_answer(number("accepted", true) + number("hold", thread_free - e.cycle - 1) + packers_job());
  write_drained(e.thread, e.cycle);
}

void unit_recorder::refused(const gate_event& e, stall_reason why) {
  if (!own_ || e.unit != static_cast<unsigned>(unit_)) return;  // not offered to it
  write_answer(number("accepted", false) + ",\"reason\":\"" + name(why) + "\"");
}

// The line of the offer, and what the unit did meanwhile.
void unit_recorder::write_answer(const std::string& answer) {
  own_ = false;
  if (accessed_) std::copy_n(&tile_.state().l1[*accessed_], l1_line, &l1_[*accessed_]);
  file_ << offer_ << answer << "}\n" << gave_;
  gave_.clear();
  look_at_registers();
  look_at_dst();
  if (is_unpacker()) address_phase_ = tile_.context().throttle->address_phase_free;
}

void unit_recorder::write_drained(unsigned thread, cycle_t cycle) {
  const cycle_t from = tile_.unit(unit_).drained_from(thread, cycle);
  waiting_[thread] = from == never;
  if (from != never) file_ << "{\"drained\":" << cycle << number("thread", thread) << number("from", from) << "}\n";
}

void unit_recorder::state_changed(cycle_t) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (waiting_[t]) write_drained(t, now_cycle());
  if (is(tile_unit::mover) && !dynamic_cast<const mover_if&>(tile_.unit(unit_)).busy()) did(idle_line(now_cycle()));
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
void unit_recorder::handed_over(const char*, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {
  if (!sees_banks() || is(which ? tile_unit::unpacker0 : tile_unit::unpacker1)) return;
  const bool own = at_work();
  if (is_unpacker()) {
    if (own) look_at_registers();  // it fills its next bank
    else write_changes();          // SETDVALID turns to the other bank as well
  }
  did(std::string("{\"") + (own ? "gave" : "given") + "\":" + std::to_string(given) + number("which", which) +
      number("bank", bank) + number("owner", owner) + number("from", from) + "}\n");
}

void unit_recorder::dst_used(dst_accessor by, const dst_block_set&, const dst_block_set& writes, uint64_t cycle) {
  if (static_cast<unsigned>(by) != static_cast<unsigned>(unit_) || !writes.any()) return;
  did(wrote_dst(tile_.state(), writes, cycle));
  if (is_unpacker()) wrote_rows(tile_.state().srca.unpack_bank);
}

void unit_recorder::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  if (!is_unpacker() || !at_work()) return;
  did(wrote_src(tile_.state(), which, bank, rows, cycle));
  wrote_rows(bank);
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

// ---- Beside offers

void unit_recorder::config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {
  constexpr unsigned threads_at = 2;  // banks from there on are of ThreadConfig
  if (is_unpacker() && bank >= threads_at && index == unpack_misc_cfg_register) {
    const uint16_t* const registers = tile_.state().config.thread[bank - threads_at];
    if (is(tile_unit::unpacker1) ? tcfg::UNPACK_MISC_CFG_CfgContextCntReset_1(registers)
                                 : tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0(registers))
      file_ << "{\"context_reset\":" << cycle << number("thread", bank - threads_at) << "}\n";
  }
  if (has_random_numbers() && bank < 2 && index == prng_seed_word)
    file_ << "{\"seed\":" << cycle << ",\"value\":" << hex_number(value) << "}\n";
  if (!is(tile_unit::config_unit)) return;
  did(config_line(bank, index, value, cycle));
  look_at_registers();
}
void unit_recorder::config_requested(const config_request& r) {
  if (is(tile_unit::config_unit)) file_ << request_line(r, now_cycle());
}
void unit_recorder::config_served(uint64_t cycle) {
  if (is(tile_unit::config_unit)) did(served_line(served_++, cycle));
}
void unit_recorder::overlay_loaded(uint64_t arrives, uint64_t served) {
  if (is(tile_unit::config_unit))
    file_ << "{\"overlay_load\":" << now_cycle() << number("arrives", arrives) << number("from", served) << "}\n";
}
void unit_recorder::move_started(const move_job& job, uint64_t cycle) {
  if (is(tile_unit::mover)) file_ << move_line(job, cycle);
}
void unit_recorder::registers_used(unsigned unit, uint64_t cycle) {
  if (unit != static_cast<unsigned>(unit_)) return;
  if (is_unpacker()) rows_of_ = (is(tile_unit::unpacker1) ? tile_.state().srcb : tile_.state().srca).unpack_bank;
  // Behind another write in this cycle the unpacker's own place has changed since, and nothing else but for another bank's rows.
  const bool rows_alone = is_unpacker() && std::exchange(wrote_, cycle) == cycle;
  if (write_changes(rows_alone)) file_ << "{\"changed\":" << cycle << "}\n";
  rows_of_.reset();
}
void unit_recorder::l1_read(unsigned unit, uint32_t address, uint32_t bytes, uint64_t cycle) {
  if (unit != static_cast<unsigned>(unit_) || !write_bytes(address, bytes)) return;
  if (!own_) file_ << "{\"changed\":" << cycle << "}\n";  // otherwise they stand in front of the offer
}
void unit_recorder::gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) {
  if (unit != static_cast<unsigned>(unit_)) return;
  did(gprs_line(tile_.state(), thread, first, count, cycle));
  look_at_registers();
}
void unit_recorder::flop_written(unsigned thread, uint32_t word, uint64_t cycle) {
  if (!is(tile_unit::scalar_unit)) return;
  did(flop_line(tile_.state(), thread, word, cycle));
  look_at_registers();
}

// ---- L1

void unit_recorder::l1_beat(uint64_t transfer, uint32_t, uint32_t word, unsigned, uint64_t) {
  if (is_unpacker()) beats_[transfer].push_back(word);
}

// Bytes that it reads and that are not recorded yet.
bool unit_recorder::write_words(const char* kind, const uint8_t* l1, uint32_t address, uint32_t bytes) {
  bool any = false;
  for (uint32_t word = address / l1_line; word * l1_line < address + bytes; ++word) {
    const uint8_t* const now = l1 + size_t{word} * l1_line;
    uint8_t* const known = &l1_[size_t{word} * l1_line];
    if (std::memcmp(known, now, l1_line) == 0) continue;
    std::memcpy(known, now, l1_line);
    file_ << "{\"" << kind << "\":" << hex_number(uint64_t{word} * l1_line) << ",\"d\":\"" << hex_of(now, l1_line) << "\"}\n";
    any = true;
  }
  return any;
}
bool unit_recorder::write_bytes(uint32_t address, uint32_t bytes) {
  return write_words("bytes", tile_.state().l1.data(), address, bytes);
}

// What a PACR of L1 reads: datums have four bytes at most. Always, as its own writes are not in the record as bytes of L1.
void unit_recorder::write_what_is_packed(uint32_t word, unsigned thread) {
  for (const auto& from : tile_.functions().packer.look(word, thread).from) {
    if (from.kind != packer_function::source::kind_t::l1) continue;
    const uint64_t size = tile_.state().l1.size(), end = std::min(size, uint64_t{from.address} + 4 * uint64_t{from.datums});
    if (from.address >= end) continue;
    const auto bytes = static_cast<uint32_t>(end - from.address);
    tile_.state().bring_l1(from.address, bytes);
    file_ << bytes_line(tile_.state(), from.address, bytes);
  }
}

// What the packers' read interfaces and output buffers are told at their pins (cosim/rtl/packer_pins.h), with the offer ...
std::string unit_recorder::packers_offer(uint32_t word, unsigned thread) {
  const packer_function::reading what = tile_.functions().packer.look(word, thread);
  uint16_t rows[most_read_interfaces];
  const unsigned ports = first_rows(tile_.configuration().packer, tile_.state(), what, rows);
  beats_told_ = {};
  return number("ports", ports) + ",\"rows\":" + hex_numbers({rows, rows + ports}, 3) +
         number("w32", cfg::PCK_DEST_RD_CTRL_Read_32b_data(tile_.state().bank(thread))) +
         number("rows_from", tile_.context().dst.readable_from(what.blocks));
}
// ... and with the acceptance, by the model's packers.
std::string unit_recorder::packers_job() const {
  const auto* const model = is(tile_unit::packers) ? dynamic_cast<const packers*>(&tile_.unit(unit_)) : nullptr;
  if (!model) return {};
  const packer_parameters& p = tile_.configuration().packer;
  const pack_demand d = demand_of(p, tile_.state(), model->last_job());
  return number("streams", streams_of(p, d)) + number("row_datums", d.datums) + number("bits", d.bits) +
         number("widening", d.widening);
}

// In lines of 256 bytes at most.
void unit_recorder::packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                           uint64_t cycle) {
  constexpr uint32_t most = 16;
  if (!is(tile_unit::packers)) return;
  const auto* const model = dynamic_cast<const packers*>(&tile_.unit(unit_));
  for (uint32_t n; beats > 0; beats -= n, address += n * l1_line, data += size_t{n} * l1_line) {
    n = std::min(beats, most);
    std::vector<uint16_t> datums;
    for (uint32_t i = 0; model && i < n; ++i) datums.push_back(model->last_job().beats[packer].datums(beats_told_[packer]++));
    did(packed_line(packer, address, action, data, n, datums, cycle));
  }
}

void unit_recorder::l1_complete(const l1_completed& t) {
  uint32_t bytes = t.bytes;
  if (const auto beats = beats_.find(t.transfer); beats != beats_.end()) {
    if (is_client_of(unit_, t.client)) {
      for (const uint32_t word : beats->second) write_words("memory", t.l1, word * l1_line, l1_line);
      if (t.beats_per_row) bytes *= static_cast<uint32_t>(beats->second.size()) / t.beats_per_row;
    }
    beats_.erase(beats);
  }
  if (!is_client_of(unit_, t.client)) return;
  if (is(tile_unit::mover) && bytes < l1_line) return;  // TDMA-RISC's own write
  file_ << "{\"l1\":" << t.asked << number("client", t.client) << ",\"addr\":" << hex_number(t.address)
        << number("bytes", bytes) << number("op", t.operation) << number("done", t.done)
        << number("port_stall", t.port_stall_cycles) << number("bank_stall", t.bank_stall_cycles);
  if (is(tile_unit::mover) && t.write) file_ << ",\"crc\":" << hex_number(crc_of(t.l1 + t.address, bytes));
  file_ << "}\n";
}

}  // namespace tensix
