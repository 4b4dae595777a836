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
  const fs::path folder = "testbench/device/include";
  std::set<std::string> found;
  for (const auto& name : s.includes)
    if (name != "tensix_program.h")  // generated
      found.insert(fs::exists(root / folder / name) ? (folder / name).generic_string() : name);
  s.includes = found;
}

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
    for (const char* folder : {"models", "platform", "testbench"})
      for (const auto& entry : fs::recursive_directory_iterator(root / folder))
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

// What each folder may include beside itself, in the order of the layers: a folder may only name folders above it.
struct direction {
  std::string folder;
  names may;
};
const std::vector<direction> directions = {
    {"models", {}},
    {"platform", {"models"}},
    {"testbench/files", {"platform"}},
    {"testbench/processes", {}},
    {"testbench/tensors", {"models", "testbench/files"}},
    {"testbench/streams", {"models", "platform", "testbench/files"}},
    {"testbench/functional", {"models", "testbench/streams"}},
    {"testbench/kernels", {"models", "testbench/streams", "testbench/tensors"}},
    {"testbench/device", {"models", "testbench/kernels"}},  // programs for the cores
    {"testbench/kernels/device", {"testbench/device"}},
    {"testbench/elf", {"models", "testbench/files", "testbench/tensors"}},
    {"testbench/events", {"models", "platform", "testbench/files"}},
    {"testbench/why", {"models", "testbench/files"}},
    {"testbench/trace", {"models", "testbench/elf", "testbench/events", "testbench/files", "testbench/why"}},
    {"testbench/cosim", {"models", "platform", "testbench/streams", "testbench/trace"}},
    {"testbench/energy", {"models", "platform", "testbench/files"}},
    {"testbench/run",
     {"models", "platform", "testbench/cosim", "testbench/elf", "testbench/energy", "testbench/files", "testbench/kernels",
      "testbench/streams", "testbench/tensors", "testbench/why"}},
    {"testbench/report",
     {"models", "platform", "testbench/elf", "testbench/files", "testbench/kernels", "testbench/run", "testbench/trace",
      "testbench/why"}},
    {"testbench/observe",
     {"models", "platform", "testbench/elf", "testbench/files", "testbench/report", "testbench/run", "testbench/trace",
      "testbench/why"}},
    {"testbench/options",
     {"models", "platform", "testbench/events", "testbench/kernels", "testbench/run", "testbench/tensors"}},
    {"testbench/compile",
     {"models", "platform", "testbench/device", "testbench/elf", "testbench/files", "testbench/kernels", "testbench/options",
      "testbench/processes", "testbench/tensors"}},
    {"testbench/capi", {"models", "platform", "testbench/elf", "testbench/events", "testbench/files", "testbench/trace"}},
    {"testbench/study_page", {"platform", "testbench/files", "testbench/report"}},
    {"testbench/sweep",
     {"models", "platform", "testbench/compile", "testbench/energy", "testbench/files", "testbench/options",
      "testbench/processes", "testbench/run", "testbench/streams", "testbench/study_page"}},
    {"testbench/levers",
     {"models", "platform", "testbench/files", "testbench/options", "testbench/run", "testbench/study_page",
      "testbench/sweep"}},
    {"testbench/optimise",
     {"models", "testbench/files", "testbench/options", "testbench/run", "testbench/study_page", "testbench/sweep"}},
    {"testbench/cli",
     {"models", "platform", "testbench/compile", "testbench/cosim", "testbench/elf", "testbench/energy", "testbench/events",
      "testbench/files", "testbench/kernels", "testbench/levers", "testbench/observe", "testbench/optimise",
      "testbench/options", "testbench/report", "testbench/run", "testbench/streams", "testbench/sweep", "testbench/tensors",
      "testbench/trace"}}};

// What all models share. The other folders of models are units, and a unit includes no other unit's folder; but the port of the
// cores, which pushes to the frontends, and the coprocessor, which connects the functions of all.
const names shared_models = {"models/contracts", "models/formats", "models/hand_over", "models/isa",
                             "models/memory",    "models/observe", "models/registers"};
const std::map<std::string, names> delivers_to = {
    {"models/riscv_port", {"models/frontend"}},
    {"models/coprocessor",
     {"models/config_unit", "models/matrix_unit", "models/misc_unit", "models/mover", "models/packer", "models/scalar_unit",
      "models/sync_unit", "models/unpacker", "models/vector_unit"}}};

bool holds(const names& list, const std::string& name) { return std::find(list.begin(), list.end(), name) != list.end(); }

// What is wrong with `file` including `other`; empty: nothing.
std::string against_direction(const std::string& file, const std::string& other) {
  // A folder inside another one stands behind it.
  const auto own = std::find_if(directions.rbegin(), directions.rend(), [&](const auto& d) { return within(file, d.folder); });
  if (own == directions.rend()) return file + ": its folder has no row in this test";
  const auto allowed = [&](const std::string& folder) { return within(other, folder); };
  if (!within(other, own->folder) && std::none_of(own->may.begin(), own->may.end(), allowed))
    return file + " includes " + other;
  const std::string unit = folder_of(file), target = folder_of(other);
  if (own->folder != "models" || unit == target || holds(shared_models, target)) return {};
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
  for (const char* folder :
       {"models/isa", "models/formats", "models/registers", "testbench/functional", "testbench/kernels", "testbench/tensors"})
    if (within(file, folder)) return true;
  return fs::path(file).filename().string().find("_function") != std::string::npos;
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

TEST_CASE("the table of directions has no way back", "[layers]") {
  names above;
  for (const auto& d : directions) {
    for (const auto& other : d.may) CHECK(holds(above, other));
    above.push_back(d.folder);
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

TEST_CASE("the checks find what they are for", "[layers]") {
  CHECK(way_to_systemc("platform/tile.h") == "platform/tile.h > <systemc>");
  CHECK(way_to_systemc("platform/hazards.cpp").find("> <") != std::string::npos);  // through other files
  CHECK(against_direction("testbench/run/a.h", "testbench/cli/b.h") == "testbench/run/a.h includes testbench/cli/b.h");
  CHECK(against_direction("testbench/report/a.cpp", "testbench/cli/b.h") != "");
  CHECK(against_direction("models/packer/a.h", "platform/tile.h") != "");
  CHECK(against_direction("models/packer/a.h", "models/unpacker/b.h") ==
        "models/packer/a.h includes another unit's models/unpacker/b.h");
  CHECK(against_direction("testbench/elsewhere/a.h", "models/isa/isa.h") != "");
  CHECK(against_direction("models/packer/a.h", "models/memory/l1_protocol.h") == "");
}
