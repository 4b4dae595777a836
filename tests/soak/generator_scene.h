// SPDX-License-Identifier: Apache-2.0
// What the ideas of the generator share: the program under construction, and what is known about the machine's state at this
// point of it.
#pragma once
#include <array>
#include <vector>

#include "models/isa/instruction_words.h"
#include "models/registers/config_words.h"
#include "models/registers/counters.h"
#include "tests/soak/generator.h"
#include "tests/soak/random.h"
#include "workload/kernels/words.h"

namespace tensix::soak {

// Semaphores: of barriers (posts of T1 and T2 to T0, and back to each), one that only T0 and one that only T1 uses, of the data
// path.
enum : unsigned {
  sem_arrived = 0,
  sem_go1 = 1,
  sem_go2 = 2,
  sem_own = 3,
  sem_half_full = 5,
  sem_half_free = 6,
  sem_data_path = 7
};

// GPRs by who uses them: configuration, addresses of the packer and the like; jobs beside the data path.
inline constexpr unsigned first_config_gpr = 0, first_job_gpr = 16;

struct known_thread {
  adc_thread adc;
  rwc_thread rwc;
  uint16_t config[thread_config_words] = {};
  uint32_t mop[9] = {};
};

class scene {
 public:
  scene(uint64_t seed, const generator_options& o, program& p) : r(seed), options(o), out(p) {}

  random_numbers r;
  const generator_options& options;
  program& out;
  unsigned bank = 0;  // of Config, that all threads use in this phase
  known_thread thread[thread_count];
  std::array<uint32_t, config_words> config[2] = {};
  unsigned mover_owner = 0;  // the core that uses TDMA-RISC and the mover: one for all phases, as barriers do not hold cores

  // ---- groups: what is emitted while one is open is left out together ----
  unsigned new_group() { return ++groups_; }
  class grouped {
   public:
    explicit grouped(scene& s) : scene_(s), before_(s.group_) {
      if (s.group_ == 0) s.group_ = s.new_group();
    }
    ~grouped() { scene_.group_ = before_; }
    grouped(const grouped&) = delete;
    grouped& operator=(const grouped&) = delete;

   private:
    scene& scene_;
    unsigned before_;
  };

  // Within it what is emitted does not belong to the group that is open, and can be left out by itself.
  class apart {
   public:
    explicit apart(scene& s, bool yes = true) : scene_(s), before_(s.group_) {
      if (yes) s.group_ = 0;
    }
    ~apart() { scene_.group_ = before_; }
    apart(const apart&) = delete;
    apart& operator=(const apart&) = delete;

   private:
    scene& scene_;
    unsigned before_;
  };

  // ---- steps of a core ----
  void push(unsigned t, uint32_t word);
  void push(unsigned t, std::initializer_list<uint32_t> words) {
    for (const uint32_t w : words) push(t, w);
  }
  void store(unsigned core, uint32_t address, uint32_t value);
  void load(unsigned core, uint32_t address);
  void copy(unsigned core, uint32_t from, uint32_t to);
  void poll(unsigned core, uint32_t address, uint32_t mask, comparison how, uint32_t value);
  void sync(unsigned core);
  void delay(unsigned core);

  // ---- L1 ----
  // Bytes of L1 for one purpose; 0: none are left (a phase then does without).
  uint32_t area(uint32_t bytes, uint32_t alignment = 16);
  std::vector<uint32_t>& fill(uint32_t address, uint32_t bytes);  // random contents, may be changed
  uint32_t filled_area(uint32_t bytes) {
    const uint32_t at = area(bytes);
    if (at) fill(at, bytes);
    return at;
  }
  uint32_t value();  // a random word; often a special one

  // ---- configuration ----
  void setc16(unsigned t, uint32_t reg, uint32_t value);
  void gpr(unsigned t, unsigned index, uint32_t value);

 private:
  directive& add(unsigned core, step::kind_t kind);
  unsigned group_ = 0, groups_ = 0;
  uint32_t next_area_ = 0x1000;
};

}  // namespace tensix::soak
