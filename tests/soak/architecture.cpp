// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/architecture.h"

#include <cstdio>
#include <cstring>
#include <vector>

namespace tensix::soak {
namespace {

// `count` numbers of `bytes` (1, 2 or 4) each; a row of `row` of them has a number of its own in messages (0: no rows).
struct piece {
  std::string name;
  const void* data;
  size_t count;
  unsigned bytes;
  unsigned row;
};

template <class T>
void add(std::vector<piece>& all, std::string name, const T* data, size_t count, unsigned row = 0) {
  static_assert(sizeof(T) <= 4);
  all.push_back({std::move(name), data, count, sizeof(T), row});
}

void add_src(std::vector<piece>& all, const char* name, const src_register& r) {
  for (unsigned b = 0; b < 2; ++b) {
    const std::string bank = std::string(name) + " bank " + std::to_string(b);
    add(all, bank, &r.bank[b].row[0][0], src_rows * row_datums, row_datums);
    add(all, bank + " AllowedClient", &r.bank[b].allowed_client, 1);
    add(all, bank + " format", &r.bank[b].format, 1);
  }
  add(all, std::string(name) + " bank of the unpackers", &r.unpack_bank, 1);
  add(all, std::string(name) + " bank of the matrix unit", &r.matrix_bank, 1);
  add(all, std::string(name) + " SrcRow", r.src_row, 3);
}

std::vector<piece> pieces_of(const machine_view& m) {
  const tensix_state& s = m.state;
  std::vector<piece> all;
  add(all, "L1", s.l1.data(), s.l1.size());
  add(all, "Dst", &s.dst.bits[0][0], dst_rows * row_datums, row_datums);
  add(all, "Dst row valid", s.dst.row_valid, dst_rows);
  add_src(all, "SrcA", s.srca);
  add_src(all, "SrcB", s.srcb);
  add(all, "Config", &s.config.config[0][0], 2 * config_words, config_words);
  add(all, "ThreadConfig", &s.config.thread[0][0], thread_count * thread_config_words, thread_config_words);
  add(all, "GPR", &s.gpr[0][0], thread_count * gpr_count, gpr_count);
  static_assert(sizeof(adc_thread) % 4 == 0 && sizeof(rwc_thread) % 4 == 0, "nothing but words of 32 bits");
  add(all, "ADC", reinterpret_cast<const uint32_t*>(s.adc), sizeof(s.adc) / 4, sizeof(adc_thread) / 4);
  add(all, "RWC", reinterpret_cast<const uint32_t*>(s.rwc), sizeof(s.rwc) / 4, sizeof(rwc_thread) / 4);
  add(all, "semaphores", &s.sem[0].value, sizeof(s.sem), sizeof(semaphore));
  add(all, "mutexes", s.mutex_owner, mutex_count);
  const vector_unit_function& v = m.functions.vector_unit;
  add(all, "LReg", &v.lreg[0][0], 17 * lanes, lanes);
  add(all, "lane flags", &v.lane_enabled, 1);
  add(all, "UseLaneFlags", &v.use_lane_flags, 1);
  add(all, "flag stack", &v.flag_stack_size, 1);
  add(all, "LaneConfig", v.lane_config, 8);
  static_assert(sizeof(v.load_macro[0]) % 4 == 0);
  add(all, "LoadMacroConfig", reinterpret_cast<const uint32_t*>(v.load_macro), sizeof(v.load_macro) / 4,
      sizeof(v.load_macro[0]) / 4);
  return all;
}

uint32_t element(const piece& p, size_t i) {
  uint32_t value = 0;
  std::memcpy(&value, static_cast<const char*>(p.data) + i * p.bytes, p.bytes);
  return value;
}

bool same(const piece& a, const piece& b, size_t from, size_t count) {
  return std::memcmp(static_cast<const char*>(a.data) + from * a.bytes, static_cast<const char*>(b.data) + from * b.bytes,
                     count * a.bytes) == 0;
}

std::string place(const piece& p, size_t i) {
  char text[64] = "";
  if (p.row) std::snprintf(text, sizeof text, " row %zu, %zu", i / p.row, i % p.row);
  else if (p.count > 1) std::snprintf(text, sizeof text, "[0x%zx]", i);
  return p.name + text;
}

}  // namespace

std::string differences(const machine_view& a, const char* a_name, const machine_view& b, const char* b_name) {
  constexpr unsigned most = 8;
  const std::vector<piece> in_a = pieces_of(a), in_b = pieces_of(b);
  std::string text;
  unsigned shown = 0, all = 0;
  for (size_t p = 0; p < in_a.size(); ++p) {
    if (in_a[p].count != in_b[p].count) return in_a[p].name + ": of different size\n";
    if (same(in_a[p], in_b[p], 0, in_a[p].count)) continue;
    unsigned of_piece = 0;  // no piece fills all lines
    for (size_t i = 0; i < in_a[p].count; ++i) {
      if (i % 4096 == 0)  // most of it is the same
        while (i + 4096 < in_a[p].count && same(in_a[p], in_b[p], i, 4096)) i += 4096;
      const uint32_t x = element(in_a[p], i), y = element(in_b[p], i);
      if (x == y) continue;
      ++all;
      if (++of_piece > 3 || ++shown > most) continue;
      char line[80];
      std::snprintf(line, sizeof line, ": 0x%x %s, 0x%x %s\n", x, a_name, y, b_name);
      text += place(in_a[p], i) + line;
    }
  }
  if (all > shown) text += "and " + std::to_string(all - shown) + " more\n";
  return text;
}

uint64_t digest(const machine_view& m) {
  constexpr unsigned lanes_at_once = 8;  // independent of one another: L1 is large
  uint64_t sum[lanes_at_once];
  for (unsigned i = 0; i < lanes_at_once; ++i) sum[i] = 0x9e3779b97f4a7c15 * (i + 1);
  const auto mix = [&](unsigned lane, uint64_t word) {
    sum[lane] = (sum[lane] ^ word) * 0xff51afd7ed558ccd;
    sum[lane] ^= sum[lane] >> 32;
  };
  for (const piece& p : pieces_of(m)) {
    const char* at = static_cast<const char*>(p.data);
    size_t left = p.count * p.bytes;
    for (; left >= 8 * lanes_at_once; left -= 8 * lanes_at_once, at += 8 * lanes_at_once) {
      uint64_t words[lanes_at_once];
      std::memcpy(words, at, sizeof words);
      for (unsigned i = 0; i < lanes_at_once; ++i) mix(i, words[i]);
    }
    uint64_t rest[lanes_at_once] = {};
    std::memcpy(rest, at, left);
    for (unsigned i = 0; i < lanes_at_once; ++i) mix(i, rest[i] + left);
  }
  for (unsigned i = 1; i < lanes_at_once; ++i) mix(0, sum[i]);
  return sum[0];
}

}  // namespace tensix::soak
