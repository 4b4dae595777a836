// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/program_cache.h"

#include <sys/stat.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/files/digest.h"
#include "support/files/json_file.h"
#include "support/files/output_file.h"

namespace tensix {

namespace fs = std::filesystem;

namespace {

constexpr const char* work_prefix = ".work-";
constexpr const char* digest_file = "digest";

// Of the names and bytes of all other files.
std::string digest_of(const fs::path& entry) {
  std::set<std::string> names;
  for (const auto& file : fs::directory_iterator(entry)) names.insert(file.path().filename().string());
  names.erase(digest_file);
  digest all;
  for (const std::string& name : names) {
    all.add(name);
    all.add(read_text_file((entry / name).string()));
  }
  return all.text();
}

bool is_whole(const fs::path& entry) {
  try {
    return read_text_file((entry / digest_file).string()) == digest_of(entry);
  } catch (const std::runtime_error&) {  // a file is missing, or cannot be read
    return false;
  }
}

fs::path shared_root() {
  const auto folder_of = [](const char* variable) -> fs::path {
    const char* value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();
  };
  if (const fs::path cache = folder_of("XDG_CACHE_HOME"); !cache.empty()) return cache / "tensix-tlm";
  if (const fs::path home = folder_of("HOME"); !home.empty()) return home / ".cache" / "tensix-tlm";
  return {};
}

// A new folder; empty: it cannot be made.
fs::path make_work(const fs::path& root) {
  std::string name = (root / (std::string(work_prefix) + "XXXXXX")).string();
  return mkdtemp(name.data()) ? fs::path(name) : fs::path();
}

}  // namespace

program_cache::program_cache() : root_(shared_root()) {
  std::error_code error;
  if (!root_.empty()) {
    fs::create_directories(root_, error);
    work_ = make_work(root_);
  }
  if (work_.empty()) {
    root_ = make_work(fs::temp_directory_path(error));
    own_ = true;
    if (!root_.empty()) work_ = make_work(root_);
  }
  if (work_.empty())
    throw host_error("no folder can be made to compile in, neither in $XDG_CACHE_HOME nor in $TMPDIR: " +
                     std::string(std::strerror(errno)));
}

program_cache::~program_cache() {
  std::error_code error;
  fs::remove_all(own_ ? root_ : work_, error);
}

std::optional<fs::path> program_cache::find(const std::string& name) const {
  const fs::path entry = root_ / name;
  std::error_code error;
  if (!fs::is_directory(entry, error)) return std::nullopt;
  if (!is_whole(entry)) {
    remove(entry);
    return std::nullopt;
  }
  fs::last_write_time(entry, fs::file_time_type::clock::now(), error);  // used
  return entry;
}

fs::path program_cache::keep(const fs::path& folder, const std::string& name) const {
  write_file((folder / digest_file).string(), "the digest of a compiled program", digest_of(folder));
  std::error_code error;
  fs::rename(folder, root_ / name, error);
  if (error) return folder;  // another process's equal entry stays; or it cannot be replaced
  remove_oldest();
  return root_ / name;
}

// In one step: another process finds an entry whole or not at all.
void program_cache::remove(const fs::path& entry) const {
  std::error_code error;
  const fs::path away = work_ / "removed";
  fs::rename(entry, away, error);
  if (!error) fs::remove_all(away, error);
}

void program_cache::remove_oldest() const {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  const auto forgotten = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator i(root_, error), end; !error && i != end; i.increment(error)) {
    std::error_code gone;
    const auto used = fs::last_write_time(i->path(), gone);
    if (gone) continue;
    if (i->path().filename().string().rfind(work_prefix, 0) != 0) entries.emplace_back(used, i->path());
    else if (used < forgotten) fs::remove_all(i->path(), gone);  // of a process that was ended
  }
  if (entries.size() <= most_entries) return;
  std::sort(entries.begin(), entries.end());
  for (size_t i = 0; i < entries.size() - most_entries; ++i) remove(entries[i].second);
}

}  // namespace tensix
