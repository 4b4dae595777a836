// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/generator_scene.h"

namespace tensix::soak {

directive& scene::add(unsigned core, step::kind_t kind) {
  directive d;
  d.kind = kind;
  d.group = group_;
  out.core[core].push_back(std::move(d));
  return out.core[core].back();
}

void scene::push(unsigned t, uint32_t word) {
  constexpr size_t words_a_directive = 16;
  auto& steps = out.core[t];
  if (steps.empty() || steps.back().kind != step::kind_t::push || steps.back().group != group_ ||
      steps.back().words.size() == words_a_directive)
    add(t, step::kind_t::push);
  steps.back().words.push_back(word);
}

void scene::store(unsigned core, uint32_t address, uint32_t value) {
  directive& d = add(core, step::kind_t::store);
  d.address = address;
  d.value = value;
}
void scene::load(unsigned core, uint32_t address) { add(core, step::kind_t::load).address = address; }
void scene::copy(unsigned core, uint32_t from, uint32_t to) {
  directive& d = add(core, step::kind_t::copy);
  d.address = from;
  d.address2 = to;
}
void scene::poll(unsigned core, uint32_t address, uint32_t mask, comparison how, uint32_t value) {
  directive& d = add(core, step::kind_t::poll);
  d.address = address;
  d.mask = mask;
  d.how = how;
  d.value = value;
}
void scene::sync(unsigned core) { add(core, step::kind_t::sync); }
void scene::delay(unsigned core) { add(core, step::kind_t::delay).cycles = r.between(1, 200); }

uint32_t scene::area(uint32_t bytes, uint32_t alignment) {
  constexpr uint32_t end =
      0x158000;  // where the memory of the cores begins (riscv_program.h), less what a phase may read beyond
  const uint32_t at = (next_area_ + alignment - 1) & ~(alignment - 1);
  if (bytes > end - at) return 0;
  next_area_ = at + bytes;
  return at;
}

uint32_t scene::value() {
  static constexpr uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x00000001,
                                         0x007fffff, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x3f803f80, 0x7f807f80, 0x3c003c00,
                                         0x7c007c00, 0x00010001, 0x80008000, 0x7fffffff, 0x01010101, 0x7f7f7f7f};
  const unsigned kind = r.below(8);
  if (kind == 0) return r.pick(special);
  const uint32_t w = r.word();
  if (kind <= 3) return (w & 0x807fffff) | (0x70 + r.below(32)) << 23;  // of a size whose sums and products are not lost
  if (kind <= 5) return (w & 0x807f807f) | (0x70 + (w >> 27)) << 23 | (0x70 + (w >> 22 & 31)) << 7;
  return w;
}

std::vector<uint32_t>& scene::fill(uint32_t address, uint32_t bytes) {
  memory_fill f;
  f.address = address;
  f.words.resize((bytes + 3) / 4);
  for (uint32_t& w : f.words) w = value();
  out.memory.push_back(std::move(f));
  return out.memory.back().words;
}

void scene::setc16(unsigned t, uint32_t reg, uint32_t value) {
  thread[t].config[reg] = static_cast<uint16_t>(value);
  push(t, word::setc16(reg, value));
}

void scene::gpr(unsigned t, unsigned index, uint32_t value) {
  push(t, word::setdmareg(index, 0, value & 0xffff));
  push(t, word::setdmareg(index, 1, value >> 16));
}

}  // namespace tensix::soak
