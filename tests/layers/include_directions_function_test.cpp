// SPDX-License-Identifier: Apache-2.0
// docs/architecture.md, "Two layers, one direction", held to the #include lines: which folder may include which, and that what
// is computed reaches no SystemC, however many files lie between.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"

namespace {

namespace fs = std::filesystem;
using names = std::vector<std::string>;

struct source {
  std::set<std::string> includes, system;  // "folder/file.h"; <name>
  bool claims_no_systemc = false;          // its first comment says so
};

// Programs for the cores find their headers in a folder of their own.
void look_in_device_headers(source& s, const fs::path& root) {
  const fs::path folder = "workload/device/include";
  std::set<std::string> found;
  for (const auto& name : s.includes)
    if (name != "tensix_program.h")  // generated
      found.insert(fs::exists(root / folder / name) ? (folder / name).generic_string() : name);
  s.includes = found;
}

// The rooms from the ground up: a file includes its own room's and those before it in this list.
const names rooms = {"support", "models", "platform", "workload", "observe", "cosim", "testbench", "pages", "app"};

using tree = std::map<std::string, source>;  // by path from the root

source read_source(const fs::path& path) {
  source s;
  std::ifstream file(path);
  bool heading = true;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string directive, name;
    heading = heading && line.compare(0, 2, "//") == 0;
    if (heading && line.find("No SystemC.") != std::string::npos) s.claims_no_systemc = true;
    if (!(words >> directive >> name) || directive != "#include" || name.size() < 3) continue;
    (name[0] == '<' ? s.system : s.includes).insert(name.substr(1, name.size() - 2));
  }
  return s;
}

const tree& sources() {
  static const tree all = [] {
    tree t;
    const fs::path root = fs::path(TENSIX_TEST_DATA).parent_path();
    for (const auto& room : rooms)
      for (const auto& entry : fs::recursive_directory_iterator(root / room))
        if (const auto kind = entry.path().extension(); kind == ".h" || kind == ".cpp") {
          const std::string name = fs::relative(entry.path(), root).generic_string();
          t[name] = read_source(entry.path());
          if (name.find("/device/") != std::string::npos) look_in_device_headers(t[name], root);
        }
    return t;
  }();
  return all;
}

bool within(const std::string& path, const std::string& folder) {
  return path.compare(0, folder.size() + 1, folder + "/") == 0;
}
std::string folder_of(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

// What all models share. The other folders of models are units, and a unit includes no other unit's folder; but the port of the
// cores, which pushes to the frontends, and the coprocessor, which connects the functions of all.
const names shared_models = {"models/contracts", "models/formats", "models/hand_over", "models/isa", "models/memory",
                             "models/noc",       "models/observe", "models/registers", "models/time"};
const std::map<std::string, names> delivers_to = {
    {"models/riscv_port", {"models/frontend"}},
    {"models/coprocessor",
     {"models/config_unit", "models/matrix_unit", "models/misc_unit", "models/mover", "models/packer", "models/scalar_unit",
      "models/sync_unit", "models/unpacker", "models/vector_unit"}}};

bool holds(const names& list, const std::string& name) { return std::find(list.begin(), list.end(), name) != list.end(); }

// Place in `rooms`; their number: in none of them.
size_t floor_of(const std::string& path) {
  return std::find_if(rooms.begin(), rooms.end(), [&](const auto& room) { return within(path, room); }) - rooms.begin();
}

// What is wrong with `file` including `other`; empty: nothing.
std::string against_direction(const std::string& file, const std::string& other) {
  if (floor_of(file) == rooms.size()) return file + ": its folder is no room of this test";
  if (floor_of(other) > floor_of(file)) return file + " includes " + other;
  const std::string unit = folder_of(file), target = folder_of(other);
  if (!within(file, "models") || !within(other, "models") || unit == target || holds(shared_models, target)) return {};
  const auto port = delivers_to.find(unit);
  return port != delivers_to.end() && holds(port->second, target) ? "" : file + " includes another unit's " + other;
}

bool is_systemc(const std::string& header) {
  return header.compare(0, 7, "systemc") == 0 || header.compare(0, 3, "tlm") == 0 || within(header, "sysc");
}

// "a.h > b.h > <systemc>", or empty if there is no way to SystemC.
std::string way_to_systemc(const std::string& file, std::set<std::string>& seen) {
  const auto found = sources().find(file);
  if (found == sources().end() || !seen.insert(file).second) return {};
  for (const auto& header : found->second.system)
    if (is_systemc(header)) return file + " > <" + header + ">";
  for (const auto& next : found->second.includes)
    if (const std::string way = way_to_systemc(next, seen); !way.empty()) return file + " > " + way;
  return {};
}
std::string way_to_systemc(const std::string& file) {
  std::set<std::string> seen;
  return way_to_systemc(file, seen);
}

bool computes(const std::string& file) {
  for (const char* folder : {"models/isa", "models/formats", "models/registers", "workload/kernels", "workload/tensors"})
    if (within(file, folder)) return true;
  return fs::path(file).filename().string().find("_function") != std::string::npos;
}

// What only names parameters, reads command lines, or starts simulations as processes and compares what they write.
bool starts_simulations(const std::string& file) {
  for (const char* folder : {"app/options", "app/sweep", "app/levers", "app/costs", "app/optimise"})
    if (within(file, folder)) return true;
  for (const char* beginning : {"platform/parameter", "platform/assumptions", "app/cli/compare", "app/cli/diff_events"})
    if (file.compare(0, std::string(beginning).size(), beginning) == 0) return true;
  return within(file, "models") && fs::path(file).stem().string().find("_parameters") != std::string::npos;
}

}  // namespace

TEST_CASE("folders include one another in one direction", "[layers]") {
  REQUIRE(sources().size() > 200);
  names wrong;
  for (const auto& [file, s] : sources())
    for (const auto& other : s.includes)
      if (const std::string text = against_direction(file, other); !text.empty()) wrong.push_back(text);
  CHECK(wrong == names{});
}

TEST_CASE("the rooms are the folders of the tree that hold code", "[layers]") {
  const fs::path root = fs::path(TENSIX_TEST_DATA).parent_path();
  const std::set<std::string> others = {"configs", "docs", "examples", "python", "scripts", "tests", "third_party"};
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name[0] == '.' || name.find("build") == 0 || others.count(name)) continue;
    INFO(name);
    CHECK(holds(rooms, name));
  }
}

TEST_CASE("what is computed reaches no SystemC", "[layers]") {
  names wrong;
  size_t files = 0;
  for (const auto& [file, s] : sources()) {
    if (!computes(file) && !s.claims_no_systemc) continue;
    ++files;
    if (const std::string way = way_to_systemc(file); !way.empty()) wrong.push_back(way);
  }
  CHECK(files > 100);
  CHECK(wrong == names{});
}

TEST_CASE("parameters, options and studies reach no SystemC", "[layers]") {
  names wrong;
  size_t files = 0, structs = 0;
  for (const auto& [file, s] : sources()) {
    if (!starts_simulations(file)) continue;
    ++files;
    structs += within(file, "models") && file.back() == 'h';
    if (const std::string way = way_to_systemc(file); !way.empty()) wrong.push_back(way);
  }
  CHECK(files > 80);
  CHECK(structs >= 16);
  CHECK(wrong == names{});
}

// platform/parameters.h knows a unit by its numbers only.
TEST_CASE("the parameters include no unit", "[layers]") {
  names wrong;
  for (const auto& other : sources().at("platform/parameters.h").includes)
    if (within(other, "models") && other.find("_parameters.h") == std::string::npos) wrong.push_back(other);
  CHECK(wrong == names{});
}

TEST_CASE("contexts of SystemC, which are no part of the standard, are named in two places only", "[layers]") {
  const fs::path root = fs::path(TENSIX_TEST_DATA).parent_path();
  const auto names_contexts = [&](const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(root / file, std::ios::binary).rdbuf();
    return text.str().find("simcontext") != std::string::npos;
  };
  names wrong;
  for (const auto& [file, s] : sources())
    if (!within(file, "cosim/capi") && file.find("platform/late_elaboration.") != 0 && names_contexts(file))
      wrong.push_back(file);
  CHECK(wrong == names{});
  CHECK(names_contexts("cosim/capi/simulation_state.h"));
  CHECK(names_contexts("platform/late_elaboration.cpp"));
}

TEST_CASE("the checks find what they are for", "[layers]") {
  CHECK(way_to_systemc("platform/tile.h") == "platform/tile.h > <systemc>");
  CHECK(way_to_systemc("platform/hazards.cpp").find("> <") != std::string::npos);  // through other files
  CHECK(against_direction("testbench/run/a.h", "app/cli/b.h") == "testbench/run/a.h includes app/cli/b.h");
  CHECK(against_direction("pages/run/a.cpp", "app/cli/b.h") != "");
  CHECK(against_direction("support/text/a.h", "models/isa/isa.h") != "");
  CHECK(against_direction("app/cli/a.cpp", "support/text/nearest.h") == "");
  CHECK(against_direction("models/packer/a.h", "platform/tile.h") != "");
  CHECK(against_direction("models/packer/a.h", "models/unpacker/b.h") ==
        "models/packer/a.h includes another unit's models/unpacker/b.h");
  CHECK(against_direction("elsewhere/a.h", "models/isa/isa.h") != "");
  CHECK(against_direction("models/packer/a.h", "models/memory/l1_protocol.h") == "");
}
