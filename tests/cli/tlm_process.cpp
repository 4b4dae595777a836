// SPDX-License-Identifier: Apache-2.0
#include "tlm_process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace tensix_cli {
namespace {

namespace fs = std::filesystem;

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(1 << 18, '\0');
  in.read(&text[0], static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  return text;
}

void redirect(const char* file, int to) {
  const int opened = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (opened < 0 || dup2(opened, to) < 0) _exit(126);
  close(opened);
}

pid_t start(const std::string& folder, const arguments& command_line, const std::string& out, const std::string& err,
            unsigned seconds) {
  std::vector<char*> argv;
  static char program[] = TENSIX_TLM_BINARY;
  argv.push_back(program);
  for (const auto& a : command_line) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  // Only calls that are safe between fork and exec.
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || chdir(folder.c_str()) != 0) _exit(126);
  redirect(out.c_str(), STDOUT_FILENO);
  redirect(err.c_str(), STDERR_FILENO);
  const rlimit file_size = {64u << 20, 64u << 20};  // a child that prints for ever shall not fill the disk
  setrlimit(RLIMIT_FSIZE, &file_size);
#ifdef TENSIX_TESTS_SANITIZED
  seconds *= 3;
#endif
  alarm(seconds);  // stays over the exec
  execv(program, argv.data());
  _exit(127);
}

}  // namespace

temporary_folder::temporary_folder() {
  std::string pattern = (fs::temp_directory_path() / "tensix-tlm-test-XXXXXX").string();
  if (!mkdtemp(&pattern[0])) throw std::runtime_error("no temporary folder: " + pattern);
  path_ = pattern;
}
temporary_folder::~temporary_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}
void temporary_folder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream out(path_ + "/" + name, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + name);
}
std::string temporary_folder::read(const std::string& name) const {
  std::ifstream in(path_ + "/" + name, std::ios::binary);
  INFO("file " << name);
  REQUIRE(in);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}
bool temporary_folder::has(const std::string& name) const { return fs::exists(path_ + "/" + name); }

std::string outcome::last_error_line() const {
  const auto lines = lines_of(err);
  return lines.empty() ? std::string() : lines.back();
}

std::vector<outcome> tlm_all(const temporary_folder& folder, const std::vector<arguments>& command_lines, unsigned seconds) {
  const temporary_folder logs;
  std::vector<outcome> results(command_lines.size());
  std::map<pid_t, size_t> running;
  const auto log = [&](size_t i, const char* which) { return logs / (std::to_string(i) + which); };
  size_t next = 0;
  while (next < command_lines.size() || !running.empty()) {
    if (next < command_lines.size() && running.size() < 2) {
      const pid_t child = start(folder.path(), command_lines[next], log(next, ".out"), log(next, ".err"), seconds);
      if (child < 0) throw std::runtime_error("cannot start a child process");
      running[child] = next++;
      continue;
    }
    int status = 0;
    const pid_t child = wait(&status);
    const auto found = running.find(child);
    if (found == running.end()) {
      if (child < 0) throw std::runtime_error("lost the child processes");
      continue;
    }
    const size_t i = found->second;
    running.erase(found);
    outcome& o = results[i];
    if (WIFEXITED(status)) o.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) o.killed_by = strsignal(WTERMSIG(status));
    o.out = contents(log(i, ".out"));
    o.err = contents(log(i, ".err"));
    fs::remove(log(i, ".out"));
    fs::remove(log(i, ".err"));
  }
  return results;
}

outcome run_tlm(const temporary_folder& folder, const arguments& command_line, unsigned seconds) {
  return tlm_all(folder, {command_line}, seconds).front();
}

outcome play(const temporary_folder& folder, const std::string& text, arguments more, unsigned seconds) {
  folder.write("stream.scn", text);
  more.insert(more.begin(), {"stream", "stream.scn"});
  return run_tlm(folder, more, seconds);
}

std::string joined(const arguments& command_line) {
  std::string text = "tensix-tlm";
  for (const auto& a : command_line) text += " " + (a.empty() ? "''" : a);
  return text;
}

std::string described(const arguments& command_line, const outcome& o) {
  const auto start_of = [](const std::string& s) { return s.size() > 1500 ? s.substr(0, 1500) + "..." : s; };
  return joined(command_line) + "\nexit code " + std::to_string(o.code) +
         (o.killed_by.empty() ? "" : ", killed: " + o.killed_by) + "\nstandard output: " + start_of(o.out) +
         "\nstandard error: " + start_of(o.err);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void check_refused(const arguments& command_line, const outcome& o, const std::vector<std::string>& parts, int code) {
  INFO(described(command_line, o));
  CHECK(o.killed_by.empty());
  CHECK(o.code == code);
  CHECK(o.out.empty());
  CHECK(o.err.rfind("tensix-tlm: ", 0) == 0);
  CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
  CHECK_FALSE(contains(o.err, "std::"));  // a message for people, not an exception's name
  CHECK_FALSE(contains(o.err, "basic_"));
  for (const auto& part : parts) {
    INFO("expected in the message: " << part);
    CHECK(contains(o.err, part));
  }
}

}  // namespace tensix_cli
