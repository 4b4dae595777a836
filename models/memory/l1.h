// L1: 1536 KiB in single-ported banks of 16-byte words behind ports. Any port reaches any bank; in one cycle a bank serves one
// beat and a port one client, chosen by policy (l1_policy.h) among those that ask (ISA documentation, L1: round robin).
//
// Time is worked out lazily: the arbitration of past cycles is replayed only when a transfer is added, changed or due, in plain
// code without kernel events, so a transfer costs one activation however many beats it has.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/memory/l1_if.h"
#include "models/memory/l1_policy.h"
#include "models/registers/l1_storage.h"
#include "models/time/strand.h"

namespace tensix {

struct l1_parameters {
  uint32_t size_kib = 1536;
  uint32_t banks = 32;  // power of two
  uint32_t ports = 42;
  uint32_t accumulate_bank_cycles = 2;             // bank slots a beat of an accumulating write takes
  uint32_t atomic_cycles = 5;                      // bank and port cycles of an atomic or of a write narrower than 16 bytes
  l1_policy bank_policy = l1_policy::round_robin;  // which of those that ask for a bank gets it
  l1_policy port_policy = l1_policy::round_robin;  // who takes ports first
  // Ports of each client; a client with several may use as many at once as it has lanes.
  std::array<std::vector<uint32_t>, static_cast<int>(l1_client::count)> client_ports;
};

class l1_memory : public l1_if {
 public:
  tlm_utils::multi_passthrough_target_socket<l1_memory, 128> clients;

  l1_memory(sc_core::sc_module_name name, const l1_parameters& parameters, l1_storage& bytes);

  const l1_parameters& parameters() const { return parameters_; }
  l1_socket& client_socket() override { return clients; }
  unsigned int debug(tlm::tlm_generic_payload& payload) override { return transport_dbg(0, payload); }
  l1_served served() override;  // replays the arbitration up to the present cycle
  std::pair<bool, cycle_t> use(cycle_t cycle) const override;
  void count_blocked() override;
  bool serves_others(l1_client client, unsigned first) const override;
  void report_to(observer* tap) override {
    traffic_tap_ = tap && tap->wishes().traffic ? tap : nullptr;
    beat_tap_ = tap && tap->wishes().beats ? tap : nullptr;
  }
  cycle_t beats_told_before() const override;
  void tell_open() override {
    for (const transfer& t : now_.active)
      if (beat_tap_ && t.first_grant != never) beat_tap_->l1_complete(describe(t));
  }

 protected:
  // All bytes, read and write; who derives may refuse (docs/l1-protocol.md, "Who moves the bytes").
  virtual bool get_direct_mem_ptr(int id, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

 private:
  struct transfer {
    tlm::tlm_generic_payload* payload = nullptr;
    l1_access* access = nullptr;
    uint64_t number = 0;                               // for observers
    int socket = 0;                                    // binding index, to answer on
    uint32_t queue = 0;                                // one bit: its client's reads, or writes; of stream 0
    tile_event* waiter = nullptr;                      // b_transport waits here instead
    cycle_t start = 0;                                 // first cycle it competes in
    cycle_t done = never;                              // first cycle after the last beat
    uint32_t beats = 0, next = 0;                      // next: first beat not granted
    uint64_t granted_ahead = 0;                        // bit i: beat next + i is granted already
    uint32_t word0 = 0;                                // 16-byte word address of the first beat
    uint32_t beats_per_row = 0, row_stride_words = 0;  // beats_per_row 0: one contiguous piece
    uint32_t lanes = 1;                                // beats a cycle, from the last RATE_CHANGE on
    uint32_t hold = 0;                                 // cycles a beat keeps its bank, if more than its own
    uint32_t bank_blocked = 0, port_blocked = 0;       // cycles in which a beat was refused
    cycle_t first_grant = never;
    uint32_t word_of(uint32_t beat) const {
      return beats_per_row ? word0 + beat / beats_per_row * row_stride_words + beat % beats_per_row : word0 + beat;
    }
  };
  struct arbitration {                 // what the replay changes
    std::vector<transfer> active;      // in the order of their requests
    cycle_t cycle = 0;                 // next cycle to be replayed
    std::vector<cycle_t> bank_free;    // first cycle a bank takes a beat again
    std::vector<cycle_t> port_free;    // the same of a port (atomics, narrow writes)
    cycle_t all_banks_free = 0;        // no bank or port is held from here on
    uint64_t held_ports = 0;           // those that may be held
    uint64_t held_banks = 0;           // likewise; of up to 64 banks
    std::vector<l1_client> bank_last;  // client served last where several asked
    uint32_t turn = 0;                 // cycles in which several competed
  };

  static constexpr uint32_t most_banks = 256, most_lanes = 64;
  const l1_parameters parameters_;
  const l1_policy_rules &bank_rule_, &port_rule_;
  l1_storage& bytes_;
  arbitration now_;
  activation run_{slot::l1, method<&l1_memory::process>(this)};
  // What has been served. Where a client got its lowest n ports, and a run of banks one behind the other, only that is counted
  // until served() is asked: cycles by n, and steps up and down along the banks.
  std::vector<uint64_t> port_beats_, bank_beats_, bank_conflicts_;
  std::array<std::array<uint64_t, most_lanes + 1>, static_cast<int>(l1_client::count)> port_cycles_{};
  std::vector<uint64_t> bank_steps_;
  std::array<uint64_t, static_cast<int>(l1_client::count)> port_mask_{};
  std::array<uint32_t, static_cast<int>(l1_client::count)> port_count_{};
  // Who blocked whom, if somebody wants to know; and for that who holds, or won last, each bank and port.
  struct blocked {
    static constexpr size_t clients = static_cast<size_t>(l1_client::count);
    std::vector<uint64_t> by_bank, by_port;  // waiting * clients + holding
    std::vector<l1_client> bank, winner, port;
  };
  std::unique_ptr<blocked> blocked_;
  void refused_by_bank(l1_client waiting, l1_client holding, uint32_t beats = 1) const {
    blocked_->by_bank[static_cast<size_t>(waiting) * blocked::clients + static_cast<size_t>(holding)] += beats;
  }
  void tell_without_port(l1_client waiting) const;
  void tell_blocked(l1_client waiting, uint64_t banks) const;
  std::deque<tile_event> waiters_;  // free events of b_transport
  std::vector<tile_event*> free_waiters_;
  observer *traffic_tap_ = nullptr, *beat_tap_ = nullptr;  // null: it does not wish that
  uint64_t transfers_ = 0;                                 // so far, if beat_tap_
  cycle_t last_used_ = 0;                                  // end of the last completed transfer that was no poll

  void process();
  void replay(cycle_t until);  // not included
  bool is_oldest_of_stream(size_t i) const;
  struct one_cycle_so_far;
  inline void next_cycles(cycle_t until);
  void ask_for_banks(const transfer& t, size_t k, one_cycle_so_far& so_far) const;
  void serve(transfer& t, size_t k, one_cycle_so_far& so_far);
  void hold(const transfer& t, uint32_t bank, unsigned port);
  uint32_t bank_of(const transfer& t, uint32_t ahead) const { return t.word_of(t.next + ahead) & (parameters_.banks - 1); }
  void release_held();
  inline bool cycles_by_masks(const uint32_t* competing, size_t n, cycle_t until);
  uint64_t turned(uint64_t banks, unsigned by) const;
  struct mask_asker {
    uint64_t banks, lost;  // that it asks for; that it does not get
    unsigned first;        // bank of its window's first beat
    uint32_t window;       // beats
  };
  inline void let_one_win(uint64_t several, const uint32_t* competing, size_t n, mask_asker* asks) const;
  inline void take_banks(transfer& t, const mask_asker& ask, uint64_t several, cycle_t cycles);
  void count(const transfer& t, uint32_t beats, cycle_t cycles);
  static void pass_granted(transfer& t);
  // The last beat is served in `cycle`.
  cycle_t done_after(const transfer& t, cycle_t cycle) const {
    return cycle + (t.access->operation == l1_operation::atomic ? parameters_.atomic_cycles : 1);
  }
  inline bool skip_ahead(cycle_t until);
  void tell_beats(const transfer& t, cycle_t from, uint32_t beats, uint32_t a_cycle, uint64_t ports) const;
  void tell_window(const transfer& t, uint64_t banks, uint64_t ports) const;
  void tell(const transfer& t, cycle_t from, cycle_t cycles, uint64_t granted, uint32_t refused, uint32_t conflicts) const;
  void arm_first();
  cycle_t may_be_done(const transfer& t) const;  // not before
  void add(transfer& t);
  inline void complete(transfer& t);
  inline void move_data(const transfer& t);
  l1_completed describe(const transfer& t) const;
  transfer make_transfer(int id, tlm::tlm_generic_payload& payload, cycle_t start);
  bool check(tlm::tlm_generic_payload& payload) const;

  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(int id, tlm::tlm_generic_payload& payload);
};

}  // namespace tensix
