// SPDX-License-Identifier: Apache-2.0
// What a network interface does with requests of others: reads and writes of what lies behind it, and their answers.
#pragma once
#include <deque>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#include "models/noc/noc_link.h"
#include "models/noc/noc_memory.h"

namespace tensix {

class noc_server {
 public:
  // Counters of who is served. `request` is the request.
  struct owner_if {
    virtual ~owner_if() = default;
    virtual void arrived(const noc_packet& request) = 0;   // its first flit
    virtual void received(const noc_packet& request) = 0;  // its last flit
    virtual void served(const noc_packet& request) = 0;    // done in memory
  };
  // Jobs have numbers from `first_job` on. `answer_cycles`: from memory to the link. `place`: its own, for
  // who receives multicasts.
  noc_server(owner_if& owner, noc_memory_if& memory, noc_link& link, const noc_causes& causes, uint32_t first_job,
             uint32_t answer_cycles, noc_coordinate place = {})
      : owner_(owner),
        memory_(memory),
        link_(link),
        causes_(causes),
        place_(place),
        first_job_(first_job),
        answer_cycles_(answer_cycles) {}

  void first_flit(noc_arrival& a);
  void last_flit(noc_arrival& a, noc_input& input);
  // Of jobs of its own.
  bool has(uint32_t job) const { return job >= first_job_; }
  void first_data(uint32_t job, cycle_t in, const cause& by);
  void read_done(uint32_t job, const cause& by);
  void write_taken(uint32_t job, const cause& by);
  bool idle() const { return open_ == 0; }

 private:
  owner_if& owner_;
  noc_memory_if& memory_;
  noc_link& link_;
  const noc_causes& causes_;
  const noc_coordinate place_;
  const uint32_t first_job_, answer_cycles_;
  struct work {
    tlm::tlm_generic_payload* request = nullptr;  // acquired
    tlm::tlm_generic_payload* answer = nullptr;   // of a read: its data are put here
    uint32_t before = 0;                          // of an atomic
    const noc_packet& packet() const { return packet_of(*request); }
  };
  std::deque<work> jobs_;
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<uint32_t>> free_;  // of jobs_: the lowest is taken
  uint32_t open_ = 0;
  uint32_t begin(tlm::tlm_generic_payload& request);
  work& at(uint32_t number) { return jobs_[number - first_job_]; }
  void end(uint32_t number);
  // Who is asked: an interface may stand at several places.
  noc_coordinate place_of(const noc_packet& request) const { return request.multicast ? place_ : request.to; }
  // The same, and the way to the link.
  cause behind(const cause& by) const {
    cause c = by;
    if (c.cycles == 0) c.use = path_kind::noc_ends, c.cycles = answer_cycles_;
    else if (c.also_cycles == 0 || c.also == path_use(path_kind::noc_ends))
      c.also = path_kind::noc_ends, c.also_cycles += answer_cycles_;
    return c;
  }
  tlm::tlm_generic_payload& answer_to(const noc_packet& request, noc_packet_kind kind);
};

}  // namespace tensix
