// SPDX-License-Identifier: Apache-2.0
// Golden vectors on tiles of the C library, as a user's testbench would play them: bytes, marks and cycles are those of `tensix-tlm
// stream`. Each alone; then again on the same tile, reset, in turn with all others of a group, a cycle of each: nothing of one
// tile may be seen in another.
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cosim/capi_player.h"

namespace {

namespace fs = std::filesystem;
using capi_test::played;

const char* const fails = "fails";

// What the program prints and measures. `fails`: the vector is one that silicon contradicts.
played of_program(const std::string& program, const std::string& file) {
  const std::string metrics = fs::temp_directory_path() / ("capi_stream_" + std::to_string(getpid()) + ".json");
  const std::string command = program + " stream " + file + " --metrics " + metrics + " 2> /dev/null";
  played p;
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return p.error = "cannot start it", p;
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) p.text.append(buffer, n);
  if (pclose(pipe) != 0) return p.error = fails, p;
  std::ifstream in(metrics);
  p.cycles = nlohmann::json::parse(in).at("cycles").get<uint64_t>();
  fs::remove(metrics);
  return p;
}

std::string difference(const played& a, const played& b) {
  if (a.error != b.error) return "error '" + a.error + "' and '" + b.error + "'";
  if (a.cycles != b.cycles) return std::to_string(a.cycles) + " and " + std::to_string(b.cycles) + " cycles";
  std::istringstream x(a.text), y(b.text);
  for (std::string l, m; std::getline(x, l) && std::getline(y, m);)
    if (l != m) return "'" + l.substr(0, 60) + "' and '" + m.substr(0, 60) + "'";
  return "more lines";
}

int failures = 0;
void same(const std::string& what, const played& a, const played& b) {
  if (a == b || (a.error == fails && !b.error.empty())) return;
  ++failures;
  std::cout << what << ": " << difference(a, b) << "\n";
}

// One after the other on one tile, then all side by side on tiles made while others are under way.
void play_group(const std::string& program, const std::vector<std::string>& names) {
  std::vector<tensix::stream_file> files;
  std::vector<played> alone;
  const tt_tile first = tt_create(nullptr, nullptr);
  for (const auto& name : names) {
    files.push_back(tensix::stream_file::load(name));
    if (tt_reset(first) != TT_OK) ++failures;
    alone.push_back(capi_test::play(first, files.back()));
    same(name + ", program and library", of_program(program, name), alone.back());
  }
  std::vector<tt_tile> tiles;
  std::vector<std::unique_ptr<capi_test::player>> players;
  for (bool more = true; more;) {
    more = false;
    if (tiles.size() < files.size()) {
      tiles.push_back(tt_create("blackhole", ""));
      players.push_back(std::make_unique<capi_test::player>(tiles.back(), files[tiles.size() - 1]));
      more = true;
    }
    for (size_t i = 0; i < players.size(); ++i)
      if (players[i]) {
        if (players[i]->step(i % 2 == 0 ? capi_test::player::pace::cycle : capi_test::player::pace::cycle_for_news)) {
          more = true;
        } else {
          same(names[i] + ", alone and side by side", alone[i], players[i]->result());
          players[i].reset();
          tt_destroy(tiles[i]);  // others are under way
        }
      }
  }
  // Each a while, and reset in the middle of it; then another one.
  if (tt_reset(first) != TT_OK) ++failures;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!alone[i].error.empty()) continue;
    capi_test::player some(first, files[(i + 1) % files.size()]);
    for (unsigned cycles = 0; cycles < 37 + 211 * i && some.step(capi_test::player::pace::cycle); ++cycles) {
    }
    if (tt_warm_reset(first) == TT_E_UNDEFINED && tt_reset(first) != TT_OK) ++failures;
    same(names[i] + ", alone and behind a warm reset", alone[i], capi_test::play(first, files[i]));
    if (tt_warm_reset(first) != TT_OK && tt_reset(first) != TT_OK) ++failures;
  }
  tt_destroy(first);
}

}  // namespace

// capi_stream_test PROGRAM EVERY FOLDER: every EVERYth vector of the folder.
int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::vector<std::string> files, group;
  for (const auto& entry : fs::recursive_directory_iterator(argv[3]))
    if (entry.path().extension() == ".scn") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  size_t played = 0;
  for (size_t i = 0; i < files.size(); i += std::stoul(argv[2])) {
    group.push_back(files[i]);
    ++played;
    if (group.size() < 6) continue;
    play_group(argv[1], group);
    group.clear();
  }
  play_group(argv[1], group);
  std::cout << played << " vectors, " << failures << " differences\n";
  return failures || played < 20;
}
