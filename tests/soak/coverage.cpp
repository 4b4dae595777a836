// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/coverage.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

#include "models/formats/pack_formats.h"
#include "models/isa/isa.h"

namespace tensix::soak {

namespace {

// How the values of a field are counted: each, or as a set of bits, or only as zero and not zero.
enum class kind : uint8_t { each, bits, zero_or_not };

struct dimension {  // of an instruction: `points` counters from `first` on
  std::string name;
  instruction_field field{0, 0};
  kind how = kind::each;
  unsigned first = 0, points = 0;
};

using condition = bool (*)(const tensix_state&, const uint32_t*, const uint16_t*, uint32_t, const unpack_job*);
struct mode {
  opcode code;
  const char* text;
  condition holds;
};

[[maybe_unused]] unsigned out_of(const uint32_t* c) { return cfg::THCON_SEC0_REG1_Out_data_format(c); }

const mode modes[] = {
#define MODE(instruction, text, expression)                                                                           \
  {opcode::instruction, text,                                                                                         \
   []([[maybe_unused]] const tensix_state& s, [[maybe_unused]] const uint32_t* c, [[maybe_unused]] const uint16_t* t, \
      [[maybe_unused]] uint32_t w, [[maybe_unused]] const unpack_job* job) { return static_cast<bool>(expression); }},
#include "tests/soak/coverage_modes.def"
#undef MODE
};

struct judgement {
  const char *instructions, *fields, *verdict;
};
const judgement judgements[] = {
#define INSTRUCTION(instructions, fields, verdict, remark) {instructions, fields, #verdict},
#include "tests/coverage/coverage_isa.def"
#undef INSTRUCTION
};

bool names(const char* list, const char* name) {
  const std::string all = std::string(" ") + list + " ";
  return all.find(std::string(" ") + name + " ") != std::string::npos;
}
// A field of a supported instruction that does something.
bool counts(const char* instruction, const char* field) {
  for (const judgement& j : judgements)
    if (names(j.instructions, instruction) && (names(j.fields, field) || names(j.fields, "*")))
      return std::string(j.verdict) == "modelled" || std::string(j.verdict) == "timed";
  return false;
}
bool supported(const char* instruction) {
  for (const judgement& j : judgements)
    if (names(j.instructions, instruction) && names(j.fields, "*") && std::string(j.verdict) == "diagnosed") return false;
  return true;
}

// What was fixed at 4 bits: as many values are worth counting one by one.
constexpr unsigned most_counted_bits = 4;
bool is_set_of_bits(const std::string& field) {
  return field == "wait_res" || field == "stall_res" || field == "sem_sel" || field == "swap_mask";
}

// Formats: unpackers by destination (SrcA, SrcB, Dst) and in > out; packers by width of Dst (or L1) and intermediate > in > out.
constexpr unsigned unpack_points = 3 * 256, pack_points = 2 * 4096;
enum pack_table : unsigned { dst_16, dst_32 };

struct layout {
  std::array<std::vector<dimension>, 256> of;
  std::array<unsigned, 256> times{};  // counter of the instruction itself
  std::array<bool, 256> exists{};
  unsigned unpack = 0, pack = 0, size = 0;
  std::vector<bool> possible;  // of the format tables, from `unpack` on
};

bool can_unpack(unsigned table, data_format in, data_format out) {
  return is_known_format(in) && route_of(in, out, table == 2, false, false).defined;
}
bool can_pack(bool wide, data_format intermediate, data_format in, data_format out) {
  if (!is_known_format(in) || !is_known_format(out) || !is_known_format(intermediate)) return false;
  for (unsigned flags = 0; flags < 16; ++flags) {
    const early_choice early =
        choose_early({intermediate, in, out, wide, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0});
    if (!early.undefined && !choose_late(early, in, out, (flags & 8) != 0).undefined) return true;
  }
  return false;
}

layout make_layout() {
  layout l;
  const auto take = [&l](unsigned n) {
    const unsigned first = l.size;
    l.size += n;
    return first;
  };
  for (unsigned op = 0; op < 256; ++op) {
    const instruction_info& i = info(static_cast<opcode>(op));
    if (!i.name || !supported(i.name)) continue;
    l.exists[op] = true;
    l.times[op] = take(1);
    for (const named_field& f : i.fields) {
      if (!counts(i.name, f.name)) continue;
      dimension d;
      d.name = f.name;
      d.field = f.field;
      d.how = is_set_of_bits(f.name) ? kind::bits : f.field.width <= most_counted_bits ? kind::each : kind::zero_or_not;
      d.points = d.how == kind::bits ? f.field.width : d.how == kind::each ? 1u << f.field.width : 2;
      d.first = take(d.points);
      l.of[op].push_back(d);
    }
    unsigned n = 0;
    for (const mode& m : modes) n += static_cast<unsigned>(m.code) == op;
    if (n) {
      dimension d;
      d.name = "modes";
      d.points = n;
      d.first = take(n);
      l.of[op].push_back(d);
    }
    switch (static_cast<opcode>(op)) {
      case opcode::MVMUL:
      case opcode::ELWMUL:
      case opcode::ELWADD:
      case opcode::ELWSUB:
      case opcode::DOTPV:
      case opcode::GAPOOL:
      case opcode::GMPOOL: {  // fidelity phase, 32-bit Dst, INT8
        dimension d;
        d.name = "phase+4*wide+8*int8";
        d.points = 16;
        d.first = take(16);
        l.of[op].push_back(d);
        break;
      }
      default: break;
    }
  }
  l.unpack = take(unpack_points);
  l.pack = take(pack_points);
  l.possible.resize(unpack_points + pack_points);
  const auto f = [](unsigned code) { return static_cast<data_format>(code); };
  for (unsigned i = 0; i < unpack_points; ++i) l.possible[i] = can_unpack(i >> 8, f(i >> 4 & 15), f(i & 15));
  for (unsigned i = 0; i < pack_points; ++i)
    l.possible[unpack_points + i] = can_pack(i >> 12, f(i >> 8 & 15), f(i >> 4 & 15), f(i & 15));
  return l;
}
const layout& table() {
  static const layout l = make_layout();
  return l;
}

std::string numbers(const std::vector<unsigned>& missing) {
  std::string text;
  for (size_t i = 0; i < missing.size();) {
    size_t j = i;
    while (j + 1 < missing.size() && missing[j + 1] == missing[j] + 1) ++j;
    if (!text.empty()) text += ",";
    text += std::to_string(missing[i]);
    if (j > i) text += "-" + std::to_string(missing[j]);
    i = j + 1;
  }
  return text;
}

const char* mode_text(opcode op, unsigned n) {
  for (const mode& m : modes)
    if (m.code == op && n-- == 0) return m.text;
  return "";
}

std::string format_name(unsigned point) {  // of the tables
  static constexpr const char* places[] = {"SrcA", "SrcB", "Dst"};
  const auto f = [](unsigned code) { return std::string(name(static_cast<data_format>(code & 15))); };
  if (point < unpack_points) return std::string("unpack ") + places[point >> 8] + " " + f(point >> 4) + ">" + f(point);
  point -= unpack_points;
  return std::string("pack ") + (point >> 12 ? "32 " : "16 ") + f(point >> 8) + ">" + f(point >> 4) + ">" + f(point);
}

}  // namespace

coverage::coverage() : count_(table().size, 0) {}

void coverage::note(const tensix_state& state, unsigned thread, uint32_t word, const unpack_job* job) {
  const layout& l = table();
  const unsigned op = word >> 24;
  const unsigned phase_before = fidelity_[thread];
  fidelity_[thread] = state.rwc[thread].fidelity_phase;
  if (!l.exists[op] || unit_of(word) == unit_id::frontend) return;
  ++count_[l.times[op]];
  const uint32_t* c = state.bank(thread);
  const uint16_t* t = state.thread_config(thread);
  note_fields(word, op);
  for (const dimension& d : l.of[op]) {
    if (d.field.width != 0) continue;
    if (d.name != "modes") {
      const unsigned phase = (phase_before + tcfg::FIDELITY_BASE_Phase(t)) & 3;
      ++count_[d.first + phase + 4 * cfg::ALU_ACC_CTRL_Fp32_enabled(c) + 8 * cfg::ALU_ACC_CTRL_INT8_math_enabled(c)];
      continue;
    }
    unsigned n = 0;
    for (const mode& m : modes)
      if (static_cast<unsigned>(m.code) == op) count_[d.first + n++] += m.holds(state, c, t, word, job);
  }
  if (op == static_cast<unsigned>(opcode::UNPACR) && job->kind == unpack_job::kind_t::regular && job->s.datums) {
    const unsigned place = job->to_dst ? 2 : job->which;
    ++count_[l.unpack + place * 256 + static_cast<unsigned>(job->s.in_format) * 16 + static_cast<unsigned>(job->s.out_format)];
  }
  if (op == static_cast<unsigned>(opcode::PACR) && !cfg::THCON_SEC0_REG1_Source_interface_selection(c)) {
    const unsigned intermediate = cfg::ALU_FORMAT_SPEC_REG_Dstacc_override(c) ? cfg::ALU_FORMAT_SPEC_REG_Dstacc_val(c)
                                                                              : cfg::ALU_FORMAT_SPEC_REG2_Dstacc(c);
    ++count_[l.pack + cfg::PCK_DEST_RD_CTRL_Read_32b_data(c) * 4096 + intermediate * 256 +
             cfg::THCON_SEC0_REG1_In_data_format(c) * 16 + out_of(c)];
  }
}

void coverage::note_fields(uint32_t word, unsigned op) {
  for (const dimension& d : table().of[op]) {
    if (d.field.width == 0) continue;
    const uint32_t value = d.field(word);
    switch (d.how) {
      case kind::each: ++count_[d.first + value]; break;
      case kind::zero_or_not: ++count_[d.first + (value != 0)]; break;
      case kind::bits:
        for (unsigned i = 0; i < d.points; ++i) count_[d.first + i] += value >> i & 1;
        break;
    }
  }
}

void coverage::note(const program& p) {
  for (const auto& core : p.core)
    for (const directive& d : core)
      for (const uint32_t word : d.words) {
        if (unit_of(word) != unit_id::frontend) continue;
        ++count_[table().times[word >> 24]];
        note_fields(word, word >> 24);
      }
}

void coverage::merge(const coverage& other) {
  for (size_t i = 0; i < count_.size(); ++i) count_[i] += other.count_[i];
}

uint64_t coverage::executed() const {
  uint64_t n = 0;
  for (unsigned op = 0; op < 256; ++op)
    if (table().exists[op]) n += count_[table().times[op]];
  return n;
}

std::vector<std::string> coverage::holes() const {
  const layout& l = table();
  std::vector<std::string> all;
  for (unsigned op = 0; op < 256; ++op) {
    if (!l.exists[op]) continue;
    const instruction_info& i = info(static_cast<opcode>(op));
    if (count_[l.times[op]] == 0) {
      all.push_back(std::string(i.name) + " * never");
      continue;
    }
    for (const dimension& d : l.of[op]) {
      std::vector<unsigned> missing;
      for (unsigned p = 0; p < d.points; ++p)
        if (count_[d.first + p] == 0) missing.push_back(p);
      if (d.name == "modes") {
        for (const unsigned p : missing) all.push_back(std::string(i.name) + " mode " + mode_text(i.code, p));
      } else if (!missing.empty()) {
        all.push_back(std::string(i.name) + " " + d.name + " " + numbers(missing));
      }
    }
  }
  for (unsigned p = 0; p < unpack_points + pack_points; ++p)
    if (l.possible[p] && count_[l.unpack + p] == 0) all.push_back("formats " + format_name(p));
  return all;
}

void coverage::print(std::ostream& os) const {
  const layout& l = table();
  char line[160];
  for (unsigned op = 0; op < 256; ++op) {
    if (!l.exists[op]) continue;
    const instruction_info& i = info(static_cast<opcode>(op));
    unsigned hit = 0, of = 0;
    for (const dimension& d : l.of[op])
      for (unsigned p = 0; p < d.points; ++p) ++of, hit += count_[d.first + p] != 0;
    std::snprintf(line, sizeof line, "%-13s %12llu times  %4u of %4u modes\n", i.name,
                  static_cast<unsigned long long>(count_[l.times[op]]), hit, of);
    os << line;
  }
  const auto formats = [&](const char* text, unsigned first, unsigned points) {
    unsigned hit = 0, of = 0;
    for (unsigned p = first; p < first + points; ++p)
      if (l.possible[p]) ++of, hit += count_[l.unpack + p] != 0;
    std::snprintf(line, sizeof line, "%-34s %4u of %4u combinations of formats\n", text, hit, of);
    os << line;
  };
  formats("UNPACR to SrcA", 0, 256);
  formats("UNPACR to SrcB", 256, 256);
  formats("UNPACR to Dst", 512, 256);
  formats("PACR from 16-bit Dst", unpack_points, 4096);
  formats("PACR from 32-bit Dst", unpack_points + 4096, 4096);
}

}  // namespace tensix::soak
