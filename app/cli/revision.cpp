// SPDX-License-Identifier: Apache-2.0
// The commit that the program was built from. Only this file is compiled again when it changes.
#include "app/cli/revision.h"

#include <tensix_revision.h>  // generated

namespace tensix {

const char* program_commit() { return TENSIX_TLM_COMMIT; }

}  // namespace tensix
