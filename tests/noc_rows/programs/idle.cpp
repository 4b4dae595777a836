// SPDX-License-Identifier: Apache-2.0
// Of a tile that others read and write.
void kernel_main() {}
