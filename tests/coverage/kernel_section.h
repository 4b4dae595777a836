// SPDX-License-Identifier: Apache-2.0
// The section of docs/generated/coverage.md about what tt-llk's Blackhole kernels use.
#pragma once
#include <string>

#include "tests/coverage/kernel_features.h"

namespace coverage {

inline std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& w : words) text += (text.empty() ? "" : between) + w;
  return text;
}
inline std::string trimmed(const std::string& text) { return joined(words_of(text), " "); }

inline std::string subject_of(const kernel_feature& f) {
  std::string text;
  switch (f.kind) {
    case feature_kind::unpack:
      return std::string(f.subject) + " to " + joined(words_of(f.outs), ", ") +
             (std::string(f.where) == "dst" ? " in Dst" : " in SrcA and SrcB");
    case feature_kind::pack:
      text = std::string(f.where) + "-bit Dst as " + f.intermediate;
      if (std::string(f.subject) != f.intermediate) text += ", In_data_format " + std::string(f.subject);
      text += ", to " + joined(words_of(f.outs), ", ");
      if (*f.settings) text += ", with " + joined(words_of(f.settings), ", ");
      return text;
    case feature_kind::core: return f.subject;
    case feature_kind::fields: return "`" + joined(words_of(f.subject), "`, `") + "`";
    default:
      for (const std::string& part : words_of(f.subject, ';')) text += (text.empty() ? "`" : "`; `") + trimmed(part);
      return text + "`";
  }
}

// `judgement` and `remark` put a verdict and its remark into words, as in the rest of the page.
template <class Judgement, class Remark>
std::string kernel_section(Judgement judgement, Remark remark) {
  std::string text =
      "\n## What tt-llk's Blackhole kernels use\n\n"
      "Low-level kernels of Tenstorrent (tt-llk, commit 36b092e8e): what their Blackhole sources use, from\n"
      "`tests/coverage/coverage_kernels.def`. The test `coverage` runs every line: each form of an instruction with all\n"
      "values given here, each conversion, each access.\n";
  bool conversions = false;
  for (const kernel_feature& f : kernel_features()) {
    if (f.kind == feature_kind::area) {
      text += std::string("\n### ") + f.subject + "\n\n";
      conversions = std::string(f.subject).find("Formats") == 0;
      text +=
          conversions ? "| conversion | | remark |\n|---|---|---|\n" : "| feature | used for | | remark |\n|---|---|---|---|\n";
      continue;
    }
    text += "| " + subject_of(f) + " | ";
    if (!conversions) text += std::string(f.purpose) + " | ";
    text += (f.kind == feature_kind::core ? std::string("outside the tile") : std::string(judgement(f.what))) + " | " +
            (f.kind == feature_kind::core ? std::string(f.remark) : std::string(remark(f.what, f.remark))) + " |\n";
  }
  return text;
}

}  // namespace coverage
