// SPDX-License-Identifier: Apache-2.0
// Settings (--set NAME=VALUE, a line each): what is accepted is dumped and read again the same.
#include <sstream>
#include <vector>

#include "platform/parameters.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const parameters blackhole = builtin_configuration("blackhole");
  parameters p = blackhole;
  std::vector<std::string> settings;
  std::istringstream lines(fuzz::text_of(data, size));
  for (std::string line; std::getline(lines, line);) settings.push_back(line);
  if (!fuzz::accepted<parameter_error>("", [&] { apply_settings(p, settings); })) return 0;
  const std::string dump = to_json(p);
  fuzz::expect(to_json(configuration_from_json(dump, "dump.json", "/nowhere")) == dump,
               "the dump read again differs:\n" + dump);
  return 0;
}
