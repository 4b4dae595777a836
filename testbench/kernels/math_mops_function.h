// The MOPs of T1's kernels: address modifiers, replay buffer, and the nine words that make a face or a tile. Used by
// math_program_function.cpp. No SystemC.
#pragma once
#include "testbench/kernels/kernel_function.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {

// Element-wise: banks that a face (or whatever lies in a bank) gives back. SrcB may stay valid over several faces.
uint32_t given_back_by_face(const kernel& k);
// Tiles lie in a bank whole, or face by face.
inline uint32_t faces_a_bank(const kernel& k) { return k.plan().whole_tiles ? 4 : 1; }

// The MOP of a tile of a datacopy; of a tile, or of some faces, of an element-wise kernel; of a tile product. Without the math
// stage it has one instruction a bank, which waits for it and gives it back.
void program_datacopy_mop(step_builder& s, const kernel& k);
void program_elementwise_mop(step_builder& s, const kernel& k);
void program_matmul_mop(step_builder& s, const kernel& k);

}  // namespace tensix
