// SPDX-License-Identifier: Apache-2.0
// Macros of the host program: here they are given by --define.
#pragma once
