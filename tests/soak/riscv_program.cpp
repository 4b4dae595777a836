// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_program.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "tests/soak/riscv_carried.h"
#include "tests/soak/riscv_pieces.h"

namespace tensix::soak {

namespace {

constexpr uint32_t mailbox_base = 0xFFEC0000, mailbox_stride = 0x1000, semaphore_base = 0xFFE80020;
constexpr uint32_t mailbox_page(unsigned core) { return mailbox_base + mailbox_stride * (core == core_b ? 0 : core + 1); }

// One core gives another some words. All cores do those they take part in in one order, so nobody waits for ever.
struct message {
  enum class way : uint8_t { l1, mailbox, semaphore } how = way::l1;
  unsigned number, from, to;
  unsigned slot;       // of the sender's messages in L1
  unsigned semaphore;  // way::semaphore: which
  bool left_out;
};

struct layout {
  uint32_t area[core_count];
};

void put_send(emitter& out, riscv_random& r, const message& m, const layout& at) {
  const uint32_t slot = at.area[m.from] + core_area::messages + 16 * m.slot;
  const auto any = [&] { return role::first_free + r.below(role::free_count); };
  if (m.how == message::way::mailbox) {
    out.li(role::scratch, mailbox_page(m.to));
    return out.store("sw", any(), role::scratch, 0);
  }
  out.li(role::scratch, slot);
  for (int32_t offset = 4; offset < 16; offset += 4) out.store("sw", any(), role::scratch, offset);
  if (m.how == message::way::l1) {  // behind the words: one region, so the order stays
    out.i("addi", role::scratch2, 0, 1);
    if (r.one_in(3)) return out.r("amoor.w", 0, role::scratch, role::scratch2);
    return out.store("sw", role::scratch2, role::scratch, 0);
  }
  // Another region: the words must have been written before.
  out.i("lw", role::scratch2, role::scratch, 12);
  out.use(role::scratch2);
  out.li(role::scratch, semaphore_base + 4 * m.semaphore);
  out.store("sw", 0, role::scratch, 0);
}

void put_receive(emitter& out, riscv_random& r, const message& m, const layout& at) {
  const uint32_t slot = at.area[m.from] + core_area::messages + 16 * m.slot;
  const auto any = [&] { return role::first_free + r.below(role::free_count); };
  if (m.how == message::way::mailbox) {
    out.li(role::scratch, mailbox_page(m.from));
    if (r.one_in(2)) {
      const uint32_t top = out.here();
      out.i("lw", role::scratch2, role::scratch, 4);
      out.branch_to("beq", role::scratch2, 0, top);
    }
    out.i("lw", any(), role::scratch, 0);
    return;
  }
  if (m.how == message::way::semaphore) {
    out.li(role::scratch, semaphore_base + 4 * m.semaphore);
    const uint32_t top = out.here();
    out.i("lw", role::scratch2, role::scratch, 0);
    out.branch_to("beq", role::scratch2, 0, top);
    out.li(role::scratch2, 1);
    out.store("sw", role::scratch2, role::scratch, 0);  // taken
    out.fence();
    out.li(role::scratch, slot);
  } else {
    out.li(role::scratch, slot);
    const uint32_t top = out.here();
    if (r.one_in(3)) {
      out.r("amoor.w", role::scratch2, role::scratch, 0);
    } else {
      out.fence();  // or the L0 data cache answers for ever
      for (uint32_t n = r.below(3); n; --n) out.put(riscv_test::asm_nop);
      out.i("lw", role::scratch2, role::scratch, 0);
    }
    out.branch_to("beq", role::scratch2, 0, top);
  }
  for (int32_t offset = 4; offset < 16; offset += 4) out.i("lw", any(), role::scratch, offset);
}

// What the cores tell one another. Mailboxes (of four entries) and semaphores only if nobody else uses them.
std::vector<message> plan(riscv_random& r, const riscv_program& p, const riscv_options& options) {
  std::vector<message> all;
  std::vector<unsigned> used;
  for (unsigned i = 0; i < core_count; ++i)
    if (p.core[i].used) used.push_back(i);
  unsigned slots[core_count] = {}, letters[core_count] = {}, semaphores = 0;
  const uint32_t count = used.size() < 2 || r.one_in(4) ? 0 : r.between(1, 12);
  for (uint32_t number = 0; number < count; ++number) {
    const uint32_t a = r.below(static_cast<uint32_t>(used.size())), b = r.below(static_cast<uint32_t>(used.size() - 1));
    message m{};
    m.number = number;
    m.from = used[a];
    m.to = used[b < a ? b : b + 1];
    const uint32_t way = r.below(4);
    if (way == 0 && p.own_mailboxes && m.from != core_nc && m.to != core_nc && letters[m.from] < 4) {
      m.how = message::way::mailbox;
      ++letters[m.from];
    } else if (way == 1 && p.own_semaphores && std::max(m.from, m.to) < core_b && semaphores < 8) {
      m.how = message::way::semaphore;
      m.semaphore = semaphores++;
    }
    if (m.how != message::way::mailbox) {
      if (slots[m.from] == core_area::message_slots) continue;
      m.slot = slots[m.from]++;
    }
    const auto& out = options.messages_left_out;
    m.left_out = std::find(out.begin(), out.end(), number) != out.end();
    all.push_back(m);
  }
  return all;
}

void put_begin(emitter& out, riscv_random& r, uint32_t area) {
  out.li(role::sp, data_ram_base + data_ram_stack_top);
  out.li(role::area, area + core_area::play + core_area::play_bytes / 2);
  out.li(role::ram, data_ram_base + data_ram_play + data_ram_play_bytes / 2);
  out.li(role::outer, 0);
  out.li(role::inner, 0);
  put_values(out, r);
  for (unsigned f = 0; f < 32; ++f) {
    out.li(role::scratch, telling_word(r));
    out.r("fmv.f", f, role::scratch);
  }
}

// Every register into the area, and a digest of them that the core works out itself.
void put_end(emitter& out, uint32_t area) {
  out.li(role::scratch, area + core_area::registers);
  out.li(role::scratch2, 0);
  int32_t offset = 0;
  const auto digest = [&](unsigned reg) {
    out.i("rori", role::scratch2, role::scratch2, 27);
    out.r("add", role::scratch2, role::scratch2, reg);
    out.store("sw", reg, role::scratch, offset);
    offset += 4;
  };
  for (unsigned x = role::outer; x < 32; ++x) digest(x);
  for (unsigned f = 0; f < 32; ++f) {
    out.r("fmv.x", role::scratch3, f);
    digest(role::scratch3);
  }
  out.csr("csrrs", role::scratch3, 0x003, 0);
  digest(role::scratch3);
  out.store("sw", role::scratch2, role::scratch, core_area::digest - core_area::registers);
  for (const unsigned x : {role::scratch, role::scratch2, role::scratch3, role::ra}) out.li(x, 0);
  out.put(riscv_test::asm_ebreak);
}

bool touches(const program& carried, uint32_t base, uint32_t bytes) {
  const auto inside = [&](uint32_t address) { return address - base < bytes; };
  for (const auto& core : carried.core)
    for (const directive& d : core) {
      const bool plain = d.kind == step::kind_t::store || d.kind == step::kind_t::load || d.kind == step::kind_t::poll;
      if (plain && inside(d.address)) return true;
      if (d.kind == step::kind_t::copy && (inside(d.address) || inside(d.address2))) return true;
    }
  for (const memory_fill& f : carried.memory)
    for (size_t i = 0; i < f.words.size(); ++i)
      if (inside(f.address + 4 * static_cast<uint32_t>(i))) return true;
  return false;
}

}  // namespace

riscv_program generate_cores(uint64_t seed, const program* carried, const riscv_options& options) {
  riscv_random r(seed);
  riscv_program p;
  p.seed = seed;
  p.window = options.window;
  p.carries = carried != nullptr;
  if (carried && touches(*carried, data_ram_base + data_ram_play, 0x2000 - data_ram_play))
    throw std::invalid_argument("the Tensix program of seed " + std::to_string(carried->seed) +
                                " uses the cores' part of a data RAM");
  if (carried && touches(*carried, p.window.base, p.window.bytes))
    throw std::invalid_argument("the Tensix program of seed " + std::to_string(carried->seed) +
                                " uses the cores' window of L1");
  // Semaphores and mailboxes belong to the Tensix program, if there is one: its instructions use them too.
  p.own_mailboxes = p.own_semaphores = !carried;
  layout at;
  const uint32_t wanted = r.one_in(3) ? r.between(1, 31) : 31;
  static const std::vector<directive> none;
  const auto steps_of_core = [&](unsigned i) -> const std::vector<directive>& {
    return carried && i < stream_cores ? carried->core[i] : none;
  };
  for (unsigned i = 0; i < core_count; ++i) {
    p.core[i].used = ((wanted & options.cores) >> i & 1) != 0 || !steps_of_core(i).empty();
    p.core[i].area = at.area[i] = p.window.base + core_area::bytes * i;
  }
  if (std::none_of(p.core.begin(), p.core.end(), [](const auto& c) { return c.used; }))
    for (unsigned i = 0; i < core_count; ++i) p.core[i].used = (options.cores >> i & 1) != 0;
  const std::vector<message> messages = plan(r, p, options);
  p.waits = !messages.empty();

  uint32_t next = p.window.base + core_area::bytes * core_count;
  for (unsigned i = 0; i < core_count; ++i) {
    riscv_core_program& c = p.core[i];
    if (!c.used) continue;
    riscv_random mine = riscv_random::of_part(seed, 1 + i);
    for (uint32_t k = 0; k < core_area::bytes / 4; ++k)
      c.area_words.push_back(k < core_area::play_bytes / 4 ? telling_word(mine) : 0);
    c.data_ram.resize(data_ram_play / 4);
    for (uint32_t k = 0; k < data_ram_play_bytes / 4; ++k) c.data_ram.push_back(telling_word(mine));
    c.entry = next + 4 * mine.below(4);  // anywhere in a line of the instruction cache
    emitter out(c.entry);
    put_begin(out, mine, c.area);

    // Messages before the first and behind the last step of `carried`, pieces anywhere.
    std::vector<const message*> own;
    for (const message& m : messages)
      if (m.from == i || m.to == i) own.push_back(&m);
    const size_t steps = steps_of_core(i).size();
    const unsigned pieces = mine.below(options.most_pieces + 1);
    c.pieces = pieces;
    unsigned piece = 0, done_steps = 0;
    size_t told = 0;
    const piece_options what{options.floating, !carried};  // `carried` may look at the clock itself
    const size_t early = messages.size() / 2;              // the first half goes before the steps
    const auto put_message = [&] {
      const message& m = *own[told++];
      if (m.left_out) return;
      riscv_random its = riscv_random::of_part(seed, 0x10000 + 2 * m.number + (m.from == i));
      if (m.from == i) put_send(out, its, m, at);
      else put_receive(out, its, m, at);
    };
    const auto is_early = [&] { return told < own.size() && own[told]->number < early; };
    carried_writer steps_out(out, i);
    for (;;) {
      const bool more_pieces = piece < pieces, more_steps = done_steps < steps;
      const bool message_now = told < own.size() && (is_early() || !more_steps);
      if (!more_pieces && !more_steps && !message_now) break;
      const uint32_t turn =
          mine.below(static_cast<uint32_t>(pieces - piece + (steps - done_steps) / 4 + (message_now ? 4 : 0) + 1));
      if (more_pieces && (turn < pieces - piece || (!more_steps && !message_now))) {
        riscv_random its = riscv_random::of_part(seed, 0x20000 + 0x1000 * i + piece);
        const auto& left = options.left_out[i];
        if (std::find(left.begin(), left.end(), piece) == left.end()) put_piece(out, its, what);
        ++piece;
      } else if (message_now) {
        put_message();
      } else if (more_steps) {
        riscv_random its = riscv_random::of_part(seed, 0x100000 * (1 + i) + done_steps);
        steps_out.put(its, steps_of_core(i)[done_steps++]);
      }
    }
    steps_out.finish();
    put_end(out, c.area);
    c.words = std::move(out.words);
    next = (c.entry + 4 * static_cast<uint32_t>(c.words.size()) + 15) & ~15u;
    if (next > p.window.base + p.window.bytes)
      throw std::length_error("the code of seed " + std::to_string(seed) + " does not fit into the cores' window of L1");
    p.waits |= carried != nullptr;
  }
  return p;
}

riscv_program shortened(riscv_program p, const std::function<bool(const riscv_program&)>& fails) {
  constexpr size_t end_words = 5;  // of put_end: scratch registers to zero, ebreak
  for (size_t piece = 256; piece; piece /= 2)
    for (riscv_core_program& c : p.core)
      for (size_t from = 0; from + end_words < c.words.size(); from += piece) {
        const size_t to = std::min(from + piece, c.words.size() - end_words);
        const auto first = c.words.begin() + static_cast<std::ptrdiff_t>(from),
                   last = c.words.begin() + static_cast<std::ptrdiff_t>(to);
        const std::vector<uint32_t> before(first, last);
        if (std::all_of(first, last, [](uint32_t w) { return w == riscv_test::asm_nop; })) continue;
        std::fill(first, last, riscv_test::asm_nop);
        if (!fails(p)) std::copy(before.begin(), before.end(), first);
      }
  return p;
}

std::string words_text(const riscv_program& p, unsigned core) {
  std::string text;
  char one[24];
  for (const uint32_t w : p.core[core].words) {
    std::snprintf(one, sizeof one, "0x%08x,\n", w);
    text += one;
  }
  return text;
}

std::string listing(const riscv_program& p) {
  using riscv_test::form;
  std::string text = "# seed " + std::to_string(p.seed) + "\n";
  char line[96];
  for (unsigned i = 0; i < core_count; ++i) {
    const riscv_core_program& c = p.core[i];
    if (!c.used) continue;
    text += "# core " + std::string(core_name(i)) + "\n";
    for (size_t k = 0; k < c.words.size(); ++k) {
      const uint32_t w = c.words[k];
      if (w == riscv_test::asm_nop) continue;
      const char* name = (w & 3) == 3 ? "?" : ".ttinsn";
      if ((w & 3) == 3)
        for (const auto& e : riscv_test::encodings())
          if ((w & e.mask) == e.match) name = e.name;
      const uint32_t rd = w >> 7 & 31, rs1 = w >> 15 & 31, rs2 = w >> 20 & 31;
      const uint32_t shown = (w & 3) == 3 ? w : (w >> 2 | w << 30);
      std::snprintf(line, sizeof line, "%08x: %08x  %-10s rd %-2u rs1 %-2u rs2 %-2u imm %d\n",
                    c.entry + 4 * static_cast<uint32_t>(k), shown, name, rd, rs1, rs2, static_cast<int32_t>(w) >> 20);
      text += line;
    }
  }
  return text;
}

}  // namespace tensix::soak
