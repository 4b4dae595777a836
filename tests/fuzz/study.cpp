// SPDX-License-Identifier: Apache-2.0
// Studies: the same points each time, and of each point whether it can be run, or why not.
#include "app/sweep/study.h"
#include "app/sweep/study_check.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint64_t most_points = 50;
  const std::string text = fuzz::text_of(data, size);
  study s;
  if (!fuzz::accepted<std::runtime_error>("file.json", [&] { s = parse_study(text, "file.json", most_points); })) return 0;
  fuzz::expect(s.size() <= most_points, "more points than allowed");
  const study again = parse_study(text, "file.json", most_points);
  fuzz::expect(again.size() == s.size(), "another number of points");
  point_checker checker;
  for (uint64_t i = 0; i < s.size(); ++i) {
    study_point point, same;
    if (!fuzz::accepted<study_error>("", [&] { point = s.point(i); })) continue;
    same = again.point(i);
    fuzz::expect(point.arguments == same.arguments && point.axes == same.axes, "another point " + std::to_string(i));
    fuzz::accepted<std::runtime_error>("", [&] { checker.check(point.arguments); });
  }
  return 0;
}
