// SPDX-License-Identifier: Apache-2.0
#include "observe/events/unit_replay.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "models/isa/isa.h"
#include "models/memory/l1_responses.h"
#include "models/unpacker/throttle_arbiter.h"
#include "observe/events/event.h"
#include "support/text/hex_text.h"

namespace tensix {

// ---- L1, as it was

// Completes each transfer when it was completed in the recorded run.
class unit_replay::recorded_l1 : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<recorded_l1, 128, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>
      clients;

  recorded_l1(sc_core::sc_module_name name, unit_replay& owner, std::deque<unit_recording::transfer> transfers)
      : sc_module(name), clients("clients"), owner_(owner), expected_(std::move(transfers)) {
    clients.register_nb_transport_fw(this, &recorded_l1::nb_transport_fw);
  }
  bool all_asked_for() const { return expected_.empty(); }
  const unit_recording::transfer& next() const { return expected_.front(); }

 private:
  struct open {
    cycle_t done;
    tlm::tlm_generic_payload* payload;
    int socket;
    std::vector<std::pair<uint32_t, std::vector<uint8_t>>> memory;
  };
  unit_replay& owner_;
  std::deque<unit_recording::transfer> expected_;
  std::vector<open> open_;
  l1_responses<decltype(clients)> responses_{clients};
  activation run_{slot::l1, method<&recorded_l1::process>(this)};

  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    if (phase == tlm::END_RESP) {
      responses_.end(id);
      return tlm::TLM_COMPLETED;
    }
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
    phase = tlm::END_REQ;
    auto* access = payload.get_extension<l1_access>();
    if (const auto at_once = l1_response_to(payload, access, owner_.state_.l1.size());
        at_once != tlm::TLM_INCOMPLETE_RESPONSE) {
      if (const auto p = packer_of(payload))
        owner_.burst_in_l1(*p, payload.get_address(), payload.get_data_length() / pack_beat_bytes, true);
      payload.set_response_status(at_once);
      return tlm::TLM_COMPLETED;
    }
    const cycle_t asked = now_cycle() + t.value() / cycle_ticks();
    const auto what = [](cycle_t cycle, uint64_t address, uint64_t bytes) {
      return std::to_string(bytes) + " bytes at address " + hex_text(address) + " in cycle " + std::to_string(cycle);
    };
    const std::string got = "L1 is asked for " + what(asked, payload.get_address(), payload.get_data_length());
    const auto client = access ? static_cast<uint32_t>(access->client) : 0;
    const auto e = std::find_if(expected_.begin(), expected_.end(), [&](const auto& x) { return x.client == client; });
    if (e == expected_.end()) {
      owner_.differs(got + ", for nothing in the record");
      return tlm::TLM_UPDATED;  // and that is all it gets
    }
    if (e->asked != asked || e->address != payload.get_address() || e->bytes != payload.get_data_length())
      owner_.differs(got + "; in the record for " + what(e->asked, e->address, e->bytes));
    if (e->crc && *e->crc != crc_of(payload.get_data_ptr(), payload.get_data_length()))
      owner_.differs("other bytes than in the record go to L1: " +
                     what(asked, payload.get_address(), payload.get_data_length()));
    responses_.keep(payload);
    access->port_stall_cycles = e->port_stall;
    access->bank_stall_cycles = e->bank_stall;
    open_.push_back({e->done, &payload, id, std::move(e->memory)});
    expected_.erase(e);
    run_.arm(open_.back().done);
    return tlm::TLM_UPDATED;
  }

  // A write of a packer: its number.
  static std::optional<unsigned> packer_of(const tlm::tlm_generic_payload& payload) {
    const auto* const access = payload.get_extension<l1_access>();
    const auto client = access ? static_cast<unsigned>(access->client) : 0u;
    if (!payload.is_write() || !is_client_of(tile_unit::packers, client)) return std::nullopt;
    return client - static_cast<unsigned>(l1_client::packer0);
  }
  // Whoever moves the bytes of a burst: those that are in L1 behind it are compared. What is added, is added to zeros.
  void complete(const open& o) {
    const auto packer = packer_of(*o.payload);
    const uint64_t address = o.payload->get_address();
    const uint32_t bytes = o.payload->get_data_length();
    if (packer) {
      uint8_t* const l1 = &owner_.state_.l1[address];
      std::fill_n(l1, bytes, uint8_t{0});
      if (!o.payload->get_extension<l1_access>()->data_by_dmi) std::copy_n(o.payload->get_data_ptr(), bytes, l1);
    }
    responses_.begin(o.socket, *o.payload);
    if (packer) owner_.burst_in_l1(*packer, address, bytes / pack_beat_bytes, false);
  }

  void process() {
    const cycle_t c = run_.begin();
    for (size_t i = 0; i < open_.size();) {
      if (open_[i].done > c) {
        run_.arm(open_[i++].done);
        continue;
      }
      const open o = open_[i];
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      for (const auto& [address, bytes] : o.memory) std::copy(bytes.begin(), bytes.end(), &owner_.state_.l1[address]);
      o.payload->set_response_status(tlm::TLM_OK_RESPONSE);
      complete(o);
    }
  }
};

// ---- The unit and its surroundings

unit_replay::unit_replay(sc_core::sc_module_name name, const unit_recording& record, const tile_parts& parts)
    : sc_module(name),
      record_(record),
      state_(record.configuration.l1.size_kib * 1024, now_cycle),
      dst_arbiter_(std::in_place, record.configuration.dst),
      bus_(state_, overlay_, shared_by_cores_),
      functions_(state_, bus_),
      hand_over_("src_hand_over", record.configuration.hand_over, state_),
      l1_(std::make_unique<recorded_l1>("l1", *this, record.transfers)),
      pieces_(register_pieces(state_, record.unit)),
      answers_(record.answers),
      again_(record.again) {
  cycle_time::refine_for(record.configuration.clock_period_fs);
  cycle_time::set(record.configuration.clock_period_ps, record.configuration.clock_period_fs);
  state_.topology = record.configuration.packer.topology;
  state_.read_interfaces = static_cast<uint8_t>(record.configuration.packer.read_interfaces);
  state_.diagnose.policy = on_undefined::warn;  // the recorded run said it
  tile_context c{record.configuration, state_, functions_, hand_over_, dst_users_, *dst_arbiter_, overlay_};
  c.l1 = &l1_->clients;
  throttle_ = std::make_unique<throttle_arbiter>("throttle_arbiter", record.configuration.throttle);
  c.throttle = throttle_.get();
  const auto make = [&](const auto& factory) {
    if (factory) unit_ = factory(c);
  };
  switch (record.unit) {
    case tile_unit::unpacker0: make(parts.unpacker0); break;
    case tile_unit::unpacker1: make(parts.unpacker1); break;
    case tile_unit::matrix_unit: make(parts.matrix_unit); break;
    case tile_unit::vector_unit: make(parts.vector_unit); break;
    case tile_unit::packers: make(parts.packers); break;
    case tile_unit::sync_unit: make(parts.sync_unit); break;
    case tile_unit::config_unit: make(parts.config_unit); break;
    case tile_unit::scalar_unit: make(parts.scalar_unit); break;
    case tile_unit::mover: make(parts.mover); break;
    case tile_unit::misc_unit: make(parts.misc_unit); break;
    case tile_unit::count: break;
  }
  if (!unit_)
    throw std::invalid_argument(std::string("tile_parts::") + tile_unit_names[static_cast<unsigned>(record.unit)] +
                                ": no factory, or it gave nothing");
  unit_->subscribe(*this);
  connect_links();
  state_.attach(*this);
  for (const auto& l : record.lines) {
    if (l.kind == unit_recording::line::kind_t::drained) drained_.push_back(&l);
    if (l.kind == unit_recording::line::kind_t::gave) gave_.push_back(&l);
    if (l.kind == unit_recording::line::kind_t::did) did_.push_back(&l);
  }
  run_.arm(0);
}

unit_replay::~unit_replay() = default;

void unit_replay::run() {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);  // "stopped by user" is not news
  while (!over_ && sc_core::sc_pending_activity())
    sc_core::sc_start(sc_core::sc_time_to_pending_activity() + at(100000, slot::l1));  // however far away it is
  if (difference_.empty() && !over_) differs("nothing happens any more, and the record is not over");
}

void unit_replay::differs(const std::string& what) {
  if (!difference_.empty()) return;
  difference_ = "cycle " + std::to_string(now_cycle()) + ": " + what;
  over_ = true;
  sc_core::sc_stop();
  calendar::present().yield();
}

// In front of the units of a cycle, and behind them, with the threads.
void unit_replay::process() {
  const cycle_t c = now_cycle();
  const bool late = cycle_time::within() >= static_cast<unsigned>(run_.where());
  using kind = unit_recording::line::kind_t;
  for (; next_ < record_.lines.size() && !over_; ++next_) {
    const auto& l = record_.lines[next_];
    if (l.kind == kind::gave || l.kind == kind::drained || l.kind == kind::did) continue;  // answers
    if (l.plays > c || (l.plays == c && !l.early && !late)) return (l.early ? early_ : run_).arm(l.plays);
    switch (l.kind) {
      case kind::offer: offer(l); break;
      case kind::store: store(l); break;
      case kind::request:
      case kind::overlay_load:
      case kind::move:
      case kind::asked:
      case kind::written: ask(l); break;
      default: apply(l);
    }
  }
  if (over_) return;
  if (!drained_.empty())
    differs("T" + std::to_string(drained_.front()->thread) + " is not drained; in the record from cycle " +
            std::to_string(drained_.front()->from) + " on");
  else if (!gave_.empty()) differs("a bank is not given up; in the record in cycle " + std::to_string(gave_.front()->cycle));
  else if (!did_.empty()) differs("the unit has not done what is in the record: " + did_.front()->text);
  else if (!answers_.empty()) differs("the unit has not asked what is in the record: " + answers_.begin()->first);
  else if (const std::string missing = not_packed(); !missing.empty()) differs(missing);
  else if (!l1_->all_asked_for()) differs("L1 is not asked for address " + hex_text(l1_->next().address));
  over_ = true;
  sc_core::sc_stop();
  calendar::present().yield();
}

// What others did.
void unit_replay::apply(const unit_recording::line& l) {
  using kind = unit_recording::line::kind_t;
  if (l.kind == kind::reg) {
    std::copy(l.data.begin(), l.data.end(), pieces_[l.index].bytes);
  } else if (l.kind == kind::bytes) {
    std::copy(l.data.begin(), l.data.end(), &state_.l1[l.index]);
  } else if (l.kind == kind::readable) {
    dst_block_set block;
    block.add_row(l.index * dst_block_rows);
    dst_users_.written(block, l.from);
  } else if (l.kind == kind::given) {
    (l.index & 2 ? state_.srcb : state_.srca).bank[l.index & 1].allowed_client = static_cast<src_client>(l.owner);
    replaying_given_ = true;
    hand_over_.changed({src_bank_bit(l.index >> 1, l.index & 1), false}, l.cycle, "record");
    replaying_given_ = false;
  } else if (l.kind == kind::seed) {
    for (prng_if* p : functions_.config_unit.prng)
      if (p) p->seed_prng(l.word);
  } else if (l.kind == kind::context_reset) {
    for (unpacker_registers_if* u : functions_.config_unit.unpackers)
      if (u) u->reset_context_counter(l.thread);
  } else if (l.kind == kind::address_phase) {
    throttle_->address_phase_free = l.from;
  }
}

// An arbiter that answers an offer as the recorded one did, or would have.
void unit_replay::set_turn(const unit_recording::line& l) {
  const bool of_matrix_unit = record_.unit == tile_unit::matrix_unit;
  dst_arbiter_parameters rules;
  rules.in_order = l.turn == stall_reason::dst_unit_switch;
  rules.one_start = l.turn == stall_reason::dst_arbitration && of_matrix_unit;
  dst_arbiter_.emplace(rules);
  if (l.turn == stall_reason::dst_unit_switch) {
    dst_arbiter_->started(of_matrix_unit ? dst_user::vector_unit : dst_user::matrix_unit, l.thread, 0, l.turn_from);
  } else if (l.turn == stall_reason::dst_arbitration) {
    dst_arbiter_->moves_until(l.turn_from - of_matrix_unit);  // keeps the vector unit out, which then has the next turn
    if (of_matrix_unit) dst_arbiter_->ask(dst_user::vector_unit, l.thread, 0);
  }
}

void unit_replay::offer(const unit_recording::line& l) {
  ++offers_;
  std::optional<uint32_t> accessed;
  if (record_.unit == tile_unit::scalar_unit) accessed = scalar_access(state_, l.word, l.thread);
  if (record_.unit == tile_unit::matrix_unit || record_.unit == tile_unit::vector_unit) set_turn(l);
  const issue_response answer = unit_->offer({l.word, l.thread, l.cycle});
  const auto text = [&](bool accepted, uint64_t hold, const std::string& why) {
    return accepted ? "taken, the thread held for " + std::to_string(hold) + " more cycles" : "refused (" + why + ")";
  };
  const std::string got =
                        text(answer.accepted, answer.accepted ? answer.thread_free - l.cycle - 1 : 0, tensix::name(answer.why)),
                    recorded = text(l.accepted, l.hold, l.reason);
  if (got != recorded)
    return differs("\"" + disassemble(l.word) + "\" of T" + std::to_string(l.thread) + " is " + got + "; in the record " +
                   recorded + " (" + record_.path + ":" + std::to_string(l.number) + ")");
  if (!answer.accepted) return;
  if (record_.unit == tile_unit::scalar_unit)
    if (const std::string wrote = scalar_wrote(state_, l.word, accessed, l.cycle); !wrote.empty()) did(wrote);
  drained(l.thread, l.cycle);
}

void unit_replay::store(const unit_recording::line& l) {
  auto* const sync = dynamic_cast<sync_unit_if*>(unit_.get());
  if (!sync) return differs("a core stores to a semaphore, and the unit is no sync_unit_if");
  const cycle_t from = sync->riscv_store(l.thread, l.index, l.word, l.arrives);
  if (from != l.from)
    differs("a core's store to semaphore " + std::to_string(l.index) + " is there from cycle " + std::to_string(from) +
            " on; in the record from cycle " + std::to_string(l.from) + " on (" + record_.path + ":" +
            std::to_string(l.number) + ")");
}

// ---- Other answers

void unit_replay::drained(unsigned thread, cycle_t cycle) {
  const cycle_t from = unit_->drained_from(thread, cycle);
  waiting_[thread] = from == never;
  if (from == never) return;
  const std::string got = "T" + std::to_string(thread) + " is drained from cycle " + std::to_string(from) + " on";
  if (drained_.empty()) return differs(got + "; not in the record");
  const auto& l = *drained_.front();
  drained_.pop_front();
  if (l.thread != thread || l.from != from || l.cycle != cycle)
    differs(got + "; in the record T" + std::to_string(l.thread) + " from cycle " + std::to_string(l.from) +
            " on, known in cycle " + std::to_string(l.cycle));
}

void unit_replay::state_changed(cycle_t) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (waiting_[t] && !over_) drained(t, now_cycle());
  if (const auto* m = dynamic_cast<const mover_if*>(unit_.get()); m && !m->busy()) did(idle_line(now_cycle()));
}

void unit_replay::did(const std::string& line) {
  const std::string text = line.substr(0, line.size() - 1);  // without its end
  if (did_.empty()) return differs("the unit does what is not in the record: " + text);
  const auto& l = *did_.front();
  did_.pop_front();
  if (l.text != text)
    differs("the unit has done: " + text + "; in the record: " + l.text + " (" + record_.path + ":" + std::to_string(l.number) +
            ")");
}

namespace {
std::string beat_text(const uint8_t* data, uint64_t address) {
  return hex_of(data, pack_beat_bytes) + " at address " + hex_text(address);
}
}  // namespace

void unit_replay::packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                         uint64_t cycle) {
  if (record_.version < 5 || packer >= packed_.size()) return;
  for (uint32_t i = 0; i < beats; ++i, address += pack_beat_bytes, data += pack_beat_bytes) {
    const auto text = [&](const uint8_t* bytes, uint64_t to, unsigned how, cycle_t when) {
      return beat_text(bytes, to) + ", action " + std::to_string(how) + ", in the output buffer from cycle " +
             std::to_string(when) + " on";
    };
    const std::string got = "packer" + std::to_string(packer) + " has " + text(data, address, action, cycle);
    size_t& next = packed_[packer].buffered;
    if (next == record_.packed[packer].size()) return differs(got + "; not in the record");
    const auto& e = record_.packed[packer][next++];
    if (e.address != address || e.action != action || e.cycle != cycle ||
        std::memcmp(e.data.data(), data, pack_beat_bytes) != 0)
      return differs(got + "; in the record " + text(e.data.data(), e.address, e.action, e.cycle) + " (" + record_.path + ":" +
                     std::to_string(e.number) + ")");
  }
}

// The packer's next beats are in L1, which held zeros before: as the record's would be?
void unit_replay::burst_in_l1(unsigned packer, uint64_t address, uint32_t beats, bool refused) {
  if (record_.version < 5) return;
  for (uint32_t i = 0; i < beats; ++i, address += pack_beat_bytes) {
    size_t& next = packed_[packer].sent;
    const std::string who = "packer" + std::to_string(packer);
    if (next == record_.packed[packer].size())
      return differs(who + " writes 16 bytes at address " + hex_text(address) + " more than are in the record");
    const auto& e = record_.packed[packer][next++];
    if (refused) continue;  // outside L1
    uint8_t got[pack_beat_bytes];
    uint8_t* const l1 = &state_.l1[address];
    std::copy_n(l1, pack_beat_bytes, got);
    std::fill_n(l1, pack_beat_bytes, uint8_t{0});
    pack_beat expected;
    expected.address = static_cast<uint32_t>(address);
    expected.action = static_cast<pack_beat::action_t>(e.action);
    std::copy_n(e.data.begin(), pack_beat_bytes, expected.data);
    packer_function::commit(state_, expected);
    if (e.address != address || std::memcmp(l1, got, pack_beat_bytes) != 0)
      return differs(who + " has written " + beat_text(got, address) + (e.action ? " (added to zeros)" : "") +
                     "; in the record " + beat_text(l1, e.address) + " (" + record_.path + ":" + std::to_string(e.number) +
                     ")");
  }
}

// Beats of later cycles need not have come, and what has come need not be in L1 yet.
std::string unit_replay::not_packed() const {
  for (unsigned i = 0; i < packed_.size(); ++i) {
    if (packed_[i].buffered == record_.packed[i].size()) continue;
    const auto& e = record_.packed[i][packed_[i].buffered];
    if (e.cycle < now_cycle())
      return "packer" + std::to_string(i) + " does not make what is in the record: " + beat_text(e.data.data(), e.address) +
             " (" + record_.path + ":" + std::to_string(e.number) + ")";
  }
  return {};
}

void unit_replay::dst_used(dst_accessor, const dst_block_set&, const dst_block_set& writes, uint64_t cycle) {
  if (writes.any()) did(wrote_dst(state_, writes, cycle));
}
void unit_replay::src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {
  did(wrote_src(state_, which, bank, rows, cycle));
}
void unit_replay::src_cleared(unsigned which, unsigned bank, uint64_t cycle) {
  did(wrote_src(state_, which, bank, ~uint64_t{0}, cycle));
}
void unit_replay::semaphore_is(unsigned index, unsigned value, uint64_t cycle) { did(semaphore_line(index, value, cycle)); }
void unit_replay::mutex_given(unsigned index, unsigned owner, uint64_t cycle) { did(mutex_line(index, owner, cycle)); }

void unit_replay::handed_over(const char*, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t) {
  if (replaying_given_) return;
  const std::string got = std::string(which ? "SrcB" : "SrcA") + " bank " + std::to_string(bank) + " is given to " +
                          (owner ? "the matrix unit" : "the unpackers");
  if (gave_.empty()) return differs(got + "; not in the record");
  const auto& l = *gave_.front();
  gave_.pop_front();
  if (l.index != which * 2 + bank || l.owner != owner || l.cycle != given)
    differs(got + "; in the record " + (l.index & 2 ? "SrcB" : "SrcA") + " bank " + std::to_string(l.index & 1) + " in cycle " +
            std::to_string(l.cycle));
}

}  // namespace tensix
