// SPDX-License-Identifier: Apache-2.0
// A part of every program that links the installed tensix_tlm::tensix_main (TensixInstall.cmake): where the files of the package are.
#include "support/files/share_places.h"

namespace {
[[maybe_unused]] const bool known = tensix::add_share_place(TENSIX_SHARE_OF_PACKAGE);
}
