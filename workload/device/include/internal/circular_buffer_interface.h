// SPDX-License-Identifier: Apache-2.0
// A circular buffer as the core knows it: get_local_cb_interface(cb).fifo_rd_ptr and the like, to read and to write.
#pragma once
#if defined(TENSIX_MOVE)
#include "tensix/mover_buffers.h"
#else
#include "tensix/compute_buffers.h"
#endif
