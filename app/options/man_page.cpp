// SPDX-License-Identifier: Apache-2.0
// The man page, from the tables of commands, options and parameters: roff with the macros of man(7).
#include <algorithm>
#include <sstream>

#include "app/options/completion.h"
#include "app/options/option_groups.h"
#include "platform/parameters.h"

namespace tensix {
namespace {

using names = std::vector<std::string>;

// Text as it is: no sign of roff's, and hyphens that can be copied as such.
std::string plain(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
    begins = c == '\n';
  }
  return out;
}
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : plain(text))
    if (c == '"') out += "\\(dq";
    else out += c;
  return "\"" + out + "\"";
}

// Groups that several commands have are described once.
struct described_group {
  option_group group;
  names commands;
};

std::string signature(const option_group& g) {
  std::string text = g.title;
  for (const auto& o : g.options()) text += " " + o->long_name();
  return text;
}

std::vector<described_group> all_groups() {
  std::vector<described_group> all;
  for (const auto& row : command_table())
    for (const auto& g : row.groups()) {
      const auto known =
          std::find_if(all.begin(), all.end(), [&](const auto& a) { return signature(a.group) == signature(g); });
      if (known == all.end()) all.push_back({g, {row.name}});
      else known->commands.emplace_back(row.name);
    }
  return all;
}

void print_options(std::ostream& out, const option_group& g) {
  for (const auto& o : g.options()) {
    const bool takes = o->semantic()->max_tokens() > 0;
    out << ".TP\n"
        << (o->long_name() == "help" ? ".BR \\-h \", \" "
            : takes                  ? ".BI "
                                     : ".B ")
        << plain("--" + o->long_name()) << (takes ? " " + quoted(" " + o->semantic()->name()) : "") << "\n"
        << plain(o->description()) << "\n";
  }
}

void print_commands(std::ostream& out, const std::vector<described_group>& groups) {
  for (const auto& row : command_table()) {
    out << ".SS " << quoted(std::string(row.name) + (row.usage || *row.brief ? " " : "") + (row.usage ? row.usage : row.brief))
        << "\n"
        << plain(row.summary) << ".\n";
    std::string shared;
    for (const auto& g : groups) {
      if (std::find(g.commands.begin(), g.commands.end(), row.name) == g.commands.end()) continue;
      if (g.commands.size() == 1) print_options(out, g.group);
      else if (g.group.title != "Other") shared += (shared.empty() ? "" : ", ") + g.group.title;
    }
    if (!shared.empty()) out << ".PP\nAlso the options below: " << plain(shared) << ".\n";
    if (*row.more) out << ".PP\n" << plain(row.more);
  }
}

}  // namespace

std::string man_page(const std::string& version) {
  const std::vector<described_group> groups = all_groups();
  std::ostringstream out;
  out << ".TH TENSIX\\-TLM 1 \"\" " << quoted("tensix-tlm " + version) << " \"User Commands\"\n"
      << ".ds AD l\n.ad l\n"  // long words, as the forms of --noc-read, do not let lines be filled to the margin (AD: groff 1.23)
      << ".SH NAME\ntensix\\-tlm \\- what one Blackhole Tensix tile computes, and how many cycles it takes\n"
      << ".SH SYNOPSIS\n.B tensix\\-tlm\n.I COMMAND\n.RI [ options ]\n"
      << ".SH DESCRIPTION\n"
      << "A SystemC TLM\\-2.0 model of the compute side of a Tenstorrent Blackhole Tensix tile. It runs built\\-in kernels,\n"
         "kernels of one's own, compiled programs and streams of instruction words, computes their data bit for bit and their\n"
         "cycles, and says for every cycle of every unit what it did or what it waited for.\n"
      << ".PP\nThe pages of the project's folder docs describe all of it.\n"
      << ".SH COMMANDS\n";
  print_commands(out, groups);
  out << ".SH OPTIONS\nThose of several commands.\n";
  for (const auto& g : groups) {
    if (g.commands.size() == 1) continue;
    const bool all = g.commands.size() == command_table().size();
    out << ".SS " << quoted(g.group.title + " (" + (all ? "every command" : joined(g.commands, ", ")) + ")") << "\n";
    print_options(out, g.group);
  }
  out << ".SH PARAMETERS\nOf the hardware, for\n.B \\-\\-set\nand the files of\n.BR \\-\\-config .\nIn brackets: unit, range, "
         "and the "
         "values of the configurations\nblackhole (the default) and documented.\n";
  for (const auto& p : parameter_list())
    out << ".TP\n.B " << plain(p.name) << "\n"
        << plain(p.meaning + " (" + (p.unit.empty() ? "" : p.unit + ", ") + p.range() + "; " + p.blackhole + ", " +
                 p.documented + ")")
        << "\n";
  out << ".SH EXIT STATUS\nSweep, compare, diff\\-events and replay have their own, see above.\n";
  for (const auto& e : exit_meanings) out << ".TP\n.B " << e.code << "\n" << plain(e.meaning) << ".\n";
  out << ".SH ENVIRONMENT\n"
         ".TP\n.B XDG_CACHE_HOME\nCompiled kernels are kept in its folder tensix\\-tlm; default: .cache in the home folder.\n"
         ".TP\n.B TENSIX_TLM_SHARE\nWhere the compute API's headers are, if not installed beside the program.\n"
         ".TP\n.B TMPDIR\nFor temporary files.\n"
         ".SH EXAMPLES\n.nf\n"
         "tensix\\-tlm run matmul \\-\\-shape 128x128x256 \\-\\-fidelity hifi2 \\-\\-report r.html\n"
         "tensix\\-tlm run add \\-\\-shape 64x64 \\-\\-metrics \\- | jq .cycles\n"
         "tensix\\-tlm run datacopy \\-\\-set l1.banks=16\n"
         ".fi\n";
  return out.str();
}

}  // namespace tensix
