// Folders of compiled programs by a name that says all of their content, in $XDG_CACHE_HOME/tensix-tlm (~/.cache/tensix-tlm).
// Any number of processes use it at once: an entry appears whole, in one step, and never changes; when there are too many, those
// that were not used longest go. Without a place to write, each process has a cache of its own that ends with it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace tensix {

class program_cache {
 public:
  static constexpr unsigned most_entries = 256;
  program_cache();
  ~program_cache();
  program_cache(const program_cache&) = delete;
  program_cache& operator=(const program_cache&) = delete;

  // An empty folder to work in; gone with the cache object.
  const std::filesystem::path& work() const { return work_; }
  // The entry of that name, if there is one. Another process may remove it at any time.
  std::optional<std::filesystem::path> find(const std::string& name) const;
  // Makes `folder`, one within work(), the entry of that name, if there is none yet; the entry.
  std::filesystem::path keep(const std::filesystem::path& folder, const std::string& name) const;

 private:
  std::filesystem::path root_, work_;
  bool own_ = false;  // nobody else sees it
  void remove_oldest() const;
};

}  // namespace tensix
