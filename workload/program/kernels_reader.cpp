// SPDX-License-Identifier: Apache-2.0
// Kernels of a program file, and what stands for a word of their arguments.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "support/text/nearest.h"
#include "workload/program/program_reader.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

const names argument_keys = {"args", "common_args", "ct_args", "named_ct_args"};
constexpr const char* argument_forms =
    "a whole number of 32 bits, a number with a point (its FP32 bits), true or false, \"0x...\", or \"NAME.PROPERTY\" of a "
    "buffer or "
    "semaphore, as in \"a.address\"";

// Which words an argument may stand for: several (of ct_args), other ones on each core (of args).
struct argument_place {
  bool several = false, by_core = false;
};

bool hexadecimal(const std::string& text, uint32_t& word) {
  if (text.size() < 3 || text.size() > 10 || text.compare(0, 2, "0x") != 0) return false;
  if (text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string::npos) return false;
  word = static_cast<uint32_t>(std::stoul(text, nullptr, 16));
  return true;
}

[[noreturn]] void refuse_property(const json_value& v, const std::string& text, const std::string& name,
                                  const std::string& property, const names& properties) {
  std::string all;
  for (const auto& known : properties) all += (all.empty() ? "" : ", ") + name + "." + known;
  v.refuse("'" + text + "': expected one of " + all + did_you_mean(property, properties));
}

// "1,0"
std::optional<logical_core> core_of(const std::string& text) {
  const size_t comma = text.find(',');
  if (comma == std::string::npos || comma == 0 || comma > 2 || text.size() - comma - 1 == 0 || text.size() - comma > 3)
    return {};
  for (size_t i = 0; i < text.size(); ++i)
    if (i != comma && !std::isdigit(static_cast<unsigned char>(text[i]))) return {};
  return logical_core{static_cast<unsigned>(std::stoul(text)), static_cast<unsigned>(std::stoul(text.substr(comma + 1)))};
}

// "core.x" of the core that gets it, "core(1,0).noc_x" of another one.
program_argument read_core_reference(const json_value& v, const std::string& text, const device_program& p, bool by_core) {
  const size_t dot = text.find('.');
  const std::string name = text.substr(0, dot), property = dot == std::string::npos ? "" : text.substr(dot + 1);
  const bool own = name == "core";
  const names& properties = own ? own_core_properties() : core_properties();
  program_argument a{0, {}, property, {}};
  if (!own) {
    if (name.back() == ')') a.core = core_of(name.substr(5, name.size() - 6));
    if (!a.core) v.refuse("'" + text + "': expected a core by its column and row, as in \"core(1,0).noc_x\"");
    if (!p.cores.contains(*a.core))
      v.refuse("'" + text + "': core " + a.core->text() + " has no kernel; the cores of this program are " + p.cores.text());
  }
  if (std::find(properties.begin(), properties.end(), property) == properties.end())
    refuse_property(v, text, name, property, properties);
  if (own && !by_core) v.refuse("'" + text + "' is another word on each core: its place is \"args\"");
  return a;
}

// "a.address"; the accessor is several words, which only a list of compile-time arguments takes.
program_argument read_reference(const json_value& v, const std::string& text, const device_program& p, argument_place place) {
  const size_t dot = text.find('.');
  const std::string name = text.substr(0, dot), property = dot == std::string::npos ? "" : text.substr(dot + 1);
  const bool semaphore = std::any_of(p.semaphores.begin(), p.semaphores.end(), [&](const auto& s) { return s.name == name; });
  const bool of_core = name == "core" ? !semaphore && !p.buffer(name) : name.rfind("core(", 0) == 0;
  if (of_core) return read_core_reference(v, text, p, place.by_core);
  if (!semaphore && !p.buffer(name)) {
    names known;
    for (const auto& b : p.buffers) known.push_back(b.name);
    for (const auto& s : p.semaphores) known.push_back(s.name);
    known.emplace_back("core");
    v.refuse("'" + text + "': no buffer or semaphore is called '" + name + "'" + did_you_mean(name, known) +
             (dot == std::string::npos ? std::string("; expected ") + argument_forms : ""));
  }
  const names& properties = semaphore ? semaphore_properties() : buffer_properties();
  if (std::find(properties.begin(), properties.end(), property) == properties.end())
    refuse_property(v, text, name, property, properties);
  if (property == "accessor" && !place.several)
    v.refuse("'" + text + "' is several words, whose number compilers must know: its place is \"ct_args\"");
  return {0, name, property, {}};
}

program_argument read_argument(const json_value& v, const device_program& p, argument_place place) {
  const auto& json = v.json();
  if (json.is_boolean()) return {json.get<bool>() ? 1u : 0u, {}, {}, {}};
  if (json.is_number_unsigned()) return {static_cast<uint32_t>(v.number(0, 0xffffffff)), {}, {}, {}};
  if (json.is_number_integer()) {
    if (json.get<int64_t>() < std::numeric_limits<int32_t>::min()) v.refuse(v.shown() + " does not fit into 32 bits");
    return {static_cast<uint32_t>(json.get<int64_t>()), {}, {}, {}};
  }
  if (json.is_number_float()) {
    const double value = json.get<double>();
    if (std::abs(value) > std::numeric_limits<float>::max()) v.refuse(v.shown() + " is too large for a number of 32 bits");
    const auto single = static_cast<float>(value);
    program_argument a;
    std::memcpy(&a.word, &single, sizeof a.word);
    return a;
  }
  if (!json.is_string()) v.refuse(std::string("expected ") + argument_forms + ", not " + v.shown());
  program_argument a;
  if (hexadecimal(json.get<std::string>(), a.word)) return a;
  return read_reference(v, v.text("an argument"), p, place);
}

program_arguments read_list(const json_value& list, const device_program& p, argument_place place) {
  program_arguments all;
  for (const json_value& v : list.elements()) all.push_back(read_argument(v, p, place));
  return all;
}

// A list for all cores, or one for each: {"0,0": [...], "1,0": [...]}.
std::vector<program_arguments> read_run_time(const json_value& v, const device_program& p, const core_set& cores) {
  const argument_place place{false, true};
  if (!v.has("args")) return {{}};
  const json_value args = v.at("args");
  if (args.json().is_array()) return {read_list(args, p, place)};
  if (!args.json().is_object())
    args.refuse("expected a list for all cores, or one for each, as in {\"0,0\": [1], \"1,0\": [2]}, not " + args.shown());
  const logical_cores all = cores.cores();
  std::vector<program_arguments> by_core(all.size());
  std::vector<bool> given(all.size());
  for (const auto& [key, list] : args.members()) {
    const auto core = core_of(key);
    if (!core) list.refuse("'" + key + "' is no core: expected column and row, as in \"1,0\"");
    const auto at = static_cast<size_t>(std::find(all.begin(), all.end(), *core) - all.begin());
    if (at == all.size()) list.refuse("this kernel is not on core " + core->text() + ", its cores are " + cores.text());
    if (given[at]) list.refuse("core " + core->text() + " has its arguments already");
    by_core[at] = read_list(list, p, place);
    given[at] = true;
  }
  for (size_t i = 0; i < all.size(); ++i)
    if (!given[i]) args.refuse("core " + all[i].text() + " has no list; the cores of this kernel are " + cores.text());
  return by_core;
}

kernel_arguments read_arguments(const json_value& v, const device_program& p, const core_set& cores) {
  kernel_arguments a;
  a.run_time = read_run_time(v, p, cores);
  if (v.has("common_args")) a.common = read_list(v.at("common_args"), p, {});
  if (v.has("ct_args")) a.compile_time = read_list(v.at("ct_args"), p, {true, false});
  if (!v.has("named_ct_args")) return a;
  for (const auto& [name, value] : v.at("named_ct_args").members()) {
    const auto good = [](unsigned char c) { return std::isalnum(c) || std::strchr("_.-", c); };
    if (name.empty() || !std::all_of(name.begin(), name.end(), good))
      value.refuse("'" + name + "' is no name: expected letters, digits, '_', '.' and '-'");
    a.named.emplace_back(name, read_argument(value, p, {}));
  }
  return a;
}

names read_defines(const json_value& v) {
  names all;
  for (const auto& [name, value] : v.members()) {
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) || name.find_first_of("= \t\n") != std::string::npos)
      value.refuse("'" + name + "' is no name of a macro");
    const auto& json = value.json();
    if (json.is_null()) all.push_back(name);
    else if (json.is_string()) all.push_back(name + "=" + json.get<std::string>());
    else if (json.is_number() || json.is_boolean()) all.push_back(name + "=" + json.dump());
    else value.refuse("expected a number, a text, true, false, or null, not " + value.shown());
  }
  return all;
}

// What data movement and compute kernels have alike.
template <class Kernel>
void read_source(const json_value& v, const device_program& p, Kernel& k) {
  const json_value source = v.required("source", "the kernel, a C++ file");
  k.source = path_of(p, source.text("a C++ file"));
  if (std::error_code error; !std::filesystem::is_regular_file(k.source, error))
    source.refuse("there is no file '" + k.source + "'");
  if (v.has("define")) k.defines = read_defines(v.at("define"));
  if (!v.has("include")) return;
  for (const json_value& folder : v.at("include").elements()) {
    k.include_folders.push_back(path_of(p, folder.text("a folder")));
    if (std::error_code error; !std::filesystem::is_directory(k.include_folders.back(), error))
      folder.refuse("there is no folder '" + k.include_folders.back() + "'");
  }
}

names with_arguments(names keys) {
  keys.insert(keys.end(), argument_keys.begin(), argument_keys.end());
  return keys;
}

data_mover read_mover(const json_value& v, const std::string& role, const device_program& p) {
  v.require_known(with_arguments({"source", "cores", "core", "noc", "define", "include"}));
  data_mover m;
  m.kernel.role = role;
  m.cores = cores_of(v, p);
  m.kernel.core = role == "reader" ? data_movement_kernel::nc : data_movement_kernel::b;
  if (v.has("core"))
    m.kernel.core = v.at("core").choice("a core for data movement", {"B", "NC"}) == "B" ? data_movement_kernel::b
                                                                                        : data_movement_kernel::nc;
  m.kernel.noc = m.kernel.core == data_movement_kernel::nc ? 1 : 0;
  if (v.has("noc")) m.kernel.noc = static_cast<unsigned>(v.at("noc").number(0, 1));
  read_source(v, p, m.kernel);
  m.arguments = read_arguments(v, p, m.cores);
  return m;
}

compute_part read_compute(const json_value& v, const device_program& p) {
  v.require_known(with_arguments({"source", "cores", "fidelity", "fp32_dest", "dst_sync", "define", "include"}));
  compute_part c;
  c.cores = cores_of(v, p);
  if (v.has("fidelity"))
    c.kernel.fidelity = parse_fidelity(v.at("fidelity").choice("a fidelity", {"lofi", "hifi2", "hifi3", "hifi4"}));
  if (v.has("dst_sync")) c.kernel.sync = parse_dst_sync(v.at("dst_sync").choice("a way to share Dst", {"half", "full"}));
  c.kernel.fp32_dest = v.has("fp32_dest") && v.at("fp32_dest").flag();
  read_source(v, p, c.kernel);
  c.arguments = read_arguments(v, p, c.cores);
  return c;
}

// Of a role: one, or several on different cores.
template <class Part, class Read>
void read_role(const json_value& kernels, const std::string& role, std::vector<Part>& parts, Read read) {
  if (!kernels.has(role.c_str())) return;
  const size_t before = parts.size();
  const json_value all = kernels.at(role);
  for (const json_value& v : one_or_several(all)) {
    Part part = read(v);
    part.label = all.json().is_array() ? role + " " + std::to_string(parts.size() - before) : role;
    for (size_t i = before; i < parts.size(); ++i)
      if (const auto both = common_core(part.cores, parts[i].cores))
        v.refuse("core " + both->text() + " has the " + role + " of '" + parts[i].kernel.source + "' already");
    parts.push_back(std::move(part));
  }
}

// A reader and a writer on the same tile share neither a core nor a network.
void check_pair(const json_value& second, const data_mover& of_reader, const data_mover& of_writer) {
  const data_movement_kernel &reader = of_reader.kernel, &writer = of_writer.kernel;
  const auto both = common_core(of_reader.cores, of_writer.cores);
  if (!both) return;
  if (reader.core == writer.core)
    second.refuse("reader and writer are both on core " + std::string(reader.core == data_movement_kernel::b ? "B" : "NC") +
                  ": give one of them \"core\": \"" + (reader.core == data_movement_kernel::b ? "NC" : "B") + "\"");
  if (reader.noc == writer.noc)
    second.refuse("reader and writer both use NoC " + std::to_string(reader.noc) +
                  ": each counts what it has sent for itself, so each wants a network of its own; give one of them \"noc\": " +
                  std::to_string(1 - reader.noc));
}

}  // namespace

void read_kernels(const json_value& file, device_program& p) {
  const json_value kernels = file.at("kernels");
  for (const char* role : {"reader", "writer"})
    read_role(kernels, role, p.movers, [&](const json_value& v) { return read_mover(v, role, p); });
  read_role(kernels, "compute", p.computes, [&](const json_value& v) { return read_compute(v, p); });
  if (!kernels.has("writer")) return;
  const std::vector<json_value> writers = one_or_several(kernels.at("writer"));
  const size_t readers = p.movers.size() - writers.size();
  for (size_t w = 0; w < writers.size(); ++w)
    for (size_t r = 0; r < readers; ++r) check_pair(writers[w], p.movers[r], p.movers[readers + w]);
}

}  // namespace tensix
