#include "workload/compile/compiler_text.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

namespace tensix {

using texts = std::vector<std::string>;

void remove_all_of(std::string& text, const std::string& what) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

texts files_of_rule(const std::string& rule) {
  texts files;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) files.push_back(std::exchange(name, ""));
  };
  for (size_t i = rule.find(": ") + 2; i < rule.size(); ++i) {
    const char c = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) name += rule[++i];
    else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) end_name();
    else name += c;
  }
  end_name();
  return files;
}

bool has_vector_code_outside(const std::string& ours, const std::string& preprocessed) {
  bool outside = false;
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("# ", 0) == 0) {
      outside = line.find('"' + ours) == std::string::npos;
    } else if (outside) {
      for (const char* word : {"vFloat", "vInt", "vUInt", "dst_reg[", "lregs_written"})
        if (line.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

bool drop_unknown_unrolling(std::string& preprocessed) {
  constexpr const char* wish = "#pragma GCC unroll";
  bool any = false;
  for (size_t at = preprocessed.find(wish); at != std::string::npos; at = preprocessed.find(wish, at + 1)) {
    const size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const std::string count = preprocessed.substr(at + std::strlen(wish), end - at - std::strlen(wish));
    if (count.find_first_not_of(" ()0123456789") == std::string::npos) continue;
    preprocessed.replace(at, end - at, end - at, ' ');
    any = true;
  }
  return any;
}

texts source_arguments(const std::string& file) {
  const bool option = file[0] == '-' || file[0] == '@';
  return {"-x", "c++", (option ? "./" : "") + file, "-x", "none"};
}

}  // namespace tensix
