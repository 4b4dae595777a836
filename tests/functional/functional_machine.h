// SPDX-License-Identifier: Apache-2.0
// A whole tile without time: four cores' steps, three threads' frontends and all units, executed as fast as the host can. Says
// what a program computes, whether it is defined, and whether it can finish; never how long it takes. Layer 1.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "models/coprocessor/tensix_functions.h"
#include "models/frontend/auto_ttsync.h"
#include "models/frontend/expanders.h"
#include "models/memory/address_map.h"
#include "models/registers/tensix_state.h"
#include "models/riscv_port/address_space_function.h"
#include "workload/streams/program.h"

namespace tensix {

class functional_machine {
 public:
  enum class outcome : uint8_t { done, undefined, deadlock, gave_up };
  struct result {
    outcome how = outcome::done;
    std::string text;  // undefined: the last diagnosis; deadlock: who waits for what, a line each
  };

  explicit functional_machine(uint32_t l1_bytes = default_l1_bytes);
  functional_machine(const functional_machine&) = delete;
  functional_machine& operator=(const functional_machine&) = delete;

  // Plays the cores' steps (an empty pointer: no steps) until all are done and every pushed instruction has executed, nothing
  // can make progress, or the program did something undefined (with the policy `stop`).
  result run(std::array<std::unique_ptr<step_source>, stream_cores> cores);

  // Called once a round between the cores' turns: the rest of the world. True if it changed anything.
  std::function<bool()> background;
  // Registers of the NoC overlay's streams; unset: accesses are diagnosed.
  std::function<uint32_t(unsigned stream, unsigned reg)> overlay_load;
  std::function<void(unsigned stream, unsigned reg, uint32_t value)> overlay_store;

  // Who goes next and how far. Unset: the cores in their order, each as far as it gets, and its instructions before its loads and
  // stores. Set: any number decides the order of a round, and how many steps and instructions each turn has at most; a program
  // without races ends in the same state whatever the numbers are.
  std::function<uint32_t()> schedule;
  // Told every instruction of the matrix unit before it executes: for who calculates it once more.
  std::function<void(unsigned thread, uint32_t word)> calculates;
  // Told every instruction when it has executed; an UNPACR with what it was.
  std::function<void(unsigned thread, uint32_t word, const unpack_job* unpacked)> executed;

  // The run is given up when so many instructions have executed: MOP and REPLAY make very many of a few words.
  uint64_t most_instructions = ~uint64_t{0};
  uint64_t instructions_executed() const { return executed_; }
  const tensix_functions& functions() const { return unit_; }

  tensix_state state;

 private:
  static constexpr unsigned fifo_words = 64;
  static constexpr unsigned steps_a_turn = 4096;

  template <typename T, unsigned N>
  struct ring {
    T item[N] = {};
    unsigned head = 0, size = 0;
    bool full() const { return size == N; }
    bool empty() const { return size == 0; }
    void push(T value) { item[(head + size++) % N] = value; }
    T pop() {
      const T value = item[head];
      head = (head + 1) % N;
      --size;
      return value;
    }
    T at(unsigned i) const { return item[(head + i) % N]; }
  };
  static constexpr uint64_t behind_mop = uint64_t{1} << 32;  // mark of a word in the FIFO that bypasses the MOP expander

  enum class wait_reason : uint8_t { none, unpack_bank, srca, srcb, latched_wait, mutex, memory };
  struct thread_context {
    mop_expander mop;
    replay_expander replay;
    ring<uint64_t, fifo_words> fifo;
    uint32_t word = 0;  // at the wait gate
    bool has_word = false;
    bool unpack_accepted = false;  // `word` is an UNPACR that has sampled its configuration and waits for its bank
    uint32_t latched = 0;          // wait instruction in the gate, 0: none
    uint32_t stream_target = 0;    // of a latched STREAMWAIT
    wait_reason why = wait_reason::none;
    auto_ttsync tracking;
    uint32_t pushed = 0, taken = 0;  // words pushed by its core, and of these taken out of the FIFO (the last is at the gate)
    void note_gone() {               // for `tracking`
      tracking.gone_before(taken + !(has_word || replay.replaying() || !mop.idle()), 0);
    }
    bool idle() const { return !has_word && fifo.empty() && mop.idle() && !replay.replaying() && latched == 0; }
  };
  struct core_context {
    std::unique_ptr<step_source> source;
    step current;
    bool has_step = false;
    uint32_t pushed = 0;     // words of the current push that are in the FIFO
    uint32_t last_read = 0;  // of a poll, or the value a copy has loaded
    bool copy_loaded = false;
    bool done = false;
    const char* why = "";  // what the current step waits for
  };
  enum class access : uint8_t { done, wait };

  struct coprocessor_bus : coprocessor_bus_if {
    explicit coprocessor_bus(functional_machine& m) : machine(m) {}
    uint32_t load(const char* unit, uint32_t address) override;
    void store(const char* unit, uint32_t address, uint32_t value) override;
    uint32_t stream_register(unsigned stream, unsigned reg) override;
    functional_machine& machine;
  } bus_{*this};
  tensix_functions unit_;

  struct overlay_registers : overlay_if {
    explicit overlay_registers(functional_machine& m) : machine(m) {}
    uint32_t read(unsigned stream, unsigned reg) const override;
    void write(unsigned stream, unsigned reg, uint32_t value) override;
    functional_machine& machine;
  } overlay_{*this};
  struct region_owners : region_owners_if {
    explicit region_owners(functional_machine& m) : machine(m) {}
    uint64_t idle_from(unsigned thread, uint64_t now) const override;
    uint64_t mop_idle_from(unsigned thread, uint64_t now) const override;
    void store_config(unsigned bank, unsigned word, uint32_t value, bool both_banks) override;
    void store_mop_config(unsigned thread, unsigned word, uint32_t value) override;
    void store_semaphore(unsigned index, uint32_t value) override;
    bool load_tdma(unsigned core, uint32_t offset, uint32_t& value) override;
    bool store_tdma(unsigned core, uint32_t offset, uint32_t value) override;
    functional_machine& machine;
  } owners_{*this};

  thread_context thread_[thread_count];
  core_context core_[stream_cores];
  unpack_job unpack_jobs_[thread_count];
  pack_job pack_job_;
  core_registers shared_;  // its wall clock counts executed instructions
  address_space space_;
  uint64_t executed_ = 0;
  static constexpr unsigned no_limit = ~0u;
  unsigned instructions_left_ = no_limit;  // of a turn

  bool stopped() const { return state.diagnose.stop() || executed_ >= most_instructions; }
  bool play_round();
  bool play_turn(unsigned c);
  bool play_core(unsigned c, unsigned most_steps);
  bool play_step(unsigned c, core_context& core);  // true: finished
  region_access access_of(unsigned c, uint32_t address) const;
  access waits(unsigned c, const char* why);
  access refused(const region_access& a, bool store);
  access load(unsigned c, uint32_t address, uint32_t& value);
  access store(unsigned c, uint32_t address, uint32_t value);
  access push_word(unsigned c, unsigned t, uint32_t word, bool bypass_mop);
  bool auto_sync_holds(unsigned c, const decoded_address& where, bool store);

  bool run_thread(unsigned t);
  bool fetch(thread_context& th);
  bool execute(unsigned t, thread_context& th);
  bool execute_unpacker(unsigned t, thread_context& th);
  bool execute_sync(unsigned t, thread_context& th);
  void unknown(unsigned t, uint32_t word);
  bool wait_condition_met(unsigned t, uint32_t word) const;
  bool mop_pending(const thread_context& th) const;

  std::string who_waits() const;
  std::string thread_waits(unsigned t) const;
  std::string core_waits(unsigned c) const;
};

}  // namespace tensix
