// SPDX-License-Identifier: Apache-2.0
// PAUSE(): until somebody presses a key. Nobody is there.
#pragma once
#define PAUSE() static_cast<void>(0)
