// SPDX-License-Identifier: Apache-2.0
// Options of the commands that only read what others wrote, and of `tensix-tlm sweep`; they are parsed by those who do the work.
#include "app/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

po::typed_value<std::string>* text(const char* value) { return po::value<std::string>()->value_name(value); }
po::typed_value<names>* texts(const char* value) { return po::value<names>()->value_name(value)->composing(); }

}  // namespace

option_group compare_group() {
  option_group d("Options");
  d.add_options()("json", "as JSON, for programs (docs/metrics.md)")(
      "page", text("FILE.html"), "also as a page with bars and tables, in one file")("all", "also what does not differ");
  return d;
}

option_group diff_events_group() {
  option_group d("Options");
  d.add_options()("slack", text("N"), "equal events may lie up to N cycles apart (default 0)")(
      "ignore-time", "cycles do not count, only the order of each stream")(
      "only", texts("STREAM"), "this stream, or group of streams (l1), may be repeated")(
      "allow", text("FILE.json"), "differences that are no error, with their reasons");
  return d;
}

option_group coverage_group() {
  option_group d("Options");
  d.add_options()("lcov", text("FILE.info"), "also as a file of LCOV, for genhtml and the like")("holes",
                                                                                                 "only what has not been met");
  return d;
}

option_group sweep_group() {
  option_group d("Sweep");
  d.add_options()("out", text("FILE"),
                  "result: .jsonl (JSON lines) or .csv (default: STUDY's name with .jsonl, in this folder)")(
      "page", text("FILE.html"), "the result as a page to look at, in one file")(
      "reports", text("FOLDER"), "write each point's report (run --report) into it; a click on the page opens it")(
      "max-points", text("N"), "refuse a study of more points (default 100000)")(
      "dry-run", "check the study and print the points' commands")(
      "host-seconds", "keep host_seconds in the result, which then differs from run to run");
  return d;
}

option_group levers_group() {
  option_group d("Levers");
  d.add_options()("out", text("FILE.json"), "all numbers (default: levers.json, in this folder)")(
      "page", text("FILE.html"), "tornado chart and tables as a page, in one file")(
      "only", texts("BEGINNING"), "only parameters whose names begin so, as in --only=riscv.; may be repeated")(
      "assumptions", "no steps: only what rests on assumptions, and the band of cycles that they allow")(
      "jitter", text("N"), "N starts of the run as it is: what lies inside their band is marked (docs/jitter.md)")(
      "top", text("N"), "levers in the table (default 30; 0: all with an effect)")("dry-run", "print the runs' commands");
  return d;
}

option_group costs_group() {
  option_group d("Costs");
  d.add_options()("formats", text("F,..."), "formats of the buffers, as in --formats bf16,bfp8 (default: bf16)")(
      "dst", text("16,32"), "datums in Dst (default: both)")("fidelity", text("F,..."),
                                                             "of products: lofi, hifi2, hifi3, hifi4 (default: all)")(
      "jobs", text("N"), "kernels at a time (default: as many as there are processors)")(
      "csv", text("FILE"), "the table as CSV, '-': to standard output")(
      "json", text("FILE"), "as JSON, '-': to standard output")("list", "only the calls, and what is not measured");
  return d;
}

option_group optimise_group() {
  option_group d("Search");
  d.add_options()("minimise", texts("EXPRESSION"),
                  "smaller is better, as in --minimise cycles or --minimise \"cycles * l1.banks\"; several: the next counts "
                  "where those before are equal, and all make the Pareto front")("maximise", texts("EXPRESSION"),
                                                                                 "larger is better")(
      "subject-to", texts("A<=B"), "as in --subject-to \"l1.banks <= 16\" (<, <=, >, >=); may be repeated")(
      "search", text("coordinate|random"),
      "coordinate (default): one axis after the other, from the first values on, then from random points; or random")(
      "points", text("N"), "points that are run at most (default 100)")("seed", text("N"), "of what is random (default 1)")(
      "top", text("N"), "best points that are reported (default 5)")(
      "out", text("FILE.json"), "what was found (default: STUDY's name with .optimum.json, in this folder)")(
      "rows", text("FILE"), "all points that were run, .jsonl or .csv, as sweep writes them")(
      "page", text("FILE.html"), "the points, the best of them and the front as a page, in one file")(
      "reports", text("FOLDER"), "write each point's report into it; a click on the page opens it");
  return d;
}

option_group races_group() {
  option_group d("Races");
  d.add_options()("jobs", text("N"), "runs at a time (default: as many as there are processors)")(
      "budget", text("N"), "runs at most (default 1000)")("seconds", text("S"),
                                                          "begin no run behind S seconds (default: no limit)")(
      "delays", text("N,N..."), "cycles by which a place is slower (default 20,300,5000)")(
      "combination-seed", text("N"), "which they are (default 1)")("combinations", text("N"),
                                                                   "runs with several places slower at random (default 32)")(
      "times", text("K"), "a run is a hang behind K times the cycles of the first, and its delays (default 20)")(
      "ignore", texts("ADDRESS:BYTES"), "bytes of L1 that legally differ with time, as clock values do; may be repeated")(
      "journal", text("FILE"), "what is done is kept there: the same command goes on")(
      "restart", "discard what the journal has")("json", "as JSON, for programs");
  return d;
}

option_group point_group() {
  option_group d("How points are run");
  d.add_options()("jobs", text("N"), "points at a time (default: as many as there are processors)")(
      "timeout", text("S"),
      "a point that takes longer than S seconds is ended and recorded as a failing one (default: no limit)")(
      "restart", "discard what an interrupted run of this command left");
  return d;
}

option_group shard_group() {
  option_group d("Parts, for several machines");
  d.add_options()("shard", text("I/N"), "run the points I, I+N, I+2N, ... only; the result is a part")(
      "merge", po::value<names>()->multitoken()->value_name("FILE..."), "join the parts instead of running points");
  return d;
}

option_group slurm_group() {
  option_group d("Slurm");
  d.add_options()("launcher", text("local|slurm"), "local (default), or slurm: array jobs, whose parts are collected")(
      "slurm-tasks", text("N"), "tasks of the array, each of --jobs processors (default 4, at most one a point)")(
      "slurm-partition", text("P"), "partition")("slurm-option", texts("TEXT"),
                                                 "further option of sbatch, as in --slurm-option=--time=30; may be repeated");
  return d;
}

}  // namespace tensix
