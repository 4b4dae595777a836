// SPDX-License-Identifier: Apache-2.0
// The checker of the base protocol (tests/protocol/base_protocol_checker.h): what is permitted passes, and each rule that is
// broken is named.
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "models/memory/l1_initiator.h"
#include "protocol/base_protocol_checker.h"

using namespace tensix;

namespace {

using answer = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&)>;
std::vector<std::string> violations;

struct pool : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
} memory_manager;

answer says(tlm::tlm_sync_enum returned, tlm::tlm_phase phase = tlm::UNINITIALIZED_PHASE, uint64_t ps = 0,
            tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE) {
  return [=](tlm::tlm_generic_payload& p, tlm::tlm_phase& ph, sc_core::sc_time& t) {
    if (phase != tlm::UNINITIALIZED_PHASE) ph = phase;
    if (ps) t = sc_core::sc_time::from_value(ps);
    if (status != tlm::TLM_INCOMPLETE_RESPONSE) p.set_response_status(status);
    return returned;
  };
}
const answer accepts = says(tlm::TLM_ACCEPTED), done = says(tlm::TLM_COMPLETED), ends = says(tlm::TLM_UPDATED, tlm::END_REQ);

// One connection, and the calls that pass through it.
struct wire {
  base_protocol_checker checker{"wire"};
  uint8_t data[16] = {}, enables[4] = {};
  l1_payload a{&memory_manager}, b{&memory_manager};
  wire() {
    violations.clear();
    for (l1_payload* t : {&a, &b}) {
      t->acquire();
      t->prepare(tlm::TLM_WRITE_COMMAND, t == &a ? 64 : 128, data, 16);
    }
  }
  void fw(l1_payload& x, tlm::tlm_phase phase, const answer& target, uint64_t ps = 0) {
    sc_core::sc_time t = sc_core::sc_time::from_value(ps);
    checker.fw(x, phase, t, target);
  }
  void bw(l1_payload& x, tlm::tlm_phase phase, const answer& initiator, uint64_t ps = 0) {
    sc_core::sc_time t = sc_core::sc_time::from_value(ps);
    if (phase == tlm::BEGIN_RESP) x.set_response_status(tlm::TLM_OK_RESPONSE);
    checker.bw(x, phase, t, initiator);
  }
};

// The one violation, or all of them; empty: none.
std::string said(const std::function<void(wire&)>& calls) {
  wire w;
  calls(w);
  std::string all;
  for (const std::string& v : violations) all += (all.empty() ? "" : "; ") + v.substr(v.find(": ", v.find("address")) + 2);
  return all;
}

}  // namespace

TEST_CASE("what the base protocol permits passes") {
  const answer ok = says(tlm::TLM_COMPLETED, tlm::UNINITIALIZED_PHASE, 500, tlm::TLM_OK_RESPONSE);
  const answer responds = says(tlm::TLM_UPDATED, tlm::BEGIN_RESP, 0, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(said([&](wire& w) {  // four phases, and phases that may be ignored
          w.fw(w.a, tlm::BEGIN_REQ, accepts);
          w.fw(w.a, RATE_CHANGE, accepts);
          w.bw(w.a, tlm::END_REQ, accepts);
          w.fw(w.b, tlm::BEGIN_REQ, ends);
          w.bw(w.b, tlm::BEGIN_RESP, accepts, 100);
          w.fw(w.b, tlm::END_RESP, done, 100);
          w.bw(w.a, tlm::BEGIN_RESP, says(tlm::TLM_UPDATED, tlm::END_RESP));
          w.a.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
          w.fw(w.a, tlm::BEGIN_REQ, ok);  // again
        }) == "");
  CHECK(said([&](wire& w) {
          w.fw(w.a, tlm::BEGIN_REQ, responds);
          w.fw(w.b, tlm::BEGIN_REQ, accepts);
          w.fw(w.a, tlm::END_RESP, accepts);
          w.bw(w.b, tlm::BEGIN_RESP, done);
        }) == "");
}

TEST_CASE("each broken rule is named") {
  const auto contains = [](const std::string& text, const std::function<void(wire&)>& calls) {
    const std::string got = said(calls);
    CAPTURE(text, got);
    CHECK(got.find(text) != std::string::npos);
  };
  // Requests and responses, one at a time
  contains("BEGIN_REQ before the END_REQ of another", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, accepts);
    w.fw(w.b, tlm::BEGIN_REQ, accepts);
  });
  contains("BEGIN_RESP before the END_RESP of another", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.fw(w.b, tlm::BEGIN_REQ, ends);
    w.bw(w.a, tlm::BEGIN_RESP, accepts);
    w.bw(w.b, tlm::BEGIN_RESP, accepts);
  });
  contains("BEGIN_REQ of a payload that is under way", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.fw(w.a, tlm::BEGIN_REQ, ends);
  });
  // Order of phases
  contains("END_REQ without BEGIN_REQ", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.bw(w.a, tlm::END_REQ, accepts);
  });
  contains("a second BEGIN_RESP", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.bw(w.a, tlm::BEGIN_RESP, accepts);
    w.bw(w.a, tlm::BEGIN_RESP, accepts);
  });
  contains("END_RESP without BEGIN_RESP", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.fw(w.a, tlm::END_RESP, accepts);
  });
  contains("BEGIN_RESP of a payload that is not under way", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.bw(w.a, tlm::BEGIN_RESP, done);
    w.bw(w.a, tlm::BEGIN_RESP, done);
  });
  contains("of a payload that is not under way", [](wire& w) { w.fw(w.a, RATE_CHANGE, accepts); });
  contains("TLM_UPDATED with", [](wire& w) { w.fw(w.a, tlm::BEGIN_REQ, says(tlm::TLM_UPDATED, tlm::END_RESP)); });
  contains("TLM_ACCEPTED with another phase",
           [](wire& w) { w.fw(w.a, tlm::BEGIN_REQ, says(tlm::TLM_ACCEPTED, tlm::END_REQ)); });
  contains("on the forward path", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, accepts);
    w.fw(w.a, tlm::END_REQ, accepts);
  });
  // Payload
  contains("the response status is not", [](wire& w) {
    w.a.set_response_status(tlm::TLM_OK_RESPONSE);
    w.fw(w.a, tlm::BEGIN_REQ, ends);
  });
  contains("has not set the response status", [](wire& w) { w.fw(w.a, tlm::BEGIN_REQ, done); });
  contains("the streaming width is 0", [](wire& w) {
    w.a.set_streaming_width(0);
    w.fw(w.a, tlm::BEGIN_REQ, ends);
  });
  contains("byte enables of length 0", [](wire& w) {
    w.a.set_byte_enable_ptr(w.enables);
    w.fw(w.a, tlm::BEGIN_REQ, ends);
  });
  contains("an attribute has changed", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.a.set_address(80);
    w.bw(w.a, tlm::BEGIN_RESP, done);
  });
  contains("the data have changed", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.data[3] = 1;
    w.bw(w.a, tlm::BEGIN_RESP, done);
  });
  contains("nobody holds a reference", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends);
    w.a.release();
    w.bw(w.a, tlm::BEGIN_RESP, done);
    w.a.acquire();
  });
  contains("without a memory manager", [](wire& w) {
    l1_payload plain;
    plain.prepare(tlm::TLM_READ_COMMAND, 0, w.data, 16);
    w.fw(plain, tlm::BEGIN_REQ, ends);
  });
  // Time
  contains("a phase lies before the one before", [](wire& w) {
    w.fw(w.a, tlm::BEGIN_REQ, ends, 3000);
    w.bw(w.a, tlm::BEGIN_RESP, done, 2000);
  });
}

int sc_main(int argc, char** argv) {
  base_protocol_checker::violation = [](const std::string& what) { violations.push_back(what); };
  return run_test_cases(argc, argv);
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
