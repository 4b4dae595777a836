// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_carried.h"

#include <cstdio>
#include <stdexcept>

namespace tensix::soak {

namespace {
constexpr uint32_t l1_bytes = 1536 * 1024, instruction_fifo = 0xFFE40000, ttsync_done = 0xFFE80004, ttsync_mop = 0xFFE80008;
bool is_ttsync(uint32_t address) { return address == ttsync_done || address == ttsync_mop; }
bool in_l1(uint32_t address) { return address < l1_bytes; }
}  // namespace

void carried_writer::put(riscv_random& random, const directive& d) {
  using kind = step::kind_t;
  switch (d.kind) {
    case kind::push: return push(random, d);
    case kind::store:
      out_.li(role::scratch, d.address);
      out_.li(role::scratch2, d.value);
      out_.store("sw", role::scratch2, role::scratch, 0);
      if (in_l1(d.address)) {  // what is pushed behind it goes to another region: it must have been written
        out_.i("lw", role::scratch2, role::scratch, 0);
        out_.use(role::scratch2);
      }
      return;
    case kind::load:
    case kind::copy:
      out_.li(role::scratch, d.address);
      if (in_l1(d.address)) out_.fence();
      if (is_ttsync(d.address) && core_ < 3) out_.store("sw", 0, role::scratch, 0);  // keeps the load behind the pushes
      out_.i("lw", role::scratch2, role::scratch, 0);
      if (d.kind == kind::load) return out_.use(role::scratch2);
      out_.li(role::scratch, d.address2);
      out_.store("sw", role::scratch2, role::scratch, 0);
      if (in_l1(d.address2)) {
        out_.i("lw", role::scratch2, role::scratch, 0);
        out_.use(role::scratch2);
      }
      return;
    case kind::poll: return poll(d);
    case kind::sync: return sync();
    case kind::delay: {
      constexpr uint64_t cycles_a_round = 2, most_rounds = 20000;
      const uint64_t rounds = d.cycles / cycles_a_round;
      if (rounds == 0) return;
      out_.li(role::scratch, static_cast<uint32_t>(rounds < most_rounds ? rounds : most_rounds));
      const uint32_t top = out_.here();
      out_.i("addi", role::scratch, role::scratch, -1);
      return out_.branch_to("bne", role::scratch, 0, top);
    }
    case kind::mark: return;
  }
}

void carried_writer::push(riscv_random& random, const directive& d) {
  const uint32_t way = random.below(4);  // 0: all by store, 1: mixed, otherwise .ttinsn
  pushed_ |= !d.words.empty();
  bool base_known = false;
  for (const uint32_t word : d.words) {
    const bool by_store = word >> 30 == 3 || way == 0 || (way == 1 && random.one_in(2));
    if (!by_store) {
      out_.put(riscv_test::asm_ttinsn(word));
      continue;
    }
    if (!base_known) out_.li(role::scratch, instruction_fifo);
    base_known = true;
    out_.li(role::scratch2, word);
    out_.store("sw", role::scratch2, role::scratch, 0);
  }
}

void carried_writer::poll(const directive& d) {
  out_.li(role::scratch, d.address);
  out_.li(role::scratch3, d.value);
  const uint32_t top = out_.here();
  if (in_l1(d.address)) out_.fence();
  out_.i("lw", role::scratch2, role::scratch, 0);
  if (d.mask != ~0u) {
    // Three scratch registers are few: the mask and the value take turns.
    out_.li(role::scratch3, d.mask);
    out_.r("and", role::scratch2, role::scratch2, role::scratch3);
    out_.li(role::scratch3, d.value);
  }
  const unsigned word = role::scratch2, value = role::scratch3;
  switch (d.how) {  // again unless it holds
    case comparison::eq: out_.branch_to("bne", word, value, top); break;
    case comparison::ne: out_.branch_to("beq", word, value, top); break;
    case comparison::lt: out_.branch_to("bgeu", word, value, top); break;
    case comparison::le: out_.branch_to("bltu", value, word, top); break;
    case comparison::gt: out_.branch_to("bgeu", value, word, top); break;
    case comparison::ge: out_.branch_to("bltu", word, value, top); break;
  }
  out_.fence();  // whatever it waited for may have written to L1 as well
}

void carried_writer::sync() {
  if (core_ >= 3) return;
  out_.li(role::scratch, ttsync_done);
  out_.store("sw", 0, role::scratch, 0);  // keeps the load behind the pushes
  out_.i("lw", role::scratch2, role::scratch, 0);
  out_.use(role::scratch2);
}

void carried_writer::finish() {
  if (pushed_) sync();
}

// ---- The proof ------------------------------------------------------------------------------------------------------------

namespace {
std::string hex(uint32_t v) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", v);
  return text;
}
bool holds(const directive& d, uint32_t word) { return compare(word & d.mask, d.how, d.value); }
}  // namespace

void carried_checker::deviates(unsigned core, const std::string& what) {
  static constexpr const char* kinds[] = {"push", "store", "load", "copy", "poll", "sync", "mark", "delay"};
  const directive* const d = expected(core);
  throw std::runtime_error(std::string(core_name(core)) + " deviates from its step " + std::to_string(at_[core].next) + " (" +
                           (d ? kinds[static_cast<int>(d->kind)] + (" " + hex(d->address)) : "none") + "): " + what);
}

const directive* carried_checker::expected(unsigned core) {
  progress& p = at_[core];
  const auto& all = carried_.core[core];
  for (; p.next < all.size(); ++p.next) {
    const directive& d = all[p.next];
    const bool nothing = d.kind == step::kind_t::delay || d.kind == step::kind_t::mark ||
                         (d.kind == step::kind_t::sync && core >= 3) || (d.kind == step::kind_t::push && d.words.empty());
    if (!nothing) return &d;
  }
  return nullptr;
}

uint32_t carried_checker::answer_poll(progress& p, const directive& d) {
  const uint32_t candidates[] = {
      d.value, d.value - 1, d.value + 1,      ~d.value, random_.word(), d.value ^ (d.mask & (0u - d.mask)),
      ~0u,     0,           d.value | ~d.mask};
  constexpr uint32_t count = sizeof candidates / sizeof *candidates;
  const uint32_t first = random_.below(count);
  const bool satisfied = p.refused >= 2;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t word = candidates[(first + i) % count];
    if (holds(d, word) != satisfied) continue;
    if (satisfied) p.refused = 0, ++p.next;
    else ++p.refused;
    return word;
  }
  if (!satisfied) {  // every candidate holds
    p.refused = 2;
    return answer_poll(p, d);
  }
  throw std::runtime_error("a poll that cannot be satisfied");
}

uint32_t carried_checker::load(unsigned core, uint32_t address, unsigned bytes) {
  progress& p = at_[core];
  if (p.back == address && bytes == 4) {
    p.back = ~0u;
    return random_.word();
  }
  const directive* const d = expected(core);
  const std::string what = "it loads " + std::to_string(bytes) + " bytes from " + hex(address);
  if (bytes != 4) deviates(core, what);
  if (address == ttsync_done && core < 3 && p.ordered) {
    p.ordered = false;
    if (d && d->kind == step::kind_t::sync) ++p.next;
    return 0;
  }
  if (!d || d->address != address) deviates(core, what);
  switch (d->kind) {
    case step::kind_t::load: ++p.next; return random_.word();
    case step::kind_t::poll: return answer_poll(p, *d);
    case step::kind_t::copy:
      if (p.loaded) deviates(core, what);
      p.loaded = true;
      return p.value = random_.word();
    default: deviates(core, what);
  }
}

void carried_checker::store(unsigned core, uint32_t address, unsigned bytes, uint32_t value) {
  progress& p = at_[core];
  p.back = ~0u;
  const std::string what = "it stores " + hex(value) + " (" + std::to_string(bytes) + " bytes) to " + hex(address);
  if (bytes != 4) deviates(core, what);
  const directive* const d = expected(core);
  if (address == instruction_fifo && d && d->kind == step::kind_t::push) return push(core, value);
  if (address == ttsync_done && core < 3 && value == 0 && (!d || d->kind == step::kind_t::sync)) {
    p.ordered = true;
    return;
  }
  if (is_ttsync(address) && core < 3 && value == 0 && d && d->address == address &&
      (d->kind == step::kind_t::load || d->kind == step::kind_t::copy))
    return;  // in front of that load
  if (!d) deviates(core, what);
  const bool plain = d->kind == step::kind_t::store && d->address == address && d->value == value;
  const bool copied = d->kind == step::kind_t::copy && p.loaded && d->address2 == address && p.value == value;
  if (!plain && !copied) deviates(core, what);
  if (in_l1(address)) p.back = address;
  p.loaded = false;
  ++p.next;
}

void carried_checker::push(unsigned core, uint32_t word) {
  progress& p = at_[core];
  const directive* const d = expected(core);
  if (!d || d->kind != step::kind_t::push || d->words[p.word] != word) deviates(core, "it pushes " + hex(word));
  if (++p.word < d->words.size()) return;
  p.word = 0;
  ++p.next;
}

void carried_checker::finished() {
  for (unsigned i = 0; i < stream_cores; ++i)
    if (expected(i)) deviates(i, "it stops");
}

}  // namespace tensix::soak
