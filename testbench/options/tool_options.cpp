// Options of the commands that only read what others wrote, and of `tensix-tlm sweep`; they are parsed by those who do the work.
#include "testbench/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

po::typed_value<std::string>* text(const char* value) { return po::value<std::string>()->value_name(value); }
po::typed_value<names>* texts(const char* value) { return po::value<names>()->value_name(value)->composing(); }

}  // namespace

option_group compare_options() {
  option_group d("Options");
  d.add_options()("json", "as JSON, for programs (docs/metrics.md)")("all", "also what does not differ");
  return d;
}

option_group diff_events_options() {
  option_group d("Options");
  d.add_options()("slack", text("N"), "equal events may lie up to N cycles apart (default 0)")(
      "ignore-time", "cycles do not count, only the order of each stream")(
      "only", texts("STREAM"), "this stream, or group of streams (l1), may be repeated")(
      "allow", text("FILE.json"), "differences that are no error, with their reasons");
  return d;
}

option_group sweep_options_group() {
  option_group d("Sweep");
  d.add_options()("out", text("FILE"),
                  "result: .jsonl (JSON lines) or .csv (default: STUDY's name with .jsonl, in this folder)")(
      "jobs", text("N"), "points at a time (default: as many as there are processors)")(
      "timeout", text("S"),
      "a point that takes longer than S seconds is ended and recorded as a failing one (default: no limit)")(
      "max-points", text("N"), "refuse a study of more points (default 100000)")(
      "restart", "discard what an interrupted sweep left")("dry-run", "check the study and print the points' commands")(
      "host-seconds", "keep host_seconds in the result, which then differs from run to run");
  return d;
}

option_group shard_options() {
  option_group d("Parts, for several machines");
  d.add_options()("shard", text("I/N"), "run the points I, I+N, I+2N, ... only; the result is a part")(
      "merge", po::value<names>()->multitoken()->value_name("FILE..."), "join the parts instead of running points");
  return d;
}

option_group slurm_options() {
  option_group d("Slurm");
  d.add_options()("launcher", text("local|slurm"), "local (default), or slurm: array jobs, whose parts are collected")(
      "slurm-tasks", text("N"), "tasks of the array, each of --jobs processors (default 4, at most one a point)")(
      "slurm-partition", text("P"), "partition")("slurm-option", texts("TEXT"),
                                                 "further option of sbatch, as in --slurm-option=--time=30; may be repeated");
  return d;
}

}  // namespace tensix
