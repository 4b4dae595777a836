// SPDX-License-Identifier: Apache-2.0
// Configurations (--config): what is accepted is dumped and read again the same.
#include "platform/parameters.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  parameters p;
  const std::string text = fuzz::text_of(data, size);
  if (!fuzz::accepted<parameter_error>("file.json", [&] { p = configuration_from_json(text, "file.json", "/nowhere"); }))
    return 0;
  const std::string dump = to_json(p);
  const std::string again = to_json(configuration_from_json(dump, "dump.json", "/nowhere"));
  fuzz::expect(again == dump, "the dump read again differs:\n" + dump + "\n" + again);
  return 0;
}
