// SPDX-License-Identifier: Apache-2.0
#include "app/cli/built_in_session.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {

void note_padding(run_report& report, const std::string& which, const tile_grid& g) {
  if (g.padded())
    report.notes.push_back(which + " " + shape_text(g.rows, g.cols) + " is padded with zeros to " +
                           shape_text(g.tile_rows * tile_dim, g.tile_cols * tile_dim) + " (whole 32x32 tiles)");
}

// How the program differs from the usual one.
void note_program(run_report& report, const kernel_options& k) {
  if (k.isolate != isolated_stage::none)
    report.notes.push_back(std::string("only ") + name(k.isolate) +
                           " works in full, the other stages just synchronise: there is no result (--isolate)");
  if (k.issue == issue_mode::direct)
    report.notes.push_back("the cores push every instruction, without MOP and REPLAY (--issue direct)");
  if (k.relu) report.notes.push_back("negative results become zero (--relu)");
  if (k.bias) report.notes.push_back("a third operand is added to each row (--bias)");
  if (k.l1_acc)
    report.notes.push_back("blocks of " + std::to_string(k.block_k) + " tiles of K are added in L1 (--block-k, --l1-acc)");
  if (k.spills())
    report.notes.push_back("blocks of " + std::to_string(k.block_k) +
                           " tiles of K go to L1 and come back to Dst for the next (--block-k)" +
                           (k.spill_all ? ", those of all sub-blocks before the first (--spill-all)" : ""));
  if (k.loop != fidelity_loop::usual)
    report.notes.push_back(std::string("all fidelity phases of a ") + name(k.loop) + " before the next (--fidelity-loop)");
}

choice_report choice_of(const kernel& work) {
  const kernel_plan& p = work.plan();
  choice_report c;
  c.block_tiles = p.block_tiles;
  c.dst_tiles = p.dst_tiles;
  if (work.description().inner_dimension()) {
    c.rows = p.rt, c.cols = p.ct, c.block_k = p.block_k;
    c.kept = p.reuse_in0 ? "in0" : "in1";
  }
  const auto add = [&c](std::string name, const circular_buffer_plan& b) {
    c.buffers.push_back({std::move(name), tensix::name(b.format), b.address, b.capacity, b.tile_bytes, b.produced, b.consumed});
  };
  for (size_t i = 0; i < work.inputs().size(); ++i) add("in" + std::to_string(i), work.inputs()[i]);
  add("out", work.output());
  if (work.options().spills()) add("partials", work.partials());
  return c;
}

std::string text_of(const choice_report& c) {
  std::string text = "Dst: ";
  if (c.rows)
    text +=
        "sub-blocks of " + shape_text(c.rows, c.cols) + " tiles, " + std::to_string(c.block_k) + " of K, " + c.kept + " kept";
  else text += "blocks of " + std::to_string(c.block_tiles) + (c.block_tiles == 1 ? " tile" : " tiles");
  text += "; buffers in L1:";
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const buffer_report& b = c.buffers[i];
    text += (i ? ", " : " ") + b.name + " " + std::to_string(b.tiles) +
            (i              ? ""
             : b.tiles == 1 ? " tile"
                            : " tiles") +
            " at " + hex_text(b.address);
  }
  return text;
}

void describe_kernel(run_report& report, const kernel& work) {
  const kernel_options& k = work.options();
  report.kernel = k.kernel->name();
  if (const auto all = k.kernel->op_names(); !all.empty()) report.operation = all[k.operation];
  if (const auto all = k.kernel->axis_names(); !all.empty()) report.operation += " along " + all[k.axis];
  report.shape = shape_text(k);
  report.format = name(k.format);
  if (k.kernel->operands() > 1 && k.input_format(1) != k.format)
    report.format += std::string(" and ") + name(k.input_format(1));
  report.output_format = name(k.output_format);
  if (k.kernel->has_phases()) report.fidelity = name(k.fidelity);
  for (size_t i = 0; i < work.inputs().size(); ++i) note_padding(report, "input " + std::to_string(i), work.inputs()[i].grid);
  note_padding(report, "output", work.output().grid);
  note_program(report, k);
  report.chosen = choice_of(work);
  report.notes.push_back(text_of(*report.chosen));
  for (auto& core : report.cores)
    for (auto& word : core.polled)
      for (const auto& b : report.chosen->buffers)
        if (word.address == b.produced || word.address == b.consumed)
          word.name = b.name + (word.address == b.produced ? " produced" : " consumed");
}

// What its producer and consumer move.
std::vector<fed_tiles> fed_tiles_of(const kernel& work) {
  std::vector<fed_tiles> all;
  for (const auto& p : work.inputs()) all.push_back({p.tiles(), p.tile_bytes, true});
  all.push_back({work.output().tiles(), work.output().tile_bytes, false});
  return all;
}

// What the command line, or its defaults, decided of it.
void describe_options(run_report& report, const run_options& options, const kernel& work) {
  const kernel_options& k = work.options();
  const kernel_plan& plan = work.plan();
  const kernel_description& kind = *k.kernel;
  settings_list all(report.settings);
  if (const auto names = kind.op_names(); !names.empty()) all.add("op", names[k.operation]);
  if (const auto names = kind.axis_names(); !names.empty()) all.add("axis", names[k.axis]);
  const std::string* const files[] = {&options.in0, &options.in1, &options.in2};
  for (unsigned i = 0; i < k.inputs(); ++i) {
    const std::string operand = "in" + std::to_string(i);
    const bool constant = kind.has_constant() && i == kind.operands();
    all.add(operand, constant ? "constant" : files[i]->empty() ? "test" : "file");
    if (!constant && files[i]->empty()) all.add(operand + "_seed", options.seed + i);
    all.add(operand + "_format", name(k.input_format(i)));
  }
  all.add("out_format", name(k.output_format));
  all.add("fp32_dest", k.fp32_dest);
  all.add("dst_sync", name(k.sync));
  if (kind.broadcasts()) all.add("broadcast", name(k.repeat));
  all.add("throttle", name(k.throttle));
  all.add("issue", name(k.issue));
  all.add("isolate", name(k.isolate));
  all.add("relu", k.relu);
  if (kind.has_phases()) all.add("phases", plan.phases), all.add("fidelity_loop", name(plan.loop));
  if (kind.inner_dimension()) all.add("bias", k.bias), all.add("l1_acc", k.l1_acc), all.add("spill_all", k.spill_all);
  all.add("unpack_to_dst", plan.unpack_to_dst);
  all.add("tiles_an_acknowledgement", plan.batch_steps);
  all.add("sample", options.sample);
}

l1_use use_of(const kernel& work) {
  l1_use use;
  uint32_t counters_end = 0;
  const auto add = [&](const std::string& name, const circular_buffer_plan& b) {
    use.ranges.push_back({name, {b.address, b.capacity * b.tile_bytes}});
    counters_end = std::max({counters_end, b.produced + 16, b.consumed + 16});
  };
  for (size_t i = 0; i < work.inputs().size(); ++i) add("in" + std::to_string(i), work.inputs()[i]);
  add("out", work.output());
  use.ranges.insert(use.ranges.begin(), {"counters", {0, counters_end}});
  return use;
}

}  // namespace

built_in_session::built_in_session(const run_options& options, const parameters& p, const kernel_options& k)
    : session(options, p), options_(options), kernel_(k), progress_(kernel_.output().tiles(), options.sample) {
  use_ = use_of(kernel_);
}

void built_in_session::load(simulation& sim) {
  sim.tile().state().fidelity = kernel_.phases();
  feed_.emplace(feed_of(sim.tile().state().l1.data()));
  if (wants_results()) feed_->keep_crcs();
  for (unsigned core = 0; core < thread_count; ++core) sim.play(core, kernel_.program(core));
  sim.feed(*feed_);
  fed_ = true;
  if (progress_.wanted()) sim.progress = [this](cycle_t cycle) { progress_.show(feed_->drained(), cycle); };
}

std::string built_in_session::result_of(simulation&) {
  return computes() ? lines_of_crcs("output, tile", feed_->output_crcs(0)) : std::string();
}

void built_in_session::ended(simulation& sim, run_result& r) {
  progress_.erase();
  session::ended(sim, r);
}

std::vector<fed_tiles> built_in_session::describe(simulation&, const run_result& r, run_report& report) {
  describe_kernel(report, kernel_);
  describe_options(report, options_, kernel_);
  const bool complete = r.how == run_outcome::done;
  report.tiles = complete ? kernel_.output().tiles() : feed_->drained();
  if (complete) report.operations = kernel_.operations(), report.work = kernel_.work();
  how_far_ = ", " + grouped(report.tiles) + " of " + grouped(kernel_.output().tiles()) + " tiles done";
  return fed_tiles_of(kernel_);
}

}  // namespace tensix
