// SPDX-License-Identifier: Apache-2.0
// A platform that is configured by CCI: presets of the broker reach tiles, and the broker sees their parameters.
#include "cosim/cci/cci_parameters.h"

#include "catch.h"

using namespace tensix;

namespace {

struct board : sc_core::sc_module {
  tensix_tile left, right;
  cci_parameters of_left, of_right;
  explicit board(sc_core::sc_module_name name)
      : sc_module(name),
        left("left", builtin_configuration("blackhole")),
        right("right", builtin_configuration("documented")),
        of_left(left),
        of_right(right) {}
};

cci::cci_broker_handle broker() { return cci::cci_get_global_broker(cci::cci_originator("test")); }

// What is said of a tile with that preset.
std::string refusal(const std::string& tile, const std::string& parameter, const cci::cci_value& value) {
  broker().set_preset_cci_value(tile + "." + parameter, value);
  try {
    const tensix_tile made(tile.c_str(), builtin_configuration("blackhole"));
    const cci_parameters seen(made);
  } catch (const parameter_error& e) {
    return e.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("parameters of tiles in a broker of CCI") {
  cci::cci_register_broker(new cci_utils::broker("global"));
  take_cci_presets();
  broker().set_preset_cci_value("board.left.l1.banks", cci::cci_value(4));
  broker().set_preset_cci_value("board.left.throttle.shared_ports", cci::cci_value(true));
  broker().set_preset_cci_value("board.right.units.l1", cci::cci_value("model"));
  const board b("board");

  CHECK(b.left.configuration().l1.banks == 4);
  CHECK(b.left.configuration().throttle.shared_ports);
  CHECK(b.right.configuration().l1.banks == builtin_configuration("documented").l1.banks);
  for (const auto& [name, tile] : {std::pair{"board.left.", &b.left}, {"board.right.", &b.right}})
    for (const parameter_info& i : parameter_list()) {
      CAPTURE(name + i.name);
      const cci::cci_param_handle seen = broker().get_param_handle(name + i.name);
      REQUIRE(seen.is_valid());
      const cci::cci_value value = seen.get_cci_value();
      CHECK((value.is_string() ? std::string(value.get_string()) : value.to_json()) == i.get(tile->configuration()));
      CHECK(value.is_string() == (i.kind != parameter_kind::number && i.kind != parameter_kind::boolean));
      CHECK(seen.get_mutable_type() == cci::CCI_IMMUTABLE_PARAM);
    }
  CHECK(broker().get_unconsumed_preset_values().empty());

  CHECK(refusal("a", "l1.bank", cci::cci_value(16)).find("CCI preset of a.l1.bank: ") == 0);
  CHECK(refusal("b", "l1.banks", cci::cci_value("many")).find("preset of b.l1.banks: ") == 0);
  CHECK(refusal("c", "l1.banks", cci::cci_value("8")).find("CCI preset of c.l1.banks is \"8\", the tile has 8") == 0);
  preset("d.l1.banks", "8");
  CHECK(refusal("d", "l1.banks", cci::cci_value(4)).find("CCI preset of d.l1.banks is 4, the tile has 8") == 0);
  CHECK(refusal("e", "l1.banks", cci::cci_value(24)).find("power of two") != std::string::npos);
  CHECK(refusal("f", "l1.banks", cci::cci_value(8)) == "none");
}

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }
