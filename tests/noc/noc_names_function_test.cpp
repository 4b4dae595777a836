// SPDX-License-Identifier: Apache-2.0
// Names of registers: all of the ISA documentation's, each where it belongs.
#include "models/noc_interface/noc_names_function.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "tests/noc/niu.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_names_test {

TEST_CASE("counters by number", "[noc]") {
  // In the order of NoC/Counters, numbers of transactions left out.
  const std::map<int, std::vector<std::string>> from = {
      {0,
       {"MST_ATOMIC_RESP_RECEIVED", "MST_WR_ACK_RECEIVED", "MST_RD_RESP_RECEIVED", "MST_RD_DATA_WORD_RECEIVED",
        "MST_CMD_ACCEPTED", "MST_RD_REQ_SENT", "MST_NONPOSTED_ATOMIC_SENT", "MST_POSTED_ATOMIC_SENT",
        "MST_NONPOSTED_WR_DATA_WORD_SENT", "MST_POSTED_WR_DATA_WORD_SENT", "MST_NONPOSTED_WR_REQ_SENT",
        "MST_POSTED_WR_REQ_SENT", "MST_NONPOSTED_WR_REQ_STARTED", "MST_POSTED_WR_REQ_STARTED", "MST_RD_REQ_STARTED",
        "MST_NONPOSTED_ATOMIC_STARTED"}},
      {48,
       {"SLV_ATOMIC_RESP_SENT", "SLV_WR_ACK_SENT", "SLV_RD_RESP_SENT", "SLV_RD_DATA_WORD_SENT", "SLV_REQ_ACCEPTED",
        "SLV_RD_REQ_RECEIVED", "SLV_NONPOSTED_ATOMIC_RECEIVED", "SLV_POSTED_ATOMIC_RECEIVED",
        "SLV_NONPOSTED_WR_DATA_WORD_RECEIVED", "SLV_POSTED_WR_DATA_WORD_RECEIVED", "SLV_NONPOSTED_WR_REQ_RECEIVED",
        "SLV_POSTED_WR_REQ_RECEIVED", "SLV_NONPOSTED_WR_REQ_STARTED", "SLV_POSTED_WR_REQ_STARTED"}}};
  for (const auto& [first, names] : from)
    for (size_t i = 0; i < names.size(); ++i)
      CHECK(noc_registers::name(0x200 + 4 * (static_cast<uint32_t>(first) + static_cast<uint32_t>(i))) == "NIU_" + names[i]);
  for (unsigned id = 0; id < 16; ++id) {
    CHECK(noc_registers::name(0x240 + 4 * id) == "NIU_MST_REQS_OUTSTANDING_ID_" + std::to_string(id));
    CHECK(noc_registers::name(0x280 + 4 * id) == "NIU_MST_WRITE_REQS_OUTGOING_ID_" + std::to_string(id));
  }
}

TEST_CASE("registers of initiators and of the interface by offset", "[noc]") {
  const std::map<uint32_t, std::string> of_initiators = {
      {0x00, "TARG_ADDR_LO"}, {0x04, "TARG_ADDR_MID"}, {0x08, "TARG_ADDR_HI"}, {0x0C, "RET_ADDR_LO"}, {0x10, "RET_ADDR_MID"},
      {0x14, "RET_ADDR_HI"},  {0x18, "PACKET_TAG"},    {0x1C, "CTRL"},         {0x20, "AT_LEN_BE"},   {0x24, "AT_LEN_BE_1"},
      {0x28, "AT_DATA"},      {0x2C, "BRCST_EXCLUDE"}, {0x40, "CMD_CTRL"}};
  for (uint32_t i = 0; i < 4; ++i) {
    for (const auto& [offset, name] : of_initiators)
      CHECK(noc_registers::name(0x800 * i + offset) == name + " of initiator " + std::to_string(i));
    CHECK(noc_registers::name(0x800 * i + 0x44) == "NODE_ID");
    CHECK(noc_registers::name(0x800 * i + 0x48) == "ENDPOINT_ID");
  }
  const std::map<uint32_t, std::string> of_interface = {{0x060, "NOC_CLEAR_OUTSTANDING_REQ_CNT"},
                                                        {0x100, "NIU_CFG_0"},
                                                        {0x104, "ROUTER_CFG_0"},
                                                        {0x114, "ROUTER_CFG_4"},
                                                        {0x118, "NOC_X_ID_TRANSLATE_TABLE_0"},
                                                        {0x144, "NOC_Y_ID_TRANSLATE_TABLE_5"},
                                                        {0x148, "NOC_ID_LOGICAL"},
                                                        {0x150, "NOC_ID_TRANSLATE_COL_MASK"},
                                                        {0x154, "NOC_ID_TRANSLATE_ROW_MASK"},
                                                        {0x158, "DDR_COORD_TRANSLATE_TABLE_0"},
                                                        {0x170, "DDR_COORD_TRANSLATE_COL_SWAP"},
                                                        {0x174, "DEBUG_COUNTER_RESET"},
                                                        {0x178, "NIU_TRANS_COUNT_RTZ_CFG"},
                                                        {0x17C, "NIU_TRANS_COUNT_RTZ_CLR"},
                                                        {0x378, "NIU_TRANS_COUNT_RTZ_NUM"},
                                                        {0x37C, "NIU_TRANS_COUNT_RTZ_SOURCE"}};
  for (const auto& [offset, name] : of_interface) CHECK(noc_registers::name(offset) == name);
}

TEST_CASE("an offset has a name or is reported as none, and a name is of one register", "[noc]") {
  niu n;
  std::map<std::string, std::set<uint32_t>> by_name;
  for (uint32_t offset = 0; offset < 0x10000; offset += 4) {
    const std::string name = noc_registers::name(offset);
    CHECK((name.empty() == (noc_register_kind(offset) == noc_register::none)));
    CHECK(noc_registers::name(offset + 3) == name);
    if (!name.empty()) by_name[name].insert(offset);
    const size_t before = n.diagnose.reports().size();
    n.load(offset);
    if (name.empty()) {
      CHECK(n.diagnose.reports().size() == before + 1);
      CHECK_THAT(n.diagnose.reports().back().text, Contains("load of NoC 0: no register (0xffb2"));
    }
  }
  for (const auto& [name, offsets] : by_name)
    CHECK(offsets.size() ==
          (offsets.count(0x44) || offsets.count(0x48) || offsets.count(0x64) || offsets.count(0x68) ? 4u : 1u));
}

}  // namespace noc_names_test
