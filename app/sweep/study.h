// SPDX-License-Identifier: Apache-2.0
// A study: a base, and axes whose values make its points. Parsing and expansion only; docs/sweeps.md describes the file.
//
//   const study s = load_study("study.json", 100000);
//   for (uint64_t i = 0; i < s.size(); ++i) run(s.point(i).arguments);
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tensix {

// What is wrong in a study, where, and what would be right.
struct study_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A name and what it is set to: a text, a whole number, true or false.
using study_setting = std::pair<std::string, nlohmann::ordered_json>;

struct study_point {
  std::vector<study_setting> axes;     // what the axes say, in their order
  std::vector<std::string> arguments;  // of tensix-tlm, without the output files
};

// Settings under one name, the value of the axis "variant".
struct study_variant {
  std::string name;
  std::vector<study_setting> settings;
};
inline constexpr const char* variant_axis = "variant";
inline constexpr const char* base_variant =
    "base";  // of the variant that sets nothing, and of the configuration as base has it

// A node of the tree of axes.
struct study_axes {
  enum class kind_t : uint8_t { axis, product, zip, list };
  // One value, or a range that is expanded after the points have been counted.
  struct piece {  // NOLINT(bugprone-exception-escape): JSON values do not throw when they are moved
    nlohmann::ordered_json value;
    int64_t from = 0, to = 0, step = 0, factor = 0;  // step or factor: a range
    uint64_t size() const;
  };

  kind_t kind = kind_t::product;
  std::string name;                              // axis
  std::vector<piece> pieces;                     // axis, as in the file
  std::vector<nlohmann::ordered_json> values;    // axis, after expand()
  std::vector<study_axes> parts;                 // product, zip
  std::vector<std::vector<study_setting>> rows;  // list

  uint64_t size() const;  // the largest number for whatever is too large to count
  void expand();
  void at(uint64_t index, std::vector<study_setting>& out) const;  // the last part of a product is the fastest
  // All that are set, and the different values of one of them as texts, in their order; after expand().
  std::vector<std::string> names() const;
  std::vector<std::string> values_of(const std::string& name) const;
};

class study {
 public:
  std::string name, description;
  bool record_impossible = false;    // settings that do not fit together are failing points, not refused
  std::vector<study_setting> base;   // kernel or stream, config, options, parameters
  std::vector<std::string> command;  // in the place of a base: arguments as on the command line
  std::vector<std::string> variables;
  std::vector<study_variant> variants;
  study_axes axes;
  // What points are compared with (app/sweep/baseline.h): values of axes; or the configuration as base has it; neither: chosen.
  std::vector<study_setting> baseline;
  bool baseline_is_base = false;
  std::vector<std::pair<std::string, double>> weights;  // of kernels and streams in geometric means; of others 1

  uint64_t size() const { return axes.size(); }
  study_point point(uint64_t index) const;
  double weight_of(const std::string& kernel) const;
};
// The axes of a product, also of products in it; a zip and a list are one. A point's number is that of its values in them, the
// last the fastest.
std::vector<const study_axes*> coordinates_of(const study_axes& node);
// Whether a name says what is computed (kernel, operands, variables), not how: speed-ups are of the same work.
bool is_work(const study& s, const std::string& name);

// Refuses whatever is no study, and one of more than `most_points`, before any point is made. Names of parameters and options
// are right afterwards; whether their values are is check_points' task.
study parse_study(const std::string& text, const std::string& origin, uint64_t most_points);
study load_study(const std::string& path, uint64_t most_points);

// What may be set besides parameters.
bool is_kernel_option(const std::string& name);    // shape, format, ..., fp32-dest
bool is_list_option(const std::string& name);      // cb, arg, common-arg, ct-arg, include: a list is the option several times
std::string macro_of(const std::string& name);     // "X" of define.X; empty: it is none
bool is_device_kernel(const std::string& kernel);  // a source of `tensix-tlm kernel`
bool is_run_option(const std::string& name);       // maxclk, hazards, jitter, ...: of kernels and streams
bool is_flag(const std::string& name);             // true or false: given or not

std::string value_text(const nlohmann::ordered_json& value);  // without the quotes of a text
// "l1.banks=16, format=bf16"
std::string settings_text(const std::vector<study_setting>& settings);

}  // namespace tensix
