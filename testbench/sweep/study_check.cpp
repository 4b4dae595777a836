#include "testbench/sweep/study_check.h"

#include <algorithm>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include "testbench/options/operands.h"
#include "testbench/streams/stream_file_function.h"
#include "testbench/sweep/json_file.h"

namespace tensix {
namespace {

// A digest of texts, one after the other.
class digest {
 public:
  void add(const std::string& text) { value_ = boost::uuids::name_generator_sha1(value_)(text); }
  std::string text() const { return to_string(value_); }

 private:
  boost::uuids::uuid value_ = boost::uuids::ns::oid();
};

bool built_in(const std::string& configuration) {
  const auto& all = builtin_configuration_names();
  return std::find(all.begin(), all.end(), configuration) != all.end();
}

}  // namespace

const parameters& point_checker::configuration(const std::string& name) {
  const auto known = configurations_.find(name);
  if (known != configurations_.end()) return known->second;
  if (!built_in(name)) files_.insert(name);
  return configurations_.emplace(name, load_configuration(name)).first->second;
}

void point_checker::check_stream(const std::string& file, uint32_t l1_bytes) {
  const auto [known, first] = streams_.try_emplace({file, l1_bytes});
  if (first) try {
      files_.insert(file);
      const stream_file stream = stream_file::load(file, l1_bytes);
      for (const auto& o : stream.outputs())
        if (!o.file.empty())
          known->second = file + ":" + std::to_string(o.line) + ": outf writes a file, and every point would replace it";
    } catch (const std::exception& e) {
      known->second = e.what();
    }
  if (!known->second.empty()) throw study_error(known->second);
}

std::string point_checker::check(const std::vector<std::string>& arguments) {
  const command_line c = parse_command_line(arguments);
  parameters p = configuration(c.configuration);
  for (const auto& s : c.settings)
    if (const auto equals = s.find('='); equals != std::string::npos) set(p, s.substr(0, equals), s.substr(equals + 1));
  try {
    validate(p);
  } catch (const parameter_error& e) {
    return e.what();
  }
  if (c.what == command::stream) {
    check_stream(c.stream_file, p.l1.size_kib * 1024);
    return {};
  }
  for (const auto& file : {c.in0, c.in1, c.in2})
    if (!file.empty()) {
      read_text_file(file);
      files_.insert(file);
    }
  try {
    kernel_options k = kernel_of(c, p);
    operands in;
    load_operands(c, k, in);
    const kernel work(k);
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

parameters point_checker::resolved(const std::vector<std::string>& arguments) {
  const command_line c = parse_command_line(arguments);
  parameters p = configuration(c.configuration);
  apply_settings(p, c.settings);
  return p;
}

std::string check_points(const study& s, const std::string& origin, point_checker& checker) {
  digest all;
  all.add(read_text_file("/proc/self/exe"));
  std::set<std::string> configurations;
  for (uint64_t i = 0; i < s.size(); ++i) {
    std::string problem;
    study_point p;
    try {
      p = s.point(i);
      const std::string impossible = checker.check(p.arguments);
      if (!s.record_impossible) problem = impossible;
    } catch (const std::exception& e) {
      problem = e.what();
    }
    if (!problem.empty()) {
      if (p.axes.empty()) s.axes.at(i, p.axes);
      throw study_error(origin + ": point " + std::to_string(i + 1) + " (" + settings_text(p.axes) + "): " + problem);
    }
    all.add(nlohmann::ordered_json(p.arguments).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    all.add(settings_text(p.axes));
    for (const auto& a : p.arguments)
      if (a.rfind("--config=", 0) == 0) configurations.insert(a.substr(9));
  }
  for (const auto& name : configurations) all.add(to_json(load_configuration(name)));  // whatever files it is based on
  for (const auto& file : checker.files()) {
    all.add(file);
    all.add(read_text_file(file));
  }
  return all.text();
}

}  // namespace tensix
