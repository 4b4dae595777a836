// Zones of TT-Metalium's profiler. Here --profile and --timeline say where the cycles go, without marks in the kernel.
#pragma once
#define DeviceZoneScopedN(name) static_cast<void>(0)
#define DeviceZoneScopedMainN(name) static_cast<void>(0)
#define DeviceZoneScopedMainChildN(name) static_cast<void>(0)
#define DeviceZoneScopedSumN1(name) static_cast<void>(0)
#define DeviceZoneScopedSumN2(name) static_cast<void>(0)
#define DeviceZoneSetCounter(counter) static_cast<void>(0)
#define DeviceTimestampedData(name, data) static_cast<void>(data)
#define DeviceRecordEvent(event) static_cast<void>(event)
