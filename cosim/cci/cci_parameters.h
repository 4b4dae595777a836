// SPDX-License-Identifier: Apache-2.0
// Tiles in a platform that is configured by Accellera's CCI (1.0; <cci_configuration>, which brings its own library to link with):
// the broker's preset values reach the tiles' parameters, and parameters are seen in the broker.
//
//   struct board : sc_core::sc_module {
//     tensix::tensix_tile tile{"tile", tensix::builtin_configuration("blackhole")};
//     tensix::cci_parameters visible{tile};
//   };
//   int sc_main(int, char**) {
//     cci::cci_register_broker(new cci_utils::broker("global"));
//     tensix::take_cci_presets();
//     cci::cci_get_global_broker(cci::cci_originator("main")).set_preset_cci_value("board.tile.l1.banks", cci::cci_value(16));
#pragma once
#include <cci_configuration>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/parameter_presets.h"
#include "platform/tile.h"

namespace tensix {

namespace cci_here {
// CCI wants a name where no module is being constructed, and none elsewhere.
inline cci::cci_originator originator() {
  return sc_core::sc_get_current_object() ? cci::cci_originator() : cci::cci_originator("tensix");
}
inline cci::cci_broker_handle broker() {
  return sc_core::sc_get_current_object() ? cci::cci_get_broker() : cci::cci_get_global_broker(originator());
}
}  // namespace cci_here

// Once, before the first tile is constructed and behind the registration of a global broker: a value that it holds for
// "PATH.OF.TILE.PARAMETER" is what the tile is constructed with. tensix::preset goes first.
inline void take_cci_presets() {
  add_preset_source([](const std::string& name) -> std::optional<std::string> {
    const cci::cci_broker_handle broker = cci_here::broker();  // of the tile that asks
    if (!broker.has_preset_value(name)) return {};
    const cci::cci_value value = broker.get_preset_cci_value(name);
    return value.is_string() ? std::string(value.get_string()) : value.to_json();
  });
}

// A tile's parameters as parameters of the broker that is responsible where this is constructed: numbers as uint32_t, switches as
// bool, all others as text as `tensix-tlm params` shows it; with their meanings. Immutable: a tile is built once. Constructed behind the
// tile, and not longer alive than the broker. Throws parameter_error: the broker has a preset below the tile's name that is no
// parameter, or not of its type, or not what the tile has been built with.
class cci_parameters {
 public:
  explicit cci_parameters(const tensix_tile& tile) {
    const std::string below = std::string(tile.name()) + ".";
    const cci::cci_broker_handle broker = cci_here::broker();
    for (const parameter_info& i : parameter_list()) {
      const std::string name = below + i.name, value = i.get(tile.configuration());
      const cci::cci_value typed = value_of(i, value);
      const std::string held = broker.has_preset_value(name) ? broker.get_preset_cci_value(name).to_json() : typed.to_json();
      if (held != typed.to_json())
        throw parameter_error("CCI preset of " + name + " is " + held + ", the tile has " + typed.to_json() +
                              ": a number or a switch as itself, not as text; take_cci_presets() before the tile; "
                              "and no other preset of that name");
      switch (i.kind) {
        case parameter_kind::number: add<uint32_t>(name, typed.get_uint(), i); break;
        case parameter_kind::boolean: add<bool>(name, typed.get_bool(), i); break;
        default: add<std::string>(name, value, i);
      }
    }
    for (const auto& unconsumed : broker.get_unconsumed_preset_values())
      if (unconsumed.first.compare(0, below.size(), below) == 0) refuse(unconsumed.first, below);
  }

 private:
  static cci::cci_value value_of(const parameter_info& i, const std::string& value) {
    switch (i.kind) {
      case parameter_kind::number: return cci::cci_value(static_cast<uint32_t>(std::stoul(value)));
      case parameter_kind::boolean: return cci::cci_value(value == "true");
      default: return cci::cci_value(value);
    }
  }

  static void refuse(const std::string& name, const std::string& below) {
    try {
      find_parameter(name.substr(below.size()));
    } catch (const parameter_error& e) {
      throw parameter_error("CCI preset of " + name + ": " + e.what());
    }
  }

  template <typename T>
  void add(const std::string& name, const T& value, const parameter_info& i) {
    all_.push_back(std::make_shared<cci::cci_param<T, cci::CCI_IMMUTABLE_PARAM>>(
        name, value, i.meaning + (i.unit.empty() ? "" : ", in " + i.unit), cci::CCI_ABSOLUTE_NAME, cci_here::originator()));
  }

  std::vector<std::shared_ptr<void>> all_;  // cci_params, whose base cannot be deleted
};

}  // namespace tensix
