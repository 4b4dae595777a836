// SPDX-License-Identifier: Apache-2.0
// Metrics files, as `tensix-tlm compare` reads them: what is accepted is compared with itself (no difference) and with a given
// one, and both are printed.
#include <iostream>
#include <sstream>

#include "app/cli/compare.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::memory_file file(fuzz::text_of(data, size));
  nlohmann::ordered_json m;
  if (!fuzz::accepted<std::runtime_error>("", [&] { m = read_metrics(file.path()); })) return 0;
  static const nlohmann::ordered_json plain = {
      {"cycles", 10},
      {"units", {{"packer", {{"busy", 4}, {"idle", 6}, {"stall", nlohmann::json::object()}}}}},
      {"threads", nlohmann::json::object()},
      {"l1", {{"banks", {1, 2}}, {"bank_conflicts", {0, 0}}}},
      {"bandwidth", nlohmann::json::object()},
      {"kernel", nlohmann::json::object()},
      {"accuracy", nullptr}};
  const auto itself = compare_metrics(m, m, false);
  fuzz::expect(itself.at("accounts").empty() && itself.at("traffic").empty(), "a run differs from itself");
  for (const nlohmann::ordered_json* other : {static_cast<const nlohmann::ordered_json*>(&m), &plain})
    for (const bool all : {false, true}) {
      std::ostringstream text;
      print_comparison(text, compare_metrics(m, *other, all));
    }
  return 0;
}
