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

bool hexadecimal(const std::string& text, uint32_t& word) {
  if (text.size() < 3 || text.size() > 10 || text.compare(0, 2, "0x") != 0) return false;
  if (text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string::npos) return false;
  word = static_cast<uint32_t>(std::stoul(text, nullptr, 16));
  return true;
}

// "a.address"; the accessor is several words, which only a list of compile-time arguments takes.
program_argument read_reference(const json_value& v, const std::string& text, const device_program& p, bool several) {
  const size_t dot = text.find('.');
  const std::string name = text.substr(0, dot), property = dot == std::string::npos ? "" : text.substr(dot + 1);
  const bool semaphore = std::any_of(p.semaphores.begin(), p.semaphores.end(), [&](const auto& s) { return s.name == name; });
  if (!semaphore && !p.buffer(name)) {
    names known;
    for (const auto& b : p.buffers) known.push_back(b.name);
    for (const auto& s : p.semaphores) known.push_back(s.name);
    v.refuse("'" + text + "': no buffer or semaphore is called '" + name + "'" + did_you_mean(name, known) +
             (dot == std::string::npos ? std::string("; expected ") + argument_forms : ""));
  }
  const names& properties = semaphore ? semaphore_properties() : buffer_properties();
  if (std::find(properties.begin(), properties.end(), property) == properties.end()) {
    std::string all;
    for (const auto& known : properties) all += (all.empty() ? "" : ", ") + name + "." + known;
    v.refuse("'" + text + "': expected one of " + all + did_you_mean(property, properties));
  }
  if (property == "accessor" && !several)
    v.refuse("'" + text + "' is several words, whose number compilers must know: its place is \"ct_args\"");
  return {0, name, property};
}

program_argument read_argument(const json_value& v, const device_program& p, bool several) {
  const auto& json = v.json();
  if (json.is_boolean()) return {json.get<bool>() ? 1u : 0u, {}, {}};
  if (json.is_number_unsigned()) return {static_cast<uint32_t>(v.number(0, 0xffffffff)), {}, {}};
  if (json.is_number_integer()) {
    if (json.get<int64_t>() < std::numeric_limits<int32_t>::min()) v.refuse(v.shown() + " does not fit into 32 bits");
    return {static_cast<uint32_t>(json.get<int64_t>()), {}, {}};
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
  return read_reference(v, v.text("an argument"), p, several);
}

program_arguments read_list(const json_value& kernel, const char* key, const device_program& p, bool several) {
  program_arguments all;
  if (!kernel.has(key)) return all;
  for (const json_value& v : kernel.at(key).elements()) all.push_back(read_argument(v, p, several));
  return all;
}

kernel_arguments read_arguments(const json_value& v, const device_program& p) {
  kernel_arguments a;
  a.run_time = read_list(v, "args", p, false);
  a.common = read_list(v, "common_args", p, false);
  a.compile_time = read_list(v, "ct_args", p, true);
  if (!v.has("named_ct_args")) return a;
  for (const auto& [name, value] : v.at("named_ct_args").members()) {
    const auto good = [](unsigned char c) { return std::isalnum(c) || std::strchr("_.-", c); };
    if (name.empty() || !std::all_of(name.begin(), name.end(), good))
      value.refuse("'" + name + "' is no name: expected letters, digits, '_', '.' and '-'");
    a.named.emplace_back(name, read_argument(value, p, false));
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
  v.require_known(with_arguments({"source", "core", "noc", "define", "include"}));
  data_mover m;
  m.role = role;
  m.kernel.core = role == "reader" ? data_movement_kernel::nc : data_movement_kernel::b;
  if (v.has("core"))
    m.kernel.core = v.at("core").choice("a core for data movement", {"B", "NC"}) == "B" ? data_movement_kernel::b
                                                                                        : data_movement_kernel::nc;
  m.kernel.noc = m.kernel.core == data_movement_kernel::nc ? 1 : 0;
  if (v.has("noc")) m.kernel.noc = static_cast<unsigned>(v.at("noc").number(0, 1));
  read_source(v, p, m.kernel);
  m.arguments = read_arguments(v, p);
  return m;
}

compute_part read_compute(const json_value& v, const device_program& p) {
  v.require_known(with_arguments({"source", "fidelity", "fp32_dest", "dst_sync", "define", "include"}));
  compute_part c;
  if (v.has("fidelity"))
    c.kernel.fidelity = parse_fidelity(v.at("fidelity").choice("a fidelity", {"lofi", "hifi2", "hifi3", "hifi4"}));
  if (v.has("dst_sync")) c.kernel.sync = parse_dst_sync(v.at("dst_sync").choice("a way to share Dst", {"half", "full"}));
  c.kernel.fp32_dest = v.has("fp32_dest") && v.at("fp32_dest").flag();
  read_source(v, p, c.kernel);
  c.arguments = read_arguments(v, p);
  return c;
}

}  // namespace

void read_kernels(const json_value& file, device_program& p) {
  const json_value kernels = file.required("kernels", "a \"reader\", a \"writer\", a \"compute\" kernel, or some of them");
  kernels.require_known({"reader", "writer", "compute"});
  if (kernels.json().empty())
    kernels.refuse("there is no kernel: expected \"reader\", \"writer\", \"compute\", or some of them");
  for (const char* role : {"reader", "writer"})
    if (kernels.has(role)) p.movers.push_back(read_mover(kernels.at(role), role, p));
  if (kernels.has("compute")) p.compute = read_compute(kernels.at("compute"), p);
  if (p.movers.size() < 2) return;
  const data_movement_kernel &reader = p.movers[0].kernel, &writer = p.movers[1].kernel;
  const json_value second = kernels.at("writer");
  if (reader.core == writer.core)
    second.refuse("reader and writer are both on core " + std::string(reader.core == data_movement_kernel::b ? "B" : "NC") +
                  ": give one of them \"core\": \"" + (reader.core == data_movement_kernel::b ? "NC" : "B") + "\"");
  if (reader.noc == writer.noc)
    second.refuse("reader and writer both use NoC " + std::to_string(reader.noc) +
                  ": each counts what it has sent for itself, so each wants a network of its own; give one of them \"noc\": " +
                  std::to_string(1 - reader.noc));
}

}  // namespace tensix
