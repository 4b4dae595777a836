// SPDX-License-Identifier: Apache-2.0
// A built-in kernel in two ways: the binary's output file, and the same program on the machine without time.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>

#include "tests/functional/functional_machine.h"
#include "tlm_process.h"
#include "workload/kernels/kernel_function.h"
#include "workload/tensors/npy.h"

namespace tensix_cli {

using namespace tensix;

inline std::vector<const tensor*> pointers(const std::vector<tensor>& t) {
  std::vector<const tensor*> p;
  for (const tensor& x : t) p.push_back(&x);
  return p;
}

// Operands with more bits than most formats hold, so that conversions matter.
inline std::vector<tensor> operands_of(const kernel_options& o) {
  std::vector<tensor> t;
  const bool matmul = o.kernel->inner_dimension();
  if (o.kernel->operands() == 1) {
    const tile_grid g = o.kernel->operand(o, 0);
    return {make_test_tensor(g.rows, g.cols, 7, 20)};
  }
  t.push_back(make_test_tensor(o.m, matmul ? o.k : o.n, 7, 20));
  if (o.kernel->operands() < 2) return t;
  const uint32_t rows = matmul ? o.k : o.repeat == broadcast::row || o.repeat == broadcast::scalar ? 1 : o.m;
  const uint32_t cols = !matmul && (o.repeat == broadcast::column || o.repeat == broadcast::scalar) ? 1 : o.n;
  t.push_back(make_test_tensor(rows, cols, 8, 20));
  return t;
}

inline tensor computed_without_time(const kernel_options& o, const std::vector<tensor>& inputs) {
  const kernel k(o);
  functional_machine machine(o.l1_bytes);
  machine.state.topology = o.topology;
  machine.state.read_interfaces = static_cast<uint8_t>(o.read_interfaces);
  std::vector<const tensor*> all = pointers(inputs);
  const tensor constant = o.kernel->has_constant() ? o.kernel->constant(o) : tensor();
  if (o.kernel->has_constant()) all.push_back(&constant);
  circular_buffer_feed feed(k.inputs(), k.output(), all, machine.state.l1.data());
  machine.background = [&] { return feed.pump(); };
  const auto r = machine.run({k.program(0), k.program(1), k.program(2), k.program(3)});
  INFO(r.text);
  REQUIRE(r.how == functional_machine::outcome::done);
  while (feed.output_ready()) feed.drain();
  REQUIRE(feed.done());
  return feed.output();
}

// Bit for bit: -0 is not 0, and a NaN equals itself.
inline bool same_bits(const tensor& a, const tensor& b) {
  return a.rows == b.rows && a.cols == b.cols && a.data.size() == b.data.size() &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(float)) == 0;
}

inline std::string shape_of(const kernel_options& o) {
  std::string s = std::to_string(o.m) + "x" + std::to_string(o.n);
  return o.kernel->inner_dimension() ? s + "x" + std::to_string(o.k) : s;
}

// The command line of `o` without operands and outputs.
inline arguments command_line_of(const kernel_options& o) {
  arguments a = {"run",          o.kernel->name(),      "--shape",    shape_of(o),      "--format",   name(o.format),
                 "--out-format", name(o.output_format), "--fidelity", name(o.fidelity), "--dst-sync", name(o.sync)};
  if (o.fp32_dest) a.push_back("--fp32-dest");
  if (const auto ops = o.kernel->op_names(); !ops.empty()) a.insert(a.end(), {"--op", ops[o.operation]});
  if (const auto axes = o.kernel->axis_names(); !axes.empty()) a.insert(a.end(), {"--axis", axes[o.axis]});
  if (o.repeat != broadcast::none) a.insert(a.end(), {"--broadcast", name(o.repeat)});
  if (o.throttle != unpack_throttle::none) a.insert(a.end(), {"--throttle", name(o.throttle)});
  if (o.loop != fidelity_loop::usual) a.insert(a.end(), {"--fidelity-loop", name(o.loop)});
  if (o.issue != issue_mode::mop) a.insert(a.end(), {"--issue", name(o.issue)});
  if (o.isolate != isolated_stage::none) a.insert(a.end(), {"--isolate", name(o.isolate)});
  if (o.buffer_tiles) a.insert(a.end(), {"--l1-tiles", std::to_string(o.buffer_tiles)});
  return a;
}

// Runs many kernels and compares each output file with the machine without time.
class comparison_batch {
 public:
  explicit comparison_batch(const std::vector<tensor>* given = nullptr) : given_(given) {}
  // `more`: --config, --set and the like. Nothing of it may change the output.
  void add(const kernel_options& o, std::vector<arguments> variants) {
    const bool rows = o.kernel == &kernels::tilize() || o.kernel == &kernels::untilize();
    if (rows || o.kernel == &kernels::reduce()) {  // not of every format, nor on every packer
      try {
        kernel k(o);
      } catch (const std::invalid_argument&) {
        return;
      }
    }
    const auto needs_another_packer = [&o](const arguments& a) {
      for (const auto& word : a)
        if ((word == "documented" && o.kernel == &kernels::untilize()) || word.rfind("packer.read_interfaces", 0) == 0)
          return true;
      return false;
    };
    if (rows) variants.erase(std::remove_if(variants.begin(), variants.end(), needs_another_packer), variants.end());
    const std::string id = std::to_string(jobs_.size());
    job j{o, given_ ? *given_ : operands_of(o), {}, {}};
    arguments base = command_line_of(o);
    for (size_t i = 0; i < j.inputs.size(); ++i) {
      const std::string file = id + "_in" + std::to_string(i) + ".npy";
      write_npy(folder_ / file, j.inputs[i]);
      base.insert(base.end(), {"--in" + std::to_string(i), file});
    }
    for (size_t v = 0; v < variants.size(); ++v) {
      arguments a = base;
      a.insert(a.end(), variants[v].begin(), variants[v].end());
      j.files.push_back(id + "_out" + std::to_string(v) + ".npy");
      a.insert(a.end(), {"--out", j.files.back()});
      j.first_command_line = v == 0 ? command_lines_.size() : j.first_command_line;
      command_lines_.push_back(std::move(a));
    }
    jobs_.push_back(std::move(j));
  }
  void check(unsigned seconds = 60) {
    results_ = tlm_all(folder_, command_lines_, seconds);
    for (const job& j : jobs_) {
      const tensor expected = computed_without_time(j.options, j.inputs);
      for (size_t v = 0; v < j.files.size(); ++v) {
        const outcome& o = results_[j.first_command_line + v];
        INFO(described(command_lines_[j.first_command_line + v], o));
        CHECK(o.code == 0);
        CHECK(o.err.empty());
        if (o.code != 0) continue;
        CHECK(same_bits(read_npy(folder_ / j.files[v]), expected));
      }
    }
  }
  size_t runs() const { return command_lines_.size(); }
  const std::vector<outcome>& results() const { return results_; }

 private:
  struct job {
    kernel_options options;
    std::vector<tensor> inputs;
    std::vector<std::string> files;
    size_t first_command_line = 0;
  };
  const std::vector<tensor>* given_;
  temporary_folder folder_;
  std::vector<job> jobs_;
  std::vector<arguments> command_lines_;
  std::vector<outcome> results_;
};

}  // namespace tensix_cli
