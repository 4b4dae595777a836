// SPDX-License-Identifier: Apache-2.0
// What the RISC-V cores cost the host: the same work of the tile (the words of a built-in kernel) once from stream players,
// once from programs on the cores. Nobody records the critical path. Prints JSON: seconds of processor time (median of the runs), and
// the speed relative to `players`.
//
//   bench_riscv_core [datacopy|matmul [TILES [RUNS]]]
//   bench_riscv_core alone [ROUNDS]       million instructions a second of one core that computes, loads and stores
//
//   players   no cores
//   compiled  T0, T1, T2 run the kernel as loops; B computes all the time
//   busy      likewise, but between its pushes and whenever it would wait in a poll a core loads, computes and stores in L1
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "models/memory/address_map.h"
#include "platform/parameters.h"
#include "riscv_core/riscv_assembler.h"
#include "testbench/run/simulation.h"
#include "workload/kernels/kernel_function.h"
#include "workload/tensors/tensor.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

constexpr uint32_t code_base = 0x140000, code_bytes = 0x8000, scratch_base = 0x170000, scratch_bytes = 0x400;
constexpr unsigned rounds = 19, scratch = 20, sum = 21, first_counter = 22;  // registers of a program
enum class mode : uint8_t { players, compiled, busy };

struct program {
  std::vector<uint32_t> words;
  size_t here() const { return words.size(); }
  void operator()(uint32_t word) { words.push_back(word); }
  void li(unsigned rd, uint32_t value) { append_li(words, rd, value); }
  void branch(const char* name, unsigned a, unsigned b, size_t target) {
    words.push_back(asm_branch(name, a, b, 4 * (static_cast<int32_t>(target) - static_cast<int32_t>(here()))));
  }
  // A subroutine: a round of work on 1 KiB of L1: loads of which one goes out to L1, arithmetic, stores that coalesce.
  size_t work_at = 0;
  void define_work() {
    work_at = here();
    (*this)(asm_i("lw", 10, scratch, 0));
    (*this)(asm_i("lw", 11, scratch, 4));
    (*this)(asm_i("addi", sum, sum, 1));
    (*this)(asm_i("addi", scratch, scratch, 16));
    (*this)(asm_i("andi", scratch, scratch, static_cast<int32_t>(~scratch_bytes)));  // the buffer repeats
    (*this)(asm_r("add", 12, 10, sum));
    (*this)(asm_r("xor", 13, 11, sum));
    (*this)(asm_store("sw", 12, scratch, 64));
    (*this)(asm_store("sw", 13, scratch, 68));
    (*this)(asm_i("jalr", 0, 1, 0));
  }
  void work() { words.push_back(word_j(1, 4 * (static_cast<int32_t>(work_at) - static_cast<int32_t>(here())))); }
  void begin() {  // jumps over the subroutine
    words.push_back(0);
    define_work();
    words[0] = word_j(0, 4 * static_cast<int32_t>(here()));
  }
};

struct element {  // of a program: one word pushed, one store, load or poll
  step s;
  uint32_t word = 0;
};

std::vector<element> elements_of(step_source& source) {
  std::vector<element> all;
  for (step s; source.next(s);) {
    if (s.kind != step::kind_t::push) all.push_back({s, 0});
    else
      for (uint32_t i = 0; i < s.count; ++i) all.push_back({s, s.words[i]});
  }
  return all;
}

// A poll or store of a count in L1: such counts go on from round to round of a loop.
bool counts(const element& e) { return e.s.kind != step::kind_t::push && e.s.address < default_l1_bytes; }
bool same_place(const element& a, const element& b) {
  return a.s.kind == b.s.kind && a.word == b.word &&
         (a.s.kind == step::kind_t::push || (a.s.address == b.s.address && a.s.how == b.s.how));
}

struct loop {
  size_t from = 0, length = 0, rounds = 0;
  std::vector<std::pair<uint32_t, uint32_t>> more;  // addresses of counts, and by how much they go on in a round
  unsigned counter_of(uint32_t address) const {     // the register that holds how much that is so far
    unsigned i = 0;
    while (more[i].first != address) ++i;
    return first_counter + i;
  }
};
// The repeated part: the longest stretch around the middle that repeats.
loop find_loop(const std::vector<element>& e) {
  loop best;
  for (size_t length = 8; length <= 4000 && 3 * length < e.size(); ++length) {
    const size_t middle = e.size() / 2;
    loop l{middle, length, 0, {}};
    for (size_t i = middle; i < middle + length && i + length < e.size(); ++i) {
      const auto known = [&](const auto& m) { return m.first == e[i].s.address; };
      if (counts(e[i]) && std::none_of(l.more.begin(), l.more.end(), known))
        l.more.emplace_back(e[i].s.address, e[i + length].s.value - e[i].s.value);
    }
    const auto repeats = [&](size_t i) {
      const element &a = e[i], &b = e[i + length];
      if (!same_place(a, b)) return false;
      if (!counts(a)) return a.s.value == b.s.value;
      for (const auto& [address, more] : l.more)
        if (address == a.s.address) return b.s.value == a.s.value + more;
      return false;
    };
    size_t to = middle;
    while (l.from > 0 && repeats(l.from - 1)) --l.from;
    while (to + length < e.size() && repeats(to)) ++to;
    l.rounds = to > l.from ? (to - l.from) / length + 1 : 0;
    if (l.rounds > 2 && l.rounds * length > best.length * best.rounds) best = l;
  }
  return best;
}

// `in`: of a loop.
void emit(program& p, const element& e, const loop* in, mode m, unsigned& since_work) {
  constexpr unsigned words_a_round = 4;  // of pushes, when busy
  switch (e.s.kind) {
    case step::kind_t::push:
      if (m == mode::busy && ++since_work % words_a_round == 0) p.work();
      p(asm_ttinsn(e.word));
      break;
    case step::kind_t::store:
      p.li(5, e.s.address);
      p.li(6, e.s.value);
      if (in && counts(e)) p(asm_r("add", 6, 6, in->counter_of(e.s.address)));
      p(asm_store("sw", 6, 5, 0));
      break;
    case step::kind_t::poll: {
      p.li(5, e.s.address);
      p.li(6, e.s.value);
      if (in && counts(e)) p(asm_r("add", 6, 6, in->counter_of(e.s.address)));
      if (m == mode::busy) p(word_j(0, 8));  // works when it has to wait
      const size_t again = p.here();
      if (m == mode::busy) p.work();
      if (counts(e)) p(asm_fence);
      p(asm_i("lw", 7, 5, 0));
      switch (e.s.how) {
        case comparison::eq: p.branch("bne", 7, 6, again); break;
        case comparison::ne: p.branch("beq", 7, 6, again); break;
        case comparison::lt: p.branch("bgeu", 7, 6, again); break;
        case comparison::le: p.branch("bltu", 6, 7, again); break;
        case comparison::gt: p.branch("bgeu", 6, 7, again); break;
        default: p.branch("bltu", 7, 6, again); break;
      }
      break;
    }
    case step::kind_t::sync:
      p.li(5, address_map::ttsync_done);
      p(asm_i("lw", 7, 5, 0));
      p(asm_i("addi", 7, 7, 0));
      break;
    default: std::fprintf(stderr, "bench_riscv_core: a step that is not translated\n"); std::exit(1);
  }
}

std::vector<uint32_t> translate(const kernel& k, unsigned core, mode m) {
  const auto source = k.program(core);
  const std::vector<element> e = elements_of(*source);
  const loop l = find_loop(e);
  if (l.rounds == 0) std::fprintf(stderr, "bench_riscv_core: no loop is found in so few tiles\n"), std::exit(1);
  program p;
  p.begin();
  p.li(scratch, scratch_base + core * 2 * scratch_bytes);
  for (unsigned i = 0; i < l.more.size(); ++i) p.li(first_counter + i, 0);
  p.li(rounds, static_cast<uint32_t>(l.rounds));
  unsigned since_work = 0;
  for (size_t i = 0; i < l.from; ++i) emit(p, e[i], nullptr, m, since_work);
  const size_t top = p.here();
  for (size_t i = l.from; i < l.from + l.length; ++i) emit(p, e[i], &l, m, since_work);
  for (const auto& [address, more] : l.more)
    p(asm_i("addi", l.counter_of(address), l.counter_of(address), static_cast<int32_t>(more)));
  p(asm_i("addi", rounds, rounds, -1));
  p.words.push_back(asm_branch("beq", rounds, 0, 8));
  p(word_j(0, 4 * (static_cast<int32_t>(top) - static_cast<int32_t>(p.here()))));
  for (size_t i = l.from + l.length * l.rounds; i < e.size(); ++i) emit(p, e[i], nullptr, m, since_work);
  p(asm_ebreak);
  return p.words;
}

// B computes until the last tile is taken.
std::vector<uint32_t> other_work(const kernel& k, mode m) {
  program p;
  p.begin();
  p.li(scratch, scratch_base + 3 * 2 * scratch_bytes);
  p.li(5, k.output().consumed);
  p.li(6, static_cast<uint32_t>(k.output().tiles()));
  const size_t top = p.here();
  for (unsigned i = 0; i < 8; ++i) {
    if (m == mode::busy) p.work();
    else
      for (unsigned j = 0; j < 8; ++j) p(asm_i("addi", 21 + j, 21 + j, 3));
  }
  p(asm_fence);
  p(asm_i("lw", 7, 5, 0));
  p.branch("bne", 7, 6, top);
  p(asm_ebreak);
  return p.words;
}

struct measured {
  double seconds = 0;
  cycle_t cycles = 0;
  uint64_t instructions = 0;
  bool right = false;
};

measured measure(const kernel_options& options, mode m) {
  const kernel k(options);
  const parameters p = load_configuration("blackhole");
  simulation sim(p, on_undefined::stop);
  sim.why.reset();  // as with --quiet
  const tensor a = make_test_tensor(options.m, options.kernel->inner_dimension() ? options.k : options.n, 1),
               b = make_test_tensor(options.k, options.n, 2);
  std::vector<const tensor*> list{&a};
  if (options.kernel->inner_dimension()) list.push_back(&b);
  auto& l1 = sim.tile().state().l1;
  circular_buffer_feed feed(k.inputs(), k.output(), list, l1.data());
  if (m == mode::players) {
    for (unsigned core = 0; core < thread_count; ++core) sim.play(core, k.program(core));
  } else {
    riscv_cores& cores = sim.use_cores();
    for (unsigned core = 0; core < stream_cores; ++core) {
      const std::vector<uint32_t> words = core == core_b ? other_work(k, m) : translate(k, core, m);
      if (4 * words.size() > code_bytes) std::fprintf(stderr, "bench_riscv_core: program too long\n"), std::exit(1);
      const uint32_t at = code_base + core * code_bytes;
      std::copy_n(reinterpret_cast<const uint8_t*>(words.data()), 4 * words.size(), &l1[at]);
      cores.start(core, at);
    }
  }
  sim.feed(feed);
  const std::clock_t from = std::clock();
  const run_result r = sim.run({});
  measured result;
  result.seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
  result.cycles = r.cycles;
  result.right = r.how == run_outcome::done && compare(feed.output(), k.expected(list)).pcc > 0.9999;
  if (!r.text.empty()) std::fprintf(stderr, "%s\n", r.text.c_str());
  for (unsigned core = 0; sim.cores() && core < stream_cores; ++core)
    result.instructions += sim.cores()->core(core).instructions();
  return result;
}

// Seven instructions a round and two for the loop, all of whose data are in the data RAM.
int measure_alone(uint32_t rounds_wanted) {
  simulation sim(load_configuration("blackhole"), on_undefined::stop);
  sim.why.reset();
  program w;
  w.li(31, address_map::local_ram_base);
  w.li(29, rounds_wanted);
  const size_t loop = w.here();
  for (const uint32_t word :
       {asm_i("addi", 10, 10, 1), asm_r("xor", 12, 12, 10), asm_i("lw", 13, 31, 4), asm_r("add", 14, 13, 12),
        asm_store("sw", 14, 31, 8), asm_r("mul", 15, 14, 10), asm_i("srli", 16, 15, 3), asm_i("addi", 29, 29, -1)})
    w(word);
  w.branch("bne", 29, 0, loop);
  w(asm_ebreak);
  auto& l1 = sim.tile().state().l1;
  std::copy_n(reinterpret_cast<const uint8_t*>(w.words.data()), 4 * w.words.size(), &l1[code_base]);
  riscv_cores& cores = sim.use_cores();
  cores.start(0, code_base);
  const std::clock_t from = std::clock();
  const run_result r = sim.run({});
  const double seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
  const auto instructions = static_cast<double>(cores.core(0).instructions());
  std::printf("{\"host_seconds\": %.4f, \"instructions\": %.0f, \"million_instructions_per_second\": %.1f}\n", seconds,
              instructions, instructions / seconds * 1e-6);
  return r.how == run_outcome::done ? 0 : 1;
}

}  // namespace

// One simulation a process.
measured measure_in_child(const kernel_options& options, mode m) {
  measured r;
  int channel[2], status = 0;
  if (pipe(channel) != 0) return r;
  const pid_t child = fork();
  if (child == 0) {
    r = measure(options, m);
    _exit(write(channel[1], &r, sizeof r) == sizeof r ? 0 : 1);
  }
  close(channel[1]);
  if (read(channel[0], &r, sizeof r) != sizeof r) r.right = false;
  close(channel[0]);
  waitpid(child, &status, 0);
  return r;
}

int sc_main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "alone")
    return measure_alone(argc > 2 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 0)) : 3'000'000);
  kernel_options options;
  options.kernel = &kernel_named(argc > 1 ? argv[1] : "datacopy");
  const auto number = [&](int i, uint32_t otherwise) {
    return argc > i ? static_cast<uint32_t>(std::strtoul(argv[i], nullptr, 0)) : otherwise;
  };
  const uint32_t tiles = number(2, 2000), repeat = std::max(number(3, 5), 1u);
  if (options.kernel->inner_dimension()) {
    options.k = 256;
    options.n = 4 * tiles;  // eight products a tile of the output
    options.fidelity = math_fidelity::hifi4;
  } else {
    options.n = 32 * tiles;
  }
  options.l1_bytes = code_base;
  static constexpr const char* names[] = {"players", "compiled", "busy"};
  double first = 0;
  std::printf("{\"kernel\": \"%s\", \"tiles\": %u", options.kernel->name(), tiles);
  for (const mode m : {mode::players, mode::compiled, mode::busy}) {
    std::fflush(stdout);
    std::vector<measured> all;
    for (uint32_t i = 0; i < repeat; ++i) {
      all.push_back(measure_in_child(options, m));
      if (!all.back().right) {
        std::fprintf(stderr, "bench_riscv_core: %s: no right result\n", names[static_cast<int>(m)]);
        return 1;
      }
    }
    std::sort(all.begin(), all.end(), [](const measured& a, const measured& b) { return a.seconds < b.seconds; });
    const measured& r = all[repeat / 2];
    if (m == mode::players) first = r.seconds;
    std::printf(",\n \"%s\": {\"host_seconds\": %.4f, \"cycles\": %llu, \"instructions\": %llu, \"speed\": %.3f}",
                names[static_cast<int>(m)], r.seconds, static_cast<unsigned long long>(r.cycles),
                static_cast<unsigned long long>(r.instructions), first / r.seconds);
  }
  std::printf("}\n");
  return 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
