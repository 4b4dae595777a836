// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/study_check.h"

#include <libdeflate.h>

#include <algorithm>
#include <fstream>
#include <new>

#include "app/options/operands.h"
#include "observe/energy/energy_table.h"
#include "platform/configuration_files.h"
#include "support/files/digest.h"
#include "support/files/json_file.h"
#include "workload/compile/device_tensors.h"
#include "workload/compile/kernel_compiler.h"
#include "workload/compile/program_compiler.h"
#include "workload/program/program_placement.h"
#include "workload/program/program_reader.h"
#include "workload/streams/stream_file_function.h"

namespace tensix {
namespace {

// Of this program: another build may have other results. In pieces, as it has some megabytes.
std::string program_checksum() {
  std::ifstream program("/proc/self/exe", std::ios::binary);
  uint64_t bytes = 0;
  uint32_t sum = 0;
  for (char piece[1 << 16]; program;) {
    program.read(piece, sizeof(piece));
    const auto n = static_cast<size_t>(program.gcount());
    sum = libdeflate_crc32(sum, piece, n);
    bytes += n;
  }
  if (!program.eof() || program.bad()) throw std::runtime_error("cannot read /proc/self/exe");
  return std::to_string(bytes) + " bytes, CRC-32 " + std::to_string(sum);
}

}  // namespace

const parameters& point_checker::configuration(const std::string& name) {
  const auto known = configurations_.find(name);
  if (known != configurations_.end()) return known->second;
  const auto added = configurations_.emplace(name, load_configuration(name)).first;
  if (const std::string file = configuration_file(name); !file.empty()) files_.insert(file);
  return added->second;
}

void point_checker::check_stream(const std::string& file, uint32_t l1_bytes) {
  const auto [known, first] = streams_.try_emplace({file, l1_bytes});
  if (first) try {
      files_.insert(file);
      const stream_file stream = stream_file::load(file, l1_bytes);
      for (const auto& o : stream.outputs())
        if (!o.file.empty())
          known->second = file + ":" + std::to_string(o.line) + ": outf writes a file, and every point would replace it";
    } catch (const std::bad_alloc&) {  // not the stream's fault
      throw;
    } catch (const std::exception& e) {
      known->second = e.what();
    }
  if (!known->second.empty()) throw study_error(known->second);
}

// All but whether it compiles.
std::string point_checker::check_device_kernel(const device_kernel_options& o, uint32_t l1_bytes) {
  files_.insert(o.kernel.source);
  read_text_file(o.kernel.source);
  for (const auto& b : o.kernel.buffers)
    if (!b.file.empty()) files_.insert(b.file);
  try {
    const device_kernel kernel = with_shards(o.kernel);
    const device_layout layout(kernel, l1_bytes);
    // What is included may depend on macros, and through them on nothing else of a point.
    std::string macros;
    for (const std::string& d : o.kernel.defines) macros += d + '\n';
    if (sources_.insert({o.kernel.source, macros}).second)
      for (const std::string& file : sources_of(kernel, layout)) files_.insert(file);
    const device_tensors tensors(kernel, o.seed);
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

std::string point_checker::check_program(const program_options& o, uint32_t l1_bytes) {
  files_.insert(o.file);
  const device_program program = read_program(o.file);
  for (const tensor_buffer& b : program.buffers) {
    if (!b.content.file.empty()) files_.insert(b.content.file);
    if (!b.output.empty())
      throw study_error(o.file + ", at /buffers/" + b.name + "/output: every point would replace the file; leave it out");
  }
  try {
    const placed_program at = placed(program, l1_bytes);
    if (sources_.insert({o.file, std::string()}).second)
      for (const std::string& file : sources_of(at.tiles)) files_.insert(file);
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

std::string point_checker::check_built_in(const run_options& o, const parameters& p) {
  for (const auto& file : {o.in0, o.in1, o.in2})
    if (!file.empty()) {
      read_text_file(file);
      files_.insert(file);
    }
  try {
    kernel_options k = kernel_of(o, p);
    operands in;
    load_operands(o, k, in);
    const kernel work(k);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

std::string point_checker::check(const std::vector<std::string>& arguments) {
  command_line c = parse_command_line(arguments);
  const session_options* const s = session_of(c);
  if (!s) throw usage_error("nothing would be run: leave out --dump-config and --help");
  parameters p = configuration(s->configuration.configuration);
  for (const auto& one : s->configuration.settings)
    if (const auto equals = one.find('='); equals != std::string::npos) set(p, one.substr(0, equals), one.substr(equals + 1));
  try {
    validate(p);
  } catch (const parameter_error& e) {
    return e.what();
  }
  if (const std::string& energy = s->outputs.energy; !energy.empty()) {
    read_energy_table(energy, p);
    files_.insert(energy);
  }
  const uint32_t l1_bytes = p.l1.size_kib * 1024;
  if (const auto* stream = std::get_if<stream_options>(&c.options)) check_stream(stream->file, l1_bytes);
  if (const auto* kernel = std::get_if<device_kernel_options>(&c.options)) return check_device_kernel(*kernel, l1_bytes);
  if (const auto* program = std::get_if<program_options>(&c.options)) return check_program(*program, l1_bytes);
  if (const auto* run = std::get_if<run_options>(&c.options)) return check_built_in(*run, p);
  return {};
}

parameters point_checker::resolved(const std::vector<std::string>& arguments) {
  command_line c = parse_command_line(arguments);
  const configuration_options& chosen = session_of(c)->configuration;
  parameters p = configuration(chosen.configuration);
  apply_settings(p, chosen.settings);
  return p;
}

std::string check_points(const study& s, const std::string& origin, point_checker& checker, const std::vector<uint64_t>* some) {
  digest all;
  all.add(program_checksum());
  std::set<std::string> configurations;
  for (uint64_t n = 0; n < (some ? some->size() : s.size()); ++n) {
    const uint64_t i = some ? (*some)[n] : n;
    std::string problem;
    study_point p;
    try {
      p = s.point(i);
      const std::string impossible = checker.check(p.arguments);
      if (!s.record_impossible) problem = impossible;
    } catch (const std::bad_alloc&) {
      throw;
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
