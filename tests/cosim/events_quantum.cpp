// SPDX-License-Identifier: Apache-2.0
// The event log is a property of the machine: the same program gives the same bytes however far the tile runs ahead of SystemC's
// time. And the online checker on a running tile. Each run is a process of its own (this program again).
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "observe/events/event_checker.h"
#include "observe/events/event_file.h"
#include "observe/events/event_probe.h"
#include "testbench/run/simulation.h"
#include "workload/kernels/kernel_function.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace {

const std::string vectors = std::string(TENSIX_TEST_DATA) + "/vectors/";

void write_log(const std::string& program, uint64_t quantum_ps, const std::string& path) {
  const parameters p = builtin_configuration(program == "documented" ? "documented" : "blackhole");
  simulation sim(p, on_undefined::stop);
  sim.quantum_ps = quantum_ps;
  event_log_header header;
  header.data = event_data::full;
  event_writer file(path, "the log", header);
  event_probe probe(sim.tile(), file, event_data::full, false, true);
  run_result r;
  if (program.find(".scn") != std::string::npos) {
    const stream_file stream = stream_file::load(vectors + program, p.l1.size_kib * 1024);
    stream.initialise(sim.tile().state().l1);
    for (unsigned core = 0; core < stream_cores; ++core)
      if (core < thread_count || stream.uses(core)) sim.play(core, stream.core(core));
    r = sim.run({});
    probe.finish(r.cycles);
  } else {
    kernel_options k;
    k.m = k.n = 64;
    if (program == "documented") k.topology = p.packer.topology;
    const kernel work(k);
    const tensor data = make_test_tensor(64, 64, 1);
    circular_buffer_feed feed(work.inputs(), work.output(), {&data}, sim.tile().state().l1.data());
    for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
    sim.feed(feed);
    r = sim.run({});
    probe.finish(r.cycles);
  }
  file.close(r.cycles, sim.tile().state().l1.data(), sim.tile().state().l1.size());
}

// A run of datacopy, checked while it happens against a log of itself; `planted`: of whose event 20 of pack.beat is another one.
int check_online(const std::string& path, bool planted) {
  simulation sim(builtin_configuration("blackhole"), on_undefined::stop);
  event_checker checker({});
  checker.who_waits = [&] { return sim.tile().who_waits(); };
  event_probe probe(sim.tile(), checker, event_data::crc, false, true);
  event_reader log(path);
  for (auto item = log.next(); item != event_reader::item::nothing; item = log.next()) {
    if (item != event_reader::item::event) continue;
    log_event& e = log.event();
    if (planted && e.stream == event_stream(event_group::pack_beat) && e.ordinal == 20) e.numbers[1] += 16;
    checker.seen(e);
  }
  checker.seen_watermark(~uint64_t{0} - 1);
  kernel_options k;
  k.m = k.n = 64;
  const kernel work(k);
  const tensor data = make_test_tensor(64, 64, 1);
  circular_buffer_feed feed(work.inputs(), work.output(), {&data}, sim.tile().state().l1.data());
  for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
  sim.feed(feed);
  sim.sample_at = 100;
  sim.sample = [&](cycle_t cycle) {  // between steps: what is complete is told
    if (probe.settle() > cycle) std::printf("settled beyond the present cycle\n");
    return cycle + 100;
  };
  const run_result r = sim.run({});
  probe.finish(r.cycles);
  checker.finish();
  if (checker.errors() != (planted ? 1 : 0)) {
    std::printf("online: %zu errors\n%s", checker.errors(), checker.errors() ? checker.report(0).c_str() : "");
    return 1;
  }
  if (planted && checker.report(0).find("pack.beat, event 20: data (addr)") == std::string::npos) {
    std::printf("online: %s", checker.report(0).c_str());
    return 1;
  }
  return checker.compared() > 100 ? 0 : 1;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int sc_main(int argc, char** argv) {
  if (argc == 4) {
    write_log(argv[1], std::strtoull(argv[2], nullptr, 10), argv[3]);
    return 0;
  }
  if (argc == 3) return check_online(argv[1], argv[2] == std::string("planted"));
  int failed = 0;
  for (const std::string program : {"datacopy", "documented", "J_flow/mvmul_8.scn", "J_flow/sfpu_4.scn", "I_config/mutex.scn",
                                    "I_config/dmareg_arith_0.scn"}) {
    const std::string base = "events_quantum_" + std::to_string(std::hash<std::string>()(program));
    std::string expected;
    for (const char* quantum : {"0", "1000", "77000", "100000000"}) {
      const std::string path = base + "_" + quantum + ".jsonl";
      const std::string command = std::string("\"") + argv[0] + "\" " + program + " " + quantum + " " + path;
      if (std::system(command.c_str()) != 0) {
        std::printf("%s with quantum %s failed\n", program.c_str(), quantum);
        ++failed;
        continue;
      }
      const std::string log = bytes_of(path);
      std::remove(path.c_str());
      if (expected.empty()) expected = log;
      if (log.size() < 1000 || log != expected) {
        std::printf("%s: the log with quantum %s has %zu bytes, not those of quantum 0 (%zu)\n", program.c_str(), quantum,
                    log.size(), expected.size());
        ++failed;
      }
    }
  }
  const std::string self = std::string("\"") + argv[0] + "\" ", log = "events_online.jsonl";
  failed += std::system((self + "datacopy 0 " + log).c_str()) != 0;
  for (const char* how : {" equal", " planted"}) failed += std::system((self + log + how).c_str()) != 0;
  std::remove(log.c_str());
  return failed;
}
