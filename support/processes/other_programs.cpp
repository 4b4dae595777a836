#include "support/processes/other_programs.h"

#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <list>
#include <memory>
#include <stdexcept>

namespace tensix {

namespace bp = boost::process;
namespace asio = boost::asio;

captured run_program(const std::string& program, const std::vector<std::string>& arguments) {
  captured result;
  try {
    bp::ipstream out;
    bp::child child(bp::exe = program, bp::args = arguments, bp::std_in<bp::null, bp::std_out> out);
    for (std::string line; std::getline(out, line);) result.out += line + "\n";
    child.wait();
    result.status = child.exit_code();
  } catch (const bp::process_error& e) {
    throw std::runtime_error("cannot run " + program + ": " + e.what());
  }
  return result;
}

std::vector<captured> run_programs(const std::string& program, const std::vector<std::vector<std::string>>& arguments) {
  struct running {
    bp::ipstream out;
    bp::child child;
  };
  std::list<running> all;
  std::vector<captured> results;
  try {
    for (const auto& a : arguments) {
      running& r = all.emplace_back();
      r.child = bp::child(bp::exe = program, bp::args = a, bp::std_in<bp::null, (bp::std_out & bp::std_err)> r.out);
    }
    for (running& r : all) {
      captured& c = results.emplace_back();
      for (std::string line; std::getline(r.out, line);) c.out += line + "\n";
      r.child.wait();
      c.status = r.child.exit_code();
    }
  } catch (const bp::process_error& e) {
    throw std::runtime_error("cannot run " + program + ": " + e.what());
  }
  return results;
}

std::string find_program(const std::string& name) { return bp::search_path(name).string(); }

}  // namespace tensix
