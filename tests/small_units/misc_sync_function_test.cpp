// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "catch.h"
#include "models/contracts/semwait.h"
#include "models/isa/isa.h"
#include "models/misc_unit/misc_unit_function.h"
#include "models/sync_unit/sync_unit_function.h"
#include "tests/seed.h"

using namespace tensix;

namespace {
// The counters of one ADC as one array: channel, X Y Z W, value and carriage return.
std::array<uint32_t*, 16> counters(adc_set& s) {
  std::array<uint32_t*, 16> all{};
  for (unsigned c = 0; c < 2; ++c) {
    adc_channel& ch = s.channel[c];
    uint32_t* list[8] = {&ch.x, &ch.x_cr, &ch.y, &ch.y_cr, &ch.z, &ch.z_cr, &ch.w, &ch.w_cr};
    for (unsigned i = 0; i < 8; ++i) all[8 * c + i] = list[i];
  }
  return all;
}
constexpr uint32_t widths[4] = {18, 13, 8, 8};

// Reference over the flat arrays: the two-dimensional instructions by mnemonic.
void reference(tensix_state& s, uint32_t word, unsigned thread) {
  const std::string name = info_of(word).name;
  unsigned t = thread;
  if (name != "SETADCXX") {
    const unsigned o = name == "SETADC" ? (word >> 16 & 3) : (word >> 18 & 3);
    if (o) t = o - 1;
  }
  for (unsigned set = 0; set < 3; ++set) {
    if (!(word >> (21 + set) & 1)) continue;
    auto c = counters(s.adc[t].set[set]);
    if (name == "SETADC") {
      const unsigned dim = word >> 18 & 3, i = 8 * (word >> 20 & 1) + 2 * dim;
      *c[i] = *c[i + 1] = (word & 0x3ffff) % (1u << widths[dim]);
    } else if (name == "SETADCXX") {
      *c[0] = *c[1] = word & 1023;
      *c[8] = *c[9] = word >> 10 & 1023;
    } else {
      for (unsigned k = 0; k < 4; ++k) {
        const unsigned dim = (name.substr(name.size() - 2) == "ZW" ? 2 : 0) + k % 2, i = 8 * (k / 2) + 2 * dim;
        const uint32_t n = word >> (6 + 3 * k) & 7, wrap = 1u << widths[dim];
        const bool on = word >> k & 1;
        if (name[0] == 'I') *c[i] = (*c[i] + n) % wrap;
        else if (on && name[0] == 'S') *c[i] = *c[i + 1] = n;
        else if (on) *c[i] = *c[i + 1] = (*c[i + 1] + n) % wrap;
      }
    }
  }
}
}  // namespace

TEST_CASE("ADC instructions on random words") {
  tensix_state got, want;
  misc_unit_function unit(got);
  std::mt19937 random(seeded(7));
  const opcode ops[] = {opcode::SETADC,   opcode::SETADCXX, opcode::SETADCXY, opcode::SETADCZW,
                        opcode::INCADCXY, opcode::INCADCZW, opcode::ADDRCRXY, opcode::ADDRCRZW};
  for (unsigned t = 0; t < 3; ++t)
    for (unsigned s = 0; s < 3; ++s) {
      auto a = counters(got.adc[t].set[s]), b = counters(want.adc[t].set[s]);
      for (unsigned i = 0; i < 16; ++i) *a[i] = *b[i] = static_cast<uint32_t>(random()) % (1u << widths[i % 8 / 2]);
    }
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const uint32_t word = word_of(ops[random() % 8]) | (static_cast<uint32_t>(random()) & 0xffffff);
    const unsigned thread = random() % 3;
    REQUIRE_FALSE(unit.execute(word, thread).went_on);
    reference(want, word, thread);
    for (unsigned t = 0; t < 3; ++t)
      for (unsigned s = 0; s < 3; ++s) {
        auto a = counters(got.adc[t].set[s]), b = counters(want.adc[t].set[s]);
        for (unsigned i = 0; i < 16; ++i)
          if (*a[i] != *b[i]) FAIL(disassemble(word, true) << ": counter " << i << " of set " << s << " of thread " << t);
      }
  }
  CHECK_FALSE(got.diagnose.any());
}

TEST_CASE("SETDVALID hands banks over") {
  tensix_state s;
  misc_unit_function unit(s);
  s.config.thread[1][tcfg::SRCA_SET_Base.reg] = tcfg::SRCA_SET_Base.place(2);
  s.config.thread[1][tcfg::SRCB_SET_Base.reg] = tcfg::SRCB_SET_Base.place(3);
  CHECK(unit.execute(encode(opcode::SETDVALID, {{"setvalid", 1}}), 1).given_up == src_bank_bit(0, 0));
  CHECK(s.srca.bank[0].allowed_client == src_client::matrix_unit);
  CHECK(s.srca.unpack_bank == 1);
  CHECK(s.srca.src_row[1] == 32);
  CHECK(s.srcb.unpack_bank == 0);
  CHECK(unit.execute(encode(opcode::SETDVALID, {{"setvalid", 3}}), 1).given_up == (src_bank_bit(0, 1) | src_bank_bit(1, 0)));
  CHECK(s.srca.unpack_bank == 0);
  CHECK(s.srca.bank[1].allowed_client == src_client::matrix_unit);
  CHECK(s.srcb.bank[0].allowed_client == src_client::matrix_unit);
  CHECK(s.srcb.bank[1].allowed_client == src_client::unpackers);
  CHECK(s.srcb.src_row[1] == 48);
  CHECK(s.srcb.src_row[0] == 0);
}

TEST_CASE("other instructions of the miscellaneous unit are named as unsupported") {
  tensix_state s;
  misc_unit_function unit(s);
  unit.execute(word_of(opcode::RSTDMA), 2);
  REQUIRE(s.diagnose.any());
  CHECK(s.diagnose.reports()[0].text == "unsupported: RSTDMA is not modelled");
  CHECK(s.diagnose.reports()[0].thread == 2);
}

TEST_CASE("semaphores saturate") {
  tensix_state s;
  sync_unit_function unit(s);
  unit.execute(encode(opcode::SEMINIT, {{"sem_sel", 0x05}, {"init_value", 14}, {"max_value", 3}}), 0);
  CHECK(s.sem[0].value == 14);
  CHECK(s.sem[2].value == 14);
  CHECK(s.sem[2].max == 3);
  CHECK(s.sem[1].value == 0);
  const uint32_t post = encode(opcode::SEMPOST, {{"sem_sel", 0x06}}), get = encode(opcode::SEMGET, {{"sem_sel", 0x06}});
  for (int i = 0; i < 3; ++i) unit.execute(post, 1);
  CHECK(s.sem[1].value == 3);
  CHECK(s.sem[2].value == 15);
  for (int i = 0; i < 5; ++i) unit.execute(get, 2);
  CHECK(s.sem[1].value == 0);
  CHECK(s.sem[2].value == 10);
  unit.riscv_store(2, 0);
  CHECK(s.sem[2].value == 11);
  unit.riscv_store(2, 1);
  CHECK(s.sem[2].value == 10);
  unit.riscv_store(2, 2);
  CHECK(s.sem[2].value == 11);
  CHECK_FALSE(s.diagnose.any());
  unit.riscv_store(8, 0);
  CHECK(s.diagnose.any());
}

TEST_CASE("SEMWAIT's condition, all values") {
  tensix_state s;
  for (unsigned value = 0; value < 16; ++value)
    for (unsigned max = 0; max < 16; ++max)
      for (unsigned condition = 0; condition < 4; ++condition) {
        s.sem[3] = {static_cast<uint8_t>(value), static_cast<uint8_t>(max)};
        const uint32_t word = encode(opcode::SEMWAIT, {{"sem_sel", 8}, {"wait_sem_cond", condition}});
        const bool wait = ((condition & 1) && value == 0) || ((condition & 2) && value >= max);
        REQUIRE(keeps_waiting(s, word) == wait);
        REQUIRE_FALSE(keeps_waiting(s, encode(opcode::SEMWAIT, {{"wait_sem_cond", condition}})));
      }
  s.sem[0] = {1, 2};
  s.sem[1] = {0, 2};
  CHECK(keeps_waiting(s, encode(opcode::SEMWAIT, {{"sem_sel", 3}, {"wait_sem_cond", 1}})));
}

TEST_CASE("mutexes: ownership and round robin") {
  tensix_state s;
  sync_unit_function unit(s);
  const uint32_t get = encode(opcode::ATGETM, {{"mutex_index", 2}}), free = encode(opcode::ATRELM, {{"mutex_index", 2}});
  CHECK(unit.acquire(get, 0));
  CHECK(unit.acquire(get, 0));
  CHECK_FALSE(unit.acquire(get, 1));
  CHECK_FALSE(unit.acquire(get, 2));
  unit.release(free, 1);  // not the owner: no effect
  CHECK_FALSE(unit.acquire(get, 2));
  unit.release(free, 0);
  CHECK_FALSE(unit.acquire(get, 2));  // both waited: thread 1 is next
  CHECK_FALSE(unit.acquire(get, 0));
  CHECK(unit.acquire(get, 1));
  unit.release(free, 1);  // 2 and 0 wait
  CHECK_FALSE(unit.acquire(get, 0));
  CHECK(unit.acquire(get, 2));
  unit.release(free, 2);  // only 0 waits: whoever comes
  CHECK(unit.acquire(get, 1));
  CHECK(unit.acquire(encode(opcode::ATGETM, {{"mutex_index", 0}}), 2));
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE("Blackhole has the mutexes 0 and 2 to 4") {
  for (uint32_t m : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 0x7fffu, 0xffffu})
    for (opcode op : {opcode::ATGETM, opcode::ATRELM}) {
      CAPTURE(m);
      tensix_state s;
      sync_unit_function unit(s);
      if (op == opcode::ATGETM) unit.acquire(encode(op, {{"mutex_index", m}}), 2);
      else unit.release(encode(op, {{"mutex_index", m}}), 2);
      CHECK(s.diagnose.any() == (m == 1 || m > 4));
    }
}

TEST_CASE("a SEMWAIT without a condition is undefined on Blackhole") {
  for (uint32_t condition = 0; condition < 4; ++condition) {
    tensix_state s;
    sync_unit_function(s).check_wait(encode(opcode::SEMWAIT, {{"sem_sel", 1}, {"wait_sem_cond", condition}}), 1);
    CHECK(s.diagnose.any() == (condition == 0));
  }
  tensix_state s;
  sync_unit_function(s).check_wait(word_of(opcode::STALLWAIT), 1);
  sync_unit_function(s).check_wait(word_of(opcode::STREAMWAIT), 1);
  CHECK_FALSE(s.diagnose.any());
}
