// SPDX-License-Identifier: Apache-2.0
// The packers: Dst to L1.
//
//   accept (Dst read, whole pipeline computed) -> read interface -> pipeline -> output buffer -> 16-byte writes to L1
//
// Four packer modules either way; `topology` joins them. read_interfaces (Blackhole silicon): PACR bits 11:8 select read
// interfaces, all four append to one output stream with as many write lanes as it has ports. independent (Wormhole): bits
// 11:8 select packers, each with its own stream and port. Source: ISA documentation, PACR (Blackhole), Packers (Wormhole).
#pragma once
#include <algorithm>
#include <boost/container/vector.hpp>
#include <memory>
#include <systemc>
#include <vector>

#include "models/contracts/dst_users.h"
#include "models/contracts/unit.h"
#include "models/formats/data_format.h"
#include "models/isa/isa.h"
#include "models/memory/l1_initiator.h"
#include "models/packer/pack_conversion.h"
#include "models/packer/packer_causes.h"
#include "models/packer/packer_function.h"
#include "models/packer/packer_parameters.h"

namespace tensix {

// What an output stream notifies of.
class pack_listener_if {
 public:
  virtual ~pack_listener_if() = default;
  virtual void packed(unsigned stream, unsigned threads,
                      cycle_t cycle) = 0;                // the last byte of PACRs of these (a bit each) is in L1
  virtual void stored(const register_store& store) = 0;  // everything before it is: it may be written
};

// One output stream: a packer's way to L1 and its account.
class packer : public sc_core::sc_module {
 public:
  l1_initiator l1{"l1", completes<&packer::written>(this)};

  packer(sc_core::sc_module_name name, unsigned which, const packer_parameters& parameters, tensix_state& state,
         pack_listener_if& listener);

  // Takes the beats of one PACR; they are at the L1 port a pipeline latency behind its conversion, or that of their datums. `why`:
  // of the former, if causes are recorded.
  void push(const pack_job& job, unsigned stream, cycle_t accepted, const pack_timing& timing, const cause& why);
  // Counts a Dst row read in [from, to).
  void reads(cycle_t from, cycle_t to) { account_.busy(from, to); }
  // Where the beats that a PACR gives it begin in L1, and how many bytes they are.
  void record_details(const pack_beats& beats) const {
    if (observer* o = account_.tap(); o && !beats.empty())
      o->works_with(account_.name(),
                    {beats.runs().front().address, pack_beat_bytes * static_cast<uint32_t>(beats.size()), -1, -1});
  }
  // Counts what it has been doing up to `cycle`.
  void settle(cycle_t cycle) {
    if (chunk_head_ < chunks_.size()) account_.busy(busy_since_, cycle), busy_since_ = cycle;
  }
  cycle_t unclaimed_since() const { return chunk_head_ < chunks_.size() ? busy_since_ : never; }
  size_t waiting_beats() const { return data_.size() / pack_beat_bytes - head_; }
  unsigned outstanding(unsigned thread) const { return outstanding_[thread]; }
  const cause& written_by() const { return causes_.over(); }  // the end of its last transfer, if causes are recorded
  account& activity() { return account_; }
  uint64_t bytes_written() const { return bytes_written_; }

 private:
  struct chunk {  // what one PACR gave, or the part of it that was complete in one cycle
    cycle_t available = 0;
    uint32_t beats = 0;
    uint8_t thread = 0;
    bool last = false;
    register_store store;
    cause by;  // of `available`
  };
  const unsigned which_;
  const packer_parameters parameters_;
  tensix_state& state_;
  pack_listener_if& listener_;
  // Not yet in L1: the beats' bytes from beat `head_` on, where in L1 they belong, when they may go there.
  boost::container::vector<uint8_t> data_;
  std::vector<pack_run> runs_;
  std::vector<chunk> chunks_;
  size_t head_ = 0, run_head_ = 0, chunk_head_ = 0;
  uint32_t writing_ = 0, chunks_writing_ = 0;  // beats and chunks of the transfer in L1
  uint32_t split_left_ = 0;                    // beats of the first chunk already written by an earlier transfer
  unsigned outstanding_[thread_count] = {};
  std::vector<uint8_t> carried_;  // if L1 keeps its bytes elsewhere
  account account_;
  uint64_t bytes_written_ = 0;
  cycle_t busy_since_ = 0;
  pack_write_causes causes_;
  activation run_;
  void process();
  inline bool has_beats(cycle_t c);
  inline uint32_t take_together(cycle_t c);
  inline void begin_transfer(uint32_t n, cycle_t c);
  inline void append(const pack_beats& beats);
  void record_packed(const pack_beats& beats, size_t first) const;
  void finish(uint32_t chunks, cycle_t cycle);  // the first ones
  void drop_written();
  void record_queue(cycle_t cycle) const {
    if (observer* o = account_.tap()) o->queue_changed(account_.name(), waiting_beats(), cycle);
  }
  void written(l1_payload& t);
};

inline pack_demand demand_of(const packer_parameters& parameters, const tensix_state& state, const pack_job& job) {
  const bool interfaces = parameters.topology == packer_topology::read_interfaces;
  const uint32_t select = insn::PACR::read_intf_sel(job.word);
  const unsigned rows = std::max<unsigned>(job.rows, 1);
  pack_demand d;
  // PACR_SETREG reads nothing; independent packers are selected alike. With fewer than four interfaces the last packers stay idle,
  // with eight each packer's account stands for two.
  if (interfaces && opcode_of(job.word) != opcode::PACR) d.active = 1;
  else if (select) d.active = select;
  else d.active = interfaces ? (1u << std::min(parameters.read_interfaces, packer_count)) - 1 : 1;
  d.datums = (job.datums_in + rows - 1) / rows;
  // On Blackhole what an interface gives a cycle is limited behind the format conversion, not at Dst (measured: 32-bit Dst to
  // BF16 runs as fast as 16-bit Dst).
  const uint32_t* bank = state.bank(job.thread);
  const uint32_t source =
      std::max(8u, datum_bits(static_cast<data_format>(cfg::THCON_SEC0_REG1_In_data_format(bank))));  // between the conversions
  d.bits = datum_bits(static_cast<data_format>(cfg::THCON_SEC0_REG1_Out_data_format(bank)));
  d.widening = 1;
  if (parameters.widening_takes_cycles && !job.from_l1 && d.bits >= 2 * source) {
    d.widening = d.bits / source;
    d.bits = source;
  }
  if (parameters.counts_dst_datums && !job.from_l1) d.bits = std::max<uint32_t>(d.bits, 8 * job.dst_datum_bytes);
  return d;
}

// The Dst rows that the read interfaces, or the packers, begin with; returns how many.
inline unsigned first_rows(const packer_parameters& parameters, const tensix_state& state, const packer_function::reading& what,
                           uint16_t (&rows)[most_read_interfaces]) {
  if (parameters.topology == packer_topology::read_interfaces) {
    std::copy(what.row, what.row + what.rows, rows);
    return what.rows;
  }
  const uint32_t* bank = state.bank(what.thread);
  unsigned count = 0;
  for (unsigned i = 0; i < packer_count; ++i) {
    if (!(what.packers >> i & 1) || what.from[i].kind != packer_function::source::kind_t::dst) continue;
    const unsigned row = what.from[i].address >> 4;
    const bool w32 = cfg::PCK_DEST_RD_CTRL_Read_32b_data(bank);
    rows[count++] = static_cast<uint16_t>(w32 ? dst_register::adj32(row, bank) : state.dst.row16(row, bank));
  }
  return count;
}
// Output streams that take part, a bit each.
inline unsigned streams_of(const packer_parameters& parameters, const pack_demand& demand) {
  return parameters.topology == packer_topology::independent ? demand.active & 15 : 1;
}

class packers : public tensix_unit, public pack_listener_if {
 public:
  std::unique_ptr<packer> packer_[4];

  packers(sc_core::sc_module_name name, const packer_parameters& parameters, tensix_state& state, packer_function& function,
          const dst_users& dst);

  __attribute__((noinline)) issue_response offer(const issue_request& request) override;  // split in two it takes longer
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }
  std::vector<named_account> accounts() override;
  unit_traffic traffic() const override;
  cycle_t unclaimed_since() const override {
    cycle_t first = never;
    for (const auto& p : packer_) first = std::min(first, p->unclaimed_since());
    return first;
  }
  const pack_job& last_job() const { return job_; }  // of the instruction taken last

 private:
  const packer_parameters parameters_;
  tensix_state& state_;
  packer_function& function_;
  const dst_users& dst_;
  const unsigned streams_;           // packers with an output of their own
  const size_t most_waiting_beats_;  // in the pipeline and the output buffer, before PACR is held back
  pack_job job_;
  cycle_t read_free_ = 0;  // and the next PACR has a place behind the read interfaces
  pack_conversion conversion_;
  cycle_t busy_until_[thread_count] = {};
  bool was_full_ = false;  // the instruction being offered has been refused for its queue
  pack_read_causes causes_;
  cause busy_by_[thread_count];  // if causes are recorded

  inline bool output_is_full() const;
  void report_taken(const issue_request& r, const pack_demand& demand, uint32_t read_cycles);
  inline cause record_reads(cause_recorder& causes, const dst_block_set& blocks, const pack_timing& timing);
  inline void push(const issue_request& r, uint32_t active, const pack_timing& timing, const cause& why);
  void packed(unsigned stream, unsigned threads, cycle_t cycle) override;
  void stored(const register_store& store) override { function_.commit(store); }
};

}  // namespace tensix
