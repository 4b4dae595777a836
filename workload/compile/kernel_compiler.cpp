#include "workload/compile/kernel_compiler.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "support/files/digest.h"
#include "support/files/held_signals.h"
#include "support/files/json_file.h"
#include "support/files/output_file.h"
#include "support/processes/other_programs.h"
#include "support/text/plain_text.h"
#include "workload/compile/device_files.h"
#include "workload/compile/lreg_errors.h"
#include "workload/compile/program_cache.h"
#include "workload/compile/program_header.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
using texts = std::vector<std::string>;

constexpr unsigned programs = device_layout::programs;
constexpr const char* compiler_name = "riscv64-unknown-elf-g++";

// What is linked beside a kernel's source, and how.
constexpr const char* device_sources[] = {"core.ld", "start.S", "memory.S"};

constexpr const char* always[] = {"-std=c++20",
                                  "-O2",
                                  "-g",
                                  "-march=rv32im_zba_zbb",
                                  "-mabi=ilp32",
                                  "-ffreestanding",
                                  "-nostdlib",
                                  "-fno-exceptions",
                                  "-fno-rtti",
                                  "-fno-threadsafe-statics",
                                  "-ffunction-sections",
                                  "-fdata-sections"};

std::string find_compiler() {
  const std::string found = find_program(compiler_name);
  if (found.empty())
    throw std::runtime_error(std::string("there is no ") + compiler_name +
                             " to compile the kernel with; Debian and Ubuntu have it in the package gcc-riscv64-unknown-elf");
  return found;
}

texts floating_point_registers_beyond_8() {
  texts names;
  for (unsigned i = 0; i < 12; ++i) {
    names.push_back("fs" + std::to_string(i));
    if (i < 8) names.push_back("fa" + std::to_string(i));
    if (i >= 8) names.push_back("ft" + std::to_string(i));
  }
  return names;
}

// The same wherever it was compiled: without the name of the folder.
void remove_all_of(std::string& text, const std::string& what) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

// What a rule for make depends on: names behind the colon, with blanks, # and $ as make wants them.
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

// Whether a preprocessed source has vector code in lines of files that are in no folder of ours: vFloat, dst_reg[], instructions by name.
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

// C++ whatever its name is, and no option or file of options.
texts source_arguments(const std::string& file) {
  const bool option = file[0] == '-' || file[0] == '@';
  return {"-x", "c++", (option ? "./" : "") + file, "-x", "none"};
}

// One kernel for one run.
class compilation {
 public:
  compilation(const device_kernel& kernel, const device_layout& layout)
      : kernel_(kernel), layout_(layout), root_(device_root()), compiler_(find_compiler()) {
    read_text_file(kernel.source);  // throws if it cannot be: the compiler reads it several times
    write_file((cache_.work() / "tensix_program.h").string(), "what the kernel is compiled with",
               program_header(kernel, layout));
  }

  // The folder of t0.elf, t1.elf, t2.elf.
  fs::path folder() {
    if (name_.empty()) name_ = name();
    if (const auto known = cache_.find(name_)) return *known;
    const fs::path folder = cache_.work() / "programs";
    const std::string work = cache_.work().string();
    fs::create_directory(folder);
    std::vector<texts> calls;
    for (unsigned core = 0; core < programs; ++core) {
      texts a = flags(core);
      for (const auto& option : link_options(core)) a.push_back(option);
      a.insert(a.end(), {"-I" + work, "-ffile-prefix-map=" + work + "/=", "-o", (folder / file_of(core)).string()});
      for (const std::string& library : libraries()) a.push_back(library);
      calls.push_back(a);
    }
    run(calls);
    if (const std::string errors = lreg_errors((folder / file_of(1)).string(), kernel_.source); !errors.empty())
      throw compile_error(errors);
    return cache_.keep(folder, name_);
  }

  // The files that the programs are made of: the compiler says what it includes. Of a source that it refuses, the source.
  std::set<std::string> sources() {
    std::vector<texts> calls;
    const auto list = [this](unsigned core) { return cache_.work() / (file_of(core) + ".d"); };
    for (unsigned core = 0; core < programs; ++core) {
      texts a = flags(core);
      a.insert(a.end(), {"-I" + cache_.work().string(), "-M", "-MT", "rule", "-MF", list(core).string()});
      calls.push_back(a);
    }
    std::set<std::string> all = {kernel_.source};
    for (const char* file : device_sources) all.insert(device(file).string());
    for (const captured& c : run_programs(compiler_, calls))
      if (c.status != 0) return all;
    const std::string work = cache_.work().string() + "/";
    for (unsigned core = 0; core < programs; ++core)
      for (const std::string& file : files_of_rule(read_text_file(list(core))))
        if (file.rfind(work, 0) != 0) all.insert(file);
    return all;
  }

  static std::string file_of(unsigned core) { return "t" + std::to_string(core) + ".elf"; }

 private:
  const held_signals held_;  // until nothing of it is left in the cache's folder
  const device_kernel& kernel_;
  const device_layout& layout_;
  const fs::path root_;
  const std::string compiler_;
  program_cache cache_;
  std::string name_;
  bool own_vector_code_ = false;
  // By the compiler: of a kernel that is compiled twice, with checks and without, once.
  static inline std::set<std::string> said_;

  fs::path device(const char* file) const { return root_ / "workload/device" / file; }

  // All but what depends on the folder of this process.
  texts flags(unsigned core) const {
    static constexpr const char* mine[] = {"UNPACK", "MATH", "PACK"};
    texts f(std::begin(always), std::end(always));
    // LReg 0 to 7 are given to vFloat as ft0 to ft7 (tensix/lreg_allocation.h): no other registers of that kind.
    if (core == 1) {
      f.push_back("-march=rv32imf_zba_zbb");
      f.push_back("-mno-fdiv");  // the core has none
      // Vector code of the kernel's own: loops of a face's eight vectors are unrolled, as the public library's compiler does.
      if (own_vector_code_) f.insert(f.end(), {"-fpeel-loops", "-DTENSIX_OWN_VECTOR_CODE=1"});
      for (const std::string& r : floating_point_registers_beyond_8()) f.push_back("-ffixed-" + r);
    }
    for (const char* prefix : {"TENSIX_", "TRISC_", "UCK_CHLKC_"}) f.push_back(std::string("-D") + prefix + mine[core] + "=1");
    for (const auto& d :
         {"COMPILE_FOR_TRISC=" + std::to_string(core), std::string("ARCH_BLACKHOLE"), std::string("KERNEL_BUILD")})
      f.push_back("-D" + d);
    for (const auto& d : kernel_.defines) f.push_back("-D" + d);
    for (const fs::path& folder : {device("include"), root_}) f.push_back("-I" + folder.string());
    // Behind the project's own: a folder of TT-Metalium's may have headers of the same names.
    for (const std::string& folder : kernel_.include_folders) f.push_back("-I" + folder);
    f.insert(f.end(), {"-include", device("include/tensix/prologue.h").string()});
    for (const std::string& argument : source_arguments(kernel_.source)) f.push_back(argument);
    return f;
  }
  texts link_options(unsigned core) const {
    return {"-Wl,--gc-sections",
            "-Wl,-z,max-page-size=16",
            "-T",
            device("core.ld").string(),
            device("start.S").string(),
            device("memory.S").string(),
            "-Wl,--defsym=core=" + std::to_string(core),
            "-Wl,--defsym=program_base=" + std::to_string(layout_.program(core)),
            "-Wl,--defsym=program_room=" + std::to_string(layout_.program_bytes)};
  }

  // Arithmetic that the cores have no instructions for: floating point (soft: T1's is passed in integer registers, too), 64 bits.
  texts libraries() const {
    std::string file = run_program(compiler_, {"-march=rv32im", "-mabi=ilp32", "-print-libgcc-file-name"}).out;
    while (!file.empty() && file.back() == '\n') file.pop_back();
    return fs::path(file).is_absolute() ? texts{file} : texts{};
  }

  // Of everything that the programs depend on: the preprocessed source has the headers in it.
  std::string name() {
    std::vector<texts> calls;
    for (unsigned core = 0; core < programs; ++core) {
      texts a = flags(core);
      a.insert(a.end(), {"-I" + cache_.work().string(), "-E", "-o", (cache_.work() / (file_of(core) + ".ii")).string()});
      calls.push_back(a);
    }
    run(calls);
    own_vector_code_ =
        has_vector_code_outside(device("include").string(), read_text_file((cache_.work() / (file_of(1) + ".ii")).string()));
    digest all;
    all.add(run_program(compiler_, {"--version"}).out);
    for (const char* file : device_sources) all.add(read_text_file(device(file)));
    for (unsigned core = 0; core < programs; ++core) {
      for (const auto& option : flags(core)) all.add(option);
      for (const auto& option : link_options(core)) all.add(option);
      std::string source = read_text_file(cache_.work() / (file_of(core) + ".ii"));
      remove_all_of(source, cache_.work().string());
      all.add(source);
    }
    return all.text();
  }

  // All at once. What one of them says, the others often say too: once is enough.
  void run(const std::vector<texts>& calls) {
    for (const captured& c : run_programs(compiler_, calls)) {
      if (c.status != 0) {
        if (const std::string full = std::strerror(ENOSPC); c.out.find(full) != std::string::npos)
          throw host_error("cannot compile the kernel in '" + cache_.work().string() + "' or $TMPDIR: " + full);
        // Seldom, on a full disk: then the compiler gives the reason of something that it did behind.
        if (const size_t at = c.out.find("when writing output to "); at != std::string::npos)
          throw host_error("cannot compile the kernel: " + c.out.substr(at, c.out.find('\n', at) - at));
        if (c.out.find("the program is too long") != std::string::npos)  // core.ld
          throw program_too_long(kernel_.source + ": the program is too long for " +
                                 std::to_string(layout_.program_bytes / 1024) + " KiB; give --program-kib more\n");
        const bool no_frame = c.out.find("undefined reference to `tensix_kernel'") != std::string::npos;
        throw compile_error(no_frame ? kernel_.source +
                                           ": includes nothing of the compute API; it wants #include "
                                           "\"compute_kernel_api.h\"\n"
                                     : c.out);
      }
      if (said_.insert(c.out).second) std::cerr << plain_text(c.out);
    }
  }
};

}  // namespace

elf_programs compiled_programs(const device_kernel& kernel, const device_layout& layout, uint32_t l1_bytes) {
  compilation work(kernel, layout);
  // Another process may remove the entry between its being found and its being read.
  for (unsigned attempts = 3;; --attempts) {
    const fs::path folder = work.folder();
    try {
      elf_programs all(l1_bytes);
      for (unsigned core = 0; core < programs; ++core) all.add_program(core, (folder / compilation::file_of(core)).string());
      const elf_image& t0 = *all.program(0);
      if (t0.has_functions() && !t0.has_function("kernel_main()") && !t0.has_function("tensix_user_kernel::math_main()"))
        throw compile_error(kernel.source +
                            ": has no function void kernel_main(), nor namespace NAMESPACE { void MAIN { ... } }\n");
      return all;
    } catch (const std::runtime_error&) {
      if (attempts == 1 || fs::exists(folder)) throw;
    }
  }
}

std::vector<std::string> sources_of(const device_kernel& kernel, const device_layout& layout) {
  const std::set<std::string> all = compilation(kernel, layout).sources();
  return {all.begin(), all.end()};
}

}  // namespace tensix
