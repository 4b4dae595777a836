// SPDX-License-Identifier: Apache-2.0
// Folders of compiled programs by a name that says all of their content, in $XDG_CACHE_HOME/tensix-tlm (~/.cache/tensix-tlm).
// Any number of processes use it at once: an entry appears whole, in one step, and never changes; one whose bytes are not those of
// its digest (a damaged disk, a hand in it) is removed when it is found. When there are too many, those that were not used longest go. Without a place to write, each process has a cache of its own that ends with it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace tensix {

class program_cache {
 public:
  static constexpr unsigned most_entries = 4096;  // of about 250 KB
  program_cache();
  ~program_cache();
  program_cache(const program_cache&) = delete;
  program_cache& operator=(const program_cache&) = delete;

  // An empty folder to work in; gone with the cache object.
  const std::filesystem::path& work() const { return work_; }
  // The entry of that name, if there is one and it is undamaged. Another process may remove it at any time.
  std::optional<std::filesystem::path> find(const std::string& name) const;
  // Makes `folder`, one within work(), the entry of that name, if there is none yet. Where the programs are from now on.
  std::filesystem::path keep(const std::filesystem::path& folder, const std::string& name) const;

 private:
  std::filesystem::path root_, work_;
  bool own_ = false;  // nobody else sees it
  void remove_oldest() const;
  void remove(const std::filesystem::path& entry) const;
};

}  // namespace tensix
