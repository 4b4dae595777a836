// SPDX-License-Identifier: Apache-2.0
// The steps of a Tensix program as machine code, and the proof that machine code does just these steps.
#pragma once
#include <array>
#include <string>

#include "tests/soak/program.h"
#include "tests/soak/riscv_emitter.h"
#include "tests/soak/riscv_random.h"
#include "tests/soak/riscv_reference.h"

namespace tensix::soak {

class carried_writer {
 public:
  carried_writer(emitter& out, unsigned core) : out_(out), core_(core) {}
  void put(riscv_random& random, const directive& d);
  // As a player does at its end: waits until everything that was pushed has executed.
  void finish();

 private:
  emitter& out_;
  const unsigned core_;
  bool pushed_ = false;
  void push(riscv_random& random, const directive& d);
  void poll(const directive& d);
  void sync();
};

// What the cores do outside their own memory, held against the steps of `carried`: order, addresses, words, values. Each poll
// is first answered with words that do not satisfy it, and must be made again. Throws std::runtime_error at the first deviation.
class carried_checker : public riscv_reference::outside {
 public:
  carried_checker(const program& carried, uint64_t seed) : carried_(carried), random_(seed) {}
  uint32_t load(unsigned core, uint32_t address, unsigned bytes) override;
  void store(unsigned core, uint32_t address, unsigned bytes, uint32_t value) override;
  void push(unsigned core, uint32_t word) override;
  // All steps were done; throws otherwise.
  void finished();

 private:
  struct progress {
    size_t next = 0;       // directive
    size_t word = 0;       // of a push
    unsigned refused = 0;  // answers of this poll that did not satisfy it
    bool loaded = false;   // of a copy
    uint32_t value = 0;    // which it loaded
    bool ordered = false;  // the store in front of a sync was seen
    uint32_t back = ~0u;   // a store to this place of L1 may be read back
  };
  const program& carried_;
  riscv_random random_;
  std::array<progress, stream_cores> at_;
  const directive* expected(unsigned core);
  [[noreturn]] void deviates(unsigned core, const std::string& what);
  uint32_t answer_poll(progress& p, const directive& d);
};

}  // namespace tensix::soak
