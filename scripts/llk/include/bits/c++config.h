// SPDX-License-Identifier: Apache-2.0
// The host's libstdc++, without a C library.
#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_HOSTED
#define _GLIBCXX_HOSTED 0
