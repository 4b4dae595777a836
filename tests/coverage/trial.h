// SPDX-License-Identifier: Apache-2.0
// Experiments on the functional machine: a machine full of values that follow from a seed, a short program on thread T0, and
// what is visible afterwards. Two experiments that differ in one field tell whether that field has an effect.
#pragma once
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/isa/isa.h"
#include "tests/functional/functional_machine.h"

namespace coverage {

using namespace tensix;

class random_bits {
 public:
  explicit random_bits(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}
  uint32_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>(state_ >> 16);
  }
  uint32_t below(uint32_t n) { return (*this)() % n; }
  bool one_in(uint32_t n) { return below(n) == 0; }

 private:
  uint64_t state_;
};

struct named_config_field {
  const char* name;
  config_field field;
};
struct named_thread_field {
  const char* name;
  thread_config_field field;
};
inline const std::vector<named_config_field>& config_fields() {
  static const std::vector<named_config_field> all = {
#define CONFIG_FIELD(name, word, lo, width) {#name, cfg::name},
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
  };
  return all;
}
inline const std::vector<named_thread_field>& thread_config_fields() {
  static const std::vector<named_thread_field> all = {
#define CONFIG_FIELD(name, word, lo, width)
#define THREAD_CONFIG_FIELD(name, reg, lo, width) {#name, tcfg::name},
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
  };
  return all;
}

// A machine with settings that make sense (BF16 everywhere, small addresses), of which some are replaced by random ones.
class trial {
 public:
  static constexpr uint32_t l1_bytes = 64 * 1024;

  explicit trial(uint64_t seed, bool strange_settings = true) : random_(seed) {
    machine_.state.diagnose.policy = on_undefined::warn;
    machine_.overlay_load = [](unsigned stream, unsigned reg) { return stream * 1000 + reg; };
    machine_.overlay_store = [this](unsigned stream, unsigned reg, uint32_t value) {
      overlay_ = (((overlay_ * 31 + stream) * 31 + reg) * 31 + value) * 1099511628211ull;
    };
    fill_memories(seed);
    usual_settings();
    if (strange_settings) strange();
  }

  tensix_state& state() { return machine_.state; }
  void set(config_field f, uint32_t value) {
    for (auto& bank : state().config.config) bank[f.word] = (bank[f.word] & ~f.place(~0u)) | f.place(value);
  }
  void set(thread_config_field f, uint32_t value) {
    uint16_t& r = state().config.thread[0][f.reg];
    r = static_cast<uint16_t>((r & ~f.place(~0u)) | f.place(value));
  }

  struct access {  // of the core: a store, or a load whose value is not used
    uint32_t address, value;
    bool load = false;
  };
  // `accesses` of the core, then `words`, all on T0.
  void run(const std::vector<uint32_t>& words, const std::vector<access>& accesses = {}) {
    auto source = std::make_unique<player>();
    for (const access& to : accesses) {
      step s;
      s.kind = to.load ? step::kind_t::load : step::kind_t::store;
      s.address = to.address;
      s.value = to.value;
      source->steps.push_back(s);
    }
    words_ = words;
    step push;
    push.kind = step::kind_t::push;
    push.words = words_.data();
    push.count = static_cast<uint32_t>(words_.size());
    source->steps.push_back(push);
    std::array<std::unique_ptr<step_source>, stream_cores> cores;
    cores[0] = std::move(source);
    outcome = machine_.run(std::move(cores)).how;
  }

  // Everything a later instruction could see, without the configuration.
  uint64_t fingerprint() const {
    uint64_t h = (1469598103934665603ull + static_cast<uint64_t>(outcome)) ^ overlay_;
    const tensix_state& s = machine_.state;
    const auto add = [&h](const void* data, size_t bytes) {
      const auto* p = static_cast<const unsigned char*>(data);
      for (; bytes >= 8; p += 8, bytes -= 8) {
        uint64_t x;
        std::memcpy(&x, p, 8);
        h = (h ^ x) * 1099511628211ull;
        h ^= h >> 29;
      }
      for (; bytes; ++p, --bytes) h = (h ^ *p) * 1099511628211ull;
    };
    add(s.l1.data(), s.l1.size());
    add(s.gpr, sizeof s.gpr);
    add(s.adc, sizeof s.adc);
    add(s.rwc, sizeof s.rwc);
    for (const src_register* r : {&s.srca, &s.srcb}) {
      for (const src_bank& b : r->bank) {
        add(b.row, sizeof b.row);
        h = h * 31 + static_cast<unsigned>(b.allowed_client) * 16 + b.format;
      }
      h = (h * 31 + r->unpack_bank) * 31 + r->matrix_bank;
      add(r->src_row, sizeof r->src_row);
    }
    add(s.dst.bits, sizeof s.dst.bits);
    add(s.dst.row_valid, sizeof s.dst.row_valid);
    for (const semaphore& x : s.sem) h = h * 31 + x.value * 16 + x.max;
    add(s.mutex_owner, sizeof s.mutex_owner);
    return h;
  }
  uint64_t fingerprint_with_configuration() const {
    uint64_t h = fingerprint();
    for (const auto& bank : machine_.state.config.config)
      for (uint32_t w : bank) h = (h ^ w) * 1099511628211ull;
    for (const auto& t : machine_.state.config.thread)
      for (uint16_t w : t) h = (h ^ w) * 1099511628211ull;
    return h;
  }
  std::string diagnoses() const {
    std::string all;
    for (const diagnosis& d : machine_.state.diagnose.reports()) all += d.to_string() + "\n";
    return all;
  }

  functional_machine::outcome outcome = functional_machine::outcome::done;

 private:
  struct player : step_source {
    std::vector<step> steps;
    size_t at = 0;
    bool next(step& out) override {
      if (at == steps.size()) return false;
      out = steps[at++];
      return true;
    }
  };

  random_bits random_;
  functional_machine machine_{l1_bytes};
  std::vector<uint32_t> words_;
  uint64_t overlay_ = 0;  // what was stored there

  void fill_memories(uint64_t seed) {
    // Generating all of it anew for each of thousands of machines would take most of the time.
    static const auto images = [] {
      std::vector<std::vector<uint32_t>> made(4);
      random_bits r(77);
      for (auto& image : made) {
        image.resize(l1_bytes / 4 + 2 * most_src_banks * src_rows * row_datums);
        for (uint32_t& w : image) w = r() & (r.one_in(4) ? 0xf : ~0u);  // small numbers too
      }
      return made;
    }();
    const auto& image = images[seed % images.size()];
    tensix_state& s = state();
    std::memcpy(s.l1.data(), image.data(), l1_bytes);
    std::memcpy(s.dst.bits, image.data() + 100, sizeof s.dst.bits);
    for (unsigned i = 0; i < dst_rows; ++i) s.dst.row_valid[i] = (image[i] & 7) != 0;
    const uint32_t* from = image.data() + l1_bytes / 4;
    for (src_register* r : {&s.srca, &s.srcb})
      for (src_bank& b : r->bank)
        for (auto& row : b.row)
          for (uint32_t& datum : row) datum = *from++ & 0x7ffff;
    const bool matrix = random_.one_in(2), mixed = random_.one_in(5);
    for (src_register* r : {&s.srca, &s.srcb}) {
      for (src_bank& b : r->bank) {
        b.allowed_client = (mixed ? random_.one_in(2) : matrix) ? src_client::matrix_unit : src_client::unpackers;
        b.format = random_.one_in(3) ? static_cast<uint8_t>(random_.below(16)) : 5;
      }
      r->unpack_bank = random_.below(2);
      r->matrix_bank = random_.below(2);
      for (uint32_t& row : r->src_row) row = 16 * random_.below(4);
    }
    for (auto& thread : s.gpr)
      for (uint32_t& r : thread) r = random_.below(0x400) + (random_.below(0x400) << 16) * random_.below(2);
    for (auto& thread : s.adc)
      for (auto& set : thread.set) {
        for (auto& c : set.channel) {
          c.y = random_.below(3), c.y_cr = random_.below(3);
          c.z = random_.below(3), c.w = random_.below(2);
        }
        set.channel[0].x = random_.one_in(3) ? random_.below(4) : 0;
        set.channel[1].x = 15 + (random_.one_in(2) ? 16 * random_.below(8) : 0);
      }
    for (auto& r : s.rwc) {
      r.dst = 8 * random_.below(16), r.dst_cr = random_.below(64);
      r.srca = random_.below(64), r.srca_cr = random_.below(64);
      r.srcb = random_.below(64), r.srcb_cr = random_.below(64);
      r.fidelity_phase = random_.below(4);
    }
    for (semaphore& x : s.sem) x = {static_cast<uint8_t>(random_.below(4)), static_cast<uint8_t>(random_.below(4))};
    for (uint8_t& owner : s.mutex_owner) owner = static_cast<uint8_t>(random_.one_in(3) ? 1 + random_.below(3) : 0);
  }

  void usual_settings() {
    using namespace cfg;
    const auto both = [&](config_field f, uint32_t value) {
      set(f, value);
      set(f.further(thcon_section_words), value);
    };
    const auto whole = [](unsigned word) { return config_field{static_cast<uint16_t>(word), 0, 32}; };
    constexpr uint32_t bf16 = 5;
    set(ALU_FORMAT_SPEC_REG0_SrcA, bf16);
    set(ALU_FORMAT_SPEC_REG1_SrcB, bf16);
    set(ALU_FORMAT_SPEC_REG2_Dstacc, bf16);
    both(THCON_SEC0_REG0_TileDescriptor, bf16 | 1 << 4 | 256u << 16);
    both(THCON_SEC0_REG0_TileDescriptor.further(1), 4 | 2 << 16);
    both(THCON_SEC0_REG0_TileDescriptor.further(2), 2);
    both(THCON_SEC0_REG2_Out_data_format, bf16);
    for (uint16_t context = 0; context < 8; ++context) {
      both(THCON_SEC0_REG3_Base_address.further(context), 0x100 + 0x40 * context);
    }
    for (uint16_t word : {73, 121}) set(whole(word), 0x000f000f);
    for (uint16_t word = 92; word < 96; ++word) both(config_field{word, 16, 16}, 0x5555);
    for (uint16_t word : {86, 87}) both(whole(word), 0x01000100);
    both(THCON_SEC0_REG2_Context_count, 3);
    set(whole(56), 0x00200000), set(whole(57), 0x01000200);  // strides of both sides of both unpackers, packers
    set(whole(58), 0x00200000), set(whole(59), 0x01000200);
    for (unsigned packer = 0; packer < packer_count; ++packer) {
      set(field_of_packer(THCON_SEC0_REG1_Disable_zero_compress, packer), 1);
      set(field_of_packer(THCON_SEC0_REG1_In_data_format, packer), bf16);
      set(field_of_packer(THCON_SEC0_REG1_Out_data_format, packer), bf16);
      set(field_of_packer(THCON_SEC0_REG1_L1_Dest_addr, packer), 0x800);
      set(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.further(packer), 16);
    }
    for (uint16_t word : {100, 102, 148, 150}) set(config_field{word, 0, 17}, 0x1ffff);
    set(PCK0_ADDR_CTRL_XY_REG_0_Xstride, 2);
    set(PCK0_ADDR_CTRL_XY_REG_0_Ystride, 32);
    set(PCK0_ADDR_CTRL_ZW_REG_0_Zstride, 512);
    set(PCK0_ADDR_CTRL_ZW_REG_0_Wstride, 2048);
    set(PCK0_ADDR_CTRL_XY_REG_1_Ystride, 32);
    set(PCK0_ADDR_CTRL_ZW_REG_1_Zstride, 512);
    set(PCK0_ADDR_CTRL_ZW_REG_1_Wstride, 2048);
    set(PCK_EDGE_OFFSET_SEC0_mask, 0xffff);
    for (unsigned i = 0; i < 8; ++i) {
      set(tcfg::ADDR_MOD_AB_SEC0_SrcAIncr.section(i), i + 1);
      set(tcfg::ADDR_MOD_AB_SEC0_SrcBIncr.section(i), i + 2);
      set(tcfg::ADDR_MOD_DST_SEC0_DestIncr.section(i), 4 * i + 1);
      if (i < 4) set(tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.section(i), i + 1);
    }
    state().config.config[1][DEST_REGW_BASE_Base.word] = 24;
    for (unsigned i = 0; i < 4; ++i) set(tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(i), 10 + i);
  }

  void strange() {
    const uint32_t one_in = std::array<uint32_t, 4>{0, 100, 20, 5}[random_.below(4)];
    if (one_in == 0) return;
    for (const auto& f : config_fields()) {
      if (!random_.one_in(one_in) || f.field.word == state_reset_word || f.field.word == prng_seed_word) continue;
      const bool address = f.field.width > 16 || std::strstr(f.name, "address") || std::strstr(f.name, "Base_");
      set(f.field, address ? random_.below(0x200) : f.field.width > 8 && random_.one_in(2) ? random_.below(64) : random_());
    }
    for (const auto& f : thread_config_fields())
      if (f.field.reg != 0 && random_.one_in(one_in)) set(f.field, random_());
  }
};

// `word` with every field zero or random.
inline uint32_t random_instruction(opcode op, random_bits& random) {
  uint32_t word = word_of(op);
  const uint32_t nonzero_in = 1 + random.below(4);
  for (const named_field& f : info(op).fields)
    if (random.one_in(nonzero_in)) word |= f.field.place(random());
  return word;
}
inline uint32_t with_field(uint32_t word, instruction_field f, uint32_t value) {
  return (word & ~f.place(~0u)) | f.place(value);
}

}  // namespace coverage
