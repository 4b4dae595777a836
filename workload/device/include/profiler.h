// SPDX-License-Identifier: Apache-2.0
// Zones of tt-llk's profiler (docs/zones.md). Its other records are nothing.
#pragma once
#include "tensix/program.h"
#include "tensix/zones.h"
#define ZONE_SCOPED(name) TENSIX_ZONE(name)
#define TIMESTAMP(name)
#define TIMESTAMP_DATA(name, data) static_cast<void>(data);
