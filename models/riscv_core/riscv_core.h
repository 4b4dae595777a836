// A baby RISC-V core: when its instructions happen. It runs ahead of the simulation time by its own count of cycles until
// something outside the core matters, so that an instruction costs no event and no process switch.
//
//   bus   to the tile's core[i]: everything but L1; .ttinsn and stores to the instruction FIFO may run ahead
//   l1    to L1's sockets: loads, stores, atomics, instruction fetch, as client riscv_b, riscv_t0, ...
//
// Time: an instruction enters EX1 in cycle e, one a cycle, when its operands are known. What it computes can be used from
// e + 1 on (simple), e + 2 (EX2), e + the latency of its region (loads). Cycles of an access at the port, or at L1, are those
// of its instruction's EX1. Source: ISA documentation, BabyRISCV (Blackhole): README (pipeline, caches), MemoryOrdering,
// PushTensixInstruction, CSRs; BabyRISCV (Wormhole): InstructionCache; SoftReset.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <functional>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/contracts/core_access.h"
#include "models/memory/address_map.h"
#include "models/memory/l1_initiator.h"
#include "models/observe/account.h"
#include "models/observe/diagnostics.h"
#include "models/riscv_core/branch_predictor.h"
#include "models/riscv_core/riscv_core_function.h"
#include "models/riscv_core/riscv_core_parameters.h"
#include "models/time/strand.h"

namespace tensix {

class riscv_core : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<riscv_core> bus;
  l1_initiator l1{"l1", completes<&riscv_core::l1_answers>(this)};

  struct surroundings {
    diagnostics* diagnose;
    uint32_t l1_bytes;
    // Has anybody used L1 since that cycle, beside loops like those that are slept in? And when does somebody next, as far as it
    // is known (never: it is not)?
    std::function<std::pair<bool, cycle_t>(cycle_t cycle)> l1_use;
    // tt_cfg_qstatus and tt_cfg_bstatus of the core, now.
    std::function<std::pair<uint32_t, uint32_t>(unsigned core)> status;
    // Parameters of other units that a core depends on.
    uint32_t l1_load_cycles, local_load_cycles, store_queue_entries, l1_atomic_cycles;
    cause_recorder* const* causes;  // who records causes (observe/causes.h), if somebody does
  };
  riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& parameters, const surroundings& around);

  // Out of reset, in the present cycle (before the simulation: cycle 0): registers are zero, caches empty. With `clear_ram`
  // the local data RAM is zeroed, which takes a while.
  void start(uint32_t pc, bool clear_ram = false);
  // Stores to be made when it starts, before its first instruction, in no time: what whoever starts it has set up.
  std::vector<std::pair<uint32_t, uint32_t>> set_up;
  // Into reset, once the loads on their way have come back: a core that waits for ever for one is not held.
  void hold();

  enum class condition : uint8_t { in_reset, running, stopped, faulted };
  condition state() const { return condition_; }
  // Why it stopped: ebreak, ecall, "jump to itself"; empty: it did not.
  const std::string& stopped_by() const { return stopped_by_; }
  cycle_t stopped_in() const { return stopped_in_; }
  bool store_queue_empty() const { return queued_ == 0; }
  // Also when the last store of a core that does not run is out.
  std::function<void()> condition_changed;

  uint32_t pc() const { return pc_; }
  uint64_t instructions() const { return instructions_; }
  const riscv_state& registers() const { return s_; }
  riscv_state& registers() { return s_; }
  // "polls 0xffe80024 (semaphore 1) at pc 0x1234"; empty: it waits for nothing.
  std::string waits_for() const;
  // Whether a load of L1 finds its bytes in the L0 data cache, and what it finds.
  bool finds_in_data_cache(uint32_t address, unsigned bytes, uint32_t& value) const;
  // What it polls, asleep: addresses.
  std::vector<uint32_t> polls() const;

  // How far it may be ahead of the simulation. Only host time depends on it.
  cycle_t run_ahead = 1000;
  // False: every load of a polling loop is simulated. The same cycles and accounts, but such a run never ends by itself.
  bool sleeps_in_polls = true;

  account& activity() { return activity_; }
  void close_account(cycle_t end);
  // After a store to configuration by this core was processed.
  std::function<void(uint32_t address, uint32_t value)> register_stored;
  void invalidate_instruction_cache();
  // Something that a sleeping core may watch has changed.
  void l1_written(uint32_t address, uint32_t bytes);
  void l1_used(cycle_t cycle);  // in that cycle, the present one or a later one
  void register_written();

 private:
  static constexpr cycle_t unknown = cycle_t{1} << 62;  // of what has not come back yet
  static constexpr unsigned ring = 64, ring_mask = ring - 1, max_loads = 32, max_fetches = 9;
  static constexpr uint32_t line_bytes = 16, no_line = ~0u, local_ram_base = address_map::local_ram_base;
  static constexpr unsigned brisc = 3;

  const unsigned core_;
  const slot slot_;  // in which it acts, but where it is told something
  const riscv_core_parameters parameters_;
  const surroundings around_;
  const std::string who_;

  // ---- Program state and pipeline (riscv_core_run.cpp)
  riscv_state s_;
  uint32_t pc_ = 0;
  cycle_t t_ = 0;        // the next instruction enters EX1 in this cycle at the soonest
  uint64_t seq_ = ring;  // its number
  uint64_t instructions_ = 0;
  cycle_t last_retire_ = 0;
  std::array<cycle_t, ring> done_{}, retire_{};  // by number: result populated, popped from the retire queue
  std::array<stall_reason, ring> why_{};         // what somebody who waits for it waits for
  std::array<cycle_t, riscv_register_count> ready_{};
  std::array<uint64_t, riscv_register_count> writer_{}, older_writer_{};
  branch_predictor predictor_;
  unsigned in_order_ = 0;  // 1: cfg0 wants what costs time (no forwarding, or everything in order)

  void main();
  void run();
  cycle_t entry(const riscv_instruction& d) const;
  cycle_t after_retired(cycle_t e, const riscv_instruction& d) const;
  cycle_t after_queue(cycle_t e, const riscv_instruction& d) const;
  cycle_t enter(const riscv_instruction& d);
  stall_reason reason_of_wait(const riscv_instruction& d) const;
  // The present instruction leaves EX1; its result is populated in cycle `done`.
  void record(unsigned rd, cycle_t done, stall_reason why) {
    ready_[rd] = done;
    older_writer_[rd] = writer_[rd];
    writer_[rd] = seq_;
    done_[seq_ & ring_mask] = done;
    why_[seq_ & ring_mask] = why;
    last_retire_ = done > last_retire_ ? done : last_retire_ + 1;
    retire_[seq_ & ring_mask] = last_retire_;
    ++seq_;
  }
  unsigned divide_cycles(const riscv_instruction& d) const;
  void csr_changed();
  void branch(cycle_t e, uint32_t next);
  void serialise();
  void stop(const char* by);
  // Of the instruction at `pc_`, which is in EX1 in cycle e. False.
  bool undefined(const std::string& text, cycle_t e, uint32_t word = 0);
  bool leave() const { return hold_ || faulted_; }

  // ---- Waiting and accounting (riscv_core.cpp)
  condition condition_ = condition::in_reset;
  std::string stopped_by_;
  cycle_t stopped_in_ = 0;
  bool start_wanted_ = false, hold_ = false, faulted_ = false, clear_ram_ = false;
  bool executing_ = false;  // the process is in run()
  stall_reason waiting_why_ = stall_reason::none;
  cycle_t waiting_since_ = 0;
  cycle_t horizon_ = 0;  // it may run ahead up to here
  uint32_t start_pc_ = 0;
  tile_event start_{"start"}, answered_{"answered"}, fetched_{"fetched"};
  deferred condition_changed_{method<&riscv_core::tell_condition>(this)};
  void tell_condition() {
    if (condition_changed) condition_changed();
  }
  account activity_;
  struct stretch {
    stall_reason why;
    cycle_t from, to;
    uint32_t pc, polled;
  };
  std::vector<stretch> claims_;  // not told yet: they may lie in the future
  size_t claims_told_ = 0;
  cycle_t busy_from_ = 0, reset_from_ = 0;
  void claim(stall_reason why, cycle_t from, cycle_t to, uint32_t pc);
  // An instruction has left EX1: if somebody listens, its busy cycles are claimed apart from the next one's.
  void claim_work(uint32_t pc) {
    if (!activity_.tap() || t_ <= busy_from_) return;
    claim(stall_reason::none, busy_from_, t_, pc);
    busy_from_ = t_;
  }
  void stall(stall_reason why, cycle_t from, cycle_t to);  // [from, to) lost, busy until then
  void tell_claims(cycle_t end);
  void sync(cycle_t cycle);
  void wait_for(stall_reason why, cycle_t since, tile_event& event, cycle_t until = never);
  void reset_state();
  void fault();
  void enter_condition(condition c);

  // ---- Instruction fetch (riscv_core_fetch.cpp)
  struct code_line {
    uint32_t line = no_line;  // address / 16
    cycle_t ready = 0;
    cause by;                   // of that cycle, if causes are recorded
    uint64_t looked_ahead = 0;  // value of `lines_changed_` when its successors were looked for
    std::array<riscv_instruction, 4> d;
    std::array<uint32_t, 4> word{};
  };
  struct line_fetch {
    alignas(8) uint8_t data[line_bytes] = {};
    bool busy = false;
    uint32_t line = no_line;
    event_id by = 0;  // its event
    cycle_t issued = 0;
  };
  std::vector<code_line> code_;
  std::array<line_fetch, max_fetches> fetches_;
  uint64_t lines_changed_ = 1;
  unsigned fetches_out_ = 0;
  code_line* line_of(uint32_t line) { return &code_[line & (code_.size() - 1)]; }
  const code_line* next_line();
  const code_line* present(uint32_t line) const;
  bool on_its_way(uint32_t line) const;
  bool fetch(uint32_t line, cycle_t cycle);
  void look_ahead(code_line& from);
  void fetched(line_fetch& f);

  // ---- Loads, stores, atomics (riscv_core_memory.cpp)
  struct load_slot {
    bool busy = false, answered = false, fill = false, relived = false;
    unsigned seen = 0;  // number among the loads of the round
    uint64_t seen_epoch = 0;
    sc_core::sc_time instant;  // relived: when it reads
    uint64_t seq = 0;
    riscv_instruction d;
    uint32_t address = 0, raw = 0, operand = 0;
    cycle_t issued = 0, ready = 0;
    event_id by = 0;                           // its event, if causes are recorded
    alignas(8) uint8_t data[line_bytes] = {};  // read from L1
  };
  std::array<load_slot, max_loads> loads_;
  std::array<uint8_t, max_loads> load_order_{};  // slots in the order of their instructions
  unsigned loads_out_ = 0;
  uint8_t* ram_ = nullptr;  // its data RAM
  uint32_t ram_bytes_ = 0;
  cycle_t ram_ready_ = 0;
  struct data_line {
    uint32_t line = no_line;
    cycle_t from = 0;  // first cycle in which a load finds it
    std::array<uint8_t, line_bytes> bytes;
  };
  std::vector<data_line> data_cache_;
  std::array<data_line, 2 * max_loads> fills_;  // that have come back, but not by the cycle of the last access
  unsigned fill_count_ = 0;
  unsigned next_victim_ = 0;
  uint32_t data_requests_ = 0;
  std::array<cycle_t, max_loads> reads_{};  // cycles of the last read requests
  unsigned read_count_ = 0;

  void load(const riscv_instruction& d, cycle_t e);
  void store(const riscv_instruction& d, cycle_t e);
  unsigned push(const riscv_instruction& first, cycle_t e);
  void push_words(uint32_t address, uint32_t* words, unsigned n, bool ttinsn, cycle_t& e);
  void fence(cycle_t e);
  bool legal(const char* what, uint32_t raw_address, unsigned bytes, const decoded_address& where, cycle_t e);
  void note_read(cycle_t e);
  bool reads_in(cycle_t cycle) const;
  load_slot& take_slot(const riscv_instruction& d, uint32_t address, cycle_t e);
  void load_from_l1(const riscv_instruction& d, uint32_t address, cycle_t e);
  bool is_l1(uint32_t address) const { return address < around_.l1_bytes; }
  bool uses_data_cache() const { return !data_cache_.empty() && !(s_.csr.cfg0 & riscv_csrs::disable_data_cache); }
  void write_atomic(load_slot& p);
  void atomic(const riscv_instruction& d, cycle_t e);
  void take_answers();
  void settle_loads();              // until nothing is on its way
  cycle_t drain_stores(cycle_t e);  // until the store queue is empty
  void stall_for_stores(cycle_t from, cycle_t to);
  cycle_t ordered(cycle_t e);
  cycle_t behind_stores(uint32_t address, unsigned bytes, cycle_t e);
  data_line* cached(uint32_t line);
  void flush_data_cache();
  void drop_line(uint32_t line, cycle_t e);
  void fill_data_cache(cycle_t e);
  void answered(load_slot& p);
  void l1_answers(l1_payload& t);
  // Tags of transfers: fetches, loads, and the one store.
  static constexpr uint32_t first_load_tag = max_fetches, store_tag = max_fetches + max_loads;
  l1_payload& transfer(uint32_t tag, tlm::tlm_command command, uint32_t address, uint8_t* data, uint32_t bytes);
  void send(l1_payload& t, cycle_t cycle);
  void send_load(load_slot& p, l1_operation operation, uint32_t address, uint32_t bytes, cycle_t e);
  void loaded(load_slot& p);

  // The process of loads through the port: they may wait there while the core goes on.
  std::array<uint8_t, max_loads> port_loads_{};
  unsigned port_head_ = 0, port_count_ = 0;
  tile_event port_load_{"port_load"};
  void load_through_port();

  // ---- The store queue and its process (riscv_core_stores.cpp)
  struct queued_store {
    cycle_t release;       // goes out in this cycle at the soonest
    uint32_t address = 0;  // L1: of the 16-byte word
    uint32_t first = 0;    // L1: first byte of the last store
    address_region region = address_region::unknown;
    uint8_t bytes = 0;    // 4 * words: pushes
    bool ttinsn = false;  // pushes by .ttinsn
    uint16_t mask = 0;    // L1: bytes that are there
    event_id by = 0;      // of its posting, if causes are recorded
    alignas(4) uint8_t data[line_bytes] = {};
  };
  std::vector<queued_store> queue_;  // a ring of riscv.store_queue_entries
  unsigned queue_head_ = 0, queued_ = 0;
  bool emitting_ = false;  // the oldest is on its way out
  cycle_t emitted_in_ = 0;
  uint64_t stores_gone_ = 0;  // that have left the queue
  tile_event store_posted_{"store_posted"}, store_gone_{"store_gone"};
  struct {
    alignas(8) uint8_t data[line_bytes] = {};
    uint8_t enable[line_bytes] = {};
    bool pending = false;
  } l1_store_;
  tile_event store_written_{"store_written"};
  unsigned place_in_queue(unsigned i) const {
    const unsigned place = queue_head_ + i, places = static_cast<unsigned>(queue_.size());
    return place < places ? place : place - places;
  }
  queued_store& in_queue(unsigned i) { return queue_[place_in_queue(i)]; }
  const queued_store& in_queue(unsigned i) const { return queue_[place_in_queue(i)]; }
  // A store of cycle e would go out in it: it need not pass through the queue.
  bool nothing_before(cycle_t e) const { return !queued_ && emitted_in_ < e; }
  bool merge(uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  void put_l1(queued_store& q, uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  queued_store& post(address_region region, uint32_t address, cycle_t& e);

  // ---- Causes, if somebody records them (riscv_core_causes.cpp).
  cause_recorder* causes() const { return *around_.causes; }
  path_use use(path_kind kind) const { return {kind, core_}; }
  event_id gone_by_ = 0;              // the last store from the queue is where it went
  cause seen_by_;                     // the load that last ended a poll is answered
  std::array<cause, ring> answer_{};  // of loads, by number: when the result is there
  std::array<cause, 5> awaited_{};    // what the stretch waits for that is told next
  unsigned awaited_count_ = 0;
  void await(const cause& c) {
    if (c.after && awaited_count_ < awaited_.size()) awaited_[awaited_count_++] = c;
  }
  void await_answers(const riscv_instruction& d);
  void tell_local_load(cycle_t e) {  // the present instruction's
    if (causes() && !reliving_)
      answer_[seq_ & ring_mask] = {event_at(e), use(path_kind::local_load), around_.local_load_cycles};
  }
  cycle_t told_until_ = 0;  // of its time
  event_id event_at(cycle_t e);
  cause answer_by(const load_slot& p, cycle_t read);
  event_id tell_emitted(const queued_store& q);
  void tell_written(event_id begun, unsigned bytes, cycle_t since);
  core_store_extension *load_by_ = nullptr, *store_by_ = nullptr;  // of bus_load_, bus_store_
  void tell_claim(stall_reason why, cycle_t from, cycle_t to);
  void release_by(queued_store& q, cycle_t e);
  void drain_queue();
  bool overtakes_load(const queued_store& q) const;
  void emit(queued_store& q);
  tlm::tlm_generic_payload bus_store_, bus_push_, bus_load_;
  core_store_extension* push_ahead_ = nullptr;
  ttinsn_extension *ttinsn_ = nullptr, *queued_ttinsn_ = nullptr;  // of bus_push_, bus_store_

  // ---- Polls (riscv_core_poll.cpp)
  static constexpr unsigned max_seen = 512;
  struct picture {  // all that decides what the core does next; times as they lie behind t
    uint32_t pc = 0, fcsr = 0, data_requests = 0, next_victim = 0, queued = 0;
    cycle_t t = 0;
    uint64_t instructions = 0, rounds = 0, lines_changed = 0, stores_gone = 0;
    std::array<uint32_t, riscv_register_count> reg, ready;
    std::array<uint32_t, ring> retire;
    branch_predictor predictor{0};
    std::vector<data_line> data_cache;
  };
  struct seen_read {  // a load of the last round
    uint32_t pc = 0, address = 0;
    uint8_t bytes = 0;
    bool line = false;  // `data` is a line of L1, otherwise the bytes loaded
    std::array<uint8_t, line_bytes> data{};
    sc_core::sc_time instant;  // when it read
    cycle_t issued = 0, ready = 0;
  };
  bool quiet_ = false;  // since it last came back it changed nothing outside
  bool anchored_ = false, confirmed_ = false, asleep_ = false;
  bool data_cache_hit_ = false;  // since the picture
  bool whole_round_ = true;      // the record has all loads since the picture
  uint64_t rounds_ = 0, next_picture_ = 0, seen_epoch_ = 0;
  cycle_t period_ = 0;
  picture anchor_;
  std::array<seen_read, max_seen> seen_;
  unsigned seen_count_ = 0;                  // as many as there were
  std::vector<const seen_read*> watched_;    // one of each place
  uint32_t poll_pc_ = 0, poll_address_ = 0;  // of the first load of a round
  // Branches that went back in this round, and in the last one: the pc if there was one only. Where that does not go back the
  // loop has been left.
  static constexpr uint32_t nowhere = ~0u, several = ~1u;
  uint32_t back_from_ = nowhere, closing_pc_ = nowhere;
  cycle_t poll_until_ = 0;  // up to here it does what it did the round before
  bool watches_l1_ = false;
  cycle_t l1_used_next_ = never;
  tile_event wake_{"wake"};
  void came_back(uint32_t from);
  void forget_rounds();
  void forget_reads();
  bool settled();
  void take_picture(picture& p) const;
  void move_picture();
  bool same_as(const picture& p) const;
  void note_seen(load_slot& p);
  void note_answer(const load_slot& p);
  void note_ram_load(uint32_t address, unsigned bytes, uint32_t raw);
  bool look(const seen_read& r, std::array<uint8_t, line_bytes>& data);
  bool changed(const seen_read& r);
  bool can_be_watched();
  bool uses_l1_alone();
  void sleep();
  bool would_read_in(cycle_t cycle) const;
  std::string polled() const;

  // ---- The round in which it wakes (riscv_core_relive.cpp)
  bool reliving_ = false;
  unsigned relived_ = 0;  // of seen_
  cycle_t relive_shift_ = 0;
  sc_core::sc_time woken_;
  void begin_to_relive(cycle_t shift);
  const seen_read* next_relived(const sc_core::sc_time& made, const sc_core::sc_time& now, uint32_t address);
  uint32_t relive_ram(uint32_t address, cycle_t e, uint32_t raw);
  bool relive(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why);
  void read_late_at(const sc_core::sc_time& instant);
  void read_late();

  // ---- Its processes; in the core's slot in this order
  strand main_, port_loads_process_, queue_process_;
  activation late_in_slot_, late_behind_l1_{slot::l1, method<&riscv_core::read_late>(this)};
  deferred late_now_{method<&riscv_core::read_late>(this)};
};

}  // namespace tensix
