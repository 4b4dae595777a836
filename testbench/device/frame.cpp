// What calls a kernel: compiled behind its source (-include), which has either void kernel_main() or TT-Metalium's older frame,
// namespace NAMESPACE { void MAIN { ... } }.
namespace tensix_frame {}
using namespace tensix_frame;

extern "C" void tensix_kernel() {
  kernel_main();  // if this is not declared: the kernel's source has neither of the two
}
