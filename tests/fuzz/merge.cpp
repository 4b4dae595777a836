// SPDX-License-Identifier: Apache-2.0
// Results to merge (sweep --merge): every row is one of the study or is refused with its line; accepted ones can be written as
// CSV. "@1" and "@2" stand for what a right row of these points begins with.
#include "app/sweep/merge.h"

#include "app/sweep/rows.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const study s = parse_study(
      R"({"format":"tensix-tlm-study","version":1,"base":{"kernel":"datacopy"},"axes":{"axis":"l1.banks","values":[16,32]}})",
      "study", 10);
  static const std::string begin =
      R"("axes":{"l1.banks":16},"message":"","parameters":null,"command":["run","datacopy","--set=l1.banks=)";
  std::string text = fuzz::text_of(data, std::min<size_t>(size, 20000));
  text = replaced(replaced(text, "@1", R"("point":1,)" + begin + "16\"]"), "@2", R"("point":2,)" + begin + "32\"]");
  const fuzz::memory_file file(text), result("");
  point_checker checker;
  fuzz::accepted<std::runtime_error>(file.path() + ":", [&] {
    const row_files rows(s, checker, {file.path()});
    for (uint64_t number = 1; number <= s.size(); ++number)
      if (rows.has(number)) columns_of(nlohmann::ordered_json::parse(rows.row(number)));
  });
  return 0;
}
