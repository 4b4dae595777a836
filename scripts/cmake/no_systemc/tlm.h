// SPDX-License-Identifier: Apache-2.0
// In the include path of what is compiled without SystemC (CMakeLists.txt).
#error "this part of the library includes no SystemC"
