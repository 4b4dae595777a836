// SPDX-License-Identifier: Apache-2.0
#include "workload/program/program_reader.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "support/files/json_file.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string path_of(const device_program& p, const std::string& path) {
  return (fs::path(p.file).parent_path() / path).lexically_normal().string();
}

void check_name(const json_value& where, const std::string& name, const device_program& p) {
  const auto good = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) || !std::all_of(name.begin(), name.end(), good))
    where.refuse("'" + name + "' is no name: expected letters, digits and '_', no digit first");
  if (name.rfind("c_", 0) == 0 && name.find_first_not_of("0123456789", 2) == std::string::npos)
    where.refuse("'" + name + "' is the name of a circular buffer; give it another one");
  const bool taken = std::any_of(p.semaphores.begin(), p.semaphores.end(), [&](const auto& s) { return s.name == name; });
  const bool group = std::any_of(p.named.begin(), p.named.end(), [&](const auto& n) { return n.name == name; });
  if (taken || p.buffer(name) || group)
    where.refuse("'" + name + "' is the name of something else in this program; give it another one");
}

device_program read_program(const std::string& file, logical_core home) {
  const nlohmann::ordered_json tree = read_json_file(file);
  device_program p;
  p.file = file;
  p.home = home;
  p.name = fs::path(file).filename().string();
  const json_value all(tree, p.file);
  if (!tree.is_object()) all.refuse("expected an object { ... }");
  if (!tree.contains("format") || tree.at("format") != "tensix-tlm-program")
    all.refuse("this is no program: \"format\" must be \"tensix-tlm-program\"");
  if (const json_value version = all.required("version", "this program reads version 1"); version.json() != 1)
    version.refuse("version " + version.shown() + " is not known; this program reads version 1");
  all.require_known({"format", "version", "name", "description", "cores", "buffers", "circular_buffers", "semaphores",
                     "kernels", "program_kib"});
  if (all.has("name")) p.name = all.at("name").text("a name");
  if (all.has("description")) all.at("description").text("a text");
  if (all.has("program_kib")) p.program_bytes = static_cast<uint32_t>(all.at("program_kib").number(1, 256)) * 1024;
  read_cores(all, p);
  read_buffers(all, p);
  read_circular_buffers(all, p);
  read_semaphores(all, p);
  read_kernels(all, p);
  return p;
}

}  // namespace tensix
