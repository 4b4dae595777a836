// The packers: Dst to L1.
//
//   accept (Dst read, whole pipeline computed) -> read interface -> pipeline -> output buffer -> 16-byte writes to L1
//
// Four packer modules either way; `topology` joins them. read_interfaces (Blackhole silicon): PACR bits 11:8 select read
// interfaces, all four append to one output stream with as many write lanes as it has ports. independent (Wormhole): bits
// 11:8 select packers, each with its own stream and port. Source: ISA documentation, PACR (Blackhole), Packers (Wormhole).
#pragma once
#include <boost/container/vector.hpp>
#include <memory>
#include <systemc>
#include <vector>

#include "models/contracts/dst_users.h"
#include "models/contracts/unit.h"
#include "models/memory/l1_initiator.h"
#include "models/packer/packer_causes.h"
#include "models/packer/packer_function.h"

namespace tensix {

struct packer_parameters {
  packer_topology topology = packer_topology::read_interfaces;
  uint32_t read_interfaces = 4;    // Dst read interfaces of topology read_interfaces: 1, 2, 4 or 8
  uint32_t interface_bytes = 32;   // bytes a cycle of one Dst read interface
  bool counts_dst_datums = false;  // interface_bytes counts what is read of Dst where that is more than what goes out
  uint32_t write_lanes = 8;        // 16-byte writes a cycle of one output stream
  // Writes that follow one another in L1 go there as one transfer of at most so many cycles. Where clients share ports their turns
  // go by transfers, so that it also says who waits.
  uint32_t longest_transfer_cycles = 16;
  uint32_t pipeline_latency_cycles = 0;  // from the Dst read to the write's first cycle
  uint32_t output_buffer_beats = 16;     // beats that may wait for L1 before PACR is held back
};

struct register_store {  // what PACR_SETREG writes, once everything before it is in L1
  bool valid = false;
  uint32_t address = 0, value = 0;
};

// What an output stream notifies of.
class pack_listener_if {
 public:
  virtual ~pack_listener_if() = default;
  virtual void packed(unsigned stream, unsigned threads,
                      cycle_t cycle) = 0;                // the last byte of PACRs of these (a bit each) is in L1
  virtual void stored(const register_store& store) = 0;  // everything before it is
};

// One output stream: a packer's way to L1 and its account.
class packer : public sc_core::sc_module {
 public:
  l1_initiator l1{"l1", completes<&packer::written>(this)};

  packer(sc_core::sc_module_name name, unsigned which, const packer_parameters& parameters, tensix_state& state,
         pack_listener_if& listener);

  // Takes the beats of one PACR, which reads for `read_cycles`; they are at the L1 port a pipeline latency behind the reads, or behind
  // that of their datums of `bits` bits. `why`: of the former, if causes are recorded.
  void push(const pack_job& job, unsigned stream, cycle_t accepted, uint32_t read_cycles, uint32_t bits,
            const register_store& store, const cause& why);
  // Counts a Dst row read in [from, to).
  void reads(cycle_t from, cycle_t to) { account_.busy(from, to); }
  // Where the beats that a PACR gives it begin in L1, and how many bytes they are.
  void record_details(const pack_beats& beats) const {
    if (trace_sink* s = account_.sink(); s && !beats.empty())
      s->works_with(account_.name(),
                    {beats.runs().front().address, pack_beat_bytes * static_cast<uint32_t>(beats.size()), -1, -1});
  }
  // Counts what it has been doing up to `cycle`.
  void settle(cycle_t cycle) {
    if (chunk_head_ < chunks_.size()) account_.busy(busy_since_, cycle), busy_since_ = cycle;
  }
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
    if (trace_sink* s = account_.sink()) s->queue_changed(account_.name(), waiting_beats(), cycle);
  }
  void written(l1_payload& t);
};

// What a PACR that has been executed takes of the read interfaces: packers or interfaces at work, a bit each; datums that each
// reads; bits a datum, as far as interface_bytes counts them.
struct pack_demand {
  uint32_t active, datums, bits;
};
pack_demand demand_of(const packer_parameters& parameters, const tensix_state& state, const pack_job& job);

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
  const pack_job& last_job() const { return job_; }  // of the instruction taken last

 private:
  const packer_parameters parameters_;
  tensix_state& state_;
  packer_function& function_;
  const dst_users& dst_;
  const unsigned streams_;           // packers with an output of their own
  const size_t most_waiting_beats_;  // in the pipeline and the output buffer, before PACR is held back
  pack_job job_;
  register_store store_;  // of the instruction being taken
  cycle_t read_free_ = 0;
  cycle_t busy_until_[thread_count] = {};
  bool was_full_ = false;  // the instruction being offered has been refused for its queue
  pack_read_causes causes_;
  cause busy_by_[thread_count];  // if causes are recorded
  const std::function<void(uint32_t address, uint32_t value)> register_write_;

  void packed(unsigned stream, unsigned threads, cycle_t cycle) override;
  void stored(const register_store& store) override { register_write_(store.address, store.value); }
};

}  // namespace tensix
