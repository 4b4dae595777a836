// SPDX-License-Identifier: Apache-2.0
// tensix-tlm serve: a device for a host of tt-umd, at the other end of a socket (docs/tt-metal.md).
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/session.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "app/serve/host_pipe.h"
#include "app/serve/setup.h"
#include "app/serve/tile_device.h"
#include "cosim/rtl/rtl_units.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"
#include "support/text/text_columns.h"

namespace tensix {
namespace {

// Column and row of the tiles that are there, the one that is looked at first.
std::vector<std::pair<uint32_t, uint32_t>> tiles_of(const serve_options& o, const parameters& p) {
  const noc_grid grid(harvesting_of(p.harvesting));
  if (p.tile_place.x + o.columns > grid.tensix_columns() || p.tile_place.y + o.rows > noc_grid::tensix_rows)
    throw usage_error("--tiles=" + std::to_string(o.columns) + "x" + std::to_string(o.rows) + ": from (" +
                      std::to_string(p.tile_place.x) + "," + std::to_string(p.tile_place.y) + ") on there are " +
                      std::to_string(grid.tensix_columns() - p.tile_place.x) + "x" +
                      std::to_string(noc_grid::tensix_rows - p.tile_place.y));
  std::vector<std::pair<uint32_t, uint32_t>> all;
  for (uint32_t y = 0; y < o.rows; ++y)
    for (uint32_t x = 0; x < o.columns; ++x) all.emplace_back(p.tile_place.x + x, p.tile_place.y + y);
  return all;
}

constexpr const char* address_variable = "NNG_SOCKET_ADDR";

class serve_session : public session {
 public:
  serve_session(const serve_options& options, const parameters& p) : session(options, p), options_(options) {
    subject_ = "serve";
    if (in_place(p.units))
      throw usage_error("serve: units.NAME=rtl is run twice, with a model instead, which a host does not do");
  }

 private:
  void name_files(output_files& files) const override {
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    files.open(options_.launches, "--launches");
  }

  void prepare() override {
    std::string address = options_.address;
    if (address.empty()) {
      const char* const given = std::getenv(address_variable);
      if (!given || !*given)
        throw usage_error(std::string("serve: no ADDRESS, and ") + address_variable +
                          " is not set; a host of tt-umd sets it for its run.sh (--setup)");
      address = given;
    }
    pipe_.emplace(address, options_.listen ? host_pipe::role::listen : host_pipe::role::dial);
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(options_.wait_seconds);
    while (!pipe_->met()) {
      if (std::chrono::steady_clock::now() > until)
        throw host_error("serve: no host at " + address + " within " + std::to_string(options_.wait_seconds) + " s (--wait)");
      pipe_->receive();  // waits a moment
    }
  }

  void load(simulation& sim) override {
    sim.use_cores();
    sim.use_noc();
    device_.emplace(sim, tiles_of(options_, parameters_));
    server_.emplace(*pipe_, *device_, clock_policy{options_.poll_cycles, options_.look_cycles}, std::cerr);
    server_->interrupted = [] { return interrupted(); };
    sim.host = [this](cycle_t cycle, bool idle) {
      if (cycle == 0 && server_->messages() == 0) {
        device_->hold_cores();
        server_->greet();
      }
      const auto runs = server_->serve(idle);
      return runs ? cycle + *runs : never;
    };
  }

  void ended(simulation& sim, run_result& r) override {
    session::ended(sim, r);
    if (server_->end().empty() && r.how != run_outcome::interrupted) {
      std::cerr << "serve: the device has stopped in cycle " << r.cycles << "; it answers with ones until the host ends\n"
                << plain_text(r.text) << "\n";
      server_->serve_failed();
    }
    if (pipe_->turned_away())
      std::cerr << "serve: " << pipe_->turned_away() << " more connections were refused: one host at a time\n";
    if (server_->messages() == 0 && pipe_->lost())
      std::cerr << "serve: the host has closed the connection at once; it may have another simulator\n";
  }

  std::vector<fed_tiles> describe(simulation&, const run_result&, run_report& report) override {
    report.kernel = "serve";
    settings_list all(report.settings);
    all.add("poll_cycles", options_.poll_cycles);
    all.add("look_cycles", options_.look_cycles);
    all.add("messages", server_->messages());
    all.add("refused", server_->refused());
    all.add("end", server_->end());
    report.notes.push_back(
        "clock: a READ of what was read before, unchanged, lets the device run until it changes (looked at every " +
        grouped(options_.look_cycles) + " cycles), at most " + grouped(options_.poll_cycles) +
        " cycles; all else of the host takes no time");
    const std::vector<launch> launches = server_->launches().all();
    constexpr size_t most_named = 20;
    for (size_t i = 0; i < launches.size() && i < most_named; ++i) {
      const launch& l = launches[i];
      report.notes.push_back("launch " + std::to_string(i + 1) + " of " + text_of(l.place) + ": " +
                             (l.done ? grouped(*l.done - l.go) + " cycles, from " + grouped(l.go) + " to " + grouped(*l.done)
                                     : "not done, since " + grouped(l.go)));
    }
    if (launches.size() > most_named)
      report.notes.push_back(std::to_string(launches.size() - most_named) + " more launches (--launches)");
    if (!options_.launches.empty()) write_file(options_.launches, "--launches", json_of(launches));
    return {};
  }

  const serve_options& options_;
  std::optional<host_pipe> pipe_;
  std::optional<tile_device> device_;
  std::optional<door_server> server_;
};

// What run.sh gives to serve: all that was given beside --setup.
std::vector<std::string> arguments_of(const serve_options& options) {
  std::vector<std::string> all;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    if (options.arguments[i] == "--setup") ++i;
    else if (options.arguments[i].rfind("--setup=", 0) != 0) all.push_back(options.arguments[i]);
  }
  return all;
}

int set_up(const serve_options& options, const parameters& p) {
  const noc_grid grid(harvesting_of(p.harvesting));
  door_setup setup;
  setup.program = std::filesystem::read_symlink("/proc/self/exe").string();
  setup.arguments = arguments_of(options);
  for (const auto& [x, y] : tiles_of(options, p)) setup.tiles.push_back(grid.tensix(x, y));
  setup.l1_bytes = uint64_t{p.l1.size_kib} << 10;
  setup.dram_channel_bytes = uint64_t{p.dram.channel_mib} << 20;
  const std::string folder = write_setup(options.setup, grid, setup);
  std::cout << "export TT_METAL_SIMULATOR=" << folder << "\nexport TT_METAL_MOCK_CLUSTER_DESC_PATH=" << folder
            << "/cluster_descriptor.yaml\nexport TT_METAL_SLOW_DISPATCH_MODE=1 TT_SIMULATOR_LOCALHOST=1\n";
  return exit_done;
}

}  // namespace

int serve_command(const serve_options& options) {
  const parameters p = configuration_of(options.configuration);
  if (!options.setup.empty()) return set_up(options, p);
  return serve_session(options, p).run();
}

}  // namespace tensix
