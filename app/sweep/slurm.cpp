// SPDX-License-Identifier: Apache-2.0
// Points on a cluster: an array job of Slurm, each task of which runs a part of the study (--shard) into a file of its own
// beside the result. The folders must be the same on all machines.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/sweep/journal.h"
#include "app/sweep/merge.h"
#include "app/sweep/processes.h"
#include "app/sweep/progress.h"
#include "app/sweep/rows.h"
#include "app/sweep/sweep.h"
#include "support/files/held_signals.h"
#include "support/files/output_file.h"
#include "support/processes/other_programs.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
using milliseconds = std::chrono::milliseconds;

constexpr int patience = 20;  // questions in a row that Slurm may leave unanswered

std::string needed_program(const std::string& name) {
  const std::string path = find_program(name);
  if (path.empty())
    throw std::runtime_error("--launcher=slurm: there is no program '" + name + "' here; Slurm must be installed");
  return path;
}

class slurm_sweep {
 public:
  slurm_sweep(const sweep_options& o, const study& s, point_checker& checker,
              const std::function<int(const row_source&)>& finish)
      : o_(o),
        study_(s),
        checker_(checker),
        finish_(finish),
        folder_(o.out + ".parts"),
        parts_(std::min<uint64_t>(o.slurm_tasks ? o.slurm_tasks : 4, s.size())),
        sbatch_(needed_program("sbatch")),
        squeue_(needed_program("squeue")),
        scancel_(needed_program("scancel")) {}

  int run(const std::string& fingerprint) {
    // The journal is the lock, and keeps the job's number (as row 0) for the case that we are ended while it runs.
    const nlohmann::ordered_json header = {{"format", "tensix-tlm-journal"}, {"version", 1},
                                           {"study", study_.name},           {"fingerprint", fingerprint},
                                           {"slurm_tasks", parts_},          {"host_seconds", o_.host_seconds}};
    const std::string path = o_.out + ".partial";
    const bool anew = o_.restart || (o_.restart_others && !journal::goes_on(path, header));
    if (anew) cancel_job_of(path);
    journal kept(path, header, anew);
    if (!kept.has(0)) fs::remove_all(folder_);  // of no sweep that could go on
    fs::create_directories(folder_);
    if (kept.has(0)) wait_for(nlohmann::json::parse(kept.row(0)).at("job").get<std::string>());
    if (const auto missing = missing_parts(); !missing.empty()) {
      const std::string job = submit(missing);
      kept.append(0, nlohmann::ordered_json{{"point", 0u}, {"job", job}}.dump());
      wait_for(job);
    }
    if (const auto missing = missing_parts(); !missing.empty())
      throw std::runtime_error(std::to_string(missing.size()) + " of " + std::to_string(parts_) +
                               " parts have no result; the first says in " + log(missing.front()) + ": " +
                               last_line(log(missing.front())));
    std::vector<std::string> files;
    for (uint64_t i = 1; i <= parts_; ++i) files.push_back(part(i));
    const row_files rows(study_, checker_, files);
    rows.require_all();
    const int code = finish_([&](uint64_t n) { return rows.row(n); });
    fs::remove_all(folder_);
    kept.remove();
    return code;
  }

 private:
  const sweep_options& o_;
  const study& study_;
  point_checker& checker_;
  const std::function<int(const row_source&)>& finish_;
  const std::string folder_;
  const uint64_t parts_;
  const std::string sbatch_, squeue_, scancel_;
  const held_signals signals_;

  std::string part(uint64_t i) const { return folder_ + "/" + std::to_string(i) + "-of-" + std::to_string(parts_) + ".jsonl"; }
  std::string log(uint64_t i) const { return folder_ + "/" + std::to_string(i) + ".log"; }

  std::vector<uint64_t> missing_parts() const {
    std::vector<uint64_t> missing;
    for (uint64_t i = 1; i <= parts_; ++i)
      if (!fs::exists(part(i))) missing.push_back(i);  // it appears when it is complete
    return missing;
  }

  static std::string last_line(const std::string& file) {
    std::ifstream in(file);
    std::string last = "(nothing)";
    for (std::string line; std::getline(in, line);)
      if (!line.empty()) last = line;
    return last;
  }

  std::string submit(const std::vector<uint64_t>& parts) const {
    const std::string script = folder_ + "/job.sh";
    std::ostringstream out;
    out << "#!/bin/sh\nexec " << shell_word(fs::read_symlink("/proc/self/exe").string()) << " sweep " << shell_word(o_.study)
        << " --shard \"$SLURM_ARRAY_TASK_ID/" << parts_ << "\" --out " << shell_word(folder_ + "/")
        << "\"$SLURM_ARRAY_TASK_ID-of-" << parts_ << ".jsonl\" --jobs " << jobs() << " --max-points " << o_.most_points;
    if (o_.timeout) out << " --timeout " << o_.timeout->count() / 1000;
    if (o_.host_seconds) out << " --host-seconds";
    if (!o_.reports.empty()) out << " --reports " << shell_word(o_.reports);
    out << "\n";
    write_file(script, "the job's script", out.str());
    std::string array;
    for (const uint64_t i : parts) array += (array.empty() ? "" : ",") + std::to_string(i);
    std::vector<std::string> arguments = {"--parsable",
                                          "--array=" + array,
                                          "--job-name=tensix-tlm",
                                          "--cpus-per-task=" + std::to_string(jobs()),
                                          "--output=" + folder_ + "/%a.log",
                                          "--chdir=" + fs::current_path().string()};
    if (!o_.slurm_partition.empty()) arguments.push_back("--partition=" + o_.slurm_partition);
    arguments.insert(arguments.end(), o_.slurm_options.begin(), o_.slurm_options.end());
    arguments.push_back(script);
    const captured answer = run_program(sbatch_, arguments);
    const std::string job = answer.out.substr(0, answer.out.find_first_of(";\n"));  // "17", or "17;cluster"
    if (answer.status != 0 || job.empty()) throw std::runtime_error("sbatch did not take the job (its message is above)");
    std::cerr << o_.command << ": Slurm job " << job << ", " << parts.size() << (parts.size() == 1 ? " task" : " tasks")
              << "\n";
    return job;
  }

  // The job of a journal that is discarded, which would go on writing parts.
  void cancel_job_of(const std::string& path) const {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      const auto row = nlohmann::json::parse(line.substr(line.find(' ') + 1), nullptr, false);
      if (row.is_object() && row.contains("job")) run_program(scancel_, {row.at("job").get<std::string>()});
    }
  }

  unsigned jobs() const { return o_.jobs ? o_.jobs : 1; }

  // Until none of the job's tasks is in the queue any more.
  void wait_for(const std::string& job) const {
    sweep_progress progress(study_.size(), 0);
    int unanswered = 0;
    for (milliseconds pause(200);; pause = std::min(pause * 3 / 2, milliseconds(10000))) {
      const captured answer = run_program(squeue_, {"--me", "--noheader", "--format=%F"});
      if (answer.status == 0 && ("\n" + answer.out).find("\n" + job + "\n") == std::string::npos) return;
      unanswered = answer.status == 0 ? 0 : unanswered + 1;
      if (unanswered == patience) throw std::runtime_error("squeue does not answer any more; job " + job + " may still run");
      progress.done_so_far(points_done());
      progress.show();
      if (const int signal = signals_.wait(pause)) {
        run_program(scancel_, {job});
        throw std::runtime_error(std::string("ended by ") + strsignal(signal) + ", job " + job + " is cancelled");
      }
    }
  }

  // A line a point in the parts; in those that run behind the header's.
  uint64_t points_done() const {
    uint64_t count = 0;
    for (uint64_t i = 1; i <= parts_; ++i) {
      const bool complete = fs::exists(part(i));
      std::ifstream in(complete ? part(i) : part(i) + ".partial", std::ios::binary);
      uint64_t lines = 0;
      for (std::string line; std::getline(in, line);) ++lines;
      count += complete || lines == 0 ? lines : lines - 1;
    }
    return count;
  }
};

}  // namespace

int run_on_slurm(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint,
                 const std::function<int(const row_source&)>& finish) {
  slurm_sweep sweep(o, s, checker, finish);
  try {
    return sweep.run(fingerprint);
  } catch (const std::exception& e) {
    throw sweep_interrupted(std::string(e.what()) + "; what is done is kept, the same command goes on");
  }
}

}  // namespace tensix
