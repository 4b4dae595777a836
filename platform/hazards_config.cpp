// SPDX-License-Identifier: Apache-2.0
// --hazards: Config that changes under a unit at work, or under another thread.
#include <algorithm>
#include <array>
#include <cstring>

#include "platform/hazards.h"
#include "platform/hazards_text.h"

namespace tensix {

namespace {
constexpr unsigned every_context = 8, contexts = 8;

struct field {
  const char* name;
  config_field at;
};
constexpr field fields[] = {
#define CONFIG_FIELD(name, word, lo, width) {#name, {word, lo, width}},
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
};

bool begins(const char* name, const char* prefix) { return std::strncmp(name, prefix, std::strlen(prefix)) == 0; }

// What packers read while they work, at a point that is not documented (ISA documentation, PACR). Not the strides: the hardware
// may have them changed at any time (tt-metal pull request 48324).
bool of_packers(const char* name) {
  static constexpr const char* words[] = {"ALU_FORMAT_SPEC_REG_Dstacc",
                                          "ALU_FORMAT_SPEC_REG2_Dstacc",
                                          "ALU_ROUNDING_MODE_Gasket",
                                          "ALU_ROUNDING_MODE_Packer",
                                          "STACC_RELU_",
                                          "INT_DESCALE_",
                                          "PCK_DEST_RD_CTRL_",
                                          "PCK_EDGE_",
                                          "PCK0_ADDR_BASE_",
                                          "PACK_COUNTERS_",
                                          "TILE_ROW_SET_MAPPING_",
                                          "TILE_FACE_SET_MAPPING_",
                                          "DEST_TARGET_REG_CFG_PACK_",
                                          "THCON_SEC0_REG1_",
                                          "THCON_SEC0_REG8_",
                                          "THCON_SEC1_REG1_",
                                          "THCON_SEC1_REG8_",
                                          "THCON_SEC0_REG9_",
                                          "THCON_SEC1_REG9_"};
  if (std::strstr(name, "_REG1_Unp_") || std::strstr(name, "ovrd_default_throttle_mode")) return false;
  return std::any_of(std::begin(words), std::end(words), [&](const char* w) { return begins(name, w); });
}
// Likewise an unpacker. Not strides, and not the transposition of faces, which the kernel library switches without a wait
// (llk_unpack_A.h, llk_unpack_AB_matmul.h).
bool of_unpacker(unsigned which, const char* name) {
  const std::string section = which ? "THCON_SEC1_" : "THCON_SEC0_", own = which ? "UNP1_" : "UNP0_";
  if (begins(name, own.c_str())) return !std::strstr(name, "_ADDR_CTRL_") && !std::strstr(name, "_ADDR_BASE_");
  if (!begins(name, section.c_str())) return false;
  const char* const rest = name + section.size();
  if (begins(rest, "REG2_Haloize_mode")) return false;
  static constexpr const char* words[] = {"REG0_", "REG1_Unp_", "REG2_", "REG3_Base", "REG5_", "REG7_"};
  return std::any_of(std::begin(words), std::end(words), [&](const char* w) { return begins(rest, w); });
}
// Where in L1 an UNPACR begins to read, and where in SrcA, SrcB or Dst it begins to write.
bool is_address(const char* name) {
  return std::strstr(name, "_REG3_Base") || std::strstr(name, "_REG7_Offset") || std::strstr(name, "_REG5_Dest_cntx");
}
// An own assumption: so many cycles behind an UNPACR, or the last PACR of a tile, it has its addresses. The kernel library comes
// later, behind an addition of the scalar unit or a semaphore, and does not wait for the unit (tt-llk: _llk_unpack_A_ and the like
// give a context back with a plain SEMGET; matrix multiplications, llk_unpack_untilize.h, llk_pack_untilize.h step by ADDDMAREG).
constexpr cycle_t address_cycles = 5;

// The only one of an unpacker's contexts that a field belongs to, or every_context.
unsigned context_of(const char* name) {
  if (const char* const at = std::strstr(name, "cntx"); at && at[4] >= '0' && at[4] <= '7')
    return static_cast<unsigned>(at[4] - '0');
  return is_address(name) ? 0 : every_context;
}
unsigned context_of(const unpack_job& job) { return insn::UNPACR::ovrd_thread_id(job.word) ? job.context & 7 : 0; }

struct masks {
  uint32_t packers[config_words] = {};
  uint32_t unpacker[2][contexts + 1][config_words] = {}, address[2][contexts + 1][config_words] = {};  // by context
};
const masks& all_masks() {
  static const masks all = [] {
    masks m;
    for (const field& f : fields) {
      const uint32_t bits = f.at.place(~0u);
      if (of_packers(f.name)) m.packers[f.at.word] |= bits;
      for (unsigned which = 0; which < 2; ++which)
        if (of_unpacker(which, f.name))
          (is_address(f.name) ? m.address : m.unpacker)[which][context_of(f.name)][f.at.word] |= bits;
    }
    for (unsigned i = 0; i < 4; ++i)  // a tile descriptor is four words with one name
      for (unsigned which = 0; which < 2; ++which)
        m.unpacker[which][every_context][cfg::THCON_SEC0_REG0_TileDescriptor.word + which * thcon_section_words + i] = ~0u;
    return m;
  }();
  return all;
}
uint32_t unpacker_bits(const unpack_job& job, unsigned index) {
  const auto& m = all_masks().unpacker[job.which];
  return m[every_context][index] | (insn::UNPACR::ovrd_thread_id(job.word) ? m[job.context][index] : 0);
}

std::string name_of(unsigned index, uint32_t bits) {
  for (const field& f : fields)
    if (f.at.word == index && (f.at.place(~0u) & bits)) return "Config word " + std::to_string(index) + " (" + f.name + ")";
  return "Config word " + std::to_string(index);
}
bool is_packer_address(unsigned index) {
  return index == cfg::THCON_SEC0_REG1_L1_Dest_addr.word || index == cfg::THCON_SEC0_REG8_L1_Dest_addr.word ||
         index == cfg::THCON_SEC1_REG1_L1_Dest_addr.word || index == cfg::THCON_SEC1_REG8_L1_Dest_addr.word;
}
// The bits of a word that an instruction writes; all, unless it leaves some as they are.
uint32_t part_written(uint32_t word, uint32_t changed) {
  switch (opcode_of(word)) {
    case opcode::RMWCIB0:
    case opcode::RMWCIB1:
    case opcode::RMWCIB2:
    case opcode::RMWCIB3:
      return insn::RMWCIB0::mask(word) << (8 *
                                           (static_cast<unsigned>(opcode_of(word)) - static_cast<unsigned>(opcode::RMWCIB0)));
    case opcode::CFGSHIFTMASK: return changed;
    default: return ~0u;
  }
}
}  // namespace

void hazard_watch::config_writing(const config_write& w) {
  writing_ = w;
  const backend_config& c = tile_.state.config;
  for (unsigned i = 0; i < std::min(w.words, 4u); ++i) {
    if (w.bank >= 2) before_[0][i] = w.index + i < thread_config_words ? c.thread[w.bank - 2][w.index + i] : 0;
    else
      for (unsigned bank = 0; bank < 2; ++bank) before_[bank][i] = w.index + i < config_words ? c.config[bank][w.index + i] : 0;
  }
}

void hazard_watch::config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {
  if (index < writing_.index || index >= writing_.index + std::min(writing_.words, 4u)) return;
  changed(bank, index, before_[bank < 2 ? bank : 0][index - writing_.index], value, cycle);
}

void hazard_watch::flop_written(unsigned thread, uint32_t word, uint64_t cycle) {
  if (insn::REG2FLOP::target_sel(word) != 0 || writing_.word != word || writing_.cycle != cycle) return;
  const unsigned bank = tile_.state.config.state_id(thread);
  for (unsigned i = 0; i < writing_.words; ++i)
    if (const unsigned index = writing_.index + i; index < config_words)
      changed(bank, index, before_[bank][i], tile_.state.config.config[bank][index], cycle);
}

// An UNPACR that was just accepted.
void hazard_watch::note_unpack() {
  if (opcode_of(now_.word) != opcode::UNPACR) return;
  const unpack_job* newest = nullptr;
  const unpacker_if& unpacker = *tile_.unpackers[insn::UNPACR::unpack_block_selection(now_.word)];
  for (size_t i = 0; const unpack_job* job = unpacker.in_flight(i); ++i) newest = job;
  if (!newest) return;
  last_unpacr_[newest->which][context_of(*newest)] = now_.cycle;
  if (!newest->to_dst) return;
  set_width(newest->dst_writes, tile_.state.dst.narrow_is_high_half ? 0 : newest->s.wide ? 32 : 16, now_.word, now_.thread);
  dst_marked(newest->dst_writes);
}

void hazard_watch::changed(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle) {
  if (bank >= 2) {
    const thread_config_field id = tcfg::CFG_STATE_ID_StateID;
    if (const uint32_t mask = id.place(~0u); index == id.reg && ((old ^ value) & mask))
      bank_switched(bank - 2, (old & mask) >> id.lo, (value & mask) >> id.lo, cycle);
    return;
  }
  bits_lost(bank, index, old, value, cycle);
  if (old != value) changed_in_flight(bank, index, old, value, cycle);
}

// A write of a whole word changes what another thread has set in a part of it.
void hazard_watch::bits_lost(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle) {
  auto& set_by = set_by_[index >= first_global_word ? 0 : bank][index];
  const auto writer = static_cast<uint8_t>(writing_.by + 1);  // 0: the mover, which sets no parts
  const uint32_t part = part_written(writing_.word, old ^ value);
  uint32_t lost[thread_count + 1] = {};
  for (unsigned bit = 0; bit < 32; ++bit) {
    if (part != ~0u) {
      if (part >> bit & 1) set_by[bit] = writer;
      continue;
    }
    if (set_by[bit] && set_by[bit] != writer && ((old ^ value) >> bit & 1)) lost[set_by[bit]] |= 1u << bit;
    set_by[bit] = 0;
  }
  for (unsigned t = 0; t < thread_count; ++t)
    if (lost[t + 1])
      say(writing_.by, writing_.word, cycle,
          "writes all of " + name_of(index, lost[t + 1]) + " and changes bits that T" + std::to_string(t) + " has set in it",
          hazard_kind::use);
}

// `packers(thread)` and `unpacker(job)` say what changes for those that are at work, or nothing.
template <class Packers, class Unpacker>
void hazard_watch::find_at_work(cycle_t cycle, Packers&& packers, Unpacker&& unpacker) const {
  const auto report = [&](const std::string& what, const std::string& unit, uint32_t word, unsigned thread) {
    if (!what.empty())
      say(writing_.by, writing_.word, cycle, what + " while " + unit + " at work on " + of_thread(word, thread));
    return !what.empty();
  };
  for (unsigned t = 0; t < thread_count; ++t)
    if (tile_.packers.drained_from(t, cycle) > cycle && report(packers(t), "the packers are", last_pacr_[t].word, t)) break;
  for (unsigned which = 0; which < 2; ++which)
    for (size_t i = 0; const unpack_job* job = tile_.unpackers[which]->in_flight(i); ++i)
      if (job->kind == unpack_job::kind_t::regular &&
          report(unpacker(*job), "unpacker " + std::to_string(which) + " is", job->word, job->thread))
        break;
}

void hazard_watch::changed_in_flight(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle) {
  const backend_config& config = tile_.state.config;
  const auto reads = [&](unsigned thread) { return index >= first_global_word || config.state_id(thread) == bank; };
  const auto changes = [&](uint32_t bits) { return bits ? "changes " + name_of(index, bits) : std::string(); };
  const auto packers = [&](unsigned thread) {
    const accepted& last = last_pacr_[thread];
    // The thread's own, of the next tile: with bit 31 set it may come at once (tt-llk pull request 1220).
    const bool own = writing_.word && writing_.by == static_cast<int>(thread), next = own && insn::PACR::last(last.word);
    const bool stepped = next && is_packer_address(index) && (value >> 31 || cycle >= last.cycle + address_cycles);
    return changes(reads(thread) && !stepped ? (old ^ value) & all_masks().packers[index] : 0);
  };
  const auto unpacker = [&](const unpack_job& job) {
    const unsigned context = context_of(job);
    uint32_t bits = unpacker_bits(job, index);
    const cycle_t last = last_unpacr_[job.which][context];
    // An UNPACR behind the write in its own thread reads the old value: config_written_later.
    const bool behind = writing_.word && writing_.by == static_cast<int>(job.thread) && last + 1 >= cycle;
    if (!behind && cycle < last + address_cycles) bits |= all_masks().address[job.which][context][index];
    return changes(reads(job.thread) ? (old ^ value) & bits : 0);
  };
  find_at_work(cycle, packers, unpacker);
}

// SETC16 of StateID: what units at work for the thread read from now on is in the other bank.
void hazard_watch::bank_switched(unsigned thread, unsigned from, unsigned to, cycle_t cycle) {
  const auto& config = tile_.state.config.config;
  const auto switches = [&](unsigned user, auto&& bits_of) {
    for (unsigned i = 0; i < first_global_word && user == thread; ++i)
      if ((config[from & 1][i] ^ config[to & 1][i]) & bits_of(i)) return std::string("switches to the other bank of Config");
    return std::string();
  };
  find_at_work(
      cycle, [&](unsigned t) { return switches(t, [](unsigned i) { return all_masks().packers[i]; }); },
      [&](const unpack_job& job) { return switches(job.thread, [&](unsigned i) { return unpacker_bits(job, i); }); });
}

}  // namespace tensix
