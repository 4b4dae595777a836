// SPDX-License-Identifier: Apache-2.0
// A core has no files: DPRINT prints.
#pragma once
#include <stddef.h>
