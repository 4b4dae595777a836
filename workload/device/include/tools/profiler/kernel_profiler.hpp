// SPDX-License-Identifier: Apache-2.0
// Zones of TT-Metalium's profiler (docs/zones.md). Its other records are nothing: --trace, --dprint and --metrics say the same.
#pragma once
#include "tensix/program.h"
#include "tensix/zones.h"
#define DeviceZoneScopedN(name) TENSIX_ZONE(name)
#define DeviceZoneScopedMainN(name) TENSIX_ZONE(name)
#define DeviceZoneScopedMainChildN(name) TENSIX_ZONE(name)
#define DeviceZoneScopedSumN1(name) TENSIX_ZONE_SUM(name)
#define DeviceZoneScopedSumN2(name) TENSIX_ZONE_SUM(name)
#define DeviceZoneSetCounter(counter) static_cast<void>(counter)
#define DeviceTimestampedData(name, data) static_cast<void>(data)
#define DeviceRecordEvent(event) static_cast<void>(event)
#define DeviceValidateProfiler(condition) static_cast<void>(condition)
#define DeviceProfilerInit() static_cast<void>(0)
#define DeviceTraceOnlyProfilerInit() static_cast<void>(0)
#define DeviceIncrementTraceCount() static_cast<void>(0)
