// SPDX-License-Identifier: Apache-2.0
// The study file: what is in it, and what is refused before a point is made.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <set>

#include "app/options/options.h"
#include "app/sweep/study.h"
#include "platform/parameters.h"
#include "support/files/json_file.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

using nlohmann::ordered_json;
using names = std::vector<std::string>;

// Those of `tensix-tlm run` and `kernel` but --out and --dump-stream: every point would replace its file. (`define` is written
// define.NAME.)
const names lists_known = {"cb", "arg", "common-arg", "ct-arg", "include"};
const names& kernel_options_known() {
  static const names all = [] {
    names options = kernel_option_names();
    options.insert(options.end(), lists_known.begin(), lists_known.end());
    options.insert(options.end(), {"unchecked", "program-kib"});
    for (const char* file : {"out", "dump-stream"})
      options.erase(std::remove(options.begin(), options.end(), file), options.end());
    return options;
  }();
  return all;
}
const names run_options_known = {"maxclk", "on-undefined", "hazards", "energy", "jitter"},
            subjects = {"kernel", "stream", "config"};
// Columns of a result that an axis of this name would be taken for.
const names columns_taken = {"point",   "outcome", "message",     "cycles",       "axes",
                             "command", "metrics", "parameters",  "variant",      "baseline",
                             "ratio",   "speedup", "speedup_low", "speedup_high", "geomean"};
// Of run, stream and kernel: every point would replace the file; or they do not run.
const names writing_options = {"out",    "dump-stream", "metrics", "report",      "trace", "vcd",      "events",
                               "record", "rtl-waves",   "profile", "dump-config", "help",  "timeline", "counters"};
constexpr int deepest = 16;
constexpr uint64_t most_values = 10000000;  // of an axis
constexpr int most_weight = 1000000;
constexpr const char* no_base =
    "\"base\" is missing, and no axis sets a kernel or a stream: what every point has, such as { \"kernel\": \"matmul\" }";

bool among(const std::string& name, const names& all) { return std::find(all.begin(), all.end(), name) != all.end(); }

class parser {
 public:
  parser(const std::string& origin, uint64_t most_points) : origin_(origin), most_points_(most_points) {}

  study parse(const ordered_json& tree) {
    if (!tree.is_object()) fail("", "expected an object { ... }");
    if (const auto f = tree.find("format"); f == tree.end() || *f != "tensix-tlm-study")
      fail("", "this is no study: \"format\" must be \"tensix-tlm-study\"");
    if (const auto v = tree.find("version"); v == tree.end() || *v != 1)
      fail("/version", (v == tree.end() ? "the version is missing" : "version " + v->dump() + " is not known") +
                           "; this program reads version 1");
    members(tree, "",
            {"format", "version", "name", "description", "variables", "variants", "impossible", "base", "axes", "baseline",
             "weights"});
    result_.name = text_member(tree, "name", "");
    result_.description = text_member(tree, "description", "");
    const std::string impossible = text_member(tree, "impossible", "");
    if (!impossible.empty() && impossible != "refuse" && impossible != "record")
      fail("/impossible", "'" + impossible + "' is neither refuse nor record" + did_you_mean(impossible, {"refuse", "record"}));
    result_.record_impossible = impossible == "record";
    if (tree.count("variables")) read_variables(tree.at("variables"));
    if (tree.count("variants")) read_variants(tree.at("variants"));
    if (tree.count("base")) read_base(tree.at("base"));
    if (!tree.count("base") && (!tree.count("axes") || tree.at("axes").empty())) fail("", no_base);
    if (!tree.count("axes")) fail("", "\"axes\" is missing: what differs between the points");
    result_.axes = combination(tree.at("axes"), "/axes", 0);
    const std::set<std::string> set_by_axes = names_set(result_.axes);
    if (!tree.count("base") && !set_by_axes.count("kernel") && !set_by_axes.count("stream")) fail("", no_base);
    if (!result_.variants.empty() && !set_by_axes.count(variant_axis))
      fail("/variants", "no axis has the variants as its values: { \"axis\": \"variant\" }");
    for (const auto& v : result_.variables)
      if (!used_.count(v)) fail("/variables", "no text uses the variable '" + v + "', as in \"64x64x{" + v + "}\"");
    const uint64_t count = result_.size();
    if (count > most_points_)
      fail("/axes", (count == std::numeric_limits<uint64_t>::max() ? "more than 10^19" : std::to_string(count)) +
                        " points, and at most " + std::to_string(most_points_) + " are run (--max-points)");
    check_sizes(result_.axes);
    result_.axes.expand();
    check_values_differ(result_.axes, "/axes");
    if (tree.count("baseline")) read_baseline(tree.at("baseline"));
    if (tree.count("weights")) read_weights(tree.at("weights"));
    return std::move(result_);
  }

 private:
  const std::string origin_;
  const uint64_t most_points_;
  study result_;
  std::set<std::string> used_;  // variables that a text names

  [[noreturn]] void fail(const std::string& where, const std::string& what) const {
    throw study_error(origin_ + (where.empty() ? "" : ", at " + where) + ": " + what);
  }

  void members(const ordered_json& object, const std::string& where, const names& known) const {
    if (!object.is_object()) fail(where, "expected an object { ... }, not " + brief(object));
    for (const auto& [key, value] : object.items())
      if (!among(key, known)) fail(where, "no member is called '" + key + "'" + did_you_mean(key, known));
  }

  static std::string brief(const ordered_json& value) {
    const std::string text = value.dump();
    return text.size() <= 40 ? text : text.substr(0, 37) + "...";
  }

  std::string text_member(const ordered_json& object, const char* key, const std::string& where) const {
    const auto it = object.find(key);
    if (it == object.end()) return {};
    if (!it->is_string()) fail(where + "/" + key, "expected a text, not " + brief(*it));
    return it->get<std::string>();
  }

  void read_variables(const ordered_json& list) {
    if (!list.is_array()) fail("/variables", "expected a list of names, not " + brief(list));
    for (const auto& v : list) {
      const std::string name = v.is_string() ? v.get<std::string>() : "";
      const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
      if (name.empty() || !std::all_of(name.begin(), name.end(), plain))
        fail("/variables", brief(v) + " is no name of letters, digits and _");
      if (among(name, all_names()) || among(name, columns_taken)) fail("/variables", "'" + name + "' has a meaning already");
      result_.variables.push_back(name);
    }
  }

  names variant_names() const {
    names all;
    for (const auto& v : result_.variants) all.push_back(v.name);
    return all;
  }

  void read_variants(const ordered_json& list) {
    if (!list.is_object() || list.empty())
      fail("/variants", "expected an object { \"name\": { setting: value }, ... }, not " + brief(list));
    std::vector<study_variant> all;
    for (const auto& [name, settings] : list.items()) {
      const std::string where = "/variants/" + name;
      if (name.empty()) fail("/variants", "a variant has no name");
      if (!settings.is_object()) fail(where, "expected an object { setting: value }, not " + brief(settings));
      if (name == base_variant && !settings.empty())
        fail(where, "'base' is the variant that sets nothing; give this one another name");
      study_variant v = {name, {}};
      for (const auto& [setting, given] : settings.items()) {
        check_name(setting, where);
        v.settings.emplace_back(setting, value(setting, given, where + "/" + setting));
      }
      all.push_back(std::move(v));
    }
    result_.variants = std::move(all);  // from here on "variant" is a name
  }

  ordered_json variant_value(const ordered_json& given, const std::string& where) const {
    names known = variant_names();
    known.emplace_back(base_variant);
    if (!given.is_string() || !among(given.get<std::string>(), known))
      fail(where,
           "no variant is called " + brief(given) + did_you_mean(given.is_string() ? given.get<std::string>() : "", known));
    return given;
  }

  // The name of a variant, "base", or values of axes; all of points that there are.
  void read_baseline(const ordered_json& given) {
    const std::string where = "/baseline";
    const auto one_of = [&](const std::string& here, const std::string& what, const std::string& wanted, const names& known) {
      if (!among(wanted, known))
        fail(here, what + " '" + wanted + "'" + did_you_mean(wanted, known) + "; there are: " + listed(known));
    };
    if (given.is_string()) {
      const std::string name = given.get<std::string>();
      if (!result_.variants.empty()) {
        one_of(where, "no point has the variant", name, result_.axes.values_of(variant_axis));
        result_.baseline = {{variant_axis, name}};
      } else {
        if (name != base_variant)
          fail(where, "'" + name +
                          "' is no variant, as this study has none; expected \"base\" (the configuration as base has it) or "
                          "{ axis: value }" +
                          did_you_mean(name, {base_variant}));
        result_.baseline_is_base = true;
      }
      return;
    }
    if (!given.is_object() || given.empty())
      fail(where, "expected the name of a variant, \"base\" or { axis: value }, not " + brief(given));
    for (const auto& [name, v] : given.items()) {
      one_of(where, "no axis is called", name, result_.axes.names());
      const ordered_json wanted = v.is_array() ? value(name, v, where + "/" + name) : v;
      one_of(where + "/" + name, "no point has the value", value_text(wanted), result_.axes.values_of(name));
      result_.baseline.emplace_back(name, wanted);
    }
  }

  void read_weights(const ordered_json& given) {
    if (!given.is_object() || given.empty()) fail("/weights", "expected an object { kernel: number }, not " + brief(given));
    names known = result_.axes.values_of("kernel");
    const names streams = result_.axes.values_of("stream");
    known.insert(known.end(), streams.begin(), streams.end());
    for (const auto& [name, weight] : given.items()) {
      if (!among(name, known)) fail("/weights", "no axis has the kernel '" + name + "'" + did_you_mean(name, known));
      if (!weight.is_number() || !(weight.get<double>() > 0) || !(weight.get<double>() <= most_weight))
        fail("/weights/" + name,
             brief(weight) + " is no weight: expected a number above 0 and at most " + std::to_string(most_weight));
      result_.weights.emplace_back(name, weight.get<double>());
    }
  }

  static std::string listed(const names& known) {
    constexpr size_t most_listed = 12;
    std::string text;
    for (size_t i = 0; i < known.size() && i < most_listed; ++i) text += (i ? ", " : "") + known[i];
    return text + (known.size() > most_listed ? ", ..." : "");
  }

  names all_names() const {
    names all = parameter_names();
    if (!result_.variants.empty()) all.emplace_back(variant_axis);
    for (const auto* more : {&kernel_options_known(), &run_options_known, &subjects, &result_.variables})
      all.insert(all.end(), more->begin(), more->end());
    return all;
  }

  void check_name(const std::string& name, const std::string& where) const {
    if (among(name, all_names()) || !macro_of(name).empty()) return;
    if (among(name, writing_options))
      fail(where, "'" + name + "' has no meaning in a study: every point would replace the file");
    fail(where, "no parameter or option is called '" + name + "'" + did_you_mean(name, all_names()));
  }

  // Every {name} in a text must be a variable.
  void check_text(const std::string& text, const std::string& where) {
    for (size_t open = 0; (open = text.find('{', open)) != std::string::npos; ++open) {
      const size_t close = text.find('}', open);
      if (close == std::string::npos) fail(where, "'" + text + "': a } is missing");
      const std::string name = text.substr(open + 1, close - open - 1);
      if (!among(name, result_.variables))
        fail(where, "'" + text + "': no variable is called '" + name + "'" + did_you_mean(name, result_.variables));
      used_.insert(name);
    }
  }

  // A text, whole number or truth value; a list becomes its text.
  ordered_json value(const std::string& name, const ordered_json& given, const std::string& where) {
    if (name == variant_axis && !result_.variants.empty()) return variant_value(given, where);
    if (is_flag(name) && !given.is_boolean()) fail(where, name + " is true or false, not " + brief(given));
    ordered_json result = given;
    if (given.is_array() && !given.empty()) {
      std::string text;
      for (const auto& e : given) {
        if (!e.is_number_integer() && !e.is_string()) fail(where, brief(e) + " in a list: expected whole numbers or texts");
        text += (text.empty() ? "" : ",") + (e.is_string() ? e.get<std::string>() : e.dump());
      }
      result = text;
    }
    if (given.is_array() && given.empty()) fail(where, "the list is empty");
    if (!result.is_string() && !result.is_number_integer() && !result.is_boolean())
      fail(where, brief(given) + " is no value: expected a text, a whole number, true or false");
    if (!result.is_string()) return result;
    const std::string text = result.get<std::string>();
    if (text.empty()) fail(where, "the text is empty");
    if (among(name, {"kernel", "stream"}) && text[0] == '-') fail(where, "'" + text + "' is no " + name);
    check_text(text, where);
    return result;
  }

  // Arguments as on the command line, but for what writes files or does not run.
  void read_command(const ordered_json& base) {
    const std::string where = "/base/command";
    if (base.size() != 1) fail("/base", "\"command\" says all: nothing else has a place beside it");
    const ordered_json& list = base.at("command");
    if (!list.is_array() || list.size() < 2)
      fail(where, "expected a list of arguments, as in [\"run\", \"matmul\", \"--shape=64x64x64\"]");
    for (const auto& word : list) {
      if (!word.is_string()) fail(where, brief(word) + " is no text");
      const std::string text = word.get<std::string>(), name = text.substr(0, text.find('='));
      if (name.rfind("--", 0) == 0 && among(name.substr(2), writing_options))
        fail(where, "'" + name + "' has no meaning in a study: every point would replace the file");
      result_.command.push_back(text);
    }
    if (const std::string first = result_.command.front(); !among(first, {"run", "stream", "kernel", "program"}))
      fail(where, "'" + first + "' is none of run, stream, kernel and program" +
                      did_you_mean(first, {"run", "stream", "kernel", "program"}));
  }

  void read_base(const ordered_json& base) {
    if (base.is_object() && base.count("command")) return read_command(base);
    members(base, "/base", {"command", "config", "kernel", "stream", "options", "set"});
    for (const char* subject : {"kernel", "stream", "config"})
      if (base.count(subject)) {
        text_member(base, subject, "/base");
        result_.base.emplace_back(subject, value(subject, base.at(subject), std::string("/base/") + subject));
      }
    for (const char* group : {"options", "set"}) {
      if (!base.count(group)) continue;
      const std::string where = std::string("/base/") + group;
      if (!base.at(group).is_object()) fail(where, "expected an object { name: value }");
      for (const auto& [name, given] : base.at(group).items()) {
        const bool option = is_kernel_option(name) || is_run_option(name) || !macro_of(name).empty();
        if (among(name, result_.variables)) fail(where, "the variable '" + name + "' is set by axes only");
        check_name(name, where);
        if (option && group == std::string("set")) fail(where, "'" + name + "' is an option: it belongs into \"options\"");
        if (!option && group == std::string("options"))
          fail(where, among(name, subjects) ? "'" + name + "' belongs into \"base\" itself"
                                            : "'" + name + "' is a parameter: it belongs into \"set\"");
        if (among(name, subjects)) fail(where, "'" + name + "' belongs into \"base\" itself");
        result_.base.emplace_back(name, value(name, given, where + "/" + name));
      }
    }
  }

  int64_t whole(const ordered_json& range, const char* key, int64_t least, const std::string& where) const {
    const auto it = range.find(key);
    if (it == range.end()) fail(where, std::string("the range has no \"") + key + "\"");
    const bool fits = it->is_number_integer() && (!it->is_number_unsigned() || *it <= std::numeric_limits<int64_t>::max());
    if (!fits || it->get<int64_t>() < least)
      fail(where + "/" + key, brief(*it) + ": expected a whole number from " + std::to_string(least) + " on");
    return it->get<int64_t>();
  }

  study_axes::piece range(const ordered_json& r, const std::string& where) const {
    members(r, where, {"from", "to", "step", "factor"});
    study_axes::piece p;
    p.from = whole(r, "from", 0, where);
    p.to = whole(r, "to", 0, where);
    if (r.count("step") + r.count("factor") != 1) fail(where, "a range has either a \"step\" or a \"factor\"");
    if (r.count("step")) p.step = whole(r, "step", 1, where);
    else p.factor = whole(r, "factor", 2, where);
    if (p.factor && p.from == 0)
      fail(where + "/from", "0 stays 0 whatever the factor: a range with a factor begins at 1 or above");
    if (p.from > p.to) fail(where, "the range from " + std::to_string(p.from) + " to " + std::to_string(p.to) + " is empty");
    return p;
  }

  study_axes combination(const ordered_json& node, const std::string& where, int depth) {
    if (depth > deepest) fail(where, "axes are nested more than " + std::to_string(deepest) + " deep");
    if (node.is_array()) return parts(study_axes::kind_t::product, node, where, depth);
    if (!node.is_object()) fail(where, "expected an axis or a combination of axes, not " + brief(node));
    if (node.count("axis")) return axis(node, where);
    members(node, where, {"product", "zip", "list"});
    if (node.size() != 1) fail(where, "expected exactly one of \"axis\", \"product\", \"zip\" and \"list\"");
    if (node.count("product")) return parts(study_axes::kind_t::product, node.at("product"), where + "/product", depth);
    if (node.count("zip")) return parts(study_axes::kind_t::zip, node.at("zip"), where + "/zip", depth);
    return list(node.at("list"), where + "/list");
  }

  study_axes axis(const ordered_json& node, const std::string& where) {
    members(node, where, {"axis", "values"});
    study_axes a;
    a.kind = study_axes::kind_t::axis;
    a.name = text_member(node, "axis", where);
    check_name(a.name, where);
    if (a.name == variant_axis && !node.count("values")) {
      for (const auto& name : variant_names()) a.pieces.push_back({name});
      return a;
    }
    if (!node.count("values")) fail(where, "the axis '" + a.name + "' has no \"values\"");
    const ordered_json& given = node.at("values");
    if (given.is_object()) {
      a.pieces.push_back(range(given, where + "/values"));
    } else {
      if (!given.is_array())
        fail(where + "/values", "expected a list [ ... ] or a range { \"from\": ... }, not " + brief(given));
      if (given.empty()) fail(where + "/values", "the axis '" + a.name + "' has no value");
      for (size_t i = 0; i < given.size(); ++i) {
        const std::string here = where + "/values/" + std::to_string(i);
        if (given[i].is_object()) a.pieces.push_back(range(given[i], here));
        else a.pieces.push_back({value(a.name, given[i], here)});
      }
    }
    if (is_flag(a.name) || a.name == variant_axis)
      for (const auto& p : a.pieces)
        if (p.step || p.factor)
          fail(where + "/values", a.name + (is_flag(a.name) ? " is true or false, not a range" : ": a range has no names"));
    return a;
  }

  study_axes parts(study_axes::kind_t kind, const ordered_json& given, const std::string& where, int depth) {
    if (!given.is_array() || given.empty()) fail(where, "expected a list of one axis or more, not " + brief(given));
    study_axes node;
    node.kind = kind;
    std::set<std::string> seen;
    for (size_t i = 0; i < given.size(); ++i) {
      const std::string here = where + "/" + std::to_string(i);
      node.parts.push_back(combination(given[i], here, depth + 1));
      for (const auto& name : names_set(node.parts.back()))
        if (!seen.insert(name).second) fail(here, "two axes set '" + name + "'");
      if (kind == study_axes::kind_t::zip && node.parts.back().size() != node.parts.front().size())
        fail(here, "a zip joins axes of one length, but the first has " + std::to_string(node.parts.front().size()) +
                       " values and this one " + std::to_string(node.parts.back().size()));
    }
    return node;
  }

  study_axes list(const ordered_json& given, const std::string& where) {
    if (!given.is_array() || given.empty()) fail(where, "expected a list of one point or more, not " + brief(given));
    study_axes node;
    node.kind = study_axes::kind_t::list;
    for (size_t i = 0; i < given.size(); ++i) {
      const std::string here = where + "/" + std::to_string(i);
      if (!given[i].is_object()) fail(here, "expected an object { name: value }, not " + brief(given[i]));
      node.rows.emplace_back();
      for (const auto& [name, v] : given[i].items()) {
        check_name(name, here);
        node.rows.back().emplace_back(name, value(name, v, here + "/" + name));
      }
      std::set<std::string> seen;
      for (const auto& s : node.rows.back())
        for (const auto& name : set_by(s.first, value_text(s.second)))
          if (!seen.insert(name).second) fail(here, "the variant and the point both set '" + name + "'");
    }
    return node;
  }

  // What a value of an axis sets: of a variant all its settings, too.
  names set_by(const std::string& name, const std::string& wanted) const {
    names all = {name};
    for (const auto& v : result_.variants)
      if (name == variant_axis && v.name == wanted)
        for (const auto& s : v.settings) all.push_back(s.first);
    return all;
  }

  std::set<std::string> names_set(const study_axes& node) const {
    std::set<std::string> all;
    const auto add = [&](const std::string& name, const std::string& wanted) {
      for (const auto& one : set_by(name, wanted)) all.insert(one);
    };
    if (node.kind == study_axes::kind_t::axis) all.insert(node.name);
    if (node.kind == study_axes::kind_t::axis && node.name == variant_axis)
      for (const auto& p : node.pieces) add(node.name, value_text(p.value));
    for (const auto& p : node.parts) all.merge(names_set(p));
    for (const auto& row : node.rows)
      for (const auto& s : row) add(s.first, value_text(s.second));
    return all;
  }

  void check_sizes(const study_axes& node) const {
    if (node.kind == study_axes::kind_t::axis && node.size() > most_values)
      fail("/axes", "the axis '" + node.name + "' has " + std::to_string(node.size()) + " values, and at most " +
                        std::to_string(most_values) + " are taken");
    for (const auto& p : node.parts) check_sizes(p);
  }

  // The same value twice makes points twice; of a zip it is the other axes that tell them apart.
  void check_values_differ(const study_axes& node, const std::string& where) const {
    std::set<std::string> seen;
    for (const auto& v : node.values)
      if (!seen.insert(v.dump()).second) fail(where, "the axis '" + node.name + "' has the value " + v.dump() + " twice");
    if (node.kind == study_axes::kind_t::product)
      for (const auto& p : node.parts) check_values_differ(p, where);
  }
};

}  // namespace

bool is_kernel_option(const std::string& name) { return among(name, kernel_options_known()); }
bool is_list_option(const std::string& name) { return among(name, lists_known); }
std::string macro_of(const std::string& name) {
  const std::string prefix = "define.";
  return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : "";
}
bool is_device_kernel(const std::string& kernel) { return std::filesystem::path(kernel).extension() == ".cpp"; }
bool is_run_option(const std::string& name) { return among(name, run_options_known); }
bool is_flag(const std::string& name) {
  return among(name, {"fp32-dest", "sample", "unchecked", "relu", "bias", "l1-acc", "spill-all"});
}

study parse_study(const std::string& text, const std::string& origin, uint64_t most_points) {
  study s = parser(origin, most_points).parse(parse_json(text, origin));
  if (s.name.empty()) s.name = std::filesystem::path(origin).stem().string();
  return s;
}

study load_study(const std::string& path, uint64_t most_points) { return parse_study(read_text_file(path), path, most_points); }

}  // namespace tensix
