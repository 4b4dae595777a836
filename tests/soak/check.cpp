// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/check.h"

#include <cstdio>
#include <sstream>

#include "tests/soak/legal.h"
#include "tests/soak/matrix_reference.h"
#include "tests/soak/random.h"
#include "tests/soak/shrink.h"

namespace tensix::soak {
namespace {

// One seed in so many is run in further ways.
constexpr uint64_t share = 8;

void fail(answer& a, verdict what, const std::string& text) {
  a.what = what;
  a.text[text.copy(a.text, sizeof a.text - 1)] = 0;
}

std::string numbers(const char* what, const answer& a) {
  char text[120];
  std::snprintf(text, sizeof text, "%s: %llu cycles, data %016llx\n", what, static_cast<unsigned long long>(a.cycles),
                static_cast<unsigned long long>(a.digest));
  return text;
}

}  // namespace

answer check(bench& b, const program& p, kind_of_batch kind, tally& done) {
  request plain;
  plain.across_the_line = kind == kind_of_batch::across_the_line;
  answer whole = b.run(p, plain);
  ++done.simulations;
  if (whole.what != verdict::passed || plain.across_the_line) return whole;
  if (p.seed % share < 2) {
    matrix_reference again;
    const std::string race = legal(p, b.packers(), [&](functional_machine& m) {
      again.watch(m);
      if (done.reached) done.reached->forget_phases(), done.reached->note(p);
      m.executed = [&](unsigned thread, uint32_t word, const unpack_job* job) {
        again.executed(thread, word);
        if (done.reached) done.reached->note(m.state, thread, word, job);
      };
    });
    done.datums += again.datums();
    if (!again.wrong().empty()) fail(whole, verdict::other_reference, again.wrong());
    else if (!race.empty()) fail(whole, verdict::racy, race);
    if (whole.what != verdict::passed) return whole;
  }
  if (kind == kind_of_batch::by_cores) return whole;
  if (p.seed % share == 2) {
    request seen;
    seen.observed = true;
    const answer a = b.run(p, seen);
    ++done.simulations;
    if (a.what != verdict::passed) return a;
    if (a.cycles != whole.cycles || a.digest != whole.digest)
      fail(whole, verdict::other_if_seen, numbers("alone", whole) + numbers("with observers", a));
  }
  if (p.seed % share == 3 && whole.cycles > 1) {
    random_numbers random(p.seed);
    const uint64_t cycle = 1 + random.next() % (whole.cycles - 1);
    request look, end;
    look.look_at = end.end_at = cycle;
    const answer on = b.run(p, look), cut = b.run(p, end);
    done.simulations += 2;
    if (cut.what != verdict::passed) return cut;
    if (on.cycles != whole.cycles || on.digest != whole.digest)
      fail(whole, verdict::other_if_seen, numbers("alone", whole) + numbers("looked at on the way", on));
    if (cut.digest != on.digest_then) {
      answer then = on;
      then.digest = on.digest_then;
      fail(whole, verdict::other_if_cut,
           "cycle " + std::to_string(cycle) + "\n" + numbers("on the way", then) + numbers("cut", cut));
    }
  }
  return whole;
}

std::string finding_text(const program& p, const variation& v, uint64_t variation_seed, kind_of_batch kind, const answer& a,
                         size_t before) {
  std::ostringstream text;
  text << "# " << name(a.what) << "\n";
  std::istringstream lines(a.text);
  for (std::string line; std::getline(lines, line);) text << "#   " << line << "\n";
  text << "# program seed " << p.seed << ", variation seed " << variation_seed << "; " << instructions_pushed(p)
       << " instructions pushed of " << before << "\n";
  const bool by_cores = kind == kind_of_batch::by_cores, across = kind == kind_of_batch::across_the_line;
  text << "# the whole of it: soak --replay " << p.seed << " " << variation_seed
       << (by_cores ? " cores"
           : across ? " line"
                    : "")
       << "\n# tensix-tlm stream THIS_FILE " << v.settings << "\n";
  if (by_cores) text << "# (seen with RISC-V cores doing these steps, which a stream has players for)\n";
  return text.str() + stream_text(p);
}

}  // namespace tensix::soak
